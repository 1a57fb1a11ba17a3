// The promises that must hold with every client, seen in sessions of the real program: one test for each
// promise. The tables in src/clients say what differs, and docs/clients.md is generated from them, so these tests also
// show that the page is true.
import { afterAll, beforeAll, describe, expect } from 'bun:test';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clients } from '../../../src/clients/index.ts';
import { launcher, pawl } from '../../support/pawl.ts';
import { type Reason, testUnless } from '../../support/skip.ts';
import { type World, write } from '../../support/world.ts';
import type { Call, Turn } from './api.ts';
import { type Driver, hookFile, type Played, play, registeredWorld } from './driver.ts';

const secret = 'hunter2-of-the-contract';
const secrets = ['.env', 'id_ed25519'];
const content = `TOKEN=${secret}\n`;

const rules = [
  { id: 'start', on: 'SessionStart', action: 'inject', message: 'CONTEXT-AT-START' },
  { id: 'prompt', prompt: 'go', action: 'inject', message: 'CONTEXT-WITH-PROMPT' },
  { id: 'after', on: 'PostToolUse', tool: 'Bash', action: 'inject', message: 'CONTEXT-AFTER-TOOL' },
  {
    id: 'server',
    on: 'PostToolUse',
    tool: 'mcp__github__*',
    action: 'inject',
    message: 'CONTEXT-AFTER-SERVER-TOOL',
  },
  { id: 'asked', command: 'touch asked', action: 'ask', message: 'ASK-REASON' },
];

/** Each call in a turn of its own, so that results come in the order of the calls. */
const turnsOf = (calls: readonly Call[]): Turn[] => [
  ...calls.map((call) => ({ calls: [call] })),
  { text: 'Done.' },
];

/**
 * The calls of the first session, by name. Among them every tool reads and writes `.env`, which some clients refuse by
 * themselves, and a private key.
 */
function callsOfSession(driver: Driver, project: string): Record<string, Call> {
  const { shell, readers, writers, patch } = driver;
  const calls: Record<string, Call> = {
    ordinary: shell('touch ran'),
    dangerous: shell('git reset --hard'),
    question: shell('touch asked'),
    'a tool of a server': driver.serverTool('get_repository', { owner: 'a' }),
    'a destructive tool of a server': driver.serverTool('delete_repository', { owner: 'a' }),
  };
  for (const file of secrets) {
    const path = driver.absolutePaths ? join(project, file) : file;
    calls[`${file} read by shell`] = shell(`cat ${file}`);
    for (const [name, call] of Object.entries(readers)) calls[`${file} read by ${name}`] = call(path);
    calls[`${file} written by shell`] = shell(`echo x > ${file}`);
    for (const [name, call] of Object.entries(writers)) calls[`${file} written by ${name}`] = call(path);
    if (patch) calls[`${file} written by patch`] = patch(path);
  }
  return { ...calls, last: shell('touch ran-last') };
}

const mcpServer = join(import.meta.dir, 'mcp-server.mjs');

/** With an MCP server that leaves a file in the project for each tool that is called. */
const withServer = (driver: Driver): Driver => ({
  ...driver,
  prepare(world, api) {
    driver.prepare(world, api);
    driver.addServer(world, ['node', mcpServer, world.project]);
  },
});

function settingText(file: string, { path, value }: { path: readonly string[]; value: boolean }): string {
  if (file.endsWith('.toml')) return `[${path[0]}]\n${path[1]} = ${value}\n`;
  return JSON.stringify(path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value));
}

/** A program in Pawl's place that fails in the way that the command names. */
const brokenProgram = `#!/bin/sh
event=$(cat)
case "$* $event" in *PreToolUse*|*BeforeTool*|*tool.execute.before*) ;; *) exit 0 ;; esac
case "$event" in
  *case-crash*) kill -9 $$ ;;
  *case-hang*) exec sleep 20 ;;
  *case-garbage*) echo 'this is no answer' ;;
esac
`;

/** Nobody waits for the timeout that is registered, which is longer than our own deadline. */
function shortenTimeouts(file: string): void {
  const text = readFileSync(file, 'utf8');
  const short = text.replace(
    /("timeout": )(\d+)/g,
    (_, key, value) => key + (Number(value) > 999 ? 3000 : 3),
  );
  write(file, short.replace('deadline = 30_000', 'deadline = 3_000'));
}

