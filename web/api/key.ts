import { signal } from '@preact/signals';

const NAME = 'roomd.key';

/** The key that requests are sent with, if any. */
export const key = signal(read(sessionStorage) ?? read(localStorage));

/** Why the server wants a key (or another one); undefined while it does not. */
export const keyWanted = signal<string | undefined>(undefined);

/** Takes a key into use: for this tab, or until it is forgotten. */
export function useKey(text: string, remember: boolean): void {
  write(sessionStorage, remember ? undefined : text);
  write(localStorage, remember ? text : undefined);
  key.value = text;
  keyWanted.value = undefined;
}

export function forgetKey(): void {
  write(sessionStorage, undefined);
  write(localStorage, undefined);
  key.value = undefined;
}

/** The `authorization` of requests and of a websocket's connection_init. */
export const authorization = (): Record<string, string> => (key.value ? { authorization: `Bearer ${key.value}` } : {});

// A browser may forbid storage: then the key lasts as long as the page.
function read(storage: Storage): string | undefined {
  try {
    return storage.getItem(NAME) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(storage: Storage, text: string | undefined): void {
  try {
    if (text === undefined) storage.removeItem(NAME);
    else storage.setItem(NAME, text);
  } catch {
    // See above.
  }
}
