import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Ctx } from '../graphql/ctx.ts';
import { RawJson } from '../json/raw-json.ts';
import { refusalText } from './answers.ts';
import { EventStream } from './event-stream.ts';
import { type Events, textOf } from './run.ts';
import type { Serving } from './serving.ts';

/** Answers with one `next` and `complete`: what is a single answer, for a client that takes nothing but events. */
export function answerAsEvents(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  serving: Serving,
): void {
  const stream = new EventStream(request, response, serving.connections, serving.pace, () => undefined);
  void stream.send(text);
  stream.complete();
}

/**
 * Streams the events of a subscription until either side ends it. The client's going away ends the subscription at
 * once, and so does the end of the caller's key. A failure on the way is the last event.
 */
export async function streamEvents(
  request: IncomingMessage,
  response: ServerResponse,
  events: Events,
  serving: Serving,
  ctx: Ctx,
): Promise<void> {
  const { connections, pace, door } = serving;
  const end = new AbortController();
  const leave = await entered(door, ctx, events, (why) => end.abort(why));
  connections.subscriptions.add(events);
  const stream = new EventStream(request, response, connections, pace, () => {
    connections.subscriptions.delete(events);
    leave();
    void events.return?.();
  });
  end.signal.addEventListener('abort', () => {
    // A client that does not take what has been sent would keep the stream open behind its key.
    if (stream.unsent() > 0) stream.letGo();
    else void events.return?.();
  });
  try {
    for (;;) {
      const { done, value } = await events.next();
      if (done || stream.closed) break;
      await stream.send(textOf(value), value instanceof RawJson ? value : undefined);
    }
    end.signal.throwIfAborted();
  } catch (error) {
    await stream.send(refusalText([error], ctx));
  }
  stream.complete();
}

/** Counts the stream as one that lives by its caller; where there may be no more of them, its subscription is freed. */
async function entered(door: Serving['door'], ctx: Ctx, events: Events, end: (why: unknown) => void) {
  try {
    return door.watch(ctx.caller, end);
  } catch (error) {
    await events.return?.();
    throw error;
  }
}
