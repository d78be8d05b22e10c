/** A stream that can also be asked without waiting. */
export interface PolledIterator<Item> extends AsyncIterator<Item> {
  /** What `next` would give without waiting. */
  poll(): Item | undefined;
  /** Calls back once, when there may be more, or the end. False where `next` has something to do but to wait. */
  wait(wake: () => void): boolean;
}

/**
 * A stream of answers to the events of a source. Hand-written, since an async generator cannot be ended while it waits:
 * here `return` goes straight to the source, also while `next` is pending. A source or an answer that fails becomes a
 * last answer, made by `failed`, and ends the source.
 */
export class MappedStream<Event, Answer> implements AsyncIterableIterator<Answer> {
  #ended = false;
  readonly #source: PolledIterator<Event>;
  readonly #answer: (event: Event) => Answer | Promise<Answer>;
  readonly #failed: (error: unknown) => Answer;

  constructor(
    source: PolledIterator<Event>,
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
      return { value: await this.#fail(error), done: false };
    }
  }

  /** What `next` would give without waiting, or but for the answer. */
  poll(): Answer | Promise<Answer> | undefined {
    const event = this.#ended ? undefined : this.#source.poll();
    if (event === undefined) return undefined;
    try {
      const answer = this.#answer(event);
      return answer instanceof Promise ? answer.catch((error: unknown) => this.#fail(error)) : answer;
    } catch (error) {
      return this.#fail(error);
    }
  }

  wait(wake: () => void): boolean {
    return !this.#ended && this.#source.wait(wake);
  }

  async #fail(error: unknown): Promise<Answer> {
    await this.return();
    return this.#failed(error);
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
