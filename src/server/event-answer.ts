import type { IncomingMessage, ServerResponse } from 'node:http';
import { RawJson } from '../graphql/raw-json.ts';
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
 * once. `refusal` makes the text of a failure on the way.
 */
export async function streamEvents(
  request: IncomingMessage,
  response: ServerResponse,
  events: Events,
  serving: Serving,
  refusal: (error: unknown) => string,
): Promise<void> {
  const { connections, pace } = serving;
  connections.subscriptions.add(events);
  const stream = new EventStream(request, response, connections, pace, () => {
    connections.subscriptions.delete(events);
    void events.return?.();
  });
  try {
    for (;;) {
      const { done, value } = await events.next();
      if (done || stream.closed) break;
      await stream.send(textOf(value), value instanceof RawJson ? value : undefined);
    }
  } catch (error) {
    await stream.send(refusal(error));
  }
  stream.complete();
}
