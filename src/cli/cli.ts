// Entry point 2, a person: the table of commands, each of which is loaded when it is called.

import { nearest } from '../core/text.ts';
import { launcherToName } from '../store/files/launcher.ts';
import { UserError } from '../system/errors.ts';
import { findHome } from '../system/home.ts';
import { type Command, printHelp, runCommand } from './command.ts';
import type { Completable } from './help/completions.ts';
import type { CommandOverview } from './help/overview.ts';
import { printCompletely, reportUnwritten } from './support/output.ts';
import { shareManagedFiles } from './support/root.ts';
import { escapeOutput, nameCommands, prose, useLauncher } from './support/terminal.ts';

type Loader = () => Promise<{ default: Command }>;

/** In the order in which `pawl --help` shows them. */
const table: [group: string, name: string, about: string, load: Loader][] = [
  ['install and maintain', 'init', 'Register Pawl with Claude Code', () => import('./commands/init.ts')],
  ['install and maintain', 'uninstall', 'Remove the registration', () => import('./commands/uninstall.ts')],
  [
    'install and maintain',
    'doctor',
    'Check every hook on this machine',
    () => import('./commands/doctor.ts'),
  ],
  [
    'install and maintain',
    'config',
    'Show or change the config, and where each value comes from',
    () => import('./commands/config.ts'),
  ],
  [
    'install and maintain',
    'policies',
    'List, create and test policies',
    () => import('./commands/policies.ts'),
  ],
  [
    'install and maintain',
    'trust',
    'Review and trust this project’s config and policies',
    () => import('./commands/trust.ts'),
  ],
  [
    'install and maintain',
    'update',
    'Install a newer version, or check for one',
    () => import('./commands/update.ts'),
  ],
  [
    'install and maintain',
    'import',
    'Import the state of older hook systems',
    () => import('./commands/import.ts'),
  ],
  ['install and maintain', 'gc', 'Delete expired data', () => import('./commands/gc.ts')],
  [
    'install and maintain',
    'completion',
    'Print completions for your shell',
    async () => ({ default: (await import('./commands/completion.ts')).completionCommand(completable) }),
  ],
  ['inspect', 'log', 'List recorded events and decisions', () => import('./commands/log.ts')],
  ['inspect', 'explain', 'Explain why an event got its answer', () => import('./commands/explain.ts')],
  ['inspect', 'check', 'Show what the guard says about a shell command', () => import('./commands/check.ts')],
  [
    'inspect',
    'backtest',
    'Run the current policies over past sessions',
    () => import('./commands/backtest.ts'),
  ],
  [
    'inspect',
    'conform',
    'Check any hook program against its client’s protocol',
    () => import('./commands/conform.ts'),
  ],
  ['inspect', 'metrics', 'Count calls, durations and refusals', () => import('./commands/metrics.ts')],
  ['inspect', 'report', 'Write the metrics to one HTML file', () => import('./commands/report.ts')],
  [
    'inspect',
    'dashboard',
    'Show sessions, decisions and metrics live in the browser',
    () => import('./commands/dashboard.ts'),
  ],
  ['inspect', 'export', 'Send metrics and decisions to OpenTelemetry', () => import('./commands/export.ts')],
  ['overrides', 'allow-once', 'Allow one refused call', () => import('./commands/allow-once.ts')],
  ['overrides', 'pause', 'Switch policies off for a while', () => import('./commands/pause.ts')],
  ['overrides', 'resume', 'End a pause', () => import('./commands/resume.ts')],
  ['overrides', 'off', 'Switch Pawl off until `pawl on`', () => import('./commands/off.ts')],
  ['overrides', 'on', 'Switch Pawl on again', () => import('./commands/on.ts')],
  ['workflows', 'workflow', 'Show, start and check workflows', () => import('./commands/workflow.ts')],
  ['tasks and memory', 'task', 'Manage the task list of a session', () => import('./commands/task.ts')],
  ['tasks and memory', 'checkpoint', 'Write or check a checkpoint', () => import('./commands/checkpoint.ts')],
  [
    'tasks and memory',
    'verify',
    'Run the project’s checks and record the results',
    () => import('./commands/verify.ts'),
  ],
  ['tasks and memory', 'memory', 'Search, add and forget lessons', () => import('./commands/memory.ts')],
  [
    'tasks and memory',
    'mcp',
    'Serve these commands to the agent as MCP tools',
    () => import('./commands/mcp.ts'),
  ],
  [
    'sessions',
    'sessions',
    'Show which sessions are working and which need you',
    () => import('./commands/sessions.ts'),
  ],
  ['sessions', 'session', 'Show one session', () => import('./commands/session.ts')],
  ['sessions', 'status', 'Set or show what a session is working on', () => import('./commands/status.ts')],
  ['sessions', 'send', 'Send a message to another session', () => import('./commands/send.ts')],
  ['sessions', 'worker', 'Manage workers that a session waits for', () => import('./commands/worker.ts')],
  ['sessions', 'mission', 'Manage goals of unattended sessions', () => import('./commands/mission.ts')],
  [
    'sessions',
    'statusline',
    'Print the status line for Claude Code',
    () => import('./commands/statusline.ts'),
  ],
  [
    'sessions',
    'contact',
    'Manage contacts, and whether the agent may write to them',
    () => import('./commands/contact.ts'),
  ],
  [
    'team',
    'team',
    'Share records, memory and config with a team, on PostgreSQL',
    () => import('./commands/team.ts'),
  ],
  ['team', 'sync', 'Exchange records and memories with the team store', () => import('./commands/sync.ts')],
  [
    'autonomous sessions',
    'grant',
    'Let a session work without asking for a while',
    () => import('./commands/grant.ts'),
  ],
  [
    'autonomous sessions',
    'grants',
    'Show which sessions work without asking',
    () => import('./commands/grants.ts'),
  ],
  ['autonomous sessions', 'revoke', 'End a grant', () => import('./commands/revoke.ts')],
  ['autonomous sessions', 'worktree', 'Manage worktrees for agents', () => import('./commands/worktree.ts')],
  ['for Pawl itself', 'confirm', 'Ask a person to confirm a change', () => import('./commands/confirm.ts')],
  ['for Claude Code', 'hook', 'Answer one event', () => import('./commands/hook.ts')],
];

