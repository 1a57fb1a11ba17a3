import { afterEach, expect, test } from 'bun:test';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeAt } from '../../system/home.ts';
import { addToPath, offerPath, removeFromPath } from './path.ts';

const folders: string[] = [];
function person(shell = '/bin/zsh', path = '/usr/bin') {
  const home = mkdtempSync(join(tmpdir(), 'path-'));
  folders.push(home);
  return { HOME: home, SHELL: shell, PATH: path.replaceAll('~', home) };
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test('a folder of the user that is on PATH gets a link, and uninstall removes it', () => {
  const env = person('/bin/bash', '/usr/bin:~/.local/bin');
  const home = homeAt(join(env.HOME, '.pawl'));
  mkdirSync(join(env.HOME, '.local/bin'), { recursive: true });
  const offer = offerPath(home, env)!;
  expect(offer).toMatchObject({ kind: 'link', file: join(env.HOME, '.local/bin/pawl') });
  addToPath(offer);
  expect(readlinkSync(offer.file)).toBe(home.launcher);
  expect(removeFromPath(home, env)).toEqual([offer.file]);
  expect(() => lstatSync(offer.file)).toThrow();
});

test('without such a folder the shell’s start-up file gets one line, and uninstall removes only that', () => {
  const env = person('/usr/bin/zsh');
  const home = homeAt(join(env.HOME, '.pawl'));
  const file = join(env.HOME, '.zshrc');
  writeFileSync(file, 'alias a=b\n');
  const offer = offerPath(home, env)!;
  addToPath(offer);
  addToPath(offer);
  expect(readFileSync(file, 'utf8')).toBe(
    'alias a=b\nexport PATH="$HOME/.pawl/bin:$PATH" # added by pawl init\n',
  );
  expect(removeFromPath(home, env)).toEqual([file]);
  expect(readFileSync(file, 'utf8')).toBe('alias a=b\n');
  expect(removeFromPath(home, env)).toEqual([]);
});

test('nothing is offered for an unknown shell, and only Pawl’s own lines are removed', () => {
  const env = person('/bin/nu', '/usr/bin:~/bin');
  const home = homeAt(join(env.HOME, '.pawl'));
  mkdirSync(join(env.HOME, 'bin'));
  writeFileSync(join(env.HOME, 'bin/pawl'), 'another program of that name');
  expect(offerPath(home, env)).toBeUndefined();
  expect(removeFromPath(home, env)).toEqual([]);
});

test('~/bin gets the link if it is on PATH', () => {
  const env = person('/bin/bash', '/usr/bin:~/bin');
  const home = homeAt(join(env.HOME, '.pawl'));
  expect(offerPath(home, env)).toEqual({
    kind: 'link',
    file: join(env.HOME, 'bin/pawl'),
    text: home.launcher,
  });
});

test.each([
  ['bash', '.bashrc'],
  ['zsh', '.zshrc'],
  ['sh', '.profile'],
  ['dash', '.profile'],
])('%s reads %s', (shell, file) => {
  const env = person(`/bin/${shell}`);
  const offer = offerPath(homeAt(join(env.HOME, '.pawl')), env);
  expect(offer).toMatchObject({ kind: 'line', file: join(env.HOME, file) });
});

test('fish uses fish_add_path, and a folder outside of the home is named in full', () => {
  const env = person('/usr/bin/fish');
  expect(offerPath(homeAt('/opt/pawl'), env)).toEqual({
    kind: 'line',
    file: join(env.HOME, '.config/fish/config.fish'),
    text: 'fish_add_path "/opt/pawl/bin" # added by pawl init',
  });
});

test('nothing is offered for a folder whose name the shell would expand', () => {
  const env = person();
  for (const sign of ['"', '$', '`', '\\', '\n'])
    expect(offerPath(homeAt(`/opt/a${sign}b`), env)).toBeUndefined();
});
