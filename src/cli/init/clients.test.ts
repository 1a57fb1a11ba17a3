import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { clients } from '../../clients/index.ts';
import { type Home, homeAt } from '../../system/home.ts';
import { readBackup, readInstalled } from './backups.ts';
import {
  clientFile,
  clientsNamed,
  foundClients,
  installClient,
  planClient,
  printClients,
  registeredClients,
  unguardedClients,
} from './clients.ts';
import { uninstall } from './install.ts';

let user: string;
let home: Home;
const before = { ...process.env };

beforeEach(() => {
  user = mkdtempSync(join(tmpdir(), 'clients-'));
  home = homeAt(join(user, '.pawl'));
  mkdirSync(join(user, 'bin'));
  for (const name of ['CODEX_HOME', 'XDG_CONFIG_HOME']) delete process.env[name];
  Object.assign(process.env, { HOME: user, PATH: join(user, 'bin') });
});
afterEach(() => {
  Object.assign(process.env, before);
  rmSync(user, { recursive: true });
});

function installOnPath(...programs: string[]): void {
  for (const name of programs) {
    writeFileSync(join(user, 'bin', name), '#!/bin/sh\n');
    chmodSync(join(user, 'bin', name), 0o755);
  }
}
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
const needed = new Set(['PreToolUse', 'Stop']);
const { codex, opencode } = clients;

test('clients are named one by one, or all that are installed', () => {
  expect(names(clientsNamed('codex, qwen'))).toEqual(['codex', 'qwen']);
  expect(clientsNamed('all')).toEqual([]);
  installOnPath('codex', 'gemini', 'other');
  expect(names(clientsNamed('all'))).toEqual(['codex', 'gemini']);
  expect(names(foundClients())).toEqual(['codex', 'gemini']);
  expect(() => clientsNamed('codex,nobody')).toThrow(
    'There is no client “nobody”; use codex, copilot, gemini, qwen, opencode or all.',
  );
});

test('a byte order mark before the entries makes no difference', () => {
  installOnPath('codex');
  installClient(home, codex, needed);
  const text = readFileSync(clientFile(codex), 'utf8');
  writeFileSync(clientFile(codex), `\uFEFF${text}`);
  expect(names(registeredClients())).toEqual(['codex']);
});

test('a client is guarded once Pawl is registered with it', () => {
  installOnPath('codex', 'opencode', 'qwen');
  expect(registeredClients()).toEqual([]);
  expect(names(unguardedClients())).toEqual(['codex', 'qwen', 'opencode']);
  installClient(home, codex, needed);
  installClient(home, opencode, needed);
  expect(names(registeredClients())).toEqual(['codex', 'opencode']);
  expect(names(unguardedClients())).toEqual(['qwen']);
});

test('one registered event counts as a registration', () => {
  installClient(home, codex, new Set(['PreToolUse']));
  expect(names(registeredClients())).toEqual(['codex']);
  // Some editors put a mark at the beginning of a file.
  writeFileSync(clientFile(codex), `\uFEFF${readFileSync(clientFile(codex), 'utf8')}`);
  expect(names(registeredClients())).toEqual(['codex']);
});

test('a file without entries of Pawl, or one that can’t be read, is not a registration', () => {
  mkdirSync(dirname(clientFile(codex)), { recursive: true });
  for (const text of ['{}', '{"hooks": {"Stop": [{"hooks": [{"command": "other"}]}]}}', '{']) {
    writeFileSync(clientFile(codex), text);
    expect(registeredClients()).toEqual([]);
  }
});

test('only the events that a policy needs are registered, with the client’s name', () => {
  installClient(home, codex, needed);
  const { hooks } = JSON.parse(readFileSync(clientFile(codex), 'utf8'));
  expect(Object.keys(hooks)).toEqual(['PreToolUse', 'Stop']);
  expect(hooks.Stop[0].hooks[0].command).toBe(`${home.launcher} hook Stop --client codex`);
});

test('a plan writes nothing, and returns the text that would be written', () => {
  const { file, before, after } = planClient(home, opencode, needed);
  expect([file, before]).toEqual([clientFile(opencode), '']);
  expect(after).toContain(JSON.stringify(home.launcher));
  expect(existsSync(file)).toBe(false);
  expect(planClient(home, codex, needed).after).toContain('--client codex');
  expect(existsSync(clientFile(codex))).toBe(false);
});

test('a plugin is written once, renewed when it is ours, and removed with the folder made for it', () => {
  const first = installClient(home, opencode, needed);
  expect(readFileSync(first.file, 'utf8')).toBe(first.after!);
  const entry = readInstalled(home)[first.file]!;
  expect(entry).toMatchObject({ scope: 'user', existed: false, madeFolder: true });
  expect(readBackup(home, entry)).toBe('');
  expect(installClient(home, opencode, needed)).toEqual({ ...first, before: first.after! });
  expect(readInstalled(home)[first.file]).toEqual(entry);
  // A later version of Pawl writes another text over its own.
  const moved = { ...homeAt(home.dir), launcher: join(user, 'elsewhere/pawl') };
  installClient(moved, opencode, needed);
  expect(readFileSync(first.file, 'utf8')).toContain(JSON.stringify(moved.launcher));
  expect(readInstalled(home)[first.file]).toMatchObject({ madeFolder: true, backup: entry.backup });
  uninstall(home, first.file);
  expect(existsSync(first.file)).toBe(false);
  expect(existsSync(dirname(first.file))).toBe(false);
});

test('a folder that existed before stays', () => {
  mkdirSync(dirname(clientFile(opencode)), { recursive: true });
  const { file } = installClient(home, opencode, needed);
  expect(readInstalled(home)[file]).toMatchObject({ madeFolder: false });
  uninstall(home, file);
  expect(existsSync(dirname(file))).toBe(true);
});

test('a plugin that Pawl did not write, or that was edited, is left alone', () => {
  const { file } = installClient(home, opencode, needed);
  const message = `Nothing was changed: ${file} exists, and Pawl did not write it or it was edited since.`;
  for (const text of ['// mine', '']) {
    writeFileSync(file, text);
    expect(() => planClient(home, opencode, needed)).toThrow(message);
    expect(() => installClient(home, opencode, needed)).toThrow(message);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});

function printed(...args: Parameters<typeof printClients>): string {
  const log = spyOn(console, 'log').mockImplementation(() => {});
  try {
    printClients(...args);
    return log.mock.calls.map(([text]) => `${text}\n`).join('');
  } finally {
    log.mockRestore();
  }
}

test('each client gets a line with what is left to do', () => {
  const done = [
    { client: 'Codex', file: join(user, 'a'), changed: true, next: 'Start it once.' },
    { client: 'OpenCode', file: join(user, 'b'), changed: false },
  ];
  expect(printed(done, [], false)).toBe(`✓ Codex  ~/a  registered
  Start it once.
✓ OpenCode  ~/b  was registered already
What each client can and can’t do: \`pawl help clients\`
`);
  expect(printed([], [], false)).toBe(
    'None of codex, copilot, gemini, qwen, opencode is installed here. Name one to register it all the same.\n',
  );
  const changes = [{ file: join(user, 'a'), before: '', after: 'x\n' }];
  expect(printed(done.slice(0, 1), changes, true)).toBe('~/a\n+ x\n\nDry run: nothing was written.\n');
});
