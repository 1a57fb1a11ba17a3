// `pawl/sdk` as it is published, in an application on the real Agent SDK, against the scripted API.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../package.json';
import { layOutMain } from '../../scripts/package/manifests.ts';
import { scriptedApi } from '../support/api.ts';
import { clientEnv, clientPath } from '../support/client.ts';
import { configure, install, pawl, pawlJson, program } from '../support/pawl.ts';
import { bash, calls, type Script, says } from '../support/script.ts';
import { freshWorld, type World, write } from '../support/world.ts';

const root = join(import.meta.dir, '..', '..');
let app: string;
const inApp = (...words: string[]) => join(app, ...words);

/** An application's folder: the SDK with its client, and `pawl` as it is published, without its platform package. */
beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), 'app-'));
  const scope = inApp('node_modules', '@anthropic-ai');
  const sdk = join(import.meta.dir, 'node_modules', '@anthropic-ai', 'claude-agent-sdk');
  cpSync(sdk, join(scope, 'claude-agent-sdk'), { recursive: true });
  const platform = `claude-agent-sdk-${process.platform}-${process.arch}`;
  write(join(scope, platform, 'package.json'), JSON.stringify({ name: `@anthropic-ai/${platform}` }));
  symlinkSync(clientPath(), join(scope, platform, 'claude'));
  layOutMain(inApp('node_modules', 'pawl'));
  write(inApp('package.json'), '{"type":"module","private":true}');
  cpSync(join(import.meta.dir, 'application.mjs'), inApp('application.mjs'));
});

afterAll(() => rmSync(app, { recursive: true, force: true }));

interface Line {
  refused?: boolean;
  text?: string;
  asked?: string;
  reason?: string;
  session?: string;
  result?: string;
}

const runtimes = { node: () => Bun.which('node')!, bun: () => process.execPath };

interface Run {
  script: Script;
  runtime?: keyof typeof runtimes;
  file?: string;
  /** For application.mjs. */
  config?: object;
}

async function application(
  world: World,
  { script, runtime = 'node', file = 'application.mjs', config = {} }: Run,
) {
  const api = scriptedApi(script);
  try {
    const child = Bun.spawn([runtimes[runtime](), inApp(file), JSON.stringify(config)], {
      cwd: world.project,
      env: clientEnv(world, api),
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: 90_000,
    });
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    const code = await child.exited;
    return { code, stdout, stderr, asked: api.requests.filter(({ kind }) => kind === 'main') };
  } finally {
    await api.close();
  }
}

async function lines(world: World, run: Run) {
  const done = await application(world, run);
  if (done.code !== 0) throw new Error(`exit ${done.code}\n${done.stdout}${done.stderr}`);
  const said = done.stdout.trim().split('\n');
  return { said: said.map((line) => JSON.parse(line) as Line), asked: done.asked };
}

interface Logged {
  event: string;
  via: string;
  decision: string;
}

const log = (world: World) => pawlJson<Logged[]>(world, ['log', '--limit', '200']);
const count = (world: World, name: string) => log(world).filter(({ event }) => event === name).length;

const launcherOnly = (world: World) =>
  expect(pawl(world, ['init', '--launcher-only'])).toMatchObject({ code: 0 });
const alone = {
  pawl: { settingSources: [] },
  options: { settingSources: [], allowedTools: ['Bash', 'Read'] },
};
const danger = calls(bash('rm -rf ~'));

function modesIn(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((one) => !one.parentPath.startsWith(join(folder, 'bin')) && one.name !== 'bin')
    .filter((one) => {
      const mode = statSync(join(one.parentPath, one.name)).mode & 0o777;
      return mode !== (one.isDirectory() ? 0o700 : 0o600);
    })
    .map((one) => join(one.parentPath, one.name));
}

describe.each(['node', 'bun'] as const)('under %s', (runtime) => {
  test('refuses, asks the application, lets harmless calls run; files are private without a umask', async () => {
    using world = freshWorld();
    launcherOnly(world);
    write(join(world.project, '.env'), 'TOKEN=1\n');
    const { said } = await lines(world, {
      runtime,
      config: { ...alone, umask: 0, canUseTool: true },
      script: [
        danger,
        calls(bash('echo fine')),
        calls({ name: 'Read', input: { file_path: join(world.project, '.env') } }),
        calls(bash('kubectl delete pod web-1')),
        says('done'),
      ],
    });
    const results = said.filter(({ text }) => text !== undefined);
    expect(results.map(({ refused }) => refused)).toEqual([true, false, true, true]);
    expect(results[0]!.text).toContain('guard/');
    expect(results[1]!.text).toBe('fine');
    expect(results[3]!.text).toBe('the application said no');
    expect(said.find(({ asked }) => asked)?.reason).toContain('kubectl');
    expect(said.at(-1)).toEqual({ result: 'success' });
    expect([...new Set(log(world).map(({ via }) => via))]).toEqual(['sdk']);
    expect(modesIn(world.pawlHome)).toEqual([]);
  }, 90_000);

  test('a missing program refuses every tool call and names the command that installs it', async () => {
    using world = freshWorld();
    const { said } = await lines(world, {
      runtime,
      config: alone,
      script: [calls(bash('echo fine')), says('done')],
    });
    expect(said[1]).toMatchObject({ refused: true });
    expect(said[1]!.text).toContain(`npm install @pawl/${process.platform}-${process.arch}`);
    expect(said[1]!.text).toContain(`@${version}`);
  }, 90_000);
});

