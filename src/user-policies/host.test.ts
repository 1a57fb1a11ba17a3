// The process that loads and runs policy files, spoken to as user-policies.ts does.
import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'host-')));
afterAll(() => rmSync(folder, { recursive: true }));

function policyFile(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const policy = (check: string, more = '') =>
  `import { deny } from 'pawl';
export default {
  id: 'mine/x', on: 'PreToolUse', ${more}
  check(event, context) {
    ${check}
  },
};
`;

const event = {
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: folder,
  tool_name: 'Bash',
  tool_input: {},
};

/** Asks the host, and returns its exit code and the answers among the lines that it printed. */
function ask(request: object, cwd = folder) {
  const code = `import { host } from ${JSON.stringify(join(import.meta.dir, 'host.ts'))}; process.exitCode = await host();`;
  const done = Bun.spawnSync([process.execPath, '-e', code], {
    cwd,
    env: { ...process.env, HOME: folder, PAWL_HOME: join(folder, 'other-home') },
    stdin: new TextEncoder().encode(JSON.stringify({ token: 'T:', home: join(folder, 'home'), ...request })),
  });
  const lines = done.stdout.toString().split('\n');
  const answers = lines.filter((line) => line.startsWith('T:')).map((line) => JSON.parse(line.slice(2)));
  return { exit: done.exitCode, answers, said: done.stderr.toString() };
}

const runs = (file: string, more: object = {}, cwd = folder) =>
  ask({ event, run: [{ file, id: 'mine/x', options: {} }], ...more }, cwd);

test('the metadata of a file is what it exports, and whether it has a check', () => {
  const file = policyFile('described.ts', policy('return deny("no");', "level: 'ask',"));
  expect(ask({ describe: file })).toMatchObject({
    exit: 0,
    answers: [{ id: 'mine/x', on: 'PreToolUse', level: 'ask', check: true }],
  });
  expect(ask({ describe: policyFile('no-check.ts', "export default { id: 'a/b' };") }).answers).toEqual([
    { id: 'a/b', check: false },
  ]);
});

test.each([
  ['syntax.ts', 'export default {{', 'it does not load: Expected'],
  ['throws.ts', 'throw new Error("at the top"); export default {};', 'it does not load: at the top'],
  ['text.ts', 'throw "only text"; export default {};', 'it does not load: only text'],
  ['nothing.ts', 'export const a = 1;', 'it does not load: it has no default export that is a policy'],
  ['null.ts', 'export default null;', 'it does not load: it has no default export that is a policy'],
])('%s can’t be loaded, and the problem says why', (name, text, problem) => {
  const [answer] = ask({ describe: policyFile(name, text) }).answers;
  expect(Object.keys(answer)).toEqual(['problem']);
  expect(answer.problem).toStartWith(problem);
});

test('a syntax error is named with its line and column', () => {
  const [{ problem }] = ask({ describe: policyFile('second-line.ts', '\nexport default { a: };') }).answers;
  expect(problem).toEndWith(' (second-line.ts:2:21)');
});

test('a policy answers with its verdict and its time, whatever it prints', () => {
  const file = policyFile('prints.ts', policy('console.log("T"); return deny("no");'));
  const [{ ms, ...answer }] = runs(file).answers;
  expect(answer).toEqual({ done: 'mine/x', result: { kind: 'deny', reason: 'no' } });
  expect(ms).toBeWithin(0.01, 60_000);
  expect(Math.abs(ms * 100 - Math.round(ms * 100))).toBeLessThan(1e-6);
  expect(runs(policyFile('silent.ts', policy(''))).answers).toMatchObject([{ done: 'mine/x', result: null }]);
});

test('a policy that throws is named with the line, if the error has one', () => {
  const problems = (check: string, name: string) =>
    runs(policyFile(name, policy(check))).answers.map(({ problem }) => problem);
  expect(problems('throw new Error("oh");', 'oh.ts')).toEqual([
    expect.stringMatching(/^threw oh \(oh\.ts:5:\d+\)$/),
  ]);
  expect(problems('throw "only text";', 'text-only.ts')).toEqual(['threw only text']);
  expect(problems('const e = new Error("far"); e.stack = "far"; throw e;', 'far.ts')).toEqual(['threw far']);
});

test('a policy gets options of the config, defaults and the facts of this machine', () => {
  const check = 'return deny([context.options.a, context.options.b, context.project.root].join(" "));';
  const options = 'options: { a: { default: "A", about: "" }, b: { default: "B", about: "" } },';
  const file = policyFile('facts.ts', policy(check, options));
  const said = (more: object, cwd?: string) => runs(file, more, cwd).answers[0].result.reason;
  expect(said({ run: [{ file, id: 'mine/x', options: { b: 'mine' } }] })).toBe(`A mine ${folder}`);
  // An event need not name a folder; then it is about the one that the hook runs in.
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  expect(said({ event: { ...event, cwd: '' } }, elsewhere)).toBe(`A B ${elsewhere}`);
  expect(said({}, elsewhere)).toBe(`A B ${folder}`);
});

test('state is saved in the given home after each policy, but not in a dry run', () => {
  const check =
    'const n = context.state.get(); context.state.update((old) => old + 1); return deny(`n${n}`);';
  const file = policyFile('counts.ts', policy(check, "state: { scope: 'session', initial: 0 },"));
  const count = (more: object = {}) => runs(file, more).answers[0].result.reason;
  expect([count({ dry: true }), count(), count({ dry: true }), count()]).toEqual(['n0', 'n0', 'n1', 'n1']);
  expect(existsSync(join(folder, 'home', 'pawl.db'))).toBe(true);
  expect(existsSync(join(folder, 'other-home'))).toBe(false);
  const ends = policyFile('ends.ts', policy('process.exit(4);'));
  const both = [
    { file, id: 'mine/x', options: {} },
    { file: ends, id: 'mine/ends', options: {} },
  ];
  expect(runs(file, { run: both })).toMatchObject({ exit: 4, answers: [{ result: { reason: 'n2' } }] });
  expect(count()).toBe('n3');
});

test('examples are run', () => {
  const example =
    "examples: [{ event: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} }, expect: 'deny' }],";
  const { answers } = ask({ examples: policyFile('examples.ts', policy('return deny("no");', example)) });
  expect(answers).toMatchObject([
    { results: [{ policy: 'mine/x', expected: 'deny', got: 'deny', ok: true }] },
  ]);
});
