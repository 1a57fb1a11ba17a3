// Policy files: which are found, what is known of them without running them, and that one that fails spoils nothing.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hashFiles, ownPolicyContent, readPolicyFolder, trust, trustedFolder } from '../config/trust.ts';
import { homeAt } from '../system/home.ts';
import { policyFiles } from './user-policies.ts';

let root: string;
const home = () => homeAt(join(root, 'home'));
const project = () => join(root, 'project');
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'own-')));
  mkdirSync(project());
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
const own = (name: string, text: string) => write(join(home().policies, name), text);
const ours = (name: string, text: string) => write(join(project(), '.pawl/policies', name), text);

const policy = (id: string, check: string, more = '') =>
  `import * as pawl from 'pawl';\n${more}\nexport default { id: '${id}', on: 'PreToolUse', check(event, context) { ${check} } };\n`;

const event = (command = 'ls') => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: project(),
  tool_name: 'Bash',
  tool_input: { command },
});

/** The host is this program started again, so the functions are called in a program of their own. */
const program = `
import { host } from ${JSON.stringify(join(import.meta.dir, 'host.ts'))};
import * as own from ${JSON.stringify(join(import.meta.dir, 'user-policies.ts'))};
import { homeAt } from ${JSON.stringify(join(import.meta.dir, '../system/home.ts'))};
async function answer({ home: dir, root, builtIn = [], find = {}, events, only, examples, options = {}, ms = 20_000 }) {
  const home = homeAt(dir);
  if (examples) return own.runPolicyFileExamples(examples, home);
  const project = { root, repository: root, worktree: false };
  const files = await own.findPolicyFiles(home, project, builtIn, process.env, find);
  if (!events) return files;
  const selected = files.policies.map((policy) => ({ policy, level: policy.level, options }));
  const how = { env: process.env, settings: {} };
  if (only) return own.runPolicyFiles(selected, events[0], home, { ...how, ms });
  const failed = new Map();
  const items = events.map((event) => ({ event, selected }));
  const found = await own.runPolicyFilesOnMany(items, home, { ...how, failed });
  return { found, failed: Object.fromEntries(failed) };
}
if (process.argv[2] === 'user-policy-host') process.exitCode = await host();
else console.log(JSON.stringify(await answer(await Bun.stdin.json())));
`;

// biome-ignore lint/suspicious/noExplicitAny: the answers are compared as they are printed
function ask(request: object = {}): any {
  const done = Bun.spawnSync([process.execPath, write(join(root, 'program.ts'), program)], {
    cwd: project(),
    env: { ...process.env, HOME: root, PAWL_HOME: home().dir },
    stdin: new TextEncoder().encode(JSON.stringify({ home: home().dir, root: project(), ...request })),
  });
  if (done.exitCode !== 0) throw new Error(done.stderr.toString());
  return JSON.parse(done.stdout.toString());
}
/** The same, for several questions at once. */
// biome-ignore lint/suspicious/noExplicitAny: the answers are compared as they are printed
async function answerTo(request: object): Promise<any> {
  const child = Bun.spawn([process.execPath, join(root, 'program.ts')], {
    cwd: project(),
    env: { ...process.env, HOME: root, PAWL_HOME: home().dir },
    stdin: new TextEncoder().encode(JSON.stringify({ home: home().dir, root: project(), ...request })),
  });
  return JSON.parse(await child.stdout.text());
}
const problems = (request: object = {}) =>
  ask(request).broken.map(({ problem }: { problem: string }) => problem);

function accept(): void {
  const files = policyFiles(home().policies);
  const entries = files.map((file) => {
    const content = ownPolicyContent(file, home().policies, (path) => files.includes(path));
    return { repository: file, unit: 'policies' as const, hash: hashFiles(content), at: 1 };
  });
  trust(home(), entries, { provedBy: 'terminal', at: 1 } as never);
}

test('policy files are TypeScript and JavaScript in the folder itself, sorted by name', () => {
  for (const name of [
    'b.ts',
    'a.js',
    'c.mjs',
    'x.d.ts',
    'x.test.ts',
    'x.tsx',
    'x.js.bak',
    'notes.md',
    'lib/y.ts',
  ])
    own(name, '');
  expect(policyFiles(home().policies)).toEqual(
    ['a.js', 'b.ts', 'c.mjs'].map((name) => join(home().policies, name)),
  );
  expect(policyFiles(join(root, 'nothing'))).toEqual([]);
});

