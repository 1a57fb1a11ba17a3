// How `init` and `uninstall` show what they do.

import type { Finding } from '../doctor/finding.ts';
import { shortDiff } from '../support/line-diff.ts';
import { paint, shortPath, table, wrap } from '../support/terminal.ts';
import type { Change } from './install.ts';
import type { Scope } from './settings.ts';

/** What `init --json` prints. */
export interface Done {
  scope: Scope;
  file: string;
  changed: boolean;
  events: string[];
  added: string[];
  removed: string[];
  launcher: { file: string; changed: boolean };
  config: { file: string; created: boolean };
  packs?: { on: string[]; off: string[] };
  /** Who is shown in the client's status line; absent: not wired here. */
  status_line?: 'pawl' | 'yours and pawl';
  /** Where the agent’s tools are registered. */
  mcp?: { file: string };
  hooks_off?: { file: string; key: string };
  /** What in the file keeps the client from reading it. */
  problems: Finding[];
}

export function printDone(done: Done): void {
  const title = done.changed
    ? 'Pawl is registered with Claude Code.'
    : 'Pawl was already registered; nothing to change.';
  console.log(`${paint('green', '✓')} ${paint('bold', title)}\n`);
  const rows = [
    ['settings', shortPath(done.file), changeInWords(done)],
    ['launcher', shortPath(done.launcher.file), done.launcher.changed ? 'copied' : 'current'],
    ['config', shortPath(done.config.file), done.config.created ? 'created' : packsInWords(done)],
    ...(done.status_line
      ? [['status line', done.status_line, done.status_line === 'pawl' ? '' : 'yours runs inside']]
      : []),
    ...(done.mcp ? [['tools', shortPath(done.mcp.file), 'pawl mcp']] : []),
  ];
  console.log(table(rows.map(([name, file, what]) => [`  ${paint('dim', name!)}`, file!, what!])));
  if (done.events.length > 4) console.log(paint('dim', `\n${wrap(done.events.join(', '), '  ')}`));
  console.log(`\n${wrap(nextSteps(done), '  ')}`);
  warn(done);
}

function nextSteps({ changed, events }: Done): string {
  if (events.length === 0)
    return 'No policy that is switched on needs an event: `pawl policies` lists what there is.';
  const soon = changed ? 'Running sessions pick it up within about two seconds. ' : '';
  return `${soon}\`pawl doctor\` shows whether it fires, \`pawl uninstall\` gives the file back as it was.`;
}

function changeInWords({ added, removed, events, changed }: Done): string {
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

function packsInWords({ packs }: Done): string {
  if (!packs || packs.on.length + packs.off.length === 0) return 'kept as it is';
  const parts = [
    packs.on.length > 0 && `on: ${packs.on.join(', ')}`,
    packs.off.length > 0 && `off: ${packs.off.join(', ')}`,
  ];
  return parts.filter(Boolean).join('; ');
}

function warn({ hooks_off: off, problems }: Done): void {
  const texts = problems.map(
    (one) => `${shortPath(one.file!)}:${one.line}: ${one.what}. Run \`pawl doctor\`.`,
  );
  if (off)
    texts.push(`Hooks in settings files will not run here: ${off.key} is set in ${shortPath(off.file)}.`);
  for (const text of texts) console.log(`\n${paint('yellow', wrap(text, '  '))}`);
}

export function printPreview(change: Change, done: Done): void {
  printDiff(change);
  if (done.packs) console.log(`${shortPath(done.config.file)}: packs ${packsInWords(done)}`);
  warn(done);
  console.log(paint('dim', '\nA dry run: nothing was written.'));
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
