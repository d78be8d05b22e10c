import type { ArchDecision } from '../../src/payloads/arch-decision.ts';
import { Markdown } from '../ui/markdown.tsx';
import type { Fields } from './fields.ts';

/** A decision, as a document. */
export function Decision({ payload }: { payload: Fields }) {
  const decision = payload as unknown as ArchDecision;
  return (
    <div class="document">
      <h3 class="document-title">{decision.title}</h3>
      <h4>Decision</h4>
      <Markdown text={decision.decision} />
      <h4>Rationale</h4>
      <Markdown text={decision.rationale} />
      <Points title="Alternatives" points={decision.alternatives} />
      <Points title="Consequences" points={decision.consequences} />
    </div>
  );
}

function Points({ title, points }: { title: string; points: string[] }) {
  return (
    <>
      <h4>{title}</h4>
      {points.length === 0 && <p class="faint">None.</p>}
      {points.length > 0 && (
        <ul class="points">
          {points.map((point, index) => (
            <li key={index}>
              <Markdown text={point} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
