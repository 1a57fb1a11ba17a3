// No secret is ever found in what Pawl writes: store, spool, logs, notes for later, copies of long texts.
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { plainEvent, run, send } from './support/answers.ts';
import { configure, pawl } from './support/pawl.ts';
import { acceptPolicies, person } from './support/person.ts';
import { underAgent } from './support/skip.ts';
import { freshWorld, type World, write } from './support/world.ts';

/** Real-shaped and never real; put together here so that no scanner takes this file for a leak. */
const made = (...parts: string[]) => parts.join('');
const letters = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7d';
const secrets: Record<string, string> = {
  github: made('gh', 'p_', letters.slice(0, 36)),
  githubFine: made('github', '_pat_', letters),
  gitlab: made('gl', 'pat-', letters.slice(0, 20)),
  anthropic: made('sk-', 'ant-api03-', letters),
  openai: made('sk-', 'proj-', letters),
  stripe: made('sk', '_live_', letters.slice(0, 24)),
  slack: made('xo', 'xb-', '123456789012-', letters.slice(0, 24)),
  aws: made('AK', 'IA', 'IOSFODNN7EXAMPL2'),
  google: made('AI', 'za', letters.slice(0, 35)),
  npm: made('np', 'm_', letters.slice(0, 36)),
  jwt: made('ey', 'JhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3ODkwIn0.', letters.slice(0, 30)),
  password: 'hunter2-Tr0ub4dor',
  dbPassword: 'p0stgr3s-S3cret',
  basic: 'c3VwZXI6c2VjcmV0LXZhbHVl',
  awsSecret: made('wJalrXUtnFEMI', 'K7MDENGbPxRfiCYEXAMPLEKEY1'),
  cookie: 'sess10nC00kieValue',
};
const pem = made(
  '-----BEGIN RSA ',
  'PRIVATE KEY-----\nMIIEpAIBAAKCAQEA',
  letters,
  '\n-----END RSA PRIVATE KEY-----',
);
const s = secrets as Record<keyof typeof secrets, string>;

const commands = [
  `curl -H "Authorization: Bearer ${s.github}" https://api.example.com`,
  `curl -H 'X-Api-Key: ${s.password}' https://api.example.com`,
  `curl -u admin:${s.password} https://example.com`,
  `curl --cookie "x" -H "Cookie: sid=${s.cookie}" https://example.com`,
  `curl -H "Authorization: Basic ${s.basic}" https://example.com`,
  `git clone https://me:${s.gitlab}@gitlab.example.com/a.git`,
  `git clone https://${s.githubFine}@github.com/a/b.git`,
  `psql postgres://app:${s.dbPassword}@db.example.com/main`,
  `PGPASSWORD=${s.dbPassword} psql -h db`,
  `export AWS_ACCESS_KEY_ID=${s.aws} AWS_SECRET_ACCESS_KEY=${s.awsSecret}`,
  `ANTHROPIC_API_KEY="${s.anthropic}" node x.js`,
  `mysql -uroot -p${s.password} -e 'select 1'`,
  `sshpass -p ${s.password} ssh host`,
  `docker login -u me -p ${s.password} registry.example.com`,
  `stripe --api-key ${s.stripe} charges list`,
  `gh auth login --with-token <<< ${s.github}`,
  `echo ${s.jwt} ${s.slack} ${s.google} ${s.npm} ${s.openai}`,
  `deploy --password '${s.password}' --token=${s.npm}`,
  `cat > key.pem <<'EOF'\n${pem}\nEOF`,
  `echo '${'x'.repeat(1_990)}' --password "${s.password} ${s.dbPassword}${'y'.repeat(300)}"`,
  `${'a '.repeat(95)}ghost ${s.github}`,
];

/** Everything below Pawl's home, as one text. */
function everything(folder: string): string {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile() && !path.includes('/policies/'))
    .map((path) => `${path}\n${readFileSync(path, 'latin1')}`)
    .join('\n');
}

function expectNoSecret(world: World): void {
  const text = everything(world.pawlHome);
  expect(text.length).toBeGreaterThan(5_000);
  const found = Object.entries({ ...secrets, pem: letters.slice(0, 30) }).filter(([, secret]) =>
    text.includes(secret),
  );
  expect(
    found.map(
      ([name, secret]) => `${name}: …${text.slice(text.indexOf(secret) - 80, text.indexOf(secret) + 10)}`,
    ),
  ).toEqual([]);
}

