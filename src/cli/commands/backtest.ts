// `pawl backtest`: what the current policies would have decided on past tool calls.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { acceptConfig } from '../../config/user-layer.ts';
import { plural } from '../../core/text.ts';
import { allPolicies } from '../../policies/registry.ts';
import { UserError } from '../../system/errors.ts';
import { readText } from '../../system/files.ts';
import { findHome, type Home } from '../../system/home.ts';
import type { Person } from '../../system/person.ts';
import { type Command, duration, jsonOption, type ParsedArgs } from '../command.ts';
import { paintDecision } from '../support/open-log.ts';
import { printLeftOut } from '../support/own-code.ts';
import { progressLine } from '../support/progress.ts';
import { ConfigRun, replay } from '../support/replay.ts';
import { fitTable, paint, prose } from '../support/terminal.ts';

const backtest: Command = {
  summary: 'Run the current policies over past sessions',
  usage: '[paths…]',
  details: `
Reads the client’s transcripts (all, or the given files and folders) and the calls that Pawl recorded with their
parameters. Shows what would have been refused or asked about, how often, and by which policy. Nothing is changed.
--compare runs a second config over the same calls and shows the differences. Policies that look at files see them as
they are now. Your rules and policy files are asked, too; scripts (external) are not, because each would be started for
every call. The exit code is 0, whatever was found.

  pawl backtest --since 7d
  pawl backtest --compare stricter.jsonc ~/.claude/projects/-home-me-app`,
  options: {
    since: { type: 'string', value: '30d', about: 'Only calls of this period (default: 30d)' },
    compare: {
      type: 'string',
      value: 'file',
      about: 'Run this config too, and show where its decisions differ from those of your own',
    },
    ...jsonOption,
  },
  async run(args) {
    const home = findHome();
    const since = Date.now() - duration((args.options.since as string | undefined) ?? '30d', 'since');
    const runs = [home, ...otherHome(args, home)].map((home) => new ConfigRun(home));
    const missing = args.rest.find((path) => !existsSync(path));
    if (missing !== undefined) throw new UserError(`${missing} does not exist.`);
    const progress = progressLine({ json: args.json });
    const { calls, files } = await replay(runs, home, { since, paths: args.rest, progress: progress.show });
    progress.clear();
    const report = {
      calls,
      transcripts: files,
      ...runs[0]!.report(),
      left_out: runs[0]!.leftOut(),
      ...(runs[1] && { compared: runs[1].report(), differ: differences(runs[0]!, runs[1]) }),
    };
    if (args.json) console.log(JSON.stringify(report, null, 2));
    else {
      printReport(report);
      printLeftOut(report.left_out);
    }
    return 0;
  },
};
export default backtest;

function otherHome({ options }: ParsedArgs, home: Home): Home[] {
  if (typeof options.compare !== 'string') return [];
  const config = resolve(options.compare);
  if (!existsSync(config)) throw new UserError(`${config} does not exist.`);
  // A home of its own: what is in force here must not depend on a config that is only tried out.
  const folder = mkdtempSync(join(tmpdir(), 'pawl-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const other = { ...home, config, decisions: folder, key: join(folder, 'key') };
  // Nothing was accepted in this home yet, so its config is accepted as a first installation's would be.
  const installer: Person = { provedBy: 'first installation', at: Date.now() };
  acceptConfig(other, readText(config) ?? '', allPolicies(), installer);
  return [other];
}

function differences(a: ConfigRun, b: ConfigRun) {
  const keys = new Set([...a.decided.keys(), ...b.decided.keys()]);
  return [...keys].flatMap((key) => {
    const [now, other] = [a.decided.get(key), b.decided.get(key)];
    if (now?.decision === other?.decision) return [];
    return [{ call: (now ?? other)!.label, now: now?.decision ?? 'pass', other: other?.decision ?? 'pass' }];
  });
}

type Report = ReturnType<ConfigRun['report']> & {
  calls: number;
  transcripts: number;
  left_out: string[];
  compared?: ReturnType<ConfigRun['report']>;
  differ?: ReturnType<typeof differences>;
};

/** Without transcripts, the calls come from Pawl's own log. */
const placeOf = (files: number) => (files === 0 ? 'in Pawl’s own log' : `in ${plural(files, 'transcript')}`);

function printReport({ calls, transcripts: files, denied, asked, policies, compared, differ }: Report): void {
  if (files === 0 && calls === 0) {
    console.log(
      prose(
        'Neither the transcripts of Claude Code nor Pawl’s log have a tool call from this period, so there is nothing to judge. `pawl check COMMAND` judges a single command.',
      ),
    );
    return;
  }
  console.log(
    prose(
      `${plural(calls, 'call')} ${placeOf(files)}: ${denied} would be refused, ${asked} would be asked about.`,
    ),
  );
  const rows = policies.map((r) => [
    String(r.count),
    paintDecision(r.decision),
    `${r.policy}${r.code ? ` ${r.code}` : ''}`,
    paint('dim', r.example),
  ]);
  if (rows.length > 0) console.log(`\n${fitTable(rows, { shrink: [[3, 30], 2, 3], lines: 2 })}`);
  if (!compared || !differ) return;
  console.log(
    `\n${prose(`With the other config ${compared.denied} would be refused, ${compared.asked} would be asked about. Differences:`)}`,
  );
  console.log(
    fitTable(
      differ.slice(0, 100).map((d) => [paintDecision(d.now), '→', paintDecision(d.other), d.call]),
      { lines: 2 },
    ),
  );
}
