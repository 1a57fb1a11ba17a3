// `pawl gc`: deletes what is past its time, by the retention of the user's config.
import { loadConfig } from '../../config/load.ts';
import { readTrust, trustedFolder } from '../../config/trust.ts';
import { allPolicies } from '../../policies/registry.ts';
import { openStore, tidy } from '../../store/db/open.ts';
import { type Leftover, staleFiles, staleRows } from '../../store/gc.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { table } from '../support/terminal.ts';

const gc: Command = {
  summary: 'Delete what is past its time',
  details: `
Events and the memory of sessions by \`retention\` in your own config (a project can’t shorten it), short-lived files
of sessions that are over, expired permissions, spool files that are taken in, copies nobody trusts any more.
Claude’s own transcripts are never touched. Safe while sessions run.`,
  options: {
    'dry-run': { type: 'boolean', about: 'Only say what would go' },
    daily: {
      type: 'string',
      value: 'directory',
      about: 'Also what is due once a day: newer version, worktrees left over there, broken hooks',
    },
    ...jsonOption,
  },
  async run({ options, json }) {
    const dry = options['dry-run'] === true;
    const home = findHome();
    const now = Date.now();
    const { found, problem, done } = find(home, now);
    if (!dry) {
      for (const one of found) one.remove();
      done();
    }
    if (typeof options.daily === 'string' && !dry) {
      const { daily } = await import('../daily/daily.ts');
      await daily(home, options.daily, process.env, now);
    }
    print(found, { dry, json, problem });
    return problem ? 1 : 0;
  },
};
export default gc;

interface Found {
  found: Leftover[];
  done(): void;
  problem?: string;
}

/** A store that can't be opened must not keep the rest from being tidied. */
function find(home: Home, now: number): Found {
  const { retention } = loadConfig(home, outsideProjects(home), allPolicies);
  const trusted = readTrust(home).map(({ hash }) => trustedFolder(home, hash).split('/').at(-1)!);
  const files = staleFiles(home, trusted, now);
  try {
    const db = openStore(home);
    const rows = staleRows(db, home, retention, now);
    return { found: [...rows, ...files], done: () => tidy(db) };
  } catch (error) {
    return { found: files, done: () => {}, problem: (error as Error).message };
  }
}

/** What is kept on this machine is not a project's business. */
function outsideProjects(home: Home) {
  return { root: home.dir, repository: home.dir, worktree: false };
}

function print(
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
      console.log(
        problem
          ? 'No file is past its time; what is recorded could not be looked at.'
          : 'Nothing is past its time.',
      );
    else console.log(`${dry ? 'Would go' : 'Gone'}:\n${table(rows)}`);
  }
  if (problem) console.error(`pawl: ${problem}`);
}

function size(bytes: number): string {
  return bytes > 0 ? `${Math.ceil(bytes / 1024)} KB` : '';
}
