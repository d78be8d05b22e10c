import { useEffect, useRef } from 'preact/hooks';
import { key, useKey } from './api/key.ts';

/** Asks for a key, because the server does not let anybody in without one. */
export function KeyForm({ reason }: { reason: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const enter = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = String(form.get('key') ?? '').trim();
    if (text !== '') useKey(text, form.get('remember') === 'on');
  };
  return (
    <form class="key-form" onSubmit={enter} aria-labelledby="key-title">
      <h1 id="key-title">This server asks for a key</h1>
      <p>
        {key.value ? reason : 'Enter a key to look at the rooms that it may see. One that may only read is enough.'}
      </p>
      <label for="key">Key</label>
      <input ref={field} id="key" name="key" type="password" autocomplete="off" spellcheck={false} required />
      <label class="choice">
        <input type="checkbox" name="remember" />
        Remember it on this computer
      </label>
      <button type="submit" class="primary">
        Open
      </button>
    </form>
  );
}
