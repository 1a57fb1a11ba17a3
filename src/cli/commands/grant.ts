// `pawl grant`: a person lets one session work without asking, for a while.
import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { loadConfig } from '../../config/load.ts';
import { exactSpan } from '../../core/text.ts';
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
import { type Command, duration, jsonOption, type ParsedArgs } from '../command.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { provePerson } from '../person/prove.ts';
import { openLog } from '../support/open-log.ts';
import { resolveSessionId } from '../support/session-id.ts';
import { ago, paint, prose, visible } from '../support/terminal.ts';

/** Permissions that a grant can give beyond ordinary tool calls, and the policy that checks each. */
const extras: Record<string, string> = { 'production-deploy': 'guard/deploy allows production deploys' };

const grant: Command = {
  summary: 'Let a session work without asking for a while',
  details: `
The tool calls of that session are then approved without asking, in this directory only. Policies that refuse or ask,
above all the guard, still apply. The time is renewed while the session works. The grant ends with the session, with
\`pawl revoke\`, and after ${maxGrantMs / 86_400_000} days at the latest. It needs the autonomy pack. Only a person at a terminal can run this.

  pawl grant                                     the session in this directory; ends after 8 idle hours
  pawl grant --session 3f2a --for 2h --mode build
  pawl grant --allow production-deploy --for 30m`,
  options: {
    session: { type: 'string', value: 'id', about: 'The session; the beginning of its id is enough' },
    for: { type: 'string', value: '8h', about: 'How long the session may be idle: 30m, 8h, 2d' },
    mode: { type: 'string', value: 'build', about: 'A name for the kind of work' },
    allow: {
      type: 'string',
      multiple: true,
      value: 'permission',
      about: `Allow this too: ${Object.keys(extras).join(', ')}`,
    },
    worktrees: { type: 'boolean', about: 'Also in worktrees of this repository' },
    ...jsonOption,
  },
  run(args) {
    refuseInsideAgent('grant');
    const home = findHome();
    const place = findPlace(process.cwd());
    const made = grantFor(args, home, place);
    writeGrant(home, made, provePerson('grant', home, `Gives ${inWords(made)}`));
    if (args.json) console.log(JSON.stringify(made));
    else report(made, loadConfig(home, place, allPolicies).packs.autonomy === true);
    return 0;
  },
};
export default grant;

function grantFor({ options }: ParsedArgs, home: Home, { root, repository }: ProjectPlace): StoredGrant {
  const allow = (options.allow as string[] | undefined) ?? [];
  const unknown = allow.find((extra) => !(extra in extras));
  if (unknown !== undefined)
    throw new UserError(`--allow takes ${Object.keys(extras).join(', ')}, not "${unknown}".`);
  const for_ms = duration((options.for as string | undefined) ?? '8h', 'for');
  if (for_ms < 60_000 || for_ms > maxGrantMs)
    throw new UserError(`--for takes a time from one minute to ${maxGrantMs / 86_400_000} days.`);
  const session_id = sessionFor(options.session as string | undefined, home, root);
  const client = getSession(openLog(home), session_id)?.client;
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

/** The given session, or the only open session in this directory. */
function sessionFor(named: string | undefined, home: Home, root: string): string {
  if (named !== undefined) return resolveSessionId(named, home);
  const open = existsSync(home.dir) ? openSessions(openLog(home), root) : [];
  if (open.length === 1) return open[0]!.session_id;
  if (open.length === 0)
    throw new UserError(
      `Start a session first, or give one with --session <id>: no session is open in ${root}.`,
      1,
    );
  const chosen = process.stdin.isTTY ? askWhich(open, root) : undefined;
  if (chosen) return chosen.session_id;
  const rows = open.map(({ session_id, last_seen_at }) => `  ${session_id}  last seen ${ago(last_seen_at)}`);
  throw new UserError(
    `Choose one with --session <id>; several sessions are open in ${root}:\n${rows.join('\n')}`,
    1,
  );
}

function askWhich(open: readonly Session[], root: string): Session | undefined {
  console.log(`Several sessions are open in ${root}:`);
  for (const [at, session] of open.entries())
    console.log(
      `  ${at + 1}  ${session.session_id}  last seen ${ago(session.last_seen_at)}  ${visible(session.last_prompt ?? '').slice(0, 60)}`,
    );
  return open[Number(prompt('Which one?') ?? 0) - 1];
}

/** The open sessions of this directory, without those whose client is known to have ended. */
function openSessions(db: Database, root: string): Session[] {
  return listSessions(db, { open: true, project: root }).filter((session) => isAlive(session) !== false);
}

function inWords(made: StoredGrant): string {
  const place = made.worktrees ? `${made.directory} and its worktrees` : made.directory;
  return `${describeGrant(made)} to session ${made.session_id.slice(0, 8)} in ${place}, until it has been idle for ${exactSpan(made.for_ms)}.`;
}

function report(made: StoredGrant, on: boolean): void {
  console.log(
    `${prose(`${paint('green', 'Granted')}: ${inWords(made)}`)}\n${prose(`\`pawl revoke ${made.id}\` ends it; \`pawl log --grant ${made.id}\` lists the calls it approved.`)}`,
  );
  if (!on)
    console.log(
      paint(
        'yellow',
        prose(
          'It has no effect yet, because the autonomy pack is off. Switch it on: `pawl init --packs +autonomy`',
        ),
      ),
    );
}
