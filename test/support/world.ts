// Creates the home, project and temporary folder of one test, and removes them afterwards.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const API_KEY = 'sk-ant-test-dummy';

export interface World extends Disposable {
  root: string;
  home: string;
  project: string;
  tmp: string;
  pawlHome: string;
  settings: string;
}

/** A short path, because that of a socket has at most 108 bytes, and tmux, the client and the browser create some here. */
export function shortTemporary(): string {
  const temporary = realpathSync(tmpdir());
  return temporary.length > 45 && process.platform !== 'win32' ? '/tmp' : temporary;
}

export function freshWorld(): World {
  const root = mkdtempSync(join(shortTemporary(), 'w-'));
  const [home, project, tmp] = ['home', 'project', 'tmp'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [home, project, tmp]) mkdirSync(folder);
  write(join(home, '.claude.json'), JSON.stringify(alreadyOnboarded(project)));
  const settings = join(home, '.claude', 'settings.json');
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  return { root, home, project, tmp, pawlHome: join(home, '.pawl'), settings, [Symbol.dispose]: remove };
}

export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** State in which the interactive client shows neither its welcome nor its trust dialog. */
function alreadyOnboarded(project: string) {
  return {
    hasCompletedOnboarding: true,
    theme: 'dark',
    numStartups: 5,
    customApiKeyResponses: { approved: [API_KEY.slice(-20)], rejected: [] },
    projects: {
      [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] },
    },
  };
}

/** The environment of programs in this test world. Of the variables of this process it has only PATH. */
export function envOf(world: World, extra: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: world.home,
    TMPDIR: world.tmp,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
    GIT_CONFIG_NOSYSTEM: '1',
    // The program under test comes from this checkout; tests must not ask its remote for updates.
    PAWL_AUTO_UPDATE: 'false',
    ...extra,
  };
}
