/**
 * A stream of answers to the events of a source. Hand-written, since an async generator cannot be ended while it waits:
 * here `return` goes straight to the source, also while `next` is pending. A source or an answer that fails becomes a
 * last answer, made by `failed`, and ends the source.
 */
export class MappedStream<Event, Answer> implements AsyncIterableIterator<Answer> {
  #ended = false;
  readonly #source: AsyncIterator<Event>;
  readonly #answer: (event: Event) => Answer | Promise<Answer>;
  readonly #failed: (error: unknown) => Answer;

  constructor(
    source: AsyncIterator<Event>,
    answer: (event: Event) => Answer | Promise<Answer>,
    failed: (error: unknown) => Answer,
  ) {
    this.#source = source;
    this.#answer = answer;
    this.#failed = failed;
  }

  async next(): Promise<IteratorResult<Answer>> {
    if (this.#ended) return { value: undefined, done: true };
    try {
      const step = await this.#source.next();
      if (step.done) return { value: undefined, done: true };
      const answer = this.#answer(step.value);
      return { value: answer instanceof Promise ? await answer : answer, done: false };
    } catch (error) {
      if (this.#ended) return { value: undefined, done: true };
      await this.return();
      return { value: this.#failed(error), done: false };
    }
  }

  /** Frees the source at once. Does not fail, whatever the source does. */
  async return(): Promise<IteratorResult<Answer>> {
    this.#ended = true;
    await Promise.resolve(this.#source.return?.()).catch(() => undefined);
    return { value: undefined, done: true };
  }

  async throw(error: unknown): Promise<IteratorResult<Answer>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
