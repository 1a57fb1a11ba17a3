// The keys, on one card.
const keys: [string, string][] = [
  ['1 – 7', 'go to a screen'],
  ['/', 'search'],
  ['j k, ↓ ↑', 'next and previous row'],
  ['Enter', 'open the row'],
  ['+ −', 'timeline: nearer and further'],
  ['← →', 'timeline: earlier and later'],
  ['0', 'timeline: everything'],
  ['t', 'light or dark'],
  ['Esc', 'close'],
];

export const Help = ({ close }: { close: () => void }) => (
  <div class="veil" role="dialog" aria-label="Keys" onClick={close} onKeyDown={close}>
    <div class="help">
      <h2>Keys</h2>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  </div>
);