test('without policy files no process is started', () => {
  expect(ask()).toEqual({ policies: [], broken: [], untrusted: [] });
  expect(existsSync(home().decisions)).toBe(false);
});

test('a file is a policy with defaults; until a person accepts it, it may only refuse', () => {
  const file = own('x.ts', policy('mine/x', ''));
  const known = {
    id: 'mine/x',
    on: ['PreToolUse'],
    level: 'deny',
    summary: '',
    why: '',
    examples: [],
    loosens: true,
    file,
  };
  expect(ask().policies).toMatchObject([{ ...known, refusesOnly: true }]);
  accept();
  const [found] = ask().policies;
  expect(found).toMatchObject(known);
  expect(found).not.toHaveProperty('refusesOnly');
  writeFileSync(file, policy('mine/x', 'return undefined;'));
  expect(ask().policies).toMatchObject([{ refusesOnly: true }]);
});

test('each id is used once: by a built-in policy or else by the first file', () => {
  const [first, second] = [own('1.ts', policy('mine/x', '')), own('2.ts', policy('mine/x', ''))];
  const problem = 'the id mine/x is already taken';
  expect(ask()).toMatchObject({ policies: [{ file: first }], broken: [{ file: second, problem }] });
  expect(ask({ builtIn: [{ id: 'mine/x' }] })).toMatchObject({
    policies: [],
    broken: [
      { file: first, problem },
      { file: second, problem },
    ],
  });
});

test('a file that does not load is named with the reason, and the others are found', () => {
  own('1.ts', 'export default {{');
  own('2.ts', 'console.error("no database\\nat all"); process.exit(3);');
  own('3.ts', 'process.exit(0);');
  own('4.ts', policy('Mine', ''));
  const good = own('5.ts', policy('mine/x', ''));
  mkdirSync(join(home().policies, '6.ts'));
  const { policies, broken } = ask();
  expect(policies).toMatchObject([{ file: good }]);
  expect(broken.map(({ problem }: { problem: string }) => problem)).toEqual([
    expect.stringMatching(/^it does not load: Expected .* \(1\.ts:1:\d+\)$/),
    'it does not load: it ended its process with 3: no database',
    'it does not load: it ended the process',
    expect.stringContaining('"id" must be a name like'),
    'it can’t be read',
  ]);
});

test('a policy file that hangs is given up after some seconds, and the problem says after how many', async () => {
  const hangs = own(
    '1.ts',
    policy('mine/hangs', 'await Bun.sleep(60_000);').replace(' check', ' async check'),
  );
  const example = `{ event: ${JSON.stringify(event())}, expect: 'pass' }`;
  const sleepy = write(
    join(root, 'sleepy.ts'),
    policy('mine/sleepy', 'await Bun.sleep(60_000);').replace(
      ' check',
      ` examples: [${example}], async check`,
    ),
  );
  ask();
  const [alone, examples, many] = await Promise.all([
    answerTo({ only: true, events: [event()] }),
    answerTo({ examples: sleepy }),
    answerTo({ events: [event()] }),
  ]);
  expect(alone).toMatchObject([{ policy: 'mine/hangs', error: 'did not answer within 5 s' }]);
  expect(examples).toBe('it did not answer within 10 s');
  expect(many.failed).toEqual({ 'mine/hangs': 'did not answer within 15 s' });
  rmSync(hangs);
  own('2.ts', 'await Bun.sleep(60_000); export default {};');
  expect((await answerTo({})).broken).toMatchObject([
    { problem: 'it does not load: it did not answer within 5 s' },
  ]);
}, 120_000);

test('the first of several files gets half of the time, but a moment at least', () => {
  for (const n of [1, 2])
    own(`${n}.ts`, policy(`mine/${n}`, 'await Bun.sleep(60_000);').replace(' check', ' async check'));
  const first = (ms: number) => run(ms)[0]!.error;
  expect(first(3_000)).toMatch(/within [12] s$/);
  expect(first(800)).toBe('did not answer within 500 ms');
  expect(first(300)).toBe('did not answer within 300 ms');
  expect(first(1)).toBe('did not answer within 100 ms');
}, 60_000);

