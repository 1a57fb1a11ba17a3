// `pawl doctor`: checks every hook on this machine, and Pawl itself.

import { findHome, type Home, userHome } from '../../system/home.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { applyFixes } from '../doctor/apply-fixes.ts';
import { type Examination, examine, hookPathsOf } from '../doctor/examine.ts';
import { type Cost, measure } from '../doctor/measure.ts';
import { printCosts, printFixed, printReport } from '../doctor/report.ts';
import { withLock } from '../init/lock.ts';
import { progressLine } from '../support/progress.ts';

async function run({ options, json }: ParsedArgs): Promise<number> {
  const home = findHome();
  const progress = progressLine({ json });
  // The examples of all policies take seconds on a slow machine.
  const runChecks = () => {
    progress.show('Checking the hooks, and running the examples of all policies …');
    const done = examine(home, process.cwd(), process.env, undefined, options.measure === true);
    return done.finally(progress.clear);
  };
  let examined = await runChecks();
  const fixed: string[] = [];
  if (options.fix) {
    const paths = { home: userHome(), project: examined.root };
    fixed.push(...(await withLock(home, () => applyFixes(home, examined, paths))));
    if (fixed.length > 0) examined = await runChecks();
  }
  const costs = options.measure ? await measureAll(home, examined, json) : undefined;
  if (json) console.log(JSON.stringify(asJson(examined, fixed, costs, options.fix === true), null, 2));
  else print(examined, fixed, costs, options.fix === true);
  return examined.findings.some((finding) => finding.severity !== 'info') ? 1 : 0;
}

function measureAll(home: Home, examined: Examination, json: boolean): Promise<Cost[]> {
  const progress = progressLine({ json });
  const paths = hookPathsOf(examined.root, process.env);
  const done = measure(home, examined.entries, paths, process.env, (text) =>
    progress.show(`Measuring ${text}`),
  );
  return done.finally(progress.clear);
}

function print(examined: Examination, fixed: string[], costs: Cost[] | undefined, fixing: boolean): void {
  if (fixing) printFixed(fixed);
  printReport(examined);
  if (costs) printCosts(costs);
}

function asJson(examined: Examination, fixed: string[], costs: Cost[] | undefined, fixing: boolean) {
  const { findings, sources, entries, registration, seen, client, store } = examined;
  const number = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  return {
    summary: { errors: number('error'), warnings: number('warning'), infos: number('info') },
    findings,
    files: sources.map(({ kind, file, plugin }) => ({ kind, file, ...(plugin && { plugin: plugin.name }) })),
    hooks: entries.map(({ event, line, group, value, source }) => ({
      file: source.file,
      line,
      event,
      matcher: group.matcher ?? null,
      handler: value,
    })),
    registration,
    seen,
    client: client ?? null,
    store,
    policies: { switched_on: examined.switchedOn, examples: examined.examples },
    ...(fixing && { fixed }),
    ...(costs && { costs }),
  };
}

const command: Command = {
  summary: 'Check every hook on this machine',
  details: `
Reads all settings files (managed, yours, the project’s, plugins’) and reports mistakes in all hooks, not only in
Pawl’s: entries that never run, run twice, have a timeout of hours, or make the client ignore the whole file. Then it
checks Pawl itself: registration, launcher, last events, config, store, permissions, and the examples of all policies.

--fix corrects mistakes that leave no doubt: timeouts in milliseconds, object matchers, bare strings and handlers, hooks
registered twice in one file, permissions, a damaged store (moved aside). It keeps a backup and shows every change.
--measure runs every command hook three times with a harmless event, in an empty temporary home and project, and asks
the client on this machine whether it knows all events that Pawl knows.

Exit codes: 0 nothing worse than an info, 1 warnings or errors, 2 wrong usage.
\`pawl help <code>\` explains a code.`,
  options: {
    fix: { type: 'boolean', about: 'Fix mistakes that can be fixed without guessing' },
    measure: {
      type: 'boolean',
      about: 'Run each command hook and show how long it takes; ask the client which events it knows',
    },
    ...jsonOption,
  },
  run,
};

export default command;
