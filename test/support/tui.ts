// The interactive client in a terminal of its own: a private tmux server that dies with the test.
import { type Api, scriptedApi } from './api.ts';
import { clientEnv, clientPath } from './client.ts';
import type { Asked, Script } from './script.ts';
import { envOf, type World } from './world.ts';

export interface Tui extends AsyncDisposable {
  requests: Asked[];
  screen(): string;
  keys(...names: string[]): Promise<void>;
  say(text: string): Promise<void>;
  /** Presses a key until it has the effect: a dialog ignores keys in its first moments. */
  press(key: string, until: RegExp): Promise<void>;
  /** Waits until the screen shows the pattern; fails with the screen when it never does. */
  shows(pattern: RegExp, withinMs?: number): Promise<string>;
}

interface TuiOptions {
  script: Script;
  args?: string[];
  env?: Record<string, string>;
}

let serial = 0;
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function commandLine(world: World, api: Api, { args = [], env = {} }: TuiOptions): string {
  const variables = Object.entries(clientEnv(world, api, env)).map(([name, value]) => `${name}=${value}`);
  const words = (list: string[]) => list.map(quoted).join(' ');
  // A client in tmux knows its pane, and so do its hooks.
  const pane = '"TMUX=$TMUX" "TMUX_PANE=$TMUX_PANE"';
  return `exec env -i ${words(variables)} ${pane} ${words([clientPath(), ...args])}`;
}

export function tui(world: World, options: TuiOptions): Tui {
  const api = scriptedApi(options.script);
  const server = ['tmux', '-S', `${world.tmp}/t${++serial}`, '-f', '/dev/null'];
  const tmux = (...args: string[]) =>
    Bun.spawnSync([...server, ...args], { cwd: world.project, env: envOf(world) }).stdout.toString();
  tmux(
    'new-session',
    '-d',
    '-x',
    '140',
    '-y',
    '50',
    '-s',
    'c',
    '-c',
    world.project,
    commandLine(world, api, options),
  );
  const screen = () => tmux('capture-pane', '-p', '-t', 'c');
  const keys = async (...names: string[]) => {
    tmux('send-keys', '-t', 'c', ...names);
    await Bun.sleep(200);
  };
  return {
    requests: api.requests,
    screen,
    keys,
    say: async (text) => {
      await keys('-l', text);
      await keys('Enter');
    },
    press: async (key, until) => {
      for (let tries = 0; tries < 20 && !until.test(screen()); tries++) {
        await keys(key);
        await Bun.sleep(500);
      }
      await waitFor(screen, until, 1000);
    },
    shows: (pattern, withinMs = 20_000) => waitFor(screen, pattern, withinMs),
    [Symbol.asyncDispose]: async () => {
      tmux('kill-server');
      await api.close();
    },
  };
}

async function waitFor(screen: () => string, pattern: RegExp, withinMs: number): Promise<string> {
  for (const end = performance.now() + withinMs; performance.now() < end; await Bun.sleep(100)) {
    if (pattern.test(screen())) return screen();
  }
  throw new Error(`the screen never showed ${pattern}:\n${screen()}`);
}
