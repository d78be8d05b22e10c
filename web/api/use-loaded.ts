import { useEffect, useRef, useState } from 'preact/hooks';
import { key } from './key.ts';
import { RequestError } from './request.ts';

export interface Loaded<Value> {
  /** The latest answer to this question; while it is being asked again, the one before. */
  value: Value | undefined;
  error: RequestError | undefined;
  /** Asks again, and shows what is there until the answer comes. */
  reload(): void;
}

const RETRY_MS = 2_000;

/**
 * Loads what a component shows. `question` names what is asked: when it changes, what was shown is dropped. A server that
 * is away for a while is asked again until it answers.
 */
export function useLoaded<Value>(question: string, load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [answer, setAnswer] = useState<{ question: string; value?: Value; error?: RequestError }>({ question });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const reload = useRef(() => setRound((n) => n + 1)).current;
  const withKey = key.value;

  useEffect(() => {
    const ending = new AbortController();
    let retry: ReturnType<typeof setTimeout> | undefined;
    latest.current(ending.signal).then(
      (value) => !ending.signal.aborted && setAnswer({ question, value }),
      (error: unknown) => {
        if (ending.signal.aborted) return;
        const failure = error instanceof RequestError ? error : new RequestError('INTERNAL', String(error));
        if (failure.passes) retry = setTimeout(reload, RETRY_MS);
        setAnswer((before) => ({
          question,
          value: before.question === question && failure.passes ? before.value : undefined,
          error: failure,
        }));
      },
    );
    return () => {
      ending.abort();
      clearTimeout(retry);
    };
  }, [question, round, withKey, reload]);

  const current = answer.question === question ? answer : undefined;
  return { value: current?.value, error: current?.error, reload };
}
