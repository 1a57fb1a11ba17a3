import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InForce, requirePolicyName } from './in-force.ts';

const inForce = {
  policies: ['guard/force-push', 'mine/telnet', 'ours/telnet', 'ours/friday'].map((id) => ({ id })),
} as InForce;

test.each(['guard/force-push', 'guard', 'rules', 'external'])('%s is a policy or a pack', (name) => {
  expect(requirePolicyName(name, inForce)).toBe(name);
});

test('the part after the slash is enough if it is unique', () => {
  expect(requirePolicyName('friday', inForce)).toBe('ours/friday');
  expect(() => requirePolicyName('telnet', inForce)).toThrow('Did you mean mine/telnet or ours/telnet?');
  expect(() => requirePolicyName('ours', inForce)).toThrow('There is no policy or pack "ours".');
});

test('an unknown name gets the nearest one, if there is one', () => {
  expect(() => requirePolicyName('gaurd', inForce)).toThrow(
    'There is no policy or pack "gaurd". Did you mean guard? `pawl policies --all` lists them.',
  );
  expect(() => requirePolicyName('qqqqqqqqqqqq', inForce)).toThrow(
    'There is no policy or pack "qqqqqqqqqqqq". `pawl policies --all` lists them.',
  );
});

test('built-in policies, rules of the config and current policy files are in force', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'in-force-')));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  for (const folder of [join(home, 'policies'), project]) mkdirSync(folder, { recursive: true });
  const config = {
    rules: [
      { id: 'no-telnet', on: 'PreToolUse', when: { command: 'telnet*' }, action: 'deny', message: 'No' },
    ],
  };
  writeFileSync(join(home, 'config.jsonc'), JSON.stringify(config));
  const file = join(home, 'policies', 'x.ts');
  const program = join(root, 'program.ts');
  writeFileSync(
    program,
    `import { host } from ${JSON.stringify(join(import.meta.dir, 'host.ts'))};
import { policiesInForce } from ${JSON.stringify(join(import.meta.dir, 'in-force.ts'))};
if (process.argv[2] === 'user-policy-host') process.exitCode = await host();
else {
  const { home, place, config, files, policies } = await policiesInForce(JSON.parse(process.argv[2]));
  const ids = policies.map(({ id }) => id);
  console.log(JSON.stringify({ home: home.dir, root: place.root, rules: config.rules.length, files, ids }));
}`,
  );
  const asked = (options = {}) =>
    JSON.parse(
      Bun.spawnSync([process.execPath, program, JSON.stringify(options)], {
        cwd: project,
        env: { ...process.env, HOME: root, PAWL_HOME: home },
      }).stdout.toString(),
    );
  const loads = join(root, 'loads');
  writeFileSync(
    file,
    `require('node:fs').appendFileSync(${JSON.stringify(loads)}, 'x');
export default { id: 'mine/x', on: 'Stop', check() {} };`,
  );
  try {
    const { ids, ...known } = asked();
    expect(known).toMatchObject({ home, root: project, rules: 1, files: { broken: [], untrusted: [] } });
    expect(ids).toEqual(expect.arrayContaining(['guard/force-push', 'rules/no-telnet', 'mine/x']));
    // The metadata of a file is cached, unless the caller wants it loaded again.
    expect(asked({ at: root }).root).toBe(root);
    expect(readFileSync(loads, 'utf8')).toBe('x');
    asked({ fresh: true });
    expect(readFileSync(loads, 'utf8')).toBe('xx');
  } finally {
    rmSync(root, { recursive: true });
  }
});
