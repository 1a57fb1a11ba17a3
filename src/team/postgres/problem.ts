// Explains a problem with the server: what happened, and the command that helps.
import { UserError } from '../../system/errors.ts';
import type { Address } from '../address.ts';

/** `away`: the server can't be reached right now. That is reported only if it lasts. */
export type ProblemKind = 'away' | 'refused' | 'tls' | 'full' | 'schema' | 'data' | 'busy' | 'other';

export class TeamProblem extends UserError {
  kind: ProblemKind;
  constructor(kind: ProblemKind, message: string) {
    super(message, 1);
    this.kind = kind;
  }
}

interface Failure {
  code?: string;
  /** The SQLSTATE code of the server. */
  errno?: string;
  message?: string;
}

export function problemOf(error: unknown, address: Address): TeamProblem {
  if (error instanceof TeamProblem) return error;
  const { code = '', errno, message = String(error) } = (error ?? {}) as Failure;
  const state = /^[0-9A-Z]{5}$/.test(String(errno ?? '')) ? String(errno) : '';
  const [kind, text] = (state ? ofServer(state, message, address) : ofConnection(code, message, address)) ?? [
    'other',
    `The team store at ${place(address)} answered: ${message}`,
  ];
  return new TeamProblem(kind, text);
}

const place = ({ host, port, database }: Address) => `${host}:${port}/${database}`;

type Explained = [kind: ProblemKind, text: string];

const kept = 'Nothing is lost: what was recorded here is sent later.';

interface ServerProblem {
  /** SQLSTATE codes, or the first two characters of a class of them. */
  states: string;
  /** Limits the row to answers with this message. */
  message?: RegExp;
  kind: ProblemKind;
  text(failure: Address & { at: string; message: string }): string;
}

/** The first row that fits explains an error of the server. */
const serverProblems: readonly ServerProblem[] = [
  {
    states: '28P01',
    kind: 'refused',
    text: ({ at, user }) =>
      `The team store at ${at} refused the password of ${user}. Ask the person who runs the team for a new address (\`pawl team invite ${user}\`), then run \`pawl team join\` with it.`,
  },
  {
    states: '28000',
    kind: 'refused',
    text: ({ at, user, message }) =>
      `The team store at ${at} does not let ${user} in: ${message}. Check the address, or ask the person who runs the team.`,
  },
  {
    states: '3D000',
    kind: 'refused',
    text: ({ host, port, database }) =>
      `There is no database "${database}" at ${host}:${port}. Check the address, or create it (\`createdb ${database}\`) and run \`pawl team init\`.`,
  },
  {
    states: '3F000 42704 42883 42P01',
    kind: 'schema',
    text: ({ at, message }) =>
      `The database at ${at} is not a team store, or one of an older Pawl (${message}). Its owner runs \`pawl team init\`.`,
  },
  {
    states: '42501',
    message: /^only a lead/,
    kind: 'refused',
    text: ({ user, message }) =>
      `Ask a lead of the team (\`pawl team people\` shows who is one): ${message}, and ${user} is not one.`,
  },
  {
    states: '42501',
    message: /is not in this team/,
    kind: 'refused',
    text: ({ at, user }) =>
      `${user} is not in this team (${at}). Ask the person who runs it for an address (\`pawl team invite ${user}\`), then run \`pawl team join\` with it.`,
  },
  {
    states: '42501',
    message: /grant role "?pawl_/,
    kind: 'refused',
    text: ({ at, user, message }) =>
      `${user} may not set up a team store at ${at} (${message}). That takes a role with CREATEROLE and CREATE on the database. If ${user} has both, another owner has set up a team on this server before: they run \`GRANT pawl_store, pawl_member TO "${user}" WITH ADMIN OPTION\`, and the two owners can then read each other’s teams.`,
  },
  {
    states: '42501',
    kind: 'refused',
    text: ({ at, user, message }) =>
      `${user} may not do this at ${at}: ${message}. Ask the owner of the team store; for \`pawl team init\` a role needs CREATEROLE and CREATE on the database, or an administrator runs what \`pawl team init --sql\` prints.`,
  },
  {
    states: '53100',
    kind: 'full',
    text: ({ at }) =>
      `The disk of the team store at ${at} is full. ${kept} Its owner can free space: \`pawl team keep 30\` drops events older than 30 days.`,
  },
  {
    states: '25006',
    kind: 'full',
    text: ({ at, message }) =>
      `The team store at ${at} takes no changes (${message}): it is a replica, or its provider has closed it because the disk is full. ${kept} Check the address, or ask the person who runs the server.`,
  },
  {
    states: '53300',
    kind: 'busy',
    text: ({ at }) => `The team store at ${at} has no connection left. ${kept}`,
  },
  {
    states: '53200 55P03 40P01 40001 57014',
    kind: 'busy',
    text: ({ at, message }) => `The team store at ${at} is busy (${message}). ${kept}`,
  },
  {
    states: '57P01 57P02 57P03',
    kind: 'away',
    text: ({ at }) => `The team store at ${at} is shutting down or starting. ${kept}`,
  },
  {
    // A pooler answers with these if it can't reach its server.
    states: '08 58',
    kind: 'away',
    text: ({ at, message }) => `The team store at ${at} can’t be reached right now (${message}). ${kept}`,
  },
  {
    states: '22 23 54',
    kind: 'data',
    text: ({ at, message }) => `The team store at ${at} refused a row: ${message}`,
  },
];

function ofServer(state: string, message: string, address: Address): Explained | undefined {
  const found = serverProblems.find(
    (row) =>
      row.states.split(' ').some((start) => state.startsWith(start)) && row.message?.test(message) !== false,
  );
  return found && [found.kind, found.text({ ...address, at: place(address), message })];
}

const tlsFailure = /CERT|SELF_SIGNED|UNABLE_TO|TLS|SSL|ALTNAME|HOSTNAME/;

function ofConnection(code: string, message: string, address: Address): Explained | undefined {
  const at = place(address);
  if (tlsFailure.test(code) || /certificate|\bTLS\b|\bSSL\b/i.test(message))
    return [
      'tls',
      `The server at ${at} could not be verified (${message || code}), so nothing was sent. If it has a certificate authority of its own, add \`?sslrootcert=/path/ca.crt\` to the address.`,
    ];
  if (/AUTH|PASSWORD|SCRAM|SASL/.test(code))
    return [
      'refused',
      `The team store at ${at} requires another way to log in than SCRAM with a password (${message}).`,
    ];
  if (
    /CONNECTION|TIMEOUT|ECONN|ENOTFOUND|EHOST|ENET|EAI_|FailedToOpenSocket|ETIMEDOUT/.test(code) ||
    /connect|timeout|closed/i.test(message)
  )
    return [
      'away',
      `The team store at ${at} can’t be reached (${message || code}). ${kept} Check the address and the network, then run \`pawl sync\`.`,
    ];
  return undefined;
}
