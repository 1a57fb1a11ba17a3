// `pawl grant`: a person lets one session work alone, for a while.
import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { loadConfig } from '../../config/load.ts';
import type { Session } from '../../domain/sessions/session.ts';
import { isAlive } from '../../facts/identity.ts';
import { findPlace, type ProjectPlace } from '../../facts/project.ts';
import { allPolicies } from '../../policies/registry.ts';
import { getSession, listSessions } from '../../store/db/sessions.ts';
import {
  describeGrant,
  grantId,
  maxGrantMs,
  type StoredGrant,
  writeGrant,
} from '../../store/files/grants.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, duration, jsonOption, type Words } from '../command.ts';
import { refuseInsideAgent } from '../support/only-people.ts';
import { openRecords } from '../support/open-log.ts';
import { wholeSession } from '../support/session-id.ts';
import { ago, paint, visible } from '../support/terminal.ts';

/** What a grant can allow beyond ordinary tool calls, and who asks for it. */
const extras: Record<string, string> = { 'production-deploy': 'guard/deploy lets production through' };

const grant: Command = {
  summary: 'Let a session work alone for a while',
  details: `
Tool calls of that session are then approved without a question, in this directory only. Whatever refuses or asks
(the guard above all) stands above it. The time is renewed while the session works; it ends when the session does,
with \`pawl revoke\`, and after ${maxGrantMs / 86_400_000} days at the latest. Needs the autonomy pack. Only for people: refused
inside an agent’s tool.

  pawl grant                                     the session of this directory, 8 hours of idle time
  pawl grant --session 3f2a --for 2h --mode build
  pawl grant --allow production-deploy --for 30m`,
  options: {
    session: { type: 'string', value: 'id', about: 'Which one; the beginning of its id is enough' },
    for: { type: 'string', value: '8h', about: 'How long it may be idle: 30m, 8h, 2d' },
    mode: { type: 'string', value: 'build', about: 'A name for what it is doing' },
    allow: {
      type: 'string',
      multiple: true,
      value: 'what',
      about: `Also this: ${Object.keys(extras).join(', ')}`,
    },
    worktrees: { type: 'boolean', about: 'In worktrees of this repository too' },
    ...jsonOption,
  },
  run(words) {
    if (words.rest.length > 0)
      throw new UserError(`\`pawl grant\` takes only options, not "${words.rest[0]}".`);
    refuseInsideAgent('grant');
    const home = findHome();
    const place = findPlace(process.cwd());
    const made = grantFor(words, home, place);
    writeGrant(home, made);
    if (words.json) console.log(JSON.stringify(made));
    else report(made, loadConfig(home, place, allPolicies).packs.autonomy === true);
    return 0;
  },
};
export default grant;

function grantFor({ options }: Words, home: Home, { root, repository }: ProjectPlace): StoredGrant {
  const allow = (options.allow as string[] | undefined) ?? [];
  const unknown = allow.find((one) => !(one in extras));
  if (unknown !== undefined)
    throw new UserError(`--allow knows ${Object.keys(extras).join(', ')}, not "${unknown}".`);
  const for_ms = duration((options.for as string | undefined) ?? '8h', 'for');
  if (for_ms < 60_000 || for_ms > maxGrantMs)
    throw new UserError(`--for takes a minute to ${maxGrantMs / 86_400_000} days.`);
  const session_id = sessionFor(options.session as string | undefined, home, root);
  const client = getSession(openRecords(home), session_id)?.client;
  return {
    id: grantId(),
    at: Date.now(),
    for_ms,
    session_id,
    ...(client && { client: { pid: client.pid, started: client.started } }),
    directory: root,
    repository,
    worktrees: options.worktrees === true,
    mode: ((options.mode as string | undefined) ?? 'alone').replace(/[^\w-]/g, '-').slice(0, 30),
    allow,
    by: 'pawl grant',
  };
}

/** The one that was named, else the only one that is at work here. */
function sessionFor(named: string | undefined, home: Home, root: string): string {
  if (named !== undefined) return wholeSession(named, home);
  const open = existsSync(home.dir) ? atWork(openRecords(home), root) : [];
  if (open.length === 1) return open[0]!.session_id;
  if (open.length === 0)
    throw new UserError(
      `No session is at work in ${root}. Start one first, or name it with --session <id>.`,
      1,
    );
  const chosen = process.stdin.isTTY ? askWhich(open, root) : undefined;
  if (chosen) return chosen.session_id;
  const rows = open.map(({ session_id, last_seen_at }) => `  ${session_id}  last seen ${ago(last_seen_at)}`);
  throw new UserError(
    `Several sessions are at work in ${root}. Say which with --session <id>:\n${rows.join('\n')}`,
    1,
  );
}

function askWhich(open: readonly Session[], root: string): Session | undefined {
  console.log(`Several sessions are at work in ${root}:`);
  for (const [at, one] of open.entries())
    console.log(
      `  ${at + 1}  ${one.session_id}  last seen ${ago(one.last_seen_at)}  ${visible(one.last_prompt ?? '').slice(0, 60)}`,
    );
  return open[Number(prompt('Which one?') ?? 0) - 1];
}

/** Open sessions of this directory whose client still runs, as far as that is known. */
function atWork(db: Database, root: string): Session[] {
  return listSessions(db, { open: true, project: root }).filter((session) => isAlive(session) !== false);
}

function report(made: StoredGrant, on: boolean): void {
  const where = made.worktrees ? `${made.directory} and its worktrees` : made.directory;
  console.log(
    `${paint('green', 'Given')}: ${describeGrant(made)} to session ${made.session_id.slice(0, 8)} in ${where}, for ${made.for_ms / 3_600_000} h of idle time.\n\`pawl revoke ${made.id}\` ends it, \`pawl log --grant ${made.id}\` lists what it approved.`,
  );
  if (!on)
    console.log(
      paint('yellow', 'The autonomy pack is off, so calls are still asked about: pawl init --packs autonomy'),
    );
}
