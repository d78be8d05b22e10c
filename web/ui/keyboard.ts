import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Shortcut {
  keys: string;
  does: string;
  run(): void;
}

const NAME = 'roomd.shortcuts';
const shortcuts = new Set<Shortcut>();

/** Single keys can be in the way of speech input and other helpers: who wants can switch them off. */
export const shortcutsOn = signal(readSetting());

export function switchShortcuts(on: boolean): void {
  shortcutsOn.value = on;
  try {
    localStorage.setItem(NAME, on ? 'on' : 'off');
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** The shortcuts of what is shown now. */
export const currentShortcuts = (): { keys: string; does: string }[] => [...shortcuts];

/** Runs something when a key is pressed outside of a field, for as long as the component is shown. */
export function useShortcut(keys: string, does: string, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  // Before the browser paints: who sees the component can press its keys.
  useLayoutEffect(() => {
    const shortcut: Shortcut = { keys, does, run: () => latest.current() };
    shortcuts.add(shortcut);
    return () => {
      shortcuts.delete(shortcut);
    };
  }, [keys, does]);
}

window.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
  const target = event.target as HTMLElement;
  const inField = target.matches('input, textarea, select, [contenteditable]');
  if (event.key === 'Escape' && inField) target.blur();
  if (inField || (!shortcutsOn.value && event.key !== 'Escape') || document.querySelector('dialog[open]')) return;
  const shortcut = [...shortcuts].findLast(({ keys }) => keys === event.key);
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run();
});

function readSetting(): boolean {
  try {
    return localStorage.getItem(NAME) !== 'off';
  } catch {
    return true;
  }
}
