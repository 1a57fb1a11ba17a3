// `pawl init`: installs the launcher and Pawl's home, and registers Pawl in a settings file.
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, clientNames } from '../../clients/client.ts';
import { acceptValue, copyInForce } from '../../config/user-layer.ts';
import { findPlace } from '../../facts/project.ts';
import { allPolicies } from '../../policies/registry.ts';
import { approveRemovedEntries } from '../../store/files/settings-approvals.ts';
import { UserError } from '../../system/errors.ts';
import { writeFileAtomic } from '../../system/files.ts';
import { findHome, type Home } from '../../system/home.ts';
import type { Person } from '../../system/person.ts';
import { requireKey } from '../../system/seal.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { checkShape } from '../doctor/check-shape.ts';
import { readEntries } from '../doctor/entries.ts';
import type { Finding } from '../doctor/finding.ts';
import { findSources, hooksOff } from '../doctor/sources.ts';
import { clientsNamed, installClient, planClient, printClients, unguardedClients } from '../init/clients.ts';
import { askForInit, closeDialogue, wantsDialogue } from '../init/dialogue.ts';
import { writeHomeFiles } from '../init/home-files.ts';
import {
  type Change,
  eventsOfChange,
  install,
  planInstall,
  planUninstall,
  textWithoutPawl,
} from '../init/install.ts';
import { installLauncher } from '../init/launcher.ts';
import { withLock } from '../init/lock.ts';
import { installManaged } from '../init/managed.ts';
import { addMcp } from '../init/mcp.ts';
import { entriesFor, outsideProjects, type SwitchedOn, switchedOn } from '../init/needed.ts';
import { confirmPacksOff, type PackChange, planPacks, readPacks } from '../init/packs.ts';
import { type InitResult, printDone, printPreview } from '../init/print.ts';
import { needsWaker } from '../init/register.ts';
import { checkScope, type Scope, scopeOf, settingsFile } from '../init/settings.ts';
import { writeSkill } from '../init/skill.ts';
import {
  readStatusLineChoice,
  type StatusLineChoice,
  saveStatusLineChoice,
  statusCommand,
  statusLineChoices,
  statusLineContent,
} from '../init/statusline.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { provePerson } from '../person/prove.ts';
import { paint } from '../support/terminal.ts';

interface InitTask {
  home: Home;
  scope: Scope;
  file: string;
  root: string;
  packs: PackChange | undefined;
  /** The person who switches packs off. */
  person?: Person;
  statusLine: StatusLineChoice;
  mcp: boolean;
  /** May replace a newer launcher. */
  downgrade: boolean;
}

async function run(args: ParsedArgs): Promise<number> {
  const { options, json } = args;
  if (options.managed) return initManaged(json);
  const home = findHome();
  if (typeof options.client === 'string')
    return initClients(home, clientsNamed(options.client), options['dry-run'] === true, json);
  if (home.managed)
    throw new UserError(
      'Nothing to do: an administrator installed Pawl for all users of this machine, and Claude Code runs it by itself. `pawl init --client all` registers it with other coding agents.',
      1,
    );
  if (options['launcher-only']) return launcherOnly(home, json, options.downgrade === true);
  if (wantsDialogue(args)) return initByDialogue(home, args);
  const list = (options.packs as string[] | undefined)?.join(',');
  const chosen = list === undefined ? undefined : readPacks(list);
  const packs = chosen && planPacks(home, chosen.wanted);
  const task = initTask(home, scopeOf(options) ?? 'user', options, packs, statusLineOption(options));
  if (options['dry-run']) return preview(task, json);
  if (packs && packs.off.length > 0) {
    refuseInsideAgent('init');
    if (chosen?.exact) confirmPacksOff(list!, packs);
    task.person = personForPacksOff(home);
  }
  const done = await withLock(home, () => performInit(task));
  if (json) console.log(JSON.stringify(done, null, 2));
  else printDone(done, home);
  return done.problems.length > 0 ? 1 : 0;
}

async function initByDialogue(home: Home, args: ParsedArgs): Promise<number> {
  const answers = await askForInit(home, args);
  if (answers.scope === 'managed') return initManaged(false);
  const packs = planPacks(home, answers.packs);
  const task = initTask(home, answers.scope, args.options, packs, answers.statusLine);
  if (packs.off.length > 0) task.person = personForPacksOff(home);
  const done = await withLock(home, () => performInit(task));
  if (answers.clients.length > 0) await initClients(home, answers.clients, false, false);
  await closeDialogue(home, done, answers);
  return done.problems.length > 0 ? 1 : 0;
}

function personForPacksOff(home: Home): Person {
  return isNewHome(home) ? { provedBy: 'first installation', at: Date.now() } : provePerson('init', home);
}

/** True if the home does not exist yet. Then nothing is switched on that could be switched off. */
const isNewHome = (home: Home) =>
  ![home.marker, home.key, home.config, home.launcher].some((file) => existsSync(file));

