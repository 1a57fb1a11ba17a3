// Prints the result of `pawl doctor`.

import { version } from '../../../package.json';
import { clip, plural } from '../../core/text.ts';
import { managed } from '../../system/managed.ts';
import { ago, fitTable, paint, shortPath, table, visible, wrap } from '../support/terminal.ts';
import { knownClient } from './check-client.ts';
import { mb } from './check-home.ts';
import type { Severity } from './codes.ts';
import { type Examination, isReadable } from './examine.ts';
import type { Finding } from './finding.ts';
import type { Cost } from './measure.ts';

const looks: Record<Severity, { sign: string; colour: 'red' | 'yellow' | 'blue' }> = {
  error: { sign: '✗', colour: 'red' },
  warning: { sign: '!', colour: 'yellow' },
  info: { sign: '·', colour: 'blue' },
};

export function printReport(examined: Examination): void {
  const rows = Object.entries(overview(examined));
  console.log(`${paint('bold', 'pawl doctor')}\n`);
  console.log(fitTable(rows.map(([name, text]) => [`  ${paint('dim', name)}`, text])));
  printSeen(examined);
  for (const finding of examined.findings) printFinding(finding);
  console.log(`\n${verdict(examined)}`);
}

function overview({
  sources,
  entries,
  registration,
  seen,
  client,
  store,
  ...rest
}: Examination): Record<string, string> {
  const { events, files } = registration;
  const registeredIn = files.map((file) => shortPath(file)).join(', ');
  const tested = client === knownClient ? 'the tested version' : `tested with ${knownClient}`;
  return {
    hooks: `${plural(entries.length, 'hook')} in ${plural(sources.length, 'file')}`,
    pawl:
      events.length > 0
        ? `${version}, registered in ${registeredIn}`
        : `${version}, not registered with Claude Code`,
    ...(rest.otherClients.length > 0 && { agents: `also registered with ${rest.otherClients.join(', ')}` }),
    ...(rest.managed && { managed: `installed by an administrator: ${managed.control} belongs to root` }),
    client: client ? `Claude Code ${client} (${tested})` : 'Claude Code is not on the PATH',
    store:
      store.state === 'none'
        ? 'not created yet'
        : [
            store.state,
            mb(store.bytes),
            ...(store.events === undefined ? [] : [plural(store.events, 'event')]),
          ].join(', '),
    policies: `${rest.switchedOn} switched on; ${plural(rest.examples, 'example')} run on this machine`,
  };
}

/** Shows whether the hooks fire: the last event of each kind, and the events that have not arrived yet. */
function printSeen({ registration, seen, store }: Examination): void {
  const { events } = registration;
  if (events.length === 0 || !isReadable(store)) return;
  const rows = seen.map(({ event, at, count: n }) => [
    `    ${event}`,
    paint('green', ago(at)),
    paint('dim', plural(n, 'time')),
  ]);
  const never = events.filter((event) => !seen.some((known) => known.event === event));
  console.log(`\n  ${paint('dim', 'last seen')}`);
  if (rows.length > 0) console.log(table(rows));
  if (never.length > 0) console.log(paint('dim', wrap(`not yet: ${never.join(', ')}`, '    ')));
}

function printFinding({ code, severity, file, line, what, why, fix, fixable }: Finding): void {
  const { sign, colour } = looks[severity];
  const place = file ? `  ${shortPath(file)}${line ? `:${line}` : ''}` : '';
  console.log(`\n  ${paint(colour, `${sign} ${severity}`)}  ${paint('bold', code)}${paint('dim', place)}`);
  console.log(wrap(visible(what), '    '));
  console.log(paint('dim', wrap(why, '    ')));
  const automatic = fixable && !fix.includes('--fix') ? ' (`pawl doctor --fix` does it)' : '';
  console.log(wrap(`→ ${fix}${automatic}`, '    '));
}

function verdict({ findings, client }: Examination): string {
  const number = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [number('error'), number('warning')];
  const hasFired = findings.every(({ code }) => code !== 'never-fired');
  const unknown = whatIsUnknown(hasFired, client !== undefined);
  if (unknown !== '' && errors + warnings === 0) return paint('yellow', wrap(unknown));
  if (errors + warnings === 0) return `${paint('green', '✓')} All is well.`;
  const text = `${plural(errors, 'error')}, ${plural(warnings, 'warning')}. \`pawl help doctor\` explains each code.`;
  return paint(errors > 0 ? 'red' : 'yellow', text);
}

/** Why a report without errors can't say that all is well; empty if it can. */
function whatIsUnknown(hasFired: boolean, hasClient: boolean): string {
  if (!hasFired)
    return hasClient
      ? 'Nothing is wrong so far, but no hook has fired yet: start a session to be sure.'
      : 'Nothing is wrong so far, but no hook has fired yet, and Claude Code is not on the PATH: install it, start a session, and run `pawl doctor` again.';
  return hasClient
    ? ''
    : 'Nothing is wrong with the hooks, but Claude Code is not on the PATH, so its version was not checked.';
}

export function printCosts(costs: readonly Cost[]): void {
  console.log(`\n${paint('bold', 'Duration of each hook')} (median of three runs, in milliseconds)\n`);
  const rows = [...costs]
    .sort((a, b) => (b.ms ?? 1e9) - (a.ms ?? 1e9))
    .map(({ ms, event, command, file, line, exit }) => [
      `  ${(ms === undefined ? 'timeout' : ms.toFixed(1)).padStart(8)}`,
      event,
      exit === 0 ? '' : `exit ${exit ?? 'none'}`,
      clip(command, 60),
      paint('dim', `${shortPath(file)}:${line}`),
    ]);
  console.log(rows.length > 0 ? fitTable(rows, { shrink: [[3, 20], 4] }) : '  There are no command hooks.');
}

export function printFixed(changes: readonly string[]): void {
  if (changes.length === 0) console.log('There is nothing that can be fixed without guessing.\n');
  for (const change of changes) console.log(`${paint('green', '✓')} ${change}`);
  if (changes.length > 0) console.log('');
}