const textsOf = (asked: Awaited<ReturnType<typeof application>>['asked']) =>
  asked.map(({ body }) => JSON.stringify(body?.messages));
const occurrences = (text: string | undefined, word: string) => (text ?? '').split(word).length - 1;

test('the text of a session’s start comes with the first prompt, once, and again after a compaction', async () => {
  using world = freshWorld();
  launcherOnly(world);
  const on = { id: 'hello', on: 'SessionStart', action: 'inject', message: 'HELLO-FROM-THE-START' };
  configure(world, { rules: [on] });
  const { asked } = await lines(world, {
    config: { ...alone, prompts: ['first', 'second', '/compact', 'third'] },
    script: { main: [says('one'), says('two'), says('three'), says('four')] },
  });
  const texts = textsOf(asked);
  expect(texts.slice(0, 2).map((text) => occurrences(text, 'HELLO-FROM-THE-START'))).toEqual([1, 1]);
  expect(occurrences(texts.at(-1), 'HELLO-FROM-THE-START')).toBe(1);
  expect(texts.at(-1)).not.toContain('"first"');
  expect(count(world, 'SessionStart')).toBe(2);
}, 90_000);

describe('beside a registration in the settings', () => {
  const script = [danger, calls(bash('echo fine')), says('done')];
  const each = ['SessionStart', 'UserPromptSubmit', 'Stop'];
  const ways = (world: World) => [...new Set(log(world).map(({ via }) => via))];

  test('each event is answered and recorded once, by the settings', async () => {
    using world = freshWorld();
    install(world);
    const { said } = await lines(world, { script, config: { options: { allowedTools: ['Bash'] } } });
    expect(said.map(({ refused }) => refused).slice(1, 3)).toEqual([true, false]);
    expect(each.map((name) => count(world, name))).toEqual([1, 1, 1]);
    expect(count(world, 'PreToolUse')).toBe(2);
    expect(ways(world)).toEqual(['settings']);
  }, 90_000);

  test('a client that loads no settings is guarded by the callbacks, also in a session that is resumed', async () => {
    using world = freshWorld();
    install(world);
    const first = await lines(world, { script, config: { options: { allowedTools: ['Bash'] } } });
    const before = log(world).length;
    const resume = first.said[0]!.session;
    // The application did not tell Pawl that the client loads no settings.
    const { said } = await lines(world, { script, config: { options: { ...alone.options, resume } } });
    expect(said.map(({ refused }) => refused).slice(1, 3)).toEqual([true, false]);
    const after = log(world).slice(0, log(world).length - before);
    expect([...new Set(after.map(({ via }) => via))]).toEqual(['sdk']);
    expect(after.filter(({ event }) => event === 'PreToolUse').length).toBe(2);
  }, 90_000);
});

test('the program of the platform’s package is used if none is installed, and the example of the docs works', async () => {
  using world = freshWorld();
  const scope = inApp('node_modules', '@pawl', `${process.platform}-${process.arch}`);
  mkdirSync(join(scope, 'bin'), { recursive: true });
  write(join(scope, 'package.json'), '{}');
  symlinkSync(program, join(scope, 'bin', 'pawl'));
  const page = readFileSync(join(root, 'docs', 'sdk.md'), 'utf8');
  const [example, beside] = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text]) => text!);
  write(inApp('example.mjs'), example!);
  write(inApp('beside.mjs'), `${beside}console.log(hooks.PostToolUse.length);`);
  try {
    const run = { script: [danger, says('done')], file: 'example.mjs' };
    const { stdout, asked } = await application(world, run);
    expect(stdout.trim()).toBe('success');
    expect(textsOf(asked).at(-1)).toContain('guard/');
    expect((await application(world, { script: [], file: 'beside.mjs' })).stdout.trim()).toBe('2');
  } finally {
    rmSync(inApp('node_modules', '@pawl'), { recursive: true });
  }
}, 90_000);

test('the hooks fit the types of the SDK, and a wrong event does not compile', () => {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const flags = '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --types';
  const check = (event: string) => {
    const source = `import type { Options } from '@anthropic-ai/claude-agent-sdk';
import { pawlHooks } from 'pawl/sdk';
export const options: Options = { hooks: pawlHooks({ events: ['${event}'], settingSources: [] }) };
`;
    write(inApp('typed.ts'), source);
    const words = ['node', tsc, ...flags.split(' '), '', 'typed.ts'];
    return Bun.spawnSync(words, { cwd: app }).stdout.toString();
  };
  expect(check('PreToolUse')).toBe('');
  expect(check('PreToolUsed')).toContain('PreToolUsed');
}, 60_000);