/** Registers Pawl with other coding agents, and leaves Claude Code's settings alone. */
async function initClients(home: Home, list: Client[], dry: boolean, json: boolean): Promise<number> {
  const { events } = await switchedOn(home, outsideProjects(home), process.env);
  const needed = new Set<string>(events);
  const work = () => {
    if (dry) return list.map((client) => planClient(home, client, needed));
    for (const client of list) planClient(home, client, needed); // Throws before anything is changed.
    // A launcher that an administrator installed is used as it is.
    if (!home.managed) {
      installLauncher(home, { downgrade: false });
      writeHomeFiles(home);
    }
    return list.map((client) => installClient(home, client, needed));
  };
  const changes = dry ? work() : await withLock(home, work, home.run);
  const done = list.map((client, at) => ({
    client: client.name,
    file: changes[at]!.file,
    changed: changes[at]!.after !== changes[at]!.before,
    ...(client.registration.next && { next: client.registration.next }),
    ...(dry && { dry_run: true }),
  }));
  if (json) console.log(JSON.stringify(done, null, 2));
  else printClients(done, changes, dry);
  return 0;
}

function initTask(
  home: Home,
  scope: Scope,
  options: ParsedArgs['options'],
  packs: PackChange | undefined,
  statusLine: StatusLineChoice | undefined,
): InitTask {
  const { root } = findPlace(process.cwd());
  const file = settingsFile(scope, root, process.env);
  checkScope(scope, file);
  const flags = { mcp: options.mcp === true, downgrade: options.downgrade === true };
  return { home, scope, file, root, packs, statusLine: statusLine ?? readStatusLineChoice(home), ...flags };
}

function statusLineOption(options: ParsedArgs['options']): StatusLineChoice | undefined {
  const word = options['status-line'] as StatusLineChoice | undefined;
  if (word === undefined || statusLineChoices.includes(word)) return word;
  throw new UserError(`--status-line takes ${statusLineChoices.join(', ')}, not "${word}".`);
}

async function initManaged(json: boolean): Promise<number> {
  const done = await installManaged();
  if (json) console.log(JSON.stringify(done, null, 2));
  else
    console.log(
      `${paint('green', '✓')} Pawl is installed for all users of this machine: ${done.events.length} events.\n  settings  ${done.settings}\n  program   ${done.program}\n  config    ${done.control}\n`,
    );
  return 0;
}

async function performInit(task: InitTask): Promise<InitResult> {
  const { home, scope, file, packs } = task;
  planInstall(home, file, {}); // Throws on a malformed file before anything is changed.
  const launcher = installLauncher(home, task);
  const written = writeHomeFiles(home);
  requireKey(home);
  if (packs) writeFileAtomic(home.config, packs.text);
  if (packs && task.person)
    for (const name of packs.off) acceptValue(home, ['packs', name], allPolicies(), task.person);
  const needed = await eventsNeeded(task, home);
  const { wanted, statusLine } = entriesWanted(needed, task);
  if (eventsOfChange(planInstall(home, file, wanted)).removed.length > 0) {
    refuseInsideAgent('init');
    approveRemovedEntries(home, Date.now());
  }
  const change = install(home, scope, file, wanted, { statusLine });
  if (scope === 'user') {
    saveStatusLineChoice(home, task.statusLine, textWithoutPawl(home, file));
    writeSkill(home);
  }
  if (task.mcp) addMcp(scope, task.root, home, process.env);
  return resultOf(task, change, { launcher, written, needed });
}

/** The events that the config needs: the user's config for user settings, the project's for a project. */
function eventsNeeded({ scope, root }: InitTask, home: Home) {
  return switchedOn(home, scope === 'user' ? outsideProjects(home) : findPlace(root), process.env);
}

/** The status line is set only in user settings, because it is personal. */
function entriesWanted({ events, policies }: SwitchedOn, { scope, home, statusLine }: InitTask) {
  const wanted = entriesFor(events, scope, home, { waker: needsWaker(policies) });
  const measures = policies.some(({ id }) => id === 'session/context-use');
  const shows = scope === 'user' && measures && statusLine !== 'yours';
  return { wanted, statusLine: shows ? statusCommand(home) : undefined };
}

interface Performed {
  launcher: boolean;
  written: string[];
  needed: SwitchedOn;
}

function resultOf(task: InitTask, change: Change, performed: Performed): InitResult {
  const { added, removed, now } = eventsOfChange(change);
  const off = hooksOff(findSources(task.root, process.env));
  const others = unguardedClients();
  const content = statusLineContent(change.after ?? '', planUninstall(task.home, task.file).after ?? '');
  const statusLine = content && task.statusLine === 'pawl' ? 'pawl' : content;
  return {
    scope: task.scope,
    file: task.file,
    changed: change.after !== change.before,
    events: now,
    added,
    removed,
    protects: Object.entries(performed.needed.config.packs)
      .filter(([, on]) => on)
      .map(([name]) => name),
    launcher: { file: task.home.launcher, changed: performed.launcher },
    config: { file: task.home.config, created: performed.written.includes(task.home.config) },
    ...(statusLine && { status_line: statusLine }),
    ...(task.mcp && { mcp: { file: addMcp(task.scope, task.root, task.home, process.env, true).file } }),
    ...(task.packs && { packs: { on: task.packs.on, off: task.packs.off } }),
    ...(off && { hooks_off: off }),
    ...(others.length > 0 && { unguarded_clients: others.map(({ name }) => name) }),
    problems: problemsOf(task.file, change.after ?? ''),
  };
}

