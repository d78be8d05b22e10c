import type { ExecutionResult } from 'graphql';
import type { Ctx } from '../graphql/ctx.ts';
import { formatError } from '../graphql/error-list.ts';
import type { PolledIterator } from '../graphql/mapped-stream.ts';
import { RawJson, stringify } from '../json/raw-json.ts';
import { refusalText } from './answers.ts';
import type { Operation } from './operations.ts';

/** The text of an answer. `ran` is false where no field ran: then there are errors, and no data. */
export interface Answer {
  text: string;
  ran: boolean;
}

/** What a subscription gives for one event: text that all who ask the same share, or a result of its own. */
export type EventResult = RawJson | ExecutionResult;
/** The answers to the events of a subscription; what has to be waited for comes from `poll` as a promise. */
export type Events = AsyncIterableIterator<EventResult> & {
  [Method in 'poll' | 'wait']: PolledIterator<EventResult | Promise<EventResult>>[Method];
};

/** Runs a query or a mutation to its end. Never rejects: whatever is thrown becomes an error of the answer. */
export async function run({ pipeline, args }: Operation, ctx: Ctx): Promise<Answer> {
  try {
    const result = (await pipeline.execute(args)) as ExecutionResult;
    return { text: textOf(result), ran: 'data' in result };
  } catch (error) {
    return { text: refusalText([error], ctx), ran: false };
  }
}

/**
 * Begins a subscription; once this has resolved, what is written from now on will come. Never rejects: a subscription
 * that cannot begin gives its answer. Whoever gets the events must `return()` them.
 */
export async function follow({ pipeline, args }: Operation, ctx: Ctx): Promise<Answer | Events> {
  try {
    const result = (await pipeline.subscribe(args)) as Events | ExecutionResult;
    return Symbol.asyncIterator in result ? result : { text: textOf(result), ran: false };
  } catch (error) {
    return { text: refusalText([error], ctx), ran: false };
  }
}

/** The text of a result or event. The pipeline's plugins have translated its errors, and bounded their list. */
export function textOf(result: EventResult): string {
  if (result instanceof RawJson) return result.text;
  const { errors, data, extensions } = result;
  return stringify(errors?.length ? { errors: errors.map(formatError), data, extensions } : { data, extensions });
}
