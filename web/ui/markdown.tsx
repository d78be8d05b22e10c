import MarkdownIt, { type Token } from 'markdown-it';
import { type ComponentChildren, Fragment, h } from 'preact';

// `html: false` is the default: tags in the text are text. Images would be fetched from elsewhere: they become links.
const parser = new MarkdownIt({ linkify: false, typographer: false }).disable('image');

const HEADINGS = /^h[1-6]$/;

/**
 * Markdown as elements. It is built from the parser's tokens and never from a string of HTML: no text that an agent has
 * written can become an element, an attribute or a script.
 */
export function Markdown({ text }: { text: string }) {
  return <div class="prose">{build(parser.parse(text, {}))}</div>;
}

interface Frame {
  tag: string;
  props: Record<string, string>;
  children: ComponentChildren[];
}

function build(tokens: Token[]): ComponentChildren {
  const root: Frame = { tag: '', props: {}, children: [] };
  const stack = [root];
  for (const token of tokens) {
    const top = stack.at(-1)!;
    if (token.nesting === 1) stack.push({ tag: token.hidden ? '' : tagOf(token), props: propsOf(token), children: [] });
    else if (token.nesting === -1) {
      const { tag, props, children } = stack.pop()!;
      stack.at(-1)?.children.push(tag === '' ? h(Fragment, null, ...children) : h(tag, props, ...children));
    } else top.children.push(leaf(token));
  }
  return h(Fragment, null, ...root.children);
}

function leaf(token: Token): ComponentChildren {
  switch (token.type) {
    case 'inline':
      return build(token.children ?? []);
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'fence':
    case 'code_block':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <pre tabIndex={0}>
          <code>{token.content}</code>
        </pre>
      );
    case 'hr':
      return <hr />;
    case 'hardbreak':
      return <br />;
    case 'softbreak':
      return '\n';
    default:
      return token.content;
  }
}

const textOf = (token: Token, attribute: string): string => String(token.attrGet(attribute) ?? '');

/** Headings of a text stand below those of the page. */
const tagOf = (token: Token): string =>
  HEADINGS.test(token.tag) ? `h${Math.min(Number(token.tag[1]) + 3, 6)}` : token.tag;

function propsOf(token: Token): Record<string, string> {
  const href = textOf(token, 'href');
  if (token.tag === 'a' && href) return { href, rel: 'noopener noreferrer nofollow', target: '_blank' };
  const start = textOf(token, 'start');
  if (token.tag === 'ol' && start) return { start };
  const align = /text-align:(left|right|center)/.exec(textOf(token, 'style'))?.[1];
  return align ? { class: `align-${align}` } : {};
}
