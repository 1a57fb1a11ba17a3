// Runs an interactive client in its own terminal, on a private tmux server that ends with the test.
import { scriptedApi } from './api.ts';
import { clientEnv, clientPath } from './client.ts';
import type { Asked, Script } from './script.ts';
import { until } from './wait.ts';
import { envOf, type World } from './world.ts';

export interface Terminal extends AsyncDisposable {
  screen(): string;
  keys(...names: string[]): void;
  /** Presses a key until it has the effect, because a dialog ignores keys in its first moments. */
  press(key: string, effect: RegExp): Promise<void>;
  /** Waits until the screen shows the pattern; fails with the screen when it never does. */
  shows(pattern: RegExp): Promise<string>;
}

export interface Tui extends Terminal {
  requests: Asked[];
  /** Types text into the prompt and waits until it is shown. */
  type(text: string): Promise<void>;
  /** Types text, then sends it. Sent at once, both would count as pasted text with a line break. */
  say(text: string): Promise<void>;
}

interface TuiOptions {
  script: Script;
  args?: string[];
  env?: Record<string, string>;
  /** Keys come from a terminal that shows the client, as a person's do, and not from a program that sends them. */
  attached?: boolean;
}

let serial = 0;
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Runs the command in its own terminal, with these variables and those in which tmux names the pane. */
export function terminal(
  world: World,
  command: readonly string[],
  env: Record<string, string>,
  attached = false,
): Terminal {
  const server = ['tmux', '-S', `${world.tmp}/t${++serial}`, '-f', '/dev/null'];
  const tmux = (...args: string[]) =>
    Bun.spawnSync([...server, ...args], { cwd: world.project, env: envOf(world) }).stdout.toString();
  const words = (list: readonly string[]) => list.map(quoted).join(' ');
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const pane = '"TMUX=$TMUX" "TMUX_PANE=$TMUX_PANE"';
  const line = `exec env -i ${words(variables)} ${pane} ${words(command)}`;
  tmux('new-session', '-d', '-x', '140', '-y', '50', '-s', 'c', '-c', world.project, line);
  const screen = () => tmux('capture-pane', '-p', '-t', 'c');
  const person = attached ? attach(world, server) : undefined;
  const keys = (...names: string[]) => {
    if (person) person.terminal!.write(names[0] === '-l' ? names[1]! : '\r');
    else tmux('send-keys', '-t', 'c', ...names);
  };
  return {
    screen,
    keys,
    press: async (key, effect) => {
      await until(`${key} has its effect, ${effect}`, async () => {
        keys(key);
        return shows(screen, effect, 1_000).catch(() => undefined);
      });
    },
    shows: (pattern) => shows(screen, pattern),
    [Symbol.asyncDispose]: async () => {
      tmux('kill-server');
      await person?.exited;
    },
  };
}

export function tui(world: World, { script, args = [], env = {}, attached }: TuiOptions): Tui {
  const api = scriptedApi(script);
  const shown = terminal(world, [clientPath(), ...args], clientEnv(world, api, env), attached);
  const { screen, keys } = shown;
  const type = async (text: string) => {
    const before = typed(screen(), text);
    keys('-l', text);
    await until(`“${text}” is in the prompt`, () => typed(screen(), text) > before);
  };
  return {
    ...shown,
    requests: api.requests,
    type,
    say: async (text) => {
      await type(text);
      keys('Enter');
    },
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      await api.close();
    },
  };
}

/** A terminal that shows the client, and from which keys are typed. */
const attach = (world: World, server: string[]) =>
  Bun.spawn([...server, 'attach', '-t', 'c'], {
    cwd: world.project,
    env: envOf(world, { TERM: 'xterm' }),
    terminal: { cols: 140, rows: 51, data() {} },
  });

/** How often the text occurs after the prompt sign. */
const typed = (screen: string, text: string) =>
  screen.split('\n').filter((line) =>
    line
      .slice(line.indexOf('❯') + 1)
      .trim()
      .startsWith(text),
  ).length;

async function shows(screen: () => string, pattern: RegExp, withinMs?: number): Promise<string> {
  let seen = '';
  const look = () => {
    seen = screen();
    return pattern.test(seen);
  };
  await until(`the screen shows ${pattern}`, look, withinMs).catch((problem) => {
    throw new Error(`${problem.message}\n${seen}`);
  });
  return seen;
}
