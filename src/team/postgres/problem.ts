// Explains a problem with the server: what happened, and the command that helps.
import { UserError } from '../../system/errors.ts';
import type { Address } from '../address.ts';

/** `away`: the server can't be reached right now, which is not reported at once. */
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

type Said = [kind: ProblemKind, text: string];

const kept = 'Nothing is lost: what was recorded here is sent later.';

function ofServer(state: string, message: string, address: Address): Said | undefined {
  const { user, database } = address;
  const at = place(address);
  switch (state) {
    case '28P01':
      return [
        'refused',
        `The team store at ${at} refused the password of ${user}. Ask who runs the team for a new address (\`pawl team invite ${user}\`), then run \`pawl team join\` with it.`,
      ];
    case '28000':
      return [
        'refused',
        `The team store at ${at} does not let ${user} in: ${message}. Check the address, or ask who runs the team.`,
      ];
    case '3D000':
      return [
        'refused',
        `There is no database "${database}" at ${address.host}:${address.port}. Check the address, or create it (\`createdb ${database}\`) and run \`pawl team init\`.`,
      ];
    case '3F000':
    case '42704':
    case '42883':
    case '42P01':
      return [
        'schema',
        `The database at ${at} is not a team store, or one of an older Pawl (${message}). Its owner runs \`pawl team init\`.`,
      ];
    case '42501':
      if (/^only a lead/.test(message))
        return [
          'refused',
          `Ask a lead of the team (\`pawl team people\` shows who is one): ${message}, and ${user} is none.`,
        ];
      if (/is not in this team/.test(message))
        return [
          'refused',
          `${user} is not in this team (${at}). Ask who runs it for an address (\`pawl team invite ${user}\`), then run \`pawl team join\` with it.`,
        ];
      if (/grant role "?pawl_/.test(message))
        return [
          'refused',
          `${user} may not set up a team store at ${at} (${message}). That takes a role with CREATEROLE and CREATE on the database. If ${user} is one, another owner has set up a team on this server before: they run \`GRANT pawl_store, pawl_member TO "${user}" WITH ADMIN OPTION\`, and can then read each other’s teams.`,
        ];
      return [
        'refused',
        `${user} may not do this at ${at}: ${message}. Ask the owner of the team store; for \`pawl team init\` a role needs CREATEROLE and CREATE on the database, or an administrator runs what \`pawl team init --sql\` prints.`,
      ];
    case '53100':
      return [
        'full',
        `The disk of the team store at ${at} is full. ${kept} Its owner can free space: \`pawl team keep 30\` drops events older than 30 days.`,
      ];
    case '25006':
      return [
        'full',
        `The team store at ${at} takes no changes (${message}): it is a replica, or its provider has closed it because the disk is full. ${kept} Check the address, or ask who runs the server.`,
      ];
    case '53300':
      return ['busy', `The team store at ${at} has no connection left. ${kept}`];
    case '53200':
    case '55P03':
    case '40P01':
    case '40001':
    case '57014':
      return ['busy', `The team store at ${at} is busy (${message}). ${kept}`];
    case '57P01':
    case '57P02':
    case '57P03':
      return ['away', `The team store at ${at} is shutting down or starting. ${kept}`];
  }
  // A pooler answers so if it can't reach its server.
  if (/^(08|58)/.test(state))
    return ['away', `The team store at ${at} can’t be reached right now (${message}). ${kept}`];
  if (/^(22|23|54)/.test(state)) return ['data', `The team store at ${at} refused a row: ${message}`];
  return undefined;
}

const tlsFailure = /CERT|SELF_SIGNED|UNABLE_TO|TLS|SSL|ALTNAME|HOSTNAME/;

function ofConnection(code: string, message: string, address: Address): Said | undefined {
  const at = place(address);
  if (tlsFailure.test(code) || /certificate|\bTLS\b|\bSSL\b/i.test(message))
    return [
      'tls',
      `The server at ${at} could not be verified (${message || code}), so nothing was sent. If it has a certificate authority of its own, add \`?sslrootcert=/path/ca.crt\` to the address.`,
    ];
  if (/AUTH|PASSWORD|SCRAM|SASL/.test(code))
    return [
      'refused',
      `The team store at ${at} wants another way to log in than SCRAM with a password (${message}).`,
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
