// `pawl sync`: sends what was recorded here to the team store, and brings what the team shares.

import { markInTeam } from '../../store/files/team-state.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { runWithoutMisleading } from '../../team/environment.ts';
import { TeamProblem } from '../../team/postgres/problem.ts';
import { requireTeam, teamConfig } from '../../team/settings.ts';
import { type SyncResult, sync } from '../../team/sync.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { resultText } from '../team/sync-text.ts';

const command: Command = {
  summary: 'Exchange records and memories with the team store',
  details: `
Sends events, sessions, daily sums and lessons that are not there yet, and brings the lessons and the config of the team.
It begins where the team store is: cut off, started twice or after weeks offline, nothing is lost and nothing doubled.
It also runs by itself, in the background, when a session starts or a turn ends, at most every few minutes.

  pawl sync             once, until everything is sent
  pawl sync --watch     every 10 seconds, until you press Ctrl-C

Exit codes: 0 done, 1 the team store can’t be reached or refused something, 2 wrong usage.`,
  options: {
    watch: { type: 'boolean', short: 'w', about: 'Go on until it is stopped' },
    background: { type: 'boolean', about: 'For hooks: end within 60 seconds and say nothing' },
    ...jsonOption,
  },
  async run(args) {
    const home = findHome();
    if (args.options.background) return inBackground(home);
    requireTeam(home);
    const again = await runWithoutMisleading(process.argv.slice(2));
    if (again !== undefined) return again;
    return args.options.watch ? watch(home, args) : once(home, args);
  },
};
export default command;

async function once(home: Home, { json }: ParsedArgs): Promise<number> {
  const result = await sync(home, { wait: 30_000, progress: progressOf(json) });
  endProgress(json);
  if (!result)
    throw new UserError('Another `pawl sync` has been running for 30 s. Try again when it is done.', 1);
  print(result, json);
  return 0;
}

/** Time between two synchronisations of `--watch`. */
const pause = 10_000;

async function watch(home: Home, args: ParsedArgs): Promise<number> {
  const stop = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.resolve());
  let over = false;
  stop.promise.then(() => {
    over = true;
  });
  while (!over) {
    try {
      const result = await sync(home, { progress: progressOf(args.json) });
      endProgress(args.json);
      if (result) print(result, args.json);
    } catch (error) {
      if (!(error instanceof TeamProblem) || !['away', 'busy', 'full'].includes(error.kind)) throw error;
      console.error(`pawl: ${error.message}`);
    }
    await Promise.race([Bun.sleep(pause), stop.promise]);
  }
  return 0;
}

/** No further batch is begun after this, and the process ends whatever it does. */
const budget = 40_000;
const limit = 55_000;

/** Started by a hook: nobody reads what it prints, and `pawl doctor` tells what went wrong. */
async function inBackground(home: Home): Promise<number> {
  setTimeout(() => process.exit(0), limit).unref();
  if (!teamConfig(home)) markInTeam(home, false);
  else await sync(home, { budget }).catch(() => {});
  return 0;
}

const isShown = (json: boolean) => process.stderr.isTTY === true && !json;

function progressOf(json: boolean) {
  return (done: number, all: number) => {
    if (isShown(json) && all > 10_000)
      process.stderr.write(`\r\x1b[Ksent ${done.toLocaleString('en')} of ${all.toLocaleString('en')} events`);
  };
}

const endProgress = (json: boolean) => isShown(json) && process.stderr.write('\r\x1b[K');

function print(result: SyncResult, json: boolean): void {
  console.log(json ? JSON.stringify(result) : resultText(result));
}