/** `whyNot`: why the client can't run here. */
export function contract(driver: Driver, whyNot: Reason): void {
  const { title, channel } = clients[driver.name];
  const test = testUnless(whyNot);
  const worlds: World[] = [];
  const world = (config = {}) => {
    worlds.push(registeredWorld(driver.name, config));
    return worlds.at(-1)!;
  };
  afterAll(() => {
    for (const one of worlds) one[Symbol.dispose]();
  });

  describe(`${title}: a session`, () => {
    const names = Object.keys(callsOfSession(driver, '/'));
    let played: Played;
    const resultOf = (name: string) => played.results[names.indexOf(name)] ?? 'no result';
    const inProject = (name: string) => join(played.world.project, name);
    beforeAll(async () => {
      if (whyNot) return;
      const place = world({ rules });
      for (const file of secrets) write(join(place.project, file), content);
      write(join(place.project, 'greeting.txt'), 'not committed\n');
      const turns = turnsOf(Object.values(callsOfSession(driver, place.project)));
      played = await play(withServer(driver), place, turns);
    });

    test('it ends without an error, and every call got a result', () => {
      expect([played.code, played.results.length, played.output]).toEqual([
        0,
        names.length,
        expect.any(String),
      ]);
    });

    test('an ordinary call runs, before and after refusals', () => {
      expect([existsSync(inProject('ran')), existsSync(inProject('ran-last'))]).toEqual([true, true]);
      expect(resultOf('ordinary')).not.toContain('guard/');
    });

    test('a dangerous command does not run, and the model reads why and what to do instead', () => {
      expect(readFileSync(inProject('greeting.txt'), 'utf8')).toBe('not committed\n');
      expect(resultOf('dangerous')).toContain('guard/git-work');
    });

    test('a question that nobody can answer is a refusal with its reason', () => {
      expect(existsSync(inProject('asked'))).toBe(false);
      expect(resultOf('question')).toContain('ASK-REASON');
    });

    test('a tool of a server is judged by what it does: one runs, another needs the person’s yes', () => {
      expect([resultOf('a tool of a server'), existsSync(inProject('get_repository'))]).toEqual([
        expect.stringContaining('called get_repository'),
        true,
      ]);
      expect(played.requests.at(-1)).toContain('CONTEXT-AFTER-SERVER-TOOL');
      expect(resultOf('a destructive tool of a server')).toContain('guard/server-tools');
      expect(existsSync(inProject('delete_repository'))).toBe(false);
    });

    for (const name of names.filter((one) => / (read|written) by /.test(one)))
      test(`a secret is safe: ${name}`, () => {
        const itself = driver.refusesItself?.some((tool) => name === `.env ${tool}`);
        if (itself) expect(resultOf(name)).toMatch(/error|not|outside/i);
        else expect(resultOf(name)).toContain('guard/');
        expect(resultOf(name)).not.toContain(secret);
        expect(readFileSync(inProject(name.split(' ')[0]!), 'utf8')).toBe(content);
        expect(existsSync(inProject('ok.txt'))).toBe(false);
      });

    const texts = [
      ['SessionStart', 'at the start', 'CONTEXT-AT-START'],
      ['UserPromptSubmit', 'with the prompt', 'CONTEXT-WITH-PROMPT'],
      ['PostToolUse', 'after a tool', 'CONTEXT-AFTER-TOOL'],
    ] as const;
    for (const [event, when, text] of texts)
      test(`text ${when} ${channel.context.includes(event) ? 'reaches the model' : 'is left out'}`, () => {
        const request = event === 'PostToolUse' ? played.requests.at(-1) : played.requests[0];
        expect(request!.includes(text)).toBe(channel.context.includes(event));
      });
  });

  describe(`${title}: the end of a turn`, () => {
    test(
      channel.stop ? 'a stop is blocked, and released when nothing changes' : 'a stop is not blocked',
      async () => {
        const held = { id: 'held', on: 'Stop', action: 'block', message: 'STOP-HELD' };
        const turns = [{ calls: [driver.shell('touch ran')] }, { text: 'Done.' }];
        const { code, requests } = await play(driver, world({ rules: [held] }), turns);
        const reminders = requests.at(-1)!.split('STOP-HELD').length - 1;
        expect(code).toBe(0);
        expect(reminders > 0).toBe(channel.stop);
        // Our own limit of blocks for one prompt ends it, whatever the client would accept.
        expect(requests.length).toBeLessThan(9);
      },
    );
  });

  const { off } = clients[driver.name].registration;
  if (off)
    describe(`${title}: a project that switches hooks off`, () => {
      test('no hook runs, as docs/clients.md says, and `pawl doctor` finds the file', async () => {
        const place = world();
        const [file] = off.inProject as [string];
        write(join(place.project, file), settingText(file, off));
        const { results } = await play(driver, place, turnsOf([driver.shell('git reset --hard')]));
        expect(results[0]).not.toContain('guard/');
        const { findings } = JSON.parse(pawl(place, ['doctor', '--json']).stdout);
        expect(findings.filter(({ code }: { code: string }) => code === 'client-hooks-off')).toMatchObject([
          { file: join(place.project, file) },
        ]);
      });
    });

  describe(`${title}: when Pawl is broken`, () => {
    let broken: Played;
    beforeAll(async () => {
      if (whyNot) return;
      const place = world();
      shortenTimeouts(hookFile(place, driver.name));
      write(launcher(place), brokenProgram);
      chmodSync(launcher(place), 0o755);
      const calls = ['crash', 'hang', 'garbage'].map((how) => driver.shell(`touch case-${how}`));
      broken = await play(driver, place, turnsOf(calls));
    });
    const seen = (place: World, how: string) =>
      existsSync(join(place.project, `case-${how}`)) ? 'runs' : 'refused';

    test(`it is missing: a tool call ${channel.failure.missing}`, async () => {
      const place = world();
      rmSync(launcher(place));
      const { code } = await play(driver, place, turnsOf([driver.shell('touch case-missing')]));
      expect([code, seen(place, 'missing')]).toEqual([0, channel.failure.missing]);
    });
    test(`it crashes: a tool call ${channel.failure.crash}`, () => {
      expect(seen(broken.world, 'crash')).toBe(channel.failure.crash);
    });
    test(`it takes too long: a tool call ${channel.failure.timeout}`, () => {
      expect(seen(broken.world, 'hang')).toBe(channel.failure.timeout);
    });
    test(`its answer can’t be read: a tool call ${channel.failure.garbage}`, () => {
      expect(seen(broken.world, 'garbage')).toBe(channel.failure.garbage);
    });
  });
}
