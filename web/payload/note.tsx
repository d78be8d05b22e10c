import type { Note as NotePayload } from '../../src/payloads/note.ts';
import { Markdown } from '../ui/markdown.tsx';
import type { Fields } from './fields.ts';

const WEB = /^https?:\/\/\S+$/;

/** A note and what it refers to. */
export function Note({ payload }: { payload: Fields }) {
  const note = payload as unknown as NotePayload;
  return (
    <div class="document">
      <Markdown text={note.text} />
      {note.references && note.references.length > 0 && (
        <>
          <h4>References</h4>
          <ul class="points">
            {note.references.map((reference, index) => (
              <li key={index}>
                <Reference text={reference} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Reference({ text }: { text: string }) {
  if (!WEB.test(text)) return <>{text}</>;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}
