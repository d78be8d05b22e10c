import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';

// A parsed document takes up to 150 bytes for each character of its text, and anyone can send texts that are never sent
// again. So large texts are not kept (agents write them by hand around a payload), and all that is kept has a bound
// together. Nor is what does not validate: its errors hold on to all that validation has looked at, 75 KB for a line.

/** UTF-16 units of the longest text that is kept. */
const LONGEST = 16 * 1024;
/** UTF-16 units of all texts that are kept. */
const MOST = 256 * 1024;

/** Documents by their text; those that were not used for the longest time give way. */
class DocumentCache {
  #units = 0;
  readonly #documents = new Map<string, DocumentNode>();

  get(text: string): DocumentNode | undefined {
    const document = this.#documents.get(text);
    if (document === undefined) return undefined;
    this.#documents.delete(text);
    this.#documents.set(text, document);
    return document;
  }

  set(text: string, document: DocumentNode): void {
    if (text.length > LONGEST || this.#documents.has(text)) return;
    this.#documents.set(text, document);
    this.#units += text.length;
    for (const oldest of this.#documents.keys()) {
      if (this.#units <= MOST) return;
      this.#documents.delete(oldest);
      this.#units -= oldest.length;
    }
  }
}

/**
 * Parses and validates a text once while it is in use. Validation must not depend on anything but the document: rules
 * that plugins add look at the document alone.
 */
export function useDocumentCache(): Plugin {
  const documents = new DocumentCache();
  const texts = new WeakMap<DocumentNode, string>();
  const valid = new WeakSet<DocumentNode>();
  return {
    onParse({ params: { source }, setParsedDocument }) {
      const text = typeof source === 'string' ? source : source.body;
      const known = documents.get(text);
      if (known !== undefined) return setParsedDocument(known);
      return ({ result }) => {
        if (result !== null && 'definitions' in result) texts.set(result, text);
      };
    },
    onValidate({ params: { documentAST }, setResult }) {
      if (valid.has(documentAST)) return setResult([]);
      return ({ valid: isValid }) => {
        const text = texts.get(documentAST);
        if (!isValid || text === undefined) return;
        valid.add(documentAST);
        documents.set(text, documentAST);
      };
    },
  };
}
