import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findSources, hooksOff } from './sources.ts';

function world(files: Record<string, unknown>) {
  const root = mkdtempSync(join(tmpdir(), 'sources-'));
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), JSON.stringify(value));
  }
  const look = () => findSources(join(root, 'project'), { HOME: join(root, 'home') }, join(root, 'managed'));
  return { root, look, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

const user = 'home/.claude/settings.json';
const project = 'project/.claude/settings.json';
const local = 'project/.claude/settings.local.json';
const managed = 'managed/managed-settings.json';
const more = 'managed/managed-settings.d/10-hooks.json';

test('every settings file is found, including an administrator’s', () => {
  using here = world({ [user]: {}, [project]: {}, [local]: {}, [managed]: {}, [more]: {} });
  expect(here.look().map(({ kind, file }) => [kind, file.slice(here.root.length + 1)])).toEqual([
    ['user', user],
    ['project', project],
    ['local', local],
    ['managed', managed],
    ['managed', more],
  ]);
});

const off: [name: string, files: Record<string, unknown>, key: string | undefined][] = [
  ['nothing set', { [user]: {} }, undefined],
  ['switched off by the user', { [user]: { disableAllHooks: true } }, 'disableAllHooks'],
  [
    'the project overrules the user',
    { [user]: { disableAllHooks: true }, [project]: { disableAllHooks: false } },
    undefined,
  ],
  [
    'an administrator overrules all',
    { [local]: { disableAllHooks: false }, [managed]: { disableAllHooks: true } },
    'disableAllHooks',
  ],
  ['only managed hooks', { [managed]: { allowManagedHooksOnly: true } }, 'allowManagedHooksOnly'],
  ['a managed key in user settings', { [user]: { allowManagedHooksOnly: true } }, undefined],
  ['plugins only', { [more]: { strictPluginOnlyCustomization: ['hooks'] } }, 'strictPluginOnlyCustomization'],
];

for (const [name, files, key] of off) {
  test(`hooks are switched ${key ? 'off' : 'on'}: ${name}`, () => {
    using here = world(files);
    expect(hooksOff(here.look())?.key).toBe(key as string);
  });
}
