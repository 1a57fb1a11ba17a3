// Facts from plain data, for examples and tests: no disk, no clock, no git.

import { posix } from 'node:path';
import type { Event } from '../../core/event.ts';
import type { Facts, Files, Git, Grants } from '../../core/facts.ts';
import { isNewFile } from '../../core/new-work.ts';
import type { Given } from '../../core/policy.ts';
import { commandOf } from '../../core/tool-command.ts';
import { readShell } from '../../shell/index.ts';
import type { ShellReading } from '../../shell/types.ts';
import { fromWindows } from '../../system/path.ts';
import { fakeSettings } from './client-settings.ts';
import { fakeMemory, fakeTasks, fakeWork } from './continuity.ts';
import { fakeLook } from './look.ts';
import { fakeSession } from './session.ts';
import { fakeAgents, fakeHandoffs, fakeWorkflow } from './workflow.ts';

const root = '/home/me/project';

export function fakeFacts(event: Event, given: Given = {}): Facts {
  const folder = fromWindows(given.root ?? root);
  const files = fakeFiles(given.files ?? {}, folder);
  const place = { root: folder, repository: folder, worktree: false };
  const home = fromWindows(given.home ?? '/home/me');
  const now = given.now ?? Date.UTC(2026, 0, 1);
  const git = fakeGit(given);
  const look = fakeLook(given);
  const agents = fakeAgents(given);
  let shell: ShellReading | undefined;
  return {
    now,
    home,
    pawlHome: `${home}/.pawl`,
    project: place,
    files,
    git,
    look,
    agents,
    workflow: fakeWorkflow(event, given, { now, project: place, files, git, agents }),
    handoffs: fakeHandoffs(event, given),
    grants: fakeGrants(event, given),
    session: fakeSession(given),
    settings: fakeSettings(given, home),
    tasks: fakeTasks(given),
    work: fakeWork(given, files, place.root),
    memory: fakeMemory(given),
    env: (name) => given.env?.[name],
    get shell() {
      const command = 'tool_input' in event ? commandOf(event) : undefined;
      shell ??= readShell(command ?? '', {
        cwd: fromWindows(event.cwd),
        home,
        projectRoot: place.root,
        tmp: ['/tmp', '/var/tmp'],
        readFile: (path) => files.read(path),
        isNewFile: (path) => isNewFile(path, { git, look, project: place }),
        programs: given.programs ?? [],
      });
      return shell;
    },
  };
}

function fakeFiles(contents: Record<string, string | undefined>, root: string): Files {
  const at = (given: string) => {
    const path = fromWindows(given);
    return posix.isAbsolute(path) ? path : posix.join(root, path);
  };
  const all = new Map(Object.entries(contents).map(([path, text]) => [at(path), text ?? '']));
  const below = (path: string) => [...all.keys()].filter((file) => file.startsWith(`${path}/`));
  const bytes = (path: string, limit: number) => {
    const text = all.get(at(path));
    return text === undefined ? undefined : new TextEncoder().encode(text).subarray(0, limit);
  };
  return {
    exists: (path) => all.has(at(path)) || below(at(path)).length > 0,
    read: (path, limit) => all.get(at(path))?.slice(0, limit),
    bytes,
    tail: (path, limit) => all.get(at(path))?.slice(-limit),
    size: (path) => all.get(at(path))?.length,
    list: (path) => [
      ...new Set(below(at(path)).map((file) => file.slice(at(path).length + 1).split('/')[0]!)),
    ],
    real: (path) => posix.join(posix.dirname(path), posix.basename(path)),
    find: (folder, glob) => {
      const match = new Bun.Glob(glob);
      return below(at(folder)).filter((file) => match.match(file.slice(at(folder).length + 1)));
    },
    modified: (path) => (all.has(at(path)) ? 0 : undefined),
  };
}

function fakeGit({ git = {} }: Given): Git {
  return {
    repository: () => git.repository ?? true,
    branch: () => git.branch,
    head: () => git.head,
    operation: () => git.operation,
    conflicts: () => git.conflicts ?? [],
    changed: () => git.changed ?? [],
    committed: (path) => !(git.changed ?? []).some((changed) => path.endsWith(changed)),
  };
}

function fakeGrants(
  event: Event,
  { grants = [], whyNotByPerson, whyNotTyped, whyUnattended, refused, now = 0 }: Given,
): Grants {
  const common = { id: 'g1', at: 0, until: now + 3_600_000, session_id: event.session_id, by: 'pawl grant' };
  const scope = { directory: root, repository: root, worktrees: false };
  const all = grants.map((grant) => ({ ...common, ...scope, mode: 'build', allow: [], ...grant }));
  return {
    current: () => all,
    request: () => 'g2',
    allowOnce: () => (refused ? { label: refused, until: now + 600_000 } : undefined),
    renew: () => {},
    end: () => all,
    whyNotByPerson: () => whyNotByPerson,
    whyNotTyped: () => whyNotTyped,
    whyUnattended: () => whyUnattended ?? whyNotByPerson,
  };
}
