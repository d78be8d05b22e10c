import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const names = signal<ReadonlyMap<string, string>>(new Map());

/** How much happened while nobody was looking. */
export const unseen = signal(0);

effect(() => {
  const { entry, page } = Object.fromEntries(names.value);
  const count = unseen.value > 0 ? `(${unseen.value}) ` : '';
  document.title = count + [entry, page, 'roomd'].filter(Boolean).join(' · ');
});

/** Names the page, or the entry on it, in the title of the window for as long as the component is shown. */
export function useTitle(part: 'page' | 'entry', name: string): void {
  useEffect(() => {
    names.value = new Map([...names.value, [part, name]]);
    return () => {
      names.value = new Map([...names.value].filter(([other]) => other !== part));
    };
  }, [part, name]);
}
