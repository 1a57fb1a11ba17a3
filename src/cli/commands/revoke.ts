// `pawl revoke`: ends a grant, so that the session asks again.
import type { Grant } from '../../core/facts.ts';
import { requestedGrants } from '../../store/files/grant-requests.ts';
import { describeGrant, endGrant, listGrants } from '../../store/files/grants.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';

const revoke: Command = {
  summary: 'End a grant',
  usage: '[id | session | --all]',
  details: 'Without an id it ends the only grant. It takes effect from the next tool call on.',
  options: { all: { type: 'boolean', about: 'End every grant' }, ...jsonOption },
  run({ options, rest, json }) {
    // An agent may run this, because it only gives up a permission.
    const home = findHome();
    const chosen = choose([...listGrants(home), ...requestedGrants(home)], rest, options.all === true);
    for (const grant of chosen) endGrant(home, grant, 'taken back');
    if (json) console.log(JSON.stringify(chosen));
    else
      console.log(
        chosen.map((grant) => `Ended: ${describeGrant(grant)}.`).join('\n') || 'There are no grants.',
      );
    return 0;
  },
};
export default revoke;

function choose(grants: Grant[], rest: string[], all: boolean): Grant[] {
  if (rest.length > (all ? 0 : 1)) throw new UserError('`pawl revoke` takes one id, or --all.');
  if (all || (rest.length === 0 && grants.length <= 1)) return grants;
  const list = grants.map((grant) => `  ${describeGrant(grant)}, session ${grant.session_id}`).join('\n');
  if (rest.length === 0) throw new UserError(`Choose one, or use --all to end every grant:\n${list}`);
  const found = grants.filter(({ id, session_id }) => id === rest[0] || session_id.startsWith(rest[0]!));
  if (found.length === 0)
    throw new UserError(
      `There is no grant "${rest[0]}".${list ? ` The grants are:\n${list}` : ' `pawl grants` lists them.'}`,
      1,
    );
  return found;
}
