// The config that a team publishes, as it is in force on this machine. `pawl sync` and `pawl team pull` write it,
// signed; an event only reads it. Until a person has accepted it, it can only make things stricter, like an untrusted
// project's.
import { attempt } from '../system/attempt.ts';
import { unlinkSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { join } from '../system/path.ts';
import { readSigned, writeSigned } from '../system/seal.ts';
import type { ConfigFile, Layer } from './load.ts';
import { trustedFolder } from './trust.ts';

export interface TeamConfigInForce {
  hash: string;
  author: string;
  at: number;
  note: string | null;
  accepted: boolean;
  value: ConfigFile;
  /** Whether the config has policy files, which run only once it is accepted. */
  policies: boolean;
}

/** The name of the team's config in the list of trusted contents. */
export const teamTrustName = 'team';

const inForceFile = (home: Home) => join(home.decisions, 'team.in-force');

/** Undefined in a managed installation, where only the administrator's config counts. */
export function readTeamConfigInForce(home: Home): TeamConfigInForce | undefined {
  const content = home.managed ? undefined : readSigned(home, inForceFile(home));
  return content === undefined ? undefined : attempt(() => JSON.parse(content) as TeamConfigInForce);
}

export function writeTeamConfigInForce(home: Home, inForce: TeamConfigInForce): void {
  writeSigned(home, inForceFile(home), JSON.stringify(inForce));
}

export function removeTeamConfigInForce(home: Home): void {
  attempt(() => unlinkSync(inForceFile(home)));
}

export function readTeamLayer(home: Home): Layer | undefined {
  const inForce = readTeamConfigInForce(home);
  if (!inForce) return undefined;
  const { hash, accepted, value, policies: hasPolicies } = inForce;
  return {
    name: 'team',
    file: join(home.dir, 'team', 'published', 'config.jsonc'),
    text: '',
    value,
    state: accepted ? 'ok' : 'untrusted',
    problems: [],
    ...(accepted && hasPolicies && { policies: join(trustedFolder(home, hash), 'policies') }),
  };
}
