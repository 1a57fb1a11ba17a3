// `pawl sync`: sends what was recorded here to the team store, and brings what the team shares.
import { markExporting } from '../../store/files/export-mark.ts';
import { markInTeam, noteAttempt } from '../../store/files/team-state.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { restartWithoutNetworkVariables } from '../../system/network-env.ts';
import { exportOtlp } from '../../team/otlp/index.ts';
import { TeamProblem } from '../../team/postgres/problem.ts';
import { ownConfig, requireTeam } from '../../team/settings.ts';
import { type SyncOptions, type SyncResult, sync } from '../../team/sync.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { progressLine } from '../support/progress.ts';
import { resultText } from '../team/sync-text.ts';

const command: Command = {
  summary: 'Exchange records and memories with the team store',
  details: `
Sends events, sessions, daily sums and lessons that the team store does not have yet, and fetches the lessons and the
config of the team. It continues where the last exchange ended: nothing is lost or sent twice, even if it was
interrupted, started twice or offline for weeks. It also runs in the background when a session starts or a turn ends, at
most every five minutes. If your config names a collector (\`pawl help otel\`), it exports to that as well.

  pawl sync             once, until everything is sent
  pawl sync --watch     every 10 seconds, until you press Ctrl-C

Exit codes: 0 done, 1 the team store can’t be reached or refused something, 2 wrong usage.`,
  options: {
    watch: { type: 'boolean', short: 'w', about: 'Continue until Ctrl-C' },
    background: { type: 'boolean', alone: [], about: 'For hooks: end within 60 seconds and say nothing' },
    ...jsonOption,
  },
  async run(args) {
    const restarted = restartWithoutNetworkVariables();
    if (restarted !== undefined) return restarted;
    const home = findHome();
    if (args.options.background) return inBackground(home);
    requireTeam(home);
    return args.options.watch ? watch(home, args) : once(home, args);
  },
};
export default command;

async function once(home: Home, { json }: ParsedArgs): Promise<number> {
  const { result, problem } = await round(home, json, { wait: 30_000 });
  if (!result)
    throw new UserError('Another `pawl sync` has been running for 30 s. Try again when it is done.', 1);
  print(result, problem, json);
  return problem === undefined ? 0 : 1;
}

/** Progress is shown from this many events on; fewer are sent in a moment. */
const minForProgress = 10_000;

const count = (n: number) => n.toLocaleString('en');

interface Round {
  /** Undefined if another process synchronises right now. */
  result?: SyncResult;
  /** Why the export failed. */
  problem?: string;
}

/**
 * Exports to the collector even if the team store can't be reached; the problem with the store is thrown afterwards.
 */
async function round(home: Home, json: boolean, options: SyncOptions): Promise<Round> {
  const line = progressLine({ json });
  const progress = (done: number, all: number) => {
    if (all >= minForProgress) line.show(`sent ${count(done)} of ${count(all)} events`);
  };
  const [synced] = await Promise.allSettled([sync(home, { ...options, progress })]);
  line.clear();
  const problem = await exportIfConfigured(home, options.stop);
  if (synced.status === 'rejected') throw synced.reason;
  return { ...(synced.value && { result: synced.value }), ...(problem !== undefined && { problem }) };
}

/** Exports to the collector that the config names, if there is one. Returns what went wrong. */
async function exportIfConfigured(home: Home, stop?: AbortSignal): Promise<string | undefined> {
  if (!ownConfig(home).export?.otlp) return undefined;
  const { problem } = await exportOtlp(home, stop ? { stop } : {});
  return problem;
}

/** Time between two synchronisations of `--watch`. */
const pause = 10_000;

/** Problems that are expected to end without anyone's help, so `--watch` goes on. */
const temporary = ['away', 'busy', 'full'];

async function watch(home: Home, { json }: ParsedArgs): Promise<number> {
  const stop = new AbortController();
  const stopped = new Promise<void>((done) => stop.signal.addEventListener('abort', () => done()));
  // The first Ctrl-C lets the current batch finish; the second one ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  if (!json) console.log('Synchronising every 10 s. Press Ctrl-C to stop.');
  for (let problem: string | undefined; !stop.signal.aborted; ) {
    problem = await watchRound(home, json, stop.signal, problem);
    await Promise.race([Bun.sleep(pause), stopped]);
  }
  return 0;
}

/**
 * Returns the current problem. A problem that persists is printed once; a round in which nothing happened prints
 * nothing.
 */
async function watchRound(
  home: Home,
  json: boolean,
  stop: AbortSignal,
  before: string | undefined,
): Promise<string | undefined> {
  try {
    const { result, problem } = await round(home, json, { stop });
    if (!result) return before;
    if (json) print(result, problem, json);
    else if (hasNews(result) || problem !== before)
      print(result, problem === before ? undefined : problem, json);
    return problem;
  } catch (error) {
    if (!(error instanceof TeamProblem) || !temporary.includes(error.kind)) throw error;
    if (error.message !== before) console.error(`pawl: ${error.message}`);
    return error.message;
  }
}

const hasNews = (result: SyncResult) =>
  result.events + result.sessions + result.days + result.memories_sent + result.memories_received > 0 ||
  result.retracted + result.refused > 0 ||
  result.config_received;

/** In the background, no further batch is started after this many milliseconds. */
const budget = 40_000;
/** In the background, the process exits after this many milliseconds, even in the middle of a batch. */
const limit = 55_000;

/** A hook starts this. Its output is not read, so `pawl doctor` reports what went wrong. */
async function inBackground(home: Home): Promise<number> {
  setTimeout(() => process.exit(0), limit).unref();
  const { team, export: sends } = ownConfig(home);
  if (!team) markInTeam(home, false);
  else await sync(home, { budget }).catch(() => {});
  // `sync` notes the attempt only on a machine that is in a team.
  noteAttempt(home);
  if (sends?.otlp === undefined || sends.otlp.background === false) markExporting(home, false);
  else await exportIfConfigured(home, AbortSignal.timeout(budget)).catch(() => {});
  return 0;
}

function print(result: SyncResult, problem: string | undefined, json: boolean): void {
  if (json) console.log(JSON.stringify({ ...result, export_problem: problem ?? null }));
  else console.log(resultText(result));
  if (problem !== undefined && !json) console.error(`pawl: ${problem}`);
}
