import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { currentShortcuts, shortcutsOn, switchShortcuts } from './ui/keyboard.ts';

/** The shortcuts of what is shown, and the switch for them. */
export function Help({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const [shown, setShown] = useState(currentShortcuts());
  return (
    <dialog ref={dialog} aria-labelledby="help-title" onToggle={() => setShown(currentShortcuts())}>
      <h2 id="help-title">Keyboard shortcuts</h2>
      <dl class="keys">
        {shown.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label class="choice">
        <input
          type="checkbox"
          checked={shortcutsOn.value}
          onChange={(event) => switchShortcuts(event.currentTarget.checked)}
        />
        Single keys do something
      </label>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
