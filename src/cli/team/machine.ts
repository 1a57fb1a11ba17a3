// Commands about this machine and its team: join, leave, status.
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join as joinPath } from 'node:path';
import { readOrEmpty, withValue, writeConfig } from '../../config/edit.ts';
import type { TeamConfig } from '../../config/load.ts';
import { readLayer } from '../../config/read.ts';
import { removeTeamConfigInForce } from '../../config/team-layer.ts';
import { acceptValue } from '../../config/user-layer.ts';
import { findPlace } from '../../facts/project.ts';
import { allPolicies } from '../../policies/registry.ts';
import { lastRowId } from '../../store/db/events.ts';
import { openStore } from '../../store/db/open.ts';
import { removeTeam } from '../../store/db/team.ts';
import { markInTeam, passwordFile, readSyncState, type SyncState } from '../../store/files/team-state.ts';
import { recordOverride } from '../../store/record-override.ts';
import { UserError } from '../../system/errors.ts';
import { writeFileAtomic } from '../../system/files.ts';
import { findHome, type Home } from '../../system/home.ts';
import type { Person } from '../../system/person.ts';
import { parseUrl } from '../../team/address.ts';
import { type About, about } from '../../team/postgres/calls.ts';
import { connect } from '../../team/postgres/connect.ts';
import { passwordOf, requireTeam, teamConfig } from '../../team/settings.ts';
import type { ParsedArgs } from '../command.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { provePerson } from '../person/prove.ts';
import { ago, fitTable } from '../support/terminal.ts';
import { readUrl } from './read-url.ts';
import { clockLines } from './sync-text.ts';

export async function join(rest: string[], args: ParsedArgs): Promise<number> {
  refuseInsideAgent('team join');
  const home = findHome();
  const { url, password } = parseUrl(await readUrl(rest, 'join'));
  const team = newConfig(url, args);
  refuseBrokenConfig(home);
  const server = await testConnection(home, team, password);
  const person = teamConfig(home) ? provePerson('team join', home, `Joins ${url}`) : firstJoin();
  if (password && !team.passwordCommand) writeFileAtomic(passwordFile(home), `${password}\n`, 0o600);
  setTeam(home, team, person);
  markInTeam(home, true);
  recordOverride(home, findPlace(process.cwd()), { event: 'pawl:team', label: `joined ${url}` });
  if (args.json)
    console.log(JSON.stringify({ url, person: server.person, team: server.team, people: server.people }));
  else console.log(joinedText(server));
  return 0;
}

/** A script that sets up a machine has no terminal. Only leaving one team for another needs proof of a person. */
const firstJoin = (): Person => ({ provedBy: 'first join', at: Date.now() });

function newConfig(url: string, { options }: ParsedArgs): TeamConfig {
  const command = options['password-command'];
  return {
    url,
    ...(typeof command === 'string' && { passwordCommand: command.split(/\s+/).filter(Boolean) }),
    ...(typeof options.machine === 'string' && { machine: options.machine }),
  };
}

function refuseBrokenConfig(home: Home): void {
  if (readLayer('user', home.config, readOrEmpty(home.config), allPolicies()).state === 'broken')
    throw new UserError(
      `Fix ${home.config} first: it is broken (\`pawl config\` shows where). Nothing was changed.`,
      1,
    );
}

/** Connects once before anything is changed here: checks that the address works, and returns whose login it is. */
async function testConnection(
  home: Home,
  { url, passwordCommand }: TeamConfig,
  password: string | undefined,
): Promise<About> {
  const { address } = parseUrl(url);
  const team = connect(address, passwordCommand ? await passwordOf(home, passwordCommand) : password);
  try {
    return await about(team);
  } finally {
    await team.close();
  }
}

function setTeam(home: Home, team: TeamConfig | undefined, person: Person): void {
  writeConfig(home.config, withValue(readOrEmpty(home.config), ['team'], team));
  acceptValue(home, ['team'], allPolicies(), person);
}

