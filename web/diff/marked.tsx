import type { Segment } from './words.ts';

/** A text with the words marked that the other side does not have. */
export function Marked({ segments, kind }: { segments: Segment[]; kind: 'added' | 'removed' }) {
  const Mark = kind === 'added' ? 'ins' : 'del';
  return <>{segments.map(({ text, changed }, index) => (changed ? <Mark key={index}>{text}</Mark> : text))}</>;
}
