// `pawl init`: launcher, home, and our entries in one settings file.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPlace } from '../../facts/project.ts';
import { writeFileAtomic } from '../../system/files.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, jsonOption, type Words } from '../command.ts';
import { checkShape } from '../doctor/check-shape.ts';
import { readEntries } from '../doctor/entries.ts';
import type { Finding } from '../doctor/finding.ts';
import { findSources, hooksOff } from '../doctor/sources.ts';
import { writeHomeFiles } from '../init/home-files.ts';
import { type Change, eventsOfChange, install, planInstall, planUninstall } from '../init/install.ts';
import { installLauncher } from '../init/launcher.ts';
import { withLock } from '../init/lock.ts';
import { addMcp } from '../init/mcp.ts';
import { entriesFor, outsideProjects, type SwitchedOn, switchedOn } from '../init/needed.ts';
import { type PackChange, planPacks, readPacks } from '../init/packs.ts';
import { type InitResult, printDone, printPreview } from '../init/print.ts';
import { needsWaker } from '../init/register.ts';
import { checkScope, type Scope, scopeOf, settingsFile } from '../init/settings.ts';
import { statusCommand, statusLineContent } from '../init/statusline.ts';
import { refuseInsideAgent } from '../support/only-people.ts';

interface Task {
  home: Home;
  scope: Scope;
  file: string;
  root: string;
  packs: PackChange | undefined;
  mcp: boolean;
}

async function run({ options, json }: Words): Promise<number> {
  const home = findHome();
  if (options['launcher-only']) return launcherOnly(home, json);
  const scope = scopeOf(options) ?? 'user';
  const { root } = findPlace(process.cwd());
  const file = settingsFile(scope, root, process.env);
  checkScope(scope, file);
  const packs = typeof options.packs === 'string' ? planPacks(home, readPacks(options.packs)) : undefined;
  const task: Task = { home, scope, file, root, packs, mcp: options.mcp === true };
  if (options['dry-run']) return preview(task, json);
  if (packs && packs.off.length > 0) refuseInsideAgent('init');
  const done = await withLock(home, () => carryOut(task));
  if (json) console.log(JSON.stringify(done, null, 2));
  else printDone(done);
  return 0;
}

async function carryOut(task: Task): Promise<InitResult> {
  const { home, scope, file, packs } = task;
  planInstall(home, file, {}); // A file that can't be read is refused before anything is touched.
  const launcher = installLauncher(home);
  const written = writeHomeFiles(home);
  if (packs) writeFileAtomic(home.config, packs.text);
  const { wanted, statusLine } = entriesWanted(await eventsNeeded(task, home), task);
  if (eventsOfChange(planInstall(home, file, wanted)).removed.length > 0) refuseInsideAgent('init');
  const change = install(home, scope, file, wanted, statusLine);
  if (task.mcp) addMcp(scope, task.root, home, process.env);
  return report(task, change, { launcher, written });
}

/** In the person's own settings what counts everywhere; in a project's what counts there. */
function eventsNeeded({ scope, root }: Task, home: Home) {
  return switchedOn(home, scope === 'user' ? outsideProjects(home) : findPlace(root), process.env);
}

/** The status line is the person's own: a file that others share gets none. */
function entriesWanted({ events, policies }: SwitchedOn, { scope, home }: Task) {
  const wanted = entriesFor(events, scope, home, { waker: needsWaker(policies) });
  const measures = policies.some(({ id }) => id === 'session/context-use');
  return { wanted, statusLine: scope === 'user' && measures ? statusCommand(home) : undefined };
}

function report(task: Task, change: Change, did: { launcher: boolean; written: string[] }): InitResult {
  const { added, removed, now } = eventsOfChange(change);
  const off = hooksOff(findSources(task.root, process.env));
  const speakers = statusLineContent(change.after ?? '', planUninstall(task.home, task.file).after ?? '');
  return {
    scope: task.scope,
    file: task.file,
    changed: change.after !== change.before,
    events: now,
    added,
    removed,
    launcher: { file: task.home.launcher, changed: did.launcher },
    config: { file: task.home.config, created: did.written.includes(task.home.config) },
    ...(speakers && { status_line: speakers }),
    ...(task.mcp && { mcp: { file: addMcp(task.scope, task.root, task.home, process.env, true).file } }),
    ...(task.packs && { packs: { on: task.packs.on, off: task.packs.off } }),
    ...(off && { hooks_off: off }),
    problems: problemsOf(task.file, change.after ?? ''),
  };
}

/** Mistakes of others that keep the client from reading our entries as well. */
function problemsOf(file: string, text: string): Finding[] {
  const found = checkShape(readEntries({ kind: 'user', file, text }));
  return found.filter((one) => one.code === 'file-dropped');
}

/** Thinks with copies: a look must leave no trace. */
async function preview(task: Task, json: boolean): Promise<number> {
  const scratch = join(tmpdir(), `pawl-${crypto.randomUUID()}`);
  try {
    const config = task.packs ? join(scratch, 'config.jsonc') : task.home.config;
    if (task.packs) writeFileAtomic(config, task.packs.text);
    const needed = await eventsNeeded(task, { ...task.home, config, run: scratch });
    const { wanted, statusLine } = entriesWanted(needed, task);
    const change = planInstall(task.home, task.file, wanted, statusLine);
    const done = { ...report(task, change, { launcher: false, written: [] }), dry_run: true };
    if (json) console.log(JSON.stringify({ ...done, after: change.after }, null, 2));
    else printPreview(change, done);
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function launcherOnly(home: Home, json: boolean): Promise<number> {
  const changed = await withLock(home, () => {
    writeHomeFiles(home);
    return installLauncher(home);
  });
  if (json) console.log(JSON.stringify({ launcher: { file: home.launcher, changed } }, null, 2));
  else console.log(`${home.launcher} ${changed ? 'is in place' : 'was already this program'}.`);
  return 0;
}

const command: Command = {
  summary: 'Register Pawl with Claude Code',
  details: `
Copies this program to a stable place, and adds one entry to the settings file for each event that a policy which
is switched on needs. Nothing else in the file changes; running it again changes nothing. The file as it was is
kept in Pawl’s home, and \`pawl uninstall\` gives it back.

  --user      ~/.claude/settings.json, for all your projects (the default)
  --project   .claude/settings.json, shared with the team; does nothing on machines without Pawl
  --local     .claude/settings.local.json, for you in this project

Exit codes: 0 done, 1 refused (the file can’t be read or written), 2 wrong use.`,
  options: {
    user: { type: 'boolean', about: 'Your own settings (the default)' },
    project: { type: 'boolean', about: 'The settings this project shares' },
    local: { type: 'boolean', about: 'Your own settings in this project' },
    packs: { type: 'string', value: 'all|a,b', about: 'The packs that shall be on, and no others' },
    mcp: { type: 'boolean', about: 'Also register the agent’s tools (pawl mcp)' },
    'dry-run': { type: 'boolean', about: 'Show what would change, and change nothing' },
    'launcher-only': { type: 'boolean', about: 'Only put the program in place, for the plugin' },
    yes: { type: 'boolean', short: 'y', about: 'For scripts: ask nothing' },
    ...jsonOption,
  },
  run,
};

export default command;