test('a file that loads for too long is broken', () => {
  own('1.ts', 'await Bun.sleep(60_000); export default {};');
  expect(problems({ find: { ms: 1_000 } })).toEqual(['it does not load: it did not answer within 1 s']);
});

test('the metadata of a file is cached until its content changes; a failure is tried again after ten minutes', () => {
  const log = join(root, 'loads');
  const noting = `require('node:fs').appendFileSync(${JSON.stringify(log)}, 'x');`;
  const loads = () => readFileSync(log, 'utf8').length;
  const file = own('x.ts', policy('mine/x', '', noting));
  const cache = join(home().decisions, 'own');
  const age = (ms: number) => {
    for (const name of readdirSync(cache)) utimesSync(join(cache, name), 0, (Date.now() - ms) / 1000);
  };
  ask();
  age(3_600_000);
  expect(ask().policies).toHaveLength(1);
  expect(loads()).toBe(1);
  expect(readdirSync(cache)).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/)]);
  expect(ask({ find: { fresh: true } }).policies).toHaveLength(1);
  expect(loads()).toBe(2);
  writeFileSync(file, `${noting} throw new Error('not yet');`);
  expect(problems()).toHaveLength(1);
  age(590_000);
  expect(problems()).toHaveLength(1);
  expect(loads()).toBe(3);
  age(610_000);
  expect(problems()).toHaveLength(1);
  expect(loads()).toBe(4);
});

test('policies of a project wait until a person trusts their content, and then run from a copy', () => {
  const file = ours('x.ts', policy('ours/x', ''));
  expect(ask()).toEqual({ policies: [], broken: [], untrusted: [file] });
  const hash = hashFiles(readPolicyFolder(dirname(file)));
  const entry = { repository: project(), unit: 'policies' as const, hash, at: 1 };
  trust(home(), [{ ...entry, repository: '/another' }], { provedBy: 'terminal', at: 1 } as never);
  expect(ask().untrusted).toEqual([file]);
  trust(home(), [entry], { provedBy: 'terminal', at: 1 } as never);
  const copy = join(trustedFolder(home(), hash), 'x.ts');
  expect(ask()).toMatchObject({ policies: [{ id: 'ours/x', file: copy }], broken: [], untrusted: [] });
  // A copy that was deleted is made again.
  rmSync(dirname(copy), { recursive: true });
  expect(ask().policies).toMatchObject([{ file: copy }]);
  ours('y.ts', '');
  expect(ask().untrusted).toHaveLength(2);
});

test('a project whose policy folder is Pawl’s own has no other policies', () => {
  const request = { home: join(project(), '.pawl') };
  const file = ours('x.ts', policy('mine/x', ''));
  expect(ask(request)).toMatchObject({ policies: [{ file }], broken: [], untrusted: [] });
});

interface Found {
  policy: string;
  error?: string;
  ms: number;
  effective: { kind: string; reason?: string; text?: string; again?: boolean }[];
}

const run = (ms?: number): Found[] => ask({ only: true, events: [event('rm x')], ms });

