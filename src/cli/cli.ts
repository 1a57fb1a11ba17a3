// Door 2, a person: a table of commands, each loaded when called.

import { nearest } from '../core/text.ts';
import { UserError } from '../system/errors.ts';
import { type Command, printHelp, runCommand } from './command.ts';

type Loader = () => Promise<{ default: Command }>;

/** In the order in which `pawl --help` shows them. */
const table: [group: string, name: string, about: string, load: Loader][] = [
  ['install and care', 'init', 'Register Pawl with Claude Code', () => import('./commands/init.ts')],
  ['install and care', 'uninstall', 'Take the registration back', () => import('./commands/uninstall.ts')],
  ['install and care', 'doctor', 'Look at every hook on this machine', () => import('./commands/doctor.ts')],
  [
    'install and care',
    'config',
    'Show the effective config and where it comes from',
    () => import('./commands/config.ts'),
  ],
  [
    'install and care',
    'policies',
    'List policies, or start one of your own',
    () => import('./commands/policies.ts'),
  ],
  [
    'install and care',
    'trust',
    'Let this project’s config and policies count',
    () => import('./commands/trust.ts'),
  ],
  ['install and care', 'update', 'Look for a newer version', () => import('./commands/update.ts')],
  [
    'install and care',
    'import',
    'Take over what older hook systems kept',
    () => import('./commands/import.ts'),
  ],
  ['install and care', 'gc', 'Delete what is past its time', () => import('./commands/gc.ts')],
  ['see what happened', 'log', 'List recorded events and decisions', () => import('./commands/log.ts')],
  [
    'see what happened',
    'explain',
    'Say why an event was answered as it was',
    () => import('./commands/explain.ts'),
  ],
  [
    'see what happened',
    'check',
    'Say what the guard thinks of a shell command',
    () => import('./commands/check.ts'),
  ],
  [
    'see what happened',
    'backtest',
    'Run the policies of now over past sessions',
    () => import('./commands/backtest.ts'),
  ],
  [
    'see what happened',
    'metrics',
    'How much, how long, how often refused',
    () => import('./commands/metrics.ts'),
  ],
  ['see what happened', 'report', 'The figures as one HTML file', () => import('./commands/report.ts')],
  [
    'see what happened',
    'dashboard',
    'Sessions, decisions and figures, live in the browser',
    () => import('./commands/dashboard.ts'),
  ],
  ['phases', 'workflow', 'Phases with gates and deliverables', () => import('./commands/workflow.ts')],
  ['finish and remember', 'task', 'Keep the task list of a session', () => import('./commands/task.ts')],
  [
    'finish and remember',
    'checkpoint',
    'Write, check or start a checkpoint',
    () => import('./commands/checkpoint.ts'),
  ],
  [
    'finish and remember',
    'verify',
    'Run the project’s checks and remember the result',
    () => import('./commands/verify.ts'),
  ],
  ['finish and remember', 'memory', 'Search, add and forget lessons', () => import('./commands/memory.ts')],
  ['sessions', 'sessions', 'Who works, who waits for you, and why', () => import('./commands/sessions.ts')],
  ['sessions', 'session', 'Show one session', () => import('./commands/session.ts')],
  ['sessions', 'status', 'Say what a session is working on', () => import('./commands/status.ts')],
  ['sessions', 'send', 'Send a message to another session', () => import('./commands/send.ts')],
  ['sessions', 'worker', 'Work that a session waits for', () => import('./commands/worker.ts')],
  ['sessions', 'mission', 'Goals of unattended sessions', () => import('./commands/mission.ts')],
  ['sessions', 'statusline', 'The status line for Claude Code', () => import('./commands/statusline.ts')],
  ['sessions', 'contact', 'Say whom the agent may write to', () => import('./commands/contact.ts')],
  ['finish and remember', 'mcp', 'Serve these to the agent as tools', () => import('./commands/mcp.ts')],
  ['ways out', 'pause', 'Switch policies off for a while', () => import('./commands/pause.ts')],
  ['ways out', 'resume', 'End a pause', () => import('./commands/resume.ts')],
  ['ways out', 'allow-once', 'Let one refused call through', () => import('./commands/allow-once.ts')],
  ['work alone', 'grant', 'Let a session work alone for a while', () => import('./commands/grant.ts')],
  ['work alone', 'grants', 'Show which sessions may', () => import('./commands/grants.ts')],
  ['work alone', 'revoke', 'Take a grant back', () => import('./commands/revoke.ts')],
  ['work alone', 'worktree', 'Worktrees for agents', () => import('./commands/worktree.ts')],
  ['for Claude Code', 'hook', 'Answer one event', () => import('./commands/hook.ts')],
];

export async function cli(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv;
  if (name === 'help' && args[0] !== undefined) return cli([args[0], '--help']);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return printHelp(table);
  if (name === '--version' || name === '-v' || name === 'version') return printVersion();
  const entry = table.find(([, one]) => one === name);
  if (!entry)
    return fail(new UserError(`There is no command "${name}".${suggest(name)} \`pawl --help\` lists them.`));
  try {
    const { default: command } = await entry[3]();
    return await runCommand(name, command, args);
  } catch (error) {
    return fail(error);
  }
}

async function printVersion(): Promise<number> {
  const { version } = await import('../../package.json');
  console.log(`pawl ${version}`);
  return 0;
}

function suggest(name: string): string {
  const names = table.map(([, one]) => one);
  const alike = names.filter((one) => one.startsWith(name.slice(0, 3)));
  const near = alike.length > 0 ? alike : [nearest(name, names) ?? []].flat();
  return near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
}

const noRights = '. `pawl doctor` says whether Pawl’s home can be written.';

/** One handler for all: a message for people, the exit code for scripts. */
function fail(error: unknown): number {
  // By name, because every bundle has a class of its own. Messages of the operating system are for people too.
  const { name, code } = (error ?? {}) as { name?: string; code?: string };
  const known = name === 'UserError' || name === 'StoreError' || /^E[A-Z]+$/.test(code ?? '');
  const rights = /^E(ACCES|PERM|ROFS|NOSPC|DQUOT)$/.test(code ?? '');
  console.error(
    `pawl: ${known ? `${(error as Error).message}${rights ? noRights : ''}` : `something went wrong: ${(error as Error)?.stack ?? error}`}`,
  );
  return name === 'UserError' ? (error as UserError).exit : 1;
}
