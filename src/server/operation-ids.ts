import { isObject } from '../json/json.ts';

/**
 * The ids of one websocket's operations, the client's and those that graphql-ws is given in their place: it gets each of
 * them once. A client may use an id again as soon as it has said complete; the operation that it belonged to may then
 * still be on its way, and must not answer, begin or complete under the id of its successor.
 */
export class OperationIds {
  readonly #inner = new Map<string, string>();
  /** The client's id as JSON text, by the inner one. */
  readonly #outer = new Map<string, { id: string; text: string }>();
  #last = 0;

  /** The id of a subscribe message that is in use by another operation. */
  clashOf(message: unknown): string | undefined {
    const isSubscribe = isObject(message) && message.type === 'subscribe' && typeof message.id === 'string';
    return isSubscribe && this.#inner.has(message.id as string) ? (message.id as string) : undefined;
  }

  /** A client's message with the inner id; undefined where it completes what is not under way. */
  inward(message: unknown): unknown {
    if (!isObject(message) || typeof message.id !== 'string' || message.id === '') return message;
    const { id, type } = message;
    if (type === 'subscribe') {
      const inner = `${++this.#last}`;
      this.#inner.set(id, inner);
      this.#outer.set(inner, { id, text: JSON.stringify(id) });
      return { ...message, id: inner };
    }
    if (type !== 'complete') return message;
    const inner = this.#inner.get(id);
    if (inner === undefined) return undefined;
    this.#forget(inner);
    return { ...message, id: inner };
  }

  /** What the client calls an operation that it has not completed. */
  idOf(inner: string): string {
    return this.#outer.get(inner)?.id ?? inner;
  }

  /** The text of a message with the client's id; undefined where the client has completed the operation. */
  outward(text: string): string | undefined {
    const [start, inner, type] = /^\{"id":"(\d+)","type":"(\w+)"/.exec(text) ?? [];
    if (start === undefined) return text;
    const outer = this.#outer.get(inner!);
    if (outer === undefined) return undefined;
    if (type !== 'next') this.#forget(inner!);
    return `{"id":${outer.text}${text.slice(8 + inner!.length)}`;
  }

  #forget(inner: string): void {
    const outer = this.#outer.get(inner);
    if (outer) this.#inner.delete(outer.id);
    this.#outer.delete(inner);
  }
}