test.each([
  [
    'ends the process with an error',
    'console.error("bye"); process.exit(4);',
    'ended its process with 4: bye',
  ],
  ['ends the process', 'process.exit(0);', 'ended the process'],
  ['throws', 'throw new Error("oh");', expect.stringMatching(/^threw oh \(1\.ts:/)],
  ['answers with something else', 'return { kind: "maybe" };', expect.stringContaining('not a verdict')],
])('a file that %s is reported, and the others answer', (_, check, error) => {
  own('1.ts', policy('mine/fails', check));
  own('2.ts', policy('mine/denies', 'return pawl.deny("no " + event.tool_input.command);'));
  own('3.ts', policy('mine/silent', ''));
  const found = run().sort((a, b) => (a.policy < b.policy ? -1 : 1));
  expect(found).toMatchObject([
    { policy: 'mine/denies', effective: [{ kind: 'deny', reason: 'no rm x' }] },
    { policy: 'mine/fails', error },
    { policy: 'mine/silent', effective: [] },
  ]);
  expect(found[0]!.ms).toBeGreaterThan(0);
  expect(found[2]!.error).toBeUndefined();
});

test('a policy gets its options from the config, and its process has a CPU limit', () => {
  const limit = 'Bun.spawnSync(["sh", "-c", "ulimit -t"]).stdout.toString().trim()';
  const text = policy('mine/x', `return pawl.deny(context.options.word + " " + ${limit});`);
  own('1.ts', text.replace('on:', 'options: { word: { default: "none", about: "" } }, on:'));
  const [found] = ask({ only: true, events: [event()], options: { word: 'mine' } }) as Found[];
  expect(found!.effective[0]!.reason).toBe('mine 20');
});

test('a file that never answers leaves time for the next ones', () => {
  own('1.ts', policy('mine/hangs', 'for (;;);'));
  own('2.ts', policy('mine/denies', 'return pawl.deny("no");'));
  const found = run(30_000);
  expect(found).toMatchObject([
    { policy: 'mine/hangs', error: expect.stringMatching(/^did not answer within [23] s$/) },
    { policy: 'mine/denies', effective: [{ kind: 'deny' }] },
  ]);
}, 60_000);

test('of a file that no person has accepted only refusals count, and the person is told', () => {
  const said =
    '[pawl.allow("yes"), pawl.inject("do it"), pawl.inject("now"), pawl.ask("sure?"), pawl.deny("no"), pawl.evidence("seen"), pawl.tell("hi")]';
  const file = own('1.ts', policy('mine/x', `return ${said};`));
  const kinds = () => run()[0]!.effective.map(({ kind, text }) => (kind === 'tell' ? text : kind));
  expect(kinds()).toEqual([
    'ask',
    'deny',
    'evidence',
    'hi',
    'evidence',
    `${file} may only refuse and ask until a person accepts it, so its “allow and inject” does not count. If you wrote it, run \`pawl trust\`; if not, find out what did.`,
  ]);
  // The same notice is not given again and again.
  expect(run()[0]!.effective.at(-1)).toMatchObject({ kind: 'tell', again: false });
  accept();
  expect(kinds()).toEqual(['allow', 'inject', 'inject', 'ask', 'deny', 'evidence', 'hi']);
});

test('many events are asked about with few processes; a policy that fails is not asked again', () => {
  const log = join(root, 'starts');
  const noting = `require('node:fs').appendFileSync(${JSON.stringify(log)}, process.pid + ' ');`;
  own('1.ts', policy('mine/ends', 'if (event.tool_input.command === "c3") process.exit(4);'));
  own('2.ts', policy('mine/denies', `${noting} return pawl.deny(event.tool_input.command);`));
  const events = Array.from({ length: 203 }, (_, n) => event(`c${n}`));
  const { found, failed } = ask({ events }) as { found: Found[][]; failed: object };
  expect(failed).toEqual({ 'mine/ends': 'ended its process with 4' });
  expect(found).toHaveLength(203);
  const reasons = found.map(
    (some) => some.find(({ policy }) => policy === 'mine/denies')?.effective[0]?.reason,
  );
  expect(reasons).toEqual(events.map(({ tool_input }) => tool_input.command));
  expect(found.map((some) => some.some(({ policy }) => policy === 'mine/ends')).filter(Boolean)).toHaveLength(
    3,
  );
  // One that ended, its repetition, and one for each further hundred.
  expect(new Set(readFileSync(log, 'utf8').trim().split(' ')).size).toBe(4);
}, 60_000);

test('examples are run in a process, and a file without an answer says why', () => {
  const example =
    '{ event: { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } }, expect: "deny" }';
  const file = own(
    '1.ts',
    policy('mine/x', 'return pawl.deny("no");').replace('on:', `examples: [${example}], on:`),
  );
  expect(ask({ examples: file })).toMatchObject([{ policy: 'mine/x', example: 'ls', ok: true }]);
  expect(ask({ examples: own('2.ts', 'process.exit(5);') })).toBe('it ended its process with 5');
  expect(ask({ examples: own('3.ts', 'process.exit(0);') })).toBe('it ended the process');
});
