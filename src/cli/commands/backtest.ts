// `pawl backtest`: what the policies of now would have said about the calls of the past.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Event } from '../../core/event.ts';
import { clip, oneLine } from '../../core/text.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, duration, jsonOption, type Words } from '../command.ts';
import {
  type CheckContext,
  checkContexts,
  checkEvent,
  runsLong,
  usableDirectory,
} from '../support/check-command.ts';
import { paintDecision } from '../support/open-log.ts';
import { callsIn, type PastCall, recordedCalls, transcripts } from '../support/past-calls.ts';
import { paint, table } from '../support/terminal.ts';

const backtest: Command = {
  summary: 'Run the policies of now over past sessions',
  usage: '[paths…]',
  details: `
Reads the client's transcripts (all, or the files and folders you name) and what Pawl recorded with its
parameters, and says what would have been refused or asked about, how often, and by which policy.
Nothing is changed. --compare runs a second config over the same calls and shows what would differ.
Files are looked at as they are now. Exit code 0, whatever was found.

  pawl backtest --since 7d
  pawl backtest --compare stricter.jsonc ~/.claude/projects/-home-me-app`,
  options: {
    since: { type: 'string', value: '30d', about: 'Not older than this (30d)' },
    compare: { type: 'string', value: 'file', about: 'Another config in place of your own' },
    ...jsonOption,
  },
  run(words) {
    const home = findHome();
    const since = Date.now() - duration((words.options.since as string | undefined) ?? '30d', 'since');
    const sides = [home, ...otherHome(words, home)].map((one) => new Side(one));
    const { calls, files } = replay(sides, home, since, words);
    const report = {
      calls,
      transcripts: files,
      ...sides[0]!.report(),
      ...(sides[1] && { compared: sides[1].report(), differ: differences(sides[0]!, sides[1]) }),
    };
    if (words.json) console.log(JSON.stringify(report, null, 2));
    else print(report);
    return 0;
  },
};
export default backtest;

function otherHome({ options }: Words, home: Home): Home[] {
  if (typeof options.compare !== 'string') return [];
  const config = resolve(options.compare);
  if (!existsSync(config)) throw new UserError(`There is no file ${config} to compare with.`);
  return [{ ...home, config }];
}

interface Row {
  policy: string;
  code: string | null;
  decision: string;
  count: number;
  example: string;
}

/** One config and what it said so far. */
class Side {
  #at: (cwd: string) => CheckContext;
  #rows = new Map<string, Row>();
  /** What was said about each call that was not passed. */
  said = new Map<string, { decision: string; label: string }>();
  home: Home;

  constructor(home: Home) {
    this.home = home;
    this.#at = checkContexts(home);
  }

  judge(event: Event, key: string): void {
    const cwd = usableDirectory(event.cwd, process.cwd());
    const { outcome } = checkEvent(event, this.#at(cwd), {
      home: this.home,
      env: process.env,
      now: Date.now(),
    });
    if (outcome.decision === 'pass' || outcome.decision === 'allow') return;
    const label = labelOf(event);
    this.said.set(key, { decision: outcome.decision, label });
    const reason = outcome.reasons[0]!;
    const name = `${reason.policy} ${reason.code ?? ''} ${outcome.decision}`;
    const row = this.#rows.get(name) ?? {
      policy: reason.policy,
      code: reason.code ?? null,
      decision: outcome.decision,
      count: 0,
      example: label,
    };
    row.count++;
    this.#rows.set(name, row);
  }

  report() {
    const rows = [...this.#rows.values()].sort((a, b) => b.count - a.count);
    const count = (decision: string) =>
      rows.filter((r) => r.decision === decision).reduce((sum, r) => sum + r.count, 0);
    return { denied: count('deny'), asked: count('ask'), policies: rows };
  }
}

function labelOf(event: Event): string {
  const input = 'tool_input' in event ? event.tool_input : {};
  const text = String(
    input.command ?? input.file_path ?? input.path ?? ('tool_name' in event ? event.tool_name : ''),
  );
  return clip(oneLine(text), 70);
}

function replay(sides: readonly Side[], home: Home, since: number, { rest, json }: Words) {
  const missing = rest.find((path) => !existsSync(path));
  if (missing !== undefined) throw new UserError(`There is no file or folder ${missing}.`);
  runsLong();
  const files = transcripts(rest, since);
  const seen = new Set<string>();
  const tell =
    process.stderr.isTTY && !json ? (text: string) => process.stderr.write(`\r\x1b[K${text}`) : () => {};
  const take = ({ event, at }: PastCall) => {
    // The same call is in the transcript, in its forks, and in our own records.
    const id = ('tool_use_id' in event && event.tool_use_id) || `${event.session_id} ${at} ${seen.size}`;
    if (seen.has(id)) return;
    seen.add(id);
    for (const side of sides) side.judge(event, id);
  };
  files.forEach((file, i) => {
    tell(`${i + 1}/${files.length} transcripts, ${seen.size} calls`);
    callsIn(file, since).forEach(take);
  });
  if (rest.length === 0) recordedCalls(home, since).forEach(take);
  tell('');
  return { calls: seen.size, files: files.length };
}

function differences(a: Side, b: Side) {
  const keys = new Set([...a.said.keys(), ...b.said.keys()]);
  return [...keys].flatMap((key) => {
    const [now, other] = [a.said.get(key), b.said.get(key)];
    if (now?.decision === other?.decision) return [];
    return [{ call: (now ?? other)!.label, now: now?.decision ?? 'pass', other: other?.decision ?? 'pass' }];
  });
}

type Report = ReturnType<Side['report']> & {
  calls: number;
  transcripts: number;
  compared?: ReturnType<Side['report']>;
  differ?: ReturnType<typeof differences>;
};

function print({ calls, transcripts: files, denied, asked, policies, compared, differ }: Report): void {
  console.log(
    `${calls} ${calls === 1 ? 'call' : 'calls'} in ${files} ${files === 1 ? 'transcript' : 'transcripts'}: ${denied} would be refused, ${asked} asked about.`,
  );
  const rows = policies.map((r) => [
    String(r.count),
    paintDecision(r.decision),
    `${r.policy}${r.code ? ` ${r.code}` : ''}`,
    paint('dim', r.example),
  ]);
  if (rows.length > 0) console.log(`\n${table(rows)}`);
  if (!compared || !differ) return;
  console.log(
    `\nWith the other config: ${compared.denied} refused, ${compared.asked} asked about. Different:`,
  );
  console.log(
    table(differ.slice(0, 100).map((d) => [paintDecision(d.now), '→', paintDecision(d.other), d.call])),
  );
}