/** A policy that quotes what it sees, to the model and to the person, at great length. */
const quotes = `import { deny, inject, tell } from 'pawl';
export default { id: 'mine/quotes', on: ['PreToolUse', 'Stop', 'Notification', 'UserPromptSubmit', 'SubagentStop', 'TaskCreated'],
  check(event) {
    const text = JSON.stringify(event);
    if (event.hook_event_name === 'PreToolUse' && text.includes('deploy')) return deny(text);
    if (event.tool_input?.command?.includes('sshpass')) throw new Error(text);
    return [inject(text, { again: true }), inject('word '.repeat(2500) + text, { again: true }), tell(text)];
  } };`;

for (const content of [false, true]) {
  test(`commands, prompts, results and files full of secrets, content ${content ? 'kept' : 'not kept'}: none is found`, () => {
    using world = freshWorld();
    configure(world, { retention: { content } });
    write(join(world.pawlHome, 'policies', 'quotes.ts'), quotes);
    acceptPolicies(world);
    for (const command of commands) {
      run(world, command);
      const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: 't' };
      send(
        world,
        plainEvent(world, 'PostToolUse', {
          ...call,
          tool_response: { stdout: command, stderr: `token: ${s.password}` },
        }),
      );
      send(world, plainEvent(world, 'PostToolUseFailure', { ...call, error: `failed: ${command}` }));
      send(world, plainEvent(world, 'UserPromptSubmit', { prompt: `please run ${command}` }));
      send(
        world,
        plainEvent(world, 'Notification', { message: command, notification_type: 'permission_prompt' }),
      );
      send(
        world,
        plainEvent(world, 'SubagentStop', { agent_id: 'a1', last_assistant_message: `I ran ${command}` }),
      );
    }
    const file = {
      file_path: '/x/.env',
      content: `DB_PASSWORD=${s.dbPassword}\nKEY=${s.github}\n${pem}\n`,
      password: s.password,
      headers: { authorization: s.basic },
    };
    send(world, plainEvent(world, 'PreToolUse', { tool_name: 'Write', tool_input: file }));
    send(
      world,
      plainEvent(world, 'PreToolUse', {
        tool_name: 'mcp__db__login',
        tool_input: { user: 'a', password: s.password, nested: [{ api_key: s.cookie }] },
      }),
    );
    send(
      world,
      plainEvent(world, 'StopFailure', { error: `401 for ${s.anthropic}`, last_assistant_message: s.jwt }),
    );
    pawl(world, ['hook', 'PreToolUse'], `{"torn": "${s.github}`);
    if (!underAgent()) {
      run(world, `deploy --password '${s.password}' --token=${s.npm}`);
      person(world, ['allow-once']);
      person(world, ['pause', '--policy', 'guard', '--reason', `password: ${s.password}`]);
    }
    // Last an event that can carry nothing, so that what policies said waits in a file.
    send(world, plainEvent(world, 'Notification', { message: commands.join('\n'), notification_type: 'x' }));
    for (const place of ['/spool/', '/run/context/', '/run/pending/', '/run/own/'])
      expect(everything(world.pawlHome)).toContain(join(world.pawlHome, place));
    expectNoSecret(world);
    pawl(world, ['log', '--json']);
    pawl(world, ['explain', '--json']);
    expectNoSecret(world);
    for (const args of [
      ['log', '--json', '--limit', '1000'],
      ['explain', 'refused'],
    ]) {
      const { stdout } = pawl(world, args);
      for (const secret of Object.values(secrets)) expect(stdout).not.toContain(secret);
    }
  });
}

test('the retention settings decide whether labels, parameters and contents are stored', () => {
  const kept = (retention: Record<string, boolean>) => {
    using world = freshWorld();
    configure(world, { retention });
    run(world, 'echo word-in-command', {
      tool_input: { command: 'echo word-in-command', description: 'word-in-parameter' },
    });
    send(world, plainEvent(world, 'UserPromptSubmit', { prompt: `${'x '.repeat(120)} word-in-content` }));
    pawl(world, ['log']);
    const text = everything(world.pawlHome);
    return ['command', 'parameter', 'content'].filter((word) => text.includes(`word-in-${word}`));
  };
  expect(kept({ labels: false, parameters: false })).toEqual([]);
  expect(kept({ labels: true, parameters: false })).toEqual(['command']);
  expect(kept({})).toEqual(['command', 'parameter']);
  expect(kept({ content: true })).toEqual(['command', 'parameter', 'content']);
});
