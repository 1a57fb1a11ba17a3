// Fake client settings from plain data, for examples and tests: the text of each file, and the files before the change.

import type { Given } from '../../core/policy.ts';
import type { SettingsFacts } from '../../domain/client-settings/facts.ts';
import {
  type ClientSettings,
  findWeaknesses,
  type SettingsScope,
} from '../../domain/client-settings/weaknesses.ts';

type Texts = Partial<Record<SettingsScope, string>>;

export interface GivenSettings {
  before?: Texts;
  /** The files that differ from `before`. */
  now?: Texts;
  /** Installed plugins that are Pawl. */
  plugins?: readonly string[];
}

const files: Record<SettingsScope, string> = {
  user: '~/.claude/settings.json',
  project: '.claude/settings.json',
  local: '.claude/settings.local.json',
  managed: '/etc/claude-code/managed-settings.json',
  state: '~/.claude.json',
};
const scopes: SettingsScope[] = ['user', 'project', 'local', 'managed'];

export function fakeSettings(given: Given, home: string): SettingsFacts {
  const { before = {}, now = {}, plugins = [] } = (given.settings ?? {}) as GivenSettings;
  const read = (texts: Texts): ClientSettings => ({
    files: scopes.flatMap((scope) =>
      texts[scope] === undefined ? [] : [{ scope, file: files[scope], text: texts[scope] }],
    ),
    plugins,
    isLauncher: (command) => command === `${home}/.pawl/bin/pawl`,
  });
  const known = findWeaknesses(read(before)).map(({ id }) => id);
  const found = findWeaknesses(read({ ...before, ...now })).filter(({ id }) => !known.includes(id));
  return { newWeaknesses: () => found, remember: () => {} };
}
