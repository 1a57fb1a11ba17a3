// The list of keyboard shortcuts.
import { useEffect, useRef } from 'preact/hooks';

const keys: [string, string][] = [
  ['1 – 7', 'go to a screen'],
  ['/', 'search'],
  ['j k, ↓ ↑', 'next and previous row'],
  ['Enter', 'open the row'],
  ['+ −', 'timeline: zoom in and out'],
  ['← →', 'timeline: move back and forward'],
  ['0', 'timeline: show everything'],
  ['t', 'light or dark'],
  ['Esc', 'close the details'],
];

/** A modal dialog of the browser: it keeps the focus inside, Esc closes it, and the focus then returns. */
export function Help({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="help" ref={dialog} aria-labelledby="help-title" onClose={close}>
      <header>
        <h2 id="help-title">Keys</h2>
        <button type="button" class="close" onClick={() => dialog.current?.close()} aria-label="Close">
          ✕
        </button>
      </header>
      <dl>
        {keys.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
