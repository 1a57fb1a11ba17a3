// `pawl init` as a person sees it: in a terminal, with questions. Without one it asks nothing (test/install.test.ts).
import { expect } from 'bun:test';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pawl, program } from './support/pawl.ts';
import { testUnless, withoutPrograms, withoutTmux } from './support/skip.ts';
import { until } from './support/wait.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

const inTerminal = testUnless(withoutTmux());

/** Runs a command in a terminal of its own, 100 columns wide. */
function terminal(world: World, command: string, env: Record<string, string>) {
  const server = ['tmux', '-S', `${world.tmp}/t`, '-f', '/dev/null'];
  const all = envOf(world, env);
  const tmux = (...args: string[]) =>
    Bun.spawnSync([...server, ...args], { cwd: world.project, env: all }).stdout.toString();
  const variables = Object.entries(all).map(([name, value]) => `${name}='${value}'`);
  const line = `env -i ${variables.join(' ')} ${command}; echo "exit $?"; exec sleep 600`;
  tmux('new-session', '-d', '-x', '100', '-y', '60', '-s', 'c', '-c', world.project, line);
  const screen = () => tmux('capture-pane', '-p', '-t', 'c');
  return {
    screen,
    press: (...keys: string[]) => void tmux('send-keys', '-t', 'c', ...keys),
    shows: (pattern: RegExp) => until(`the terminal shows ${pattern}`, () => pattern.test(screen())),
    [Symbol.dispose]: () => void tmux('kill-server'),
  };
}

const settingsOf = (world: World) => JSON.parse(readFileSync(world.settings, 'utf8'));
const own = { statusLine: { type: 'command', command: 'echo mine' } };
const plainPath = { SHELL: '/bin/bash', PATH: '/usr/local/bin:/usr/bin:/bin' };

function pastCalls(world: World, commands: string[]): void {
  const line = (command: string, n: number) =>
    JSON.stringify({
      timestamp: new Date(Date.now() - 1_000 * (n + 1)).toISOString(),
      sessionId: 's',
      cwd: world.project,
      message: { content: [{ type: 'tool_use', name: 'Bash', id: `toolu_${n}`, input: { command } }] },
    });
  write(join(world.home, '.claude/projects/p/s.jsonl'), commands.map(line).join('\n'));
}

inTerminal(
  'init on a terminal asks, shows the status line before it changes it, offers PATH, and tells what it would have refused',
  async () => {
    using world = freshWorld();
    write(world.settings, JSON.stringify(own, null, 2));
    pastCalls(world, ['git push --force origin main', 'ls', 'sudo make install']);
    const gemini = join(world.root, 'bin', 'gemini');
    write(gemini, '#!/bin/sh\n');
    chmodSync(gemini, 0o755);
    using shown = terminal(world, `${program} init`, {
      ...plainPath,
      PATH: `${plainPath.PATH}:${dirname(gemini)}`,
    });
    await shown.shows(/Where should Pawl work\?/);
    expect(existsSync(world.pawlHome)).toBe(false);
    shown.press('Enter');
    await shown.shows(/Which packs\?/);
    expect(shown.screen()).toContain('Refuses commands that destroy, leak secrets or deploy');
    expect(shown.screen()).toMatch(/◼ guard/);
    shown.press('Enter');
    await shown.shows(/You have a status line:\s+│\s+echo mine/);
    expect(settingsOf(world)).toEqual(own);
    shown.press('Enter');
    await shown.shows(/These coding agents are installed too[\s\S]*Gemini CLI/);
    shown.press('Enter');
    await shown.shows(/export PATH="\$HOME\/\.pawl\/bin:\$PATH"/);
    shown.press('Enter');
    await shown.shows(/exit 0/);
    const screen = shown.screen();
    expect(screen).toContain('What is now protected');
    expect(readFileSync(join(world.home, '.gemini', 'settings.json'), 'utf8')).toContain('--client gemini');
    expect(screen).toContain('Pawl would have refused 1, asked about 1 and passed 1 of 3 calls');
    expect(screen).toContain('Try it:');
    expect(settingsOf(world).statusLine.command).toContain('pawl statusline');
    expect(readFileSync(join(world.home, '.bashrc'), 'utf8')).toContain('.pawl/bin');
  },
  120_000,
);

inTerminal(
  'the status line stays as it is for somebody who wants only their own, also at the next init',
  async () => {
    using world = freshWorld();
    write(world.settings, JSON.stringify(own, null, 2));
    using shown = terminal(world, `${program} init --user`, { ...plainPath, SHELL: '/bin/other' });
    await shown.shows(/Which packs\?/);
    shown.press('Enter');
    await shown.shows(/Which status line\?/);
    shown.press('Down');
    await shown.shows(/● Only mine/);
    shown.press('Enter');
    await shown.shows(/exit 0/);
    expect(shown.screen()).toContain('no earlier sessions');
    expect(settingsOf(world).statusLine).toEqual(own.statusLine);
    expect(pawl(world, ['init']).code).toBe(0);
    expect(settingsOf(world).statusLine).toEqual(own.statusLine);
    expect(pawl(world, ['init', '--status-line', 'both']).code).toBe(0);
    expect(settingsOf(world).statusLine.command).toContain('pawl statusline');
  },
  120_000,
);

inTerminal(
  'Ctrl-C changes nothing',
  async () => {
    using world = freshWorld();
    using shown = terminal(world, `${program} init`, plainPath);
    await shown.shows(/Where should Pawl work\?/);
    shown.press('C-c');
    await shown.shows(/Nothing was changed/);
    await shown.shows(/exit 1/);
    expect(existsSync(world.pawlHome)).toBe(false);
    expect(existsSync(world.settings)).toBe(false);
  },
  120_000,
);

inTerminal(
  '--yes asks nothing',
  async () => {
    using world = freshWorld();
    using shown = terminal(world, `${program} init --yes`, plainPath);
    await shown.shows(/exit 0/);
    expect(shown.screen()).toContain('Pawl is registered with Claude Code');
    expect(shown.screen()).toContain('Every tool call of Claude Code is checked in all your projects');
    expect(existsSync(join(world.home, '.bashrc'))).toBe(false);
  },
  120_000,
);

inTerminal(
  'the end of the input ends the dialogue, says so, and changes nothing; also at a second init',
  async () => {
    using world = freshWorld();
    expect(pawl(world, ['init']).code).toBe(0);
    const before = readFileSync(world.settings, 'utf8');
    using shown = terminal(world, `${program} init`, plainPath);
    await shown.shows(/Where should Pawl work\?/);
    shown.press('C-d');
    await shown.shows(/gave no more input, so nothing was changed[\s\S]*exit 1/);
    expect(readFileSync(world.settings, 'utf8')).toBe(before);
  },
  120_000,
);

testUnless(withoutPrograms('script'))(
  'a terminal that never had input does not make init wait',
  () => {
    using world = freshWorld();
    const done = Bun.spawnSync(['script', '-qec', `${program} init`, '/dev/null'], {
      cwd: world.project,
      env: envOf(world, { TERM: 'xterm' }),
      stdin: null,
      timeout: 60_000,
    });
    expect(done.stdout.toString()).toContain('gave no more input');
    expect(done.exitCode).toBe(1);
    expect(existsSync(world.pawlHome)).toBe(false);
  },
  90_000,
);
