import { useState } from 'preact/hooks';

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;

/** A value as JSON text, coloured, with a button that copies it. */
export function JsonText({ value, label }: { value: unknown; label: string }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <div class="json">
      <CopyButton text={text} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{coloured(text)}</code>
        </pre>
      </section>
    </div>
  );
}

/** Past this length colours cost more than they give. */
const COLOURED_LENGTH = 200_000;

function coloured(text: string) {
  if (text.length > COLOURED_LENGTH) return text;
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    const [all, string, colon] = match;
    const kind = colon ? 'j-key' : string ? 'j-string' : 'j-atom';
    parts.push(<span class={kind}>{colon ? string : all}</span>, colon);
  }
  parts.push(text.slice(end));
  return parts;
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <button type="button" class="quiet copy" onClick={() => void copy()}>
      {copied ? 'Copied' : 'Copy'}
    </button>
  );
}
