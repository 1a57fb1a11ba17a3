// `pawl doctor`: every hook on this machine, and whether Pawl itself is well.

import { findHome, type Home, userHome } from '../../system/home.ts';
import { type Command, jsonOption, type Words } from '../command.ts';
import { fix } from '../doctor/apply-fixes.ts';
import { aroundOf, type Examined, examine } from '../doctor/examine.ts';
import { type Cost, measure } from '../doctor/measure.ts';
import { printCosts, printFixed, printReport } from '../doctor/report.ts';
import { withLock } from '../init/lock.ts';

async function run({ options, json }: Words): Promise<number> {
  const home = findHome();
  const look = () => examine(home, process.cwd(), process.env, undefined, options.measure === true);
  let examined = await look();
  const fixed: string[] = [];
  if (options.fix) {
    const around = { home: userHome(), project: examined.root };
    fixed.push(...(await withLock(home, () => fix(home, examined, around))));
    if (fixed.length > 0) examined = await look();
  }
  const costs = options.measure ? await measureAll(home, examined, json) : undefined;
  if (json) console.log(JSON.stringify(asJson(examined, fixed, costs, options.fix === true), null, 2));
  else print(examined, fixed, costs, options.fix === true);
  return examined.findings.some((one) => one.severity !== 'info') ? 1 : 0;
}

function measureAll(home: Home, examined: Examined, json: boolean): Promise<Cost[]> {
  const show = process.stderr.isTTY === true && !json;
  const progress = (text: string) => show && process.stderr.write(`\r\x1b[Kmeasuring ${text}`);
  const done = measure(home, examined.entries, aroundOf(examined.root, process.env), process.env, progress);
  return done.finally(() => show && process.stderr.write('\r\x1b[K'));
}

function print(examined: Examined, fixed: string[], costs: Cost[] | undefined, fixing: boolean): void {
  if (fixing) printFixed(fixed);
  printReport(examined);
  if (costs) printCosts(costs);
}

function asJson(examined: Examined, fixed: string[], costs: Cost[] | undefined, fixing: boolean) {
  const { findings, sources, entries, registration, seen, client, store } = examined;
  const number = (severity: string) => findings.filter((one) => one.severity === severity).length;
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
  summary: 'Look at every hook on this machine',
  details: `
Reads all settings files (managed, yours, the project’s, plugins’) and reports mistakes in all hooks, not only in
Pawl’s: entries that never run, run twice, wait for hours, or make the client drop the whole file. Then Pawl itself:
registration, launcher, last event seen, config, store, permissions, and the examples of all policies.

--fix mends what needs no guess: timeouts in milliseconds, object matchers, bare strings and handlers, second copies
in one file, permissions, a damaged store (moved aside). A backup is kept, and every change is shown.
--measure runs every command hook three times with a harmless event, in an empty home and project of its own, and
asks the client on this machine whether it knows all events that our table knows.

Exit codes: 0 nothing worse than an info, 1 warnings or errors, 2 wrong use. docs/doctor.md explains each code.`,
  options: {
    fix: { type: 'boolean', about: 'Mend what can be mended without guessing' },
    measure: {
      type: 'boolean',
      about: 'Run each command hook and show what it costs; ask the client about our events',
    },
    ...jsonOption,
  },
  run,
};

export default command;
