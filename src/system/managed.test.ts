import { expect, test } from 'bun:test';
import { managedLayout, registrationIn } from './managed.ts';

/** Where the client looks for an administrator's settings, by its documentation. */
const clientFolders = {
  linux: '/etc/claude-code',
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:\\Program Files\\ClaudeCode',
} as const;

for (const platform of ['linux', 'darwin', 'win32'] as const) {
  const layout = managedLayout(platform);

  test(`${platform}: registered where the client looks`, () => {
    expect(registrationIn(layout)).toBe(`${clientFolders[platform]}/managed-settings.d/50-pawl.json`);
  });

  test(`${platform}: program and config are in folders that only an administrator may write`, () => {
    const folders = platform === 'win32' ? /^C:\\Program Files\\Pawl/ : /^\/(usr\/local\/lib|etc)\/pawl/;
    expect(layout.program).toMatch(folders);
    expect(layout.control).toMatch(folders);
  });
}