/** Mistakes in the file that make the client ignore all of it, including Pawl's entries. */
function problemsOf(file: string, text: string): Finding[] {
  const found = checkShape(readEntries({ kind: 'user', file, text }));
  return found.filter((finding) => finding.code === 'file-dropped');
}

/** A copy of the home with the config as it would be, and with a key of its own. */
function temporaryHome({ home, packs }: InitTask, folder: string): Home {
  const config = packs ? join(folder, 'config.jsonc') : home.config;
  const copy = { ...home, config, run: folder, decisions: folder, key: join(folder, 'key') };
  if (packs) writeFileAtomic(config, packs.text);
  copyInForce(home, copy);
  // The copy is thrown away, so its config is accepted as a first installation's would be.
  const installer: Person = { provedBy: 'first installation', at: Date.now() };
  for (const name of packs?.off ?? []) acceptValue(copy, ['packs', name], allPolicies(), installer);
  return copy;
}

/** Works on copies, because a dry run must not change anything. */
async function preview(task: InitTask, json: boolean): Promise<number> {
  const scratch = join(tmpdir(), `pawl-${crypto.randomUUID()}`);
  try {
    const needed = await eventsNeeded(task, temporaryHome(task, scratch));
    const { wanted, statusLine } = entriesWanted(needed, task);
    const change = planInstall(task.home, task.file, wanted, { statusLine });
    const done = { ...resultOf(task, change, { launcher: false, written: [], needed }), dry_run: true };
    if (json) console.log(JSON.stringify({ ...done, after: change.after }, null, 2));
    else printPreview(change, done);
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function launcherOnly(home: Home, json: boolean, downgrade: boolean): Promise<number> {
  const changed = await withLock(home, () => {
    writeHomeFiles(home);
    return installLauncher(home, { downgrade });
  });
  if (json) console.log(JSON.stringify({ launcher: { file: home.launcher, changed } }, null, 2));
  else console.log(`${home.launcher} ${changed ? 'was installed' : 'is up to date'}.`);
  return 0;
}

const command: Command = {
  summary: 'Register Pawl with Claude Code',
  details: `
Copies this program into Pawl’s home, and adds an entry to the settings file for each event that a switched-on policy
needs. Nothing else in that file changes; running it again changes nothing. A backup of the file is kept, and
\`pawl uninstall\` restores it. For all your projects it also writes the skill for \`/pawl\`, ~/.claude/skills/pawl. On a
terminal it asks which packs, where, and about your status line and PATH; with --yes, --packs, --json or without a
terminal it asks nothing.

  --user      ~/.claude/settings.json, for all your projects (the default)
  --project   .claude/settings.json, shared with the team; does nothing on machines without Pawl
  --local     .claude/settings.local.json, for you in this project
  --managed   Claude Code’s managed settings, for everybody on this machine; needs root. Program, config and policies
              then belong to root, and so do pauses, grants and trust: no session can switch them off

  pawl init --packs +workflow,+memory   switch packs on; the others stay as they are
  pawl init --packs +workflow,-docs     the same, and switch one off (alone: --packs=-docs)
  pawl init --packs all                 switch all packs on

  pawl init --client codex,gemini       guard these coding agents too; all: those that are installed

Exit codes: 0 done; 1 the file can’t be read or written, or Claude Code ignores it because of a mistake in it; 2 wrong
usage.`,
  options: {
    user: { type: 'boolean', about: 'Your own settings (the default)' },
    project: { type: 'boolean', about: 'The shared settings of this project' },
    local: { type: 'boolean', about: 'Your own settings in this project' },
    managed: { type: 'boolean', about: 'For all users of this machine, owned by root' },
    packs: {
      type: 'string',
      value: 'all|+a,-b',
      about: 'Switch packs on (+) and off (-); without signs, exactly these are on, after a question',
      multiple: true,
    },
    client: {
      type: 'string',
      value: 'NAME|all',
      about: `Register with another coding agent: ${clientNames.join(', ')}, or all`,
    },
    mcp: { type: 'boolean', about: 'Also register Pawl’s MCP tools (pawl mcp)' },
    'status-line': {
      type: 'string',
      value: 'both|yours|pawl',
      about: 'Whose status line Claude Code shows (default: both, yours first)',
    },
    'dry-run': { type: 'boolean', about: 'Show what would change, and change nothing' },
    'launcher-only': { type: 'boolean', about: 'Only install the program, for use with the plugin' },
    downgrade: { type: 'boolean', about: 'Replace a launcher that is newer than this program' },
    yes: { type: 'boolean', short: 'y', about: 'Ask nothing: keep what is in force, else use the defaults' },
    ...jsonOption,
  },
  run,
};

export default command;