/** Every command with its options, for completions and the man page. */
export async function allCommands(): Promise<CommandOverview[]> {
  const { overviewOf } = await import('./help/overview.ts');
  const load = async ([group, name, about, loader]: (typeof table)[number]) =>
    overviewOf(group, name, about, (await loader()).default);
  return Promise.all(table.map(load));
}

async function completable(): Promise<Completable> {
  const { topics } = await import('./help/topics.ts');
  return { commands: await allCommands(), topics };
}

/** `pawl help --man | man -l -` */
async function printMan(): Promise<number> {
  const { manPage } = await import('./help/man.ts');
  const { version } = await import('../../package.json');
  console.log(manPage(await allCommands(), version).trimEnd());
  return 0;
}

export async function cli(argv: readonly string[]): Promise<number> {
  printCompletely();
  const code = await dispatch(argv);
  return reportUnwritten() ? 1 : code;
}

async function dispatch(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv;
  escapeTexts();
  if (name === 'help' && args[0] === '--man') return printMan();
  if (name === 'help' && args[0] !== undefined && !['--help', '-h'].includes(args[0])) return help(args[0]);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help')
    return printHelp(table, (await import('./help/topics.ts')).mainTopics);
  if (name === '--version' || name === '-v' || name === 'version') return printVersion();
  const entry = table.find(([, known]) => known === name);
  if (!entry) return fail(new UserError(noCommand(name)));
  if (!args.includes('--json')) nameLauncher();
  try {
    const { default: command } = await entry[3]();
    return await runCommand(name, command, args);
  } catch (error) {
    return fail(error);
  } finally {
    shareManagedFiles(findHome());
  }
}

/** The help of a command, and the page of that name; or only the page. */
async function help(topic: string): Promise<number> {
  const { findPage, nearestTopic, printPage } = await import('./help/topics.ts');
  const isCommand = table.some(([, name]) => name === topic);
  const page = findPage(topic);
  if (!isCommand && page === undefined) {
    const near =
      nearestTopic(topic) ??
      nearest(
        topic,
        table.map(([, name]) => name),
      );
    const hint = near ? ` Did you mean ${near}?` : '';
    return fail(new UserError(`There is no page or command "${topic}".${hint} \`pawl help\` lists them.`));
  }
  const code = isCommand ? await dispatch([topic, '--help']) : 0;
  if (isCommand && page !== undefined) console.log('');
  if (page !== undefined) printPage(page);
  return code;
}

let escapesOutput = false;

/** Once only: `pawl help <command>` dispatches a second time. */
function escapeTexts(): void {
  if (!escapesOutput) changeTexts(escapeOutput);
  escapesOutput = true;
}

/** Changes every text that a command prints: all of them print with `console`. */
function changeTexts(change: (text: string) => string): void {
  for (const name of ['log', 'error'] as const) {
    const print = console[name];
    console[name] = (...texts: unknown[]) =>
      print(...texts.map((text) => (typeof text === 'string' ? change(text) : text)));
  }
}

/**
 * Where `pawl` is not on PATH, the commands that a text names get the launcher's path, so that they work as printed.
 */
function nameLauncher(): void {
  const launcher = launcherToName(findHome(), process.env);
  if (!launcher) return;
  useLauncher(launcher);
  changeTexts(nameCommands);
}

async function printVersion(): Promise<number> {
  const { version } = await import('../../package.json');
  console.log(`pawl ${version}`);
  return 0;
}

function noCommand(name: string): string {
  if (name.startsWith('-'))
    return `There is no option ${name} before a command. Options come after it: \`pawl log --json\`. \`pawl --help\` lists the commands.`;
  return `There is no command "${name}".${suggest(name)} \`pawl --help\` lists them.`;
}

function suggest(name: string): string {
  if (name === '') return '';
  const names = table.map(([, command]) => command);
  const alike = names.filter((command) => command.startsWith(name.slice(0, 3)));
  const near = alike.length > 0 ? alike : [nearest(name, names) ?? []].flat();
  return near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
}

const permissionHint = '. `pawl doctor` shows whether Pawl’s home is writable.';

/** The one error handler of all commands: prints a message and returns the exit code. */
function fail(error: unknown): number {
  // Compared by name, because every bundle has its own copy of the class. Messages of the operating system are shown as
  // they are.
  const { name, code } = (error ?? {}) as { name?: string; code?: string };
  const known = name === 'UserError' || name === 'StoreError' || /^E[A-Z]+$/.test(code ?? '');
  const noPermission = /^E(ACCES|PERM|ROFS|NOSPC|DQUOT)$/.test(code ?? '');
  if (code === 'SQLITE_BUSY')
    console.error(errorText('Another process has been writing to the store for seconds. Try again.'));
  else if (known)
    console.error(errorText(`${(error as Error).message}${noPermission ? permissionHint : ''}`));
  else console.error(`pawl: unexpected error: ${(error as Error)?.stack ?? error}`);
  return name === 'UserError' ? (error as UserError).exit : 1;
}

/** Wraps a message on a terminal. Indented lines are lists and stay as they are. */
const errorText = (message: string) =>
  `pawl: ${message}`
    .split('\n')
    .map((line) => (line.startsWith(' ') ? line : prose(line)))
    .join('\n');
