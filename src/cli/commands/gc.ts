// `pawl gc`: deletes expired data, according to the retention in the user's config.
import { loadConfig } from '../../config/load.ts';
import { readTrust, trustedFolder } from '../../config/trust.ts';
import { allPolicies } from '../../policies/registry.ts';
import { openStore, tidy } from '../../store/db/open.ts';
import { type Leftover, staleFiles, staleRows } from '../../store/gc.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { outsideProjects } from '../init/needed.ts';
import { table } from '../support/terminal.ts';

const gc: Command = {
  summary: 'Delete expired data',
  details: `
Deletes events, metrics, memories and tasks that are older than \`retention\` in your own config allows (a project can’t
shorten it), temporary files of ended sessions, expired permissions, imported spool files, and copies of project files
that are no longer trusted. Claude’s own transcripts are never touched. It is safe while sessions run.`,
  options: {
    'dry-run': { type: 'boolean', about: 'Only show what would be deleted' },
    daily: {
      type: 'string',
      value: 'directory',
      about: 'Also do the daily work: check for updates and broken hooks, remove unused worktrees',
    },
    ...jsonOption,
  },
  async run({ options, json }) {
    const dry = options['dry-run'] === true;
    const home = findHome();
    const now = Date.now();
    const { found, problem, finish } = findExpired(home, now);
    if (!dry) {
      for (const leftover of found) leftover.remove();
      finish();
    }
    if (typeof options.daily === 'string' && !dry) {
      const { daily } = await import('../daily/daily.ts');
      await daily(home, options.daily, process.env, now);
    }
    printResult(found, { dry, json, problem });
    return problem ? 1 : 0;
  },
};
export default gc;

interface Expired {
  found: Leftover[];
  finish(): void;
  problem?: string;
}

/** If the store can't be opened, files are still cleaned up. */
function findExpired(home: Home, now: number): Expired {
  const { retention } = loadConfig(home, outsideProjects(home), allPolicies);
  const trusted = readTrust(home).map(({ hash }) => trustedFolder(home, hash).split('/').at(-1)!);
  const files = staleFiles(home, trusted, now);
  try {
    const db = openStore(home);
    const rows = staleRows(db, home, retention, now);
    return { found: [...rows, ...files], finish: () => tidy(db) };
  } catch (error) {
    return { found: files, finish: () => {}, problem: (error as Error).message };
  }
}

function printResult(
  found: Leftover[],
  { dry, json, problem }: { dry: boolean; json: boolean; problem?: string },
): void {
  const removed = Object.fromEntries(found.map(({ kind, count }) => [kind, count]));
  if (json) console.log(JSON.stringify({ dry_run: dry, removed, ...(problem && { problem }) }, null, 2));
  else {
    const rows = found
      .filter(({ count }) => count > 0)
      .map(({ kind, count, bytes }) => [kind, String(count), size(bytes)]);
    if (rows.length === 0)
      console.log(problem ? 'No file has expired; the store could not be checked.' : 'Nothing has expired.');
    else console.log(`${dry ? 'Would delete' : 'Deleted'}:\n${table(rows)}`);
  }
  if (problem) console.error(`pawl: ${problem}`);
}

function size(bytes: number): string {
  return bytes > 0 ? `${Math.ceil(bytes / 1024)} KB` : '';
}
