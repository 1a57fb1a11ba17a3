// Files that `pawl init` writes beside the settings: the skill, the shared script, and that only one installation runs at a time.
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Home, homeAt } from '../../system/home.ts';
import { launchBatch, launchScript } from './launch-script.ts';
import { withLock } from './lock.ts';
import { removeSharedScript, writeSharedScript } from './shared-script.ts';
import { removeSkill, writeSkill } from './skill.ts';

let root: string;
let home: Home;
const env = () => ({ HOME: root });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'init-'));
  home = homeAt(join(root, '.pawl'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('the skill is written where the client looks, renewed, and removed with the folders made for it', () => {
  const file = join(root, '.claude', 'skills', 'pawl', 'SKILL.md');
  writeSkill(home, env());
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('name: pawl');
  writeFileSync(file, text.replace('status', 'old'));
  writeSkill(home, env());
  expect(readFileSync(file, 'utf8')).toBe(text);
  removeSkill(env());
  expect(existsSync(dirname(dirname(file)))).toBe(false);
});

test('a skill of the same name that Pawl did not write is neither changed nor removed', () => {
  const file = join(root, '.claude', 'skills', 'pawl', 'SKILL.md');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'mine');
  writeSkill(home, env());
  removeSkill(env());
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('the shared script is executable for everybody and written again after an edit', () => {
  const settings = join(root, '.claude', 'settings.json');
  const script = join(root, '.pawl', 'launch.sh');
  writeSharedScript(settings);
  expect(statSync(script).mode & 0o777).toBe(0o755);
  expect(statSync(dirname(script)).mode & 0o777).toBe(0o755);
  const text = readFileSync(script, 'utf8');
  writeFileSync(script, '#!/bin/sh\n');
  writeSharedScript(settings);
  expect(readFileSync(script, 'utf8')).toBe(text);
});

test('uninstalling removes the shared script unless it was changed', () => {
  const settings = join(root, '.claude', 'settings.json');
  const script = join(root, '.pawl', 'launch.sh');
  writeSharedScript(settings);
  const text = readFileSync(script, 'utf8');
  writeFileSync(script, `${text}# ours\n`);
  removeSharedScript(settings);
  expect(existsSync(script)).toBe(true);
  writeFileSync(script, text);
  removeSharedScript(settings);
  expect(existsSync(dirname(script))).toBe(false);
  // With a config beside it, the folder stays.
  writeSharedScript(settings);
  writeFileSync(join(dirname(script), 'config.jsonc'), '{}');
  removeSharedScript(settings);
  expect(existsSync(dirname(script))).toBe(true);
});

test('the launch script prefers the managed program, then the user’s, and else says what is missing', () => {
  const script = launchScript('A comment.', 'Nothing is protected.');
  expect(script).toContain('for program in /usr/local/lib/pawl/bin/pawl "$HOME/.pawl/bin/pawl"');
  const run = (...args: string[]) =>
    spawnSync('/bin/sh', ['-c', script, 'launch.sh', ...args], {
      env: { HOME: root, PAWL_HOME: join(root, 'other') },
      encoding: 'utf8',
    });
  if (!existsSync('/usr/local/lib/pawl/bin/pawl')) {
    expect(run('hook', 'SessionStart').stdout).toBe('{"systemMessage":"Nothing is protected."}\n');
    expect(run('hook', 'PreToolUse').stdout).toBe('');
    const program = join(root, '.pawl', 'bin', 'pawl');
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, '#!/bin/sh\necho "ran $1 $2"\n');
    chmodSync(program, 0o755);
    expect(run('hook', 'Stop').stdout).toBe('ran hook Stop\n');
  }
});

test('the script for Windows has its line ends, and the same places and message', () => {
  const batch = launchBatch('A comment.', 'Nothing is “protected”.');
  expect(batch.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const lines = batch.split('\r\n');
  expect(lines.slice(0, 2)).toEqual(['@echo off', 'rem A comment.']);
  expect(lines).toContain('set "PAWL_PROGRAM=C:\\Program Files\\Pawl\\bin\\pawl.exe"');
  expect(lines).toContain('if "%~2"=="SessionStart" echo {"systemMessage":"Nothing is “protected”."}');
  expect(lines.slice(-3)).toEqual(['"%PAWL_PROGRAM%" %*', 'exit /b %errorlevel%', '']);
});

test('without a message the script for projects is silent', () => {
  expect(launchScript('A comment.')).not.toContain('printf');
  expect(launchScript('A comment.')).toEndWith('done\nexit 0\n');
});

test('only one installation works at a time, and its result is returned', async () => {
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    running--;
    return 'done';
  };
  expect(await withLock(home, work)).toBe('done');
  expect(await withLock(home, work)).toBe('done');
  expect(most).toBe(1);
  expect(withLock(home, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await withLock(home, work)).toBe('done');
});

test('an installation waits for another one, and gives up after fifteen seconds', async () => {
  mkdirSync(join(home.decisions, 'install.lock'), { recursive: true });
  writeFileSync(join(home.decisions, 'install.lock', 'pid'), `${process.pid}`);
  let now = 0;
  const clock = spyOn(Date, 'now').mockImplementation(() => (now += 1_000));
  try {
    await expect(withLock(home, () => 'done')).rejects.toThrow(
      `Another installation holds ${join(home.decisions, 'install.lock')}. Wait until it ends,`,
    );
  } finally {
    clock.mockRestore();
  }
  // The first look at the clock is the start.
  expect(now - 1_000).toBe(16_000);
});

test('while another installation runs, and in a home that can’t be written, nothing is changed', async () => {
  let release = () => {};
  const first = withLock(
    home,
    () =>
      new Promise<void>((done) => {
        release = done;
      }),
  );
  expect(existsSync(join(home.decisions, 'install.lock'))).toBe(true);
  release();
  await first;
  expect(existsSync(join(home.decisions, 'install.lock'))).toBe(false);
  writeFileSync(join(home.dir, 'file'), '');
  const nowhere = homeAt(join(home.dir, 'file', 'home'));
  expect(withLock(nowhere, () => 'done')).rejects.toThrow(
    `Nothing was changed: ${nowhere.dir} is not writable (`,
  );
});