const joinedText = ({ person, people, machines }: About) =>
  `This machine now shares with the team as ${person} (${people} ${people === 1 ? 'person' : 'people'}, ${machines} machine${machines === 1 ? '' : 's'} so far): sessions, daily sums, decisions, and the lessons of each repository. Only you, and people whom you allow (\`pawl team allow NAME\`), can read your labels. \`team.repositories\` in your config limits which repositories are shared.\nNext: \`pawl sync\`.`;

export function leave(_rest: string[], { json }: ParsedArgs): number {
  const home = findHome();
  const config = requireTeam(home);
  const person = provePerson('team leave', home);
  setTeam(home, undefined, person);
  markInTeam(home, false);
  const removed = forgetTeam(home);
  recordOverride(home, findPlace(process.cwd()), { event: 'pawl:team', label: `left ${config.url}` });
  if (json) console.log(JSON.stringify({ left: config.url, removed_memories: removed }));
  else
    console.log(
      `This machine no longer shares anything, and ${removed} lesson${removed === 1 ? '' : 's'} of others were removed. What it sent stays in the team store until it expires.`,
    );
  return 0;
}

/** Removes the machine's id too, because rows under the old id belong to the person who joined before. */
function forgetTeam(home: Home): number {
  const folder = joinPath(home.dir, 'team');
  for (const name of ['password', 'machine', 'state.json', 'attempt', 'published'])
    rmSync(joinPath(folder, name), { recursive: true, force: true });
  removeTeamConfigInForce(home);
  if (!existsSync(home.store)) return 0;
  const db = openStore(home);
  try {
    return removeTeam(db);
  } finally {
    db.close();
  }
}

export function status(_rest: string[], { json }: ParsedArgs): number {
  const home = findHome();
  const config = teamConfig(home);
  if (!config) {
    if (json) console.log(JSON.stringify({ joined: false }));
    else console.log('This machine is in no team. `pawl team join URL` joins one.');
    return 0;
  }
  closePassword(home);
  const state = readSyncState(home);
  const shown = {
    joined: true,
    url: config.url,
    person: state.person ?? null,
    lead: state.lead === true,
    machine: config.machine ?? hostname(),
    repositories: config.repositories ?? ['**'],
    labels: config.labels !== false,
    content: config.content === true,
    memory: config.memory !== false,
    last_ok: state.last_ok ?? null,
    failing_since: state.failing_since ?? null,
    problem: state.problem ?? null,
    refused: state.refused ?? 0,
    events: rowsHere(home),
  };
  if (json) console.log(JSON.stringify(shown, null, 2));
  else console.log(statusText(shown, state));
  return state.failing_since === undefined ? 0 : 1;
}

/** Makes the password file private, if it is not. */
function closePassword(home: Home): void {
  if (existsSync(passwordFile(home))) chmodSync(passwordFile(home), 0o600);
}

function rowsHere(home: Home): number {
  if (!existsSync(home.store)) return 0;
  const db = openStore(home);
  try {
    return lastRowId(db);
  } finally {
    db.close();
  }
}

interface Shown {
  url: string;
  person: string | null;
  machine: string;
  repositories: string[];
  labels: boolean;
  content: boolean;
  memory: boolean;
}

function statusText(
  shown: Shown,
  { last_ok, failing_since, problem, clock = 0, refused = 0 }: SyncState,
): string {
  const shares = [
    'sessions, daily sums, decisions',
    ...(shown.labels ? ['labels (private)'] : []),
    ...(shown.content ? ['content (private)'] : []),
    ...(shown.memory ? ['lessons'] : []),
  ];
  const rows = [
    ['store', shown.url],
    ['as', `${shown.person ?? '?'} on ${shown.machine}`],
    ['shares', shares.join(', ')],
    ['repositories', shown.repositories.join(', ').replace(/^\*\*$/, 'all')],
    ['last reached', last_ok === undefined ? 'never; run `pawl sync`' : ago(last_ok)],
    ...(failing_since === undefined ? [] : [['not reached for', ago(failing_since).replace(/ ago$/, '')]]),
    ...(refused > 0 ? [['rows refused', String(refused)]] : []),
  ];
  return [fitTable(rows), ...(problem ? [problem] : []), ...clockLines(clock)].join('\n');
}
