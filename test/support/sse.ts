/** A stream of server-sent events that keeps every chunk and event until the test asks for it. */
export interface SseSubscriber {
  response: Response;
  /** The next event. Fails after `ms`. */
  next(ms?: number): Promise<{ event: string; data: string }>;
  /** Everything that has come, as it came. */
  text(): string;
  /** Resolves when the stream is over, whoever ended it. */
  ended: Promise<void>;
  abort(): void;
}

/** Asks for a subscription by POST; resolves with the headers. */
export async function openSse(url: string, query: string, variables: unknown = {}): Promise<SseSubscriber> {
  const abort = new AbortController();
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ query, variables }),
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    signal: abort.signal,
  });
  let text = '';
  let given = 0;
  const ended = (async () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      for await (const chunk of response.body!) text += decoder.decode(chunk, { stream: true });
    } catch {
      // Broken off, by either side.
    }
  })();
  const events = () =>
    text
      .split('\n\n')
      .slice(0, -1)
      .map((block) => block.split('\n').filter((line) => line !== '' && !line.startsWith(':')))
      .filter((lines) => lines.length > 0);
  const field = (lines: string[], name: string): string =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
      .join('\n');
  const next = async (ms = 5_000) => {
    for (const end = Date.now() + ms; Date.now() < end; await new Promise((wake) => setTimeout(wake, 5))) {
      const lines = events()[given];
      if (!lines) continue;
      given += 1;
      return { event: field(lines, 'event'), data: field(lines, 'data') };
    }
    throw new Error(`No event within ${ms} ms. What has come: ${text.slice(-500)}`);
  };
  return { response, next, text: () => text, ended, abort: () => abort.abort() };
}
