// The frame of the page: navigation, shortcuts, and whether the page is connected.
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { FleetPage } from '../shapes.ts';
import { useAnswer, useConnected } from './api.ts';
import { Help } from './help.tsx';
import { useKeyDown } from './keys.ts';
import { hrefTo, navigate, type Route, useRoute } from './route.ts';
import { Board } from './screens/board.tsx';
import { Decisions } from './screens/decisions.tsx';
import { Health } from './screens/health.tsx';
import { Memory } from './screens/memory.tsx';
import { MetricsScreen } from './screens/metrics.tsx';
import { SessionScreen } from './screens/session.tsx';
import { Timeline } from './screens/timeline.tsx';
import { Worktrees } from './screens/worktrees.tsx';

type Screen = FunctionComponent<{ route: Route }>;

/** In the order of the keys 1 to 7, which open them. */
const screens: [id: string, name: string, icon: string, screen: Screen][] = [
  ['board', 'Fleet', 'M3 5h14M3 10h14M3 15h9', Board],
  ['timeline', 'Timeline', 'M3 5h7M7 10h9M4 15h5', Timeline],
  ['decisions', 'Decisions', 'M10 3l6 3v4c0 4-3 6-6 7-3-1-6-3-6-7V6z', Decisions],
  ['metrics', 'Metrics', 'M4 16V9M9 16V4M14 16v-5', MetricsScreen],
  ['memory', 'Memory', 'M5 4h10v13l-5-3-5 3z', Memory],
  ['worktrees', 'Worktrees', 'M6 4v12M6 10c5 0 8-1 8-5', Worktrees],
  ['health', 'Health', 'M3 10h4l2-5 3 10 2-5h3', Health],
];

export function App() {
  const route = useRoute();
  const [help, setHelp] = useState(false);
  const { data } = useAnswer<FleetPage>('fleet', { which: 'open', limit: 1 });
  const needing = data?.states.needs_input ?? 0;
  useEffect(() => {
    document.title = needing > 0 ? `(${needing}) Pawl` : 'Pawl';
  }, [needing]);
  useShortcuts(
    () => setHelp((old) => !old),
    () => setHelp(false),
  );
  const Screen =
    route.screen === 'session' ? SessionScreen : (screens.find(([id]) => id === route.screen)?.[3] ?? Board);
  return (
    <div class="frame">
      <nav aria-label="Screens">
        <a class="brand" href="#/board">
          <img src="/icon.svg" alt="" width="24" height="24" />
          <span>Pawl</span>
        </a>
        {screens.map(([id, name, icon], at) => (
          <a
            key={id}
            href={hrefTo(id)}
            aria-current={id === (route.screen === 'session' ? 'board' : route.screen) ? 'page' : undefined}
            title={`${name} (${at + 1})`}
          >
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d={icon} />
            </svg>
            <span>{name}</span>
            {id === 'board' && needing > 0 ? (
              <b class="count" title={`${needing} waiting for you`}>
                {needing}
              </b>
            ) : null}
          </a>
        ))}
        <Foot help={() => setHelp(true)} />
      </nav>
      <main>
        <Screen key={route.screen === 'session' ? route.id : route.screen} route={route} />
      </main>
      {help ? <Help close={() => setHelp(false)} /> : null}
    </div>
  );
}

function Foot({ help }: { help: () => void }) {
  const live = useConnected();
  return (
    <div class="foot">
      <span
        class={live ? 'live' : 'live lost'}
        title={live ? 'New events appear automatically' : 'The server does not answer'}
      >
        <i /> {live ? 'live' : 'not connected'}
      </span>
      <button type="button" onClick={switchTheme} title="Light or dark (t)" aria-label="Light or dark">
        ◐
      </button>
      <button type="button" onClick={help} title="Keys (?)" aria-label="Keys">
        ?
      </button>
    </div>
  );
}

function switchTheme(): void {
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  dataset.theme = (dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
  localStorage.setItem('theme', dataset.theme);
  dispatchEvent(new Event('pawl-theme'));
}

function useShortcuts(toggleHelp: () => void, close: () => void): void {
  useKeyDown((event) => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key === 'Escape') return typing ? (event.target as HTMLElement).blur() : close();
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const screen = screens[Number(event.key) - 1];
    if (screen) navigate(screen[0]);
    else if (event.key === '?') toggleHelp();
    else if (event.key === 't') switchTheme();
    else if (event.key === '/') {
      event.preventDefault();
      document.querySelector<HTMLInputElement>('input[type=search]')?.focus();
    }
  });
}
