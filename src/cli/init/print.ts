// Prints the result of `init` and `uninstall`.

import { dirname } from 'node:path';
import { withLauncher } from '../../domain/sessions/launcher.ts';
import { launcherToName } from '../../store/files/launcher.ts';
import { type Home, userHome } from '../../system/home.ts';
import type { Finding } from '../doctor/finding.ts';
import { shortDiff } from '../support/line-diff.ts';
import { paint, shortPath, table, wrap } from '../support/terminal.ts';
import type { Change } from './install.ts';
import { protectedText, trial } from './protected.ts';
import type { Scope } from './settings.ts';

/** The output of `init --json`. */
export interface InitResult {
  scope: Scope;
  file: string;
  changed: boolean;
  events: string[];
  added: string[];
  removed: string[];
  /** The packs that are switched on. */
  protects: string[];
  launcher: { file: string; changed: boolean };
  config: { file: string; created: boolean };
  packs?: { on: string[]; off: string[] };
  /** The contents of the client's status line; absent if `init` did not change it. */
  status_line?: 'pawl' | 'yours and pawl';
  /** Where the MCP server is registered. */
  mcp?: { file: string };
  hooks_off?: { file: string; key: string };
  /** Other coding agents on this machine that Pawl does not guard. */
  unguarded_clients?: string[];
  /** Mistakes that make the client ignore the file. */
  problems: Finding[];
}

/** Commands in the text name the launcher in `home` by its path if the shell does not find `pawl`. */
export function printDone(done: InitResult, home: Home): void {
  const launcher = launcherToName(home, process.env);
  const named = (text: string) => wrap(launcher ? withLauncher(text, launcher) : text, '  ');
  console.log(`${titleOf(done)}\n`);
  const rows = [
    ['settings', shortPath(done.file), eventChanges(done)],
    ['launcher', shortPath(done.launcher.file), done.launcher.changed ? 'copied' : 'up to date'],
    ['config', shortPath(done.config.file), done.config.created ? 'created' : packChanges(done)],
    ...(done.status_line
      ? [['status line', done.status_line, done.status_line === 'pawl' ? '' : 'Pawl runs yours first']]
      : []),
    ...(done.mcp ? [['tools', shortPath(done.mcp.file), 'pawl mcp']] : []),
  ];
  console.log(table(rows.map(([name, file, state]) => [`  ${paint('dim', name!)}`, file!, state!])));
  if (done.problems.length === 0 && done.events.length > 0) {
    console.log(`\n${protectedText(done).replace(/^/gm, '  ')}`);
    console.log(`\n${named(trial)}`);
  }
  console.log(`\n${named(nextSteps(done))}`);
  if (launcher) console.log(`\n${wrap(pathLine(home), '  ')}`);
  const others = done.unguarded_clients ?? [];
  if (others.length > 0)
    console.log(
      `\n${named(`Also installed here, without Pawl: ${others.join(', ')}. \`pawl init --client all\` guards them too.`)}`,
    );
  warn(done);
}

/** How `pawl` becomes a command of the shell. */
function pathLine(home: Home): string {
  const folder = dirname(home.launcher).replace(`${userHome()}/`, '$HOME/');
  return `To type just \`pawl\`: export PATH="${folder}:$PATH"`;
}

function titleOf(done: InitResult): string {
  const { changed, problems, launcher, config, mcp } = done;
  if (problems.length > 0)
    return `${paint('red', '✗')} ${paint('bold', 'Nothing is protected yet: Claude Code ignores this settings file.')}`;
  const otherChange = launcher.changed || config.created || mcp || packChanges(done) !== unchanged;
  const title = changed
    ? 'Pawl is registered with Claude Code.'
    : `Pawl is already registered${otherChange ? '' : '; nothing was changed'}.`;
  return `${paint('green', '✓')} ${paint('bold', title)}`;
}

function nextSteps({ changed, events }: InitResult): string {
  if (events.length === 0)
    return 'No policy that is switched on needs an event. `pawl policies --all` lists all policies.';
  const soon = changed ? 'Running sessions pick it up within about two seconds. ' : '';
  return `${soon}\`pawl doctor\` shows whether the hooks fire; \`pawl uninstall\` restores the file as it was.`;
}

function eventChanges({ added, removed, events, changed }: InitResult): string {
  const parts = [
    added.length > 0 && `${names(added)} added`,
    removed.length > 0 && `${names(removed)} removed`,
  ].filter(Boolean);
  if (parts.length > 0) return parts.join('; ');
  return changed ? `updated: ${names(events)}` : names(events);
}

function names(events: readonly string[]): string {
  return events.length > 4 ? `${events.length} events` : events.join(', ');
}

const unchanged = 'unchanged';

function packChanges({ packs }: InitResult): string {
  const parts = Object.entries(packs ?? {})
    .filter(([, names]) => names.length > 0)
    .map(([state, names]) => `${state}: ${names.join(', ')}`);
  return parts.join('; ') || unchanged;
}

function warn({ hooks_off: off, problems }: InitResult): void {
  const texts = problems.map(
    (problem) =>
      `${shortPath(problem.file!)}:${problem.line}: ${problem.what}, and with it Pawl’s entries. Fix that line, then run \`pawl doctor\`.`,
  );
  if (off) texts.push(`Hooks do not run here, because ${off.key} is set in ${shortPath(off.file)}.`);
  for (const text of texts) console.log(`\n${paint('yellow', wrap(text, '  '))}`);
}

export function printPreview(change: Change, done: InitResult): void {
  printDiff(change);
  if (done.packs) console.log(`${shortPath(done.config.file)}: packs ${packChanges(done)}`);
  warn(done);
  printDryRun();
}

export function printDryRun(): void {
  console.log(paint('dim', '\nDry run: nothing was written.'));
}

export function printDiff({ file, before, after }: Change): void {
  const lines = shortDiff(before, after ?? '');
  if (lines.length === 0) {
    console.log(`${shortPath(file)}: nothing to change`);
    return;
  }
  console.log(paint('bold', shortPath(file)));
  for (const { kind, text } of lines) {
    const line = `${kind} ${text}`.trimEnd();
    console.log(kind === '+' ? paint('green', line) : kind === '-' ? paint('red', line) : paint('dim', line));
  }
}
