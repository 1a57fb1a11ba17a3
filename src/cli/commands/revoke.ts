// `pawl revoke`: the session asks again.
import type { Grant } from '../../core/facts.ts';
import { requestedGrants } from '../../store/files/grant-requests.ts';
import { describeGrant, endGrant, listGrants } from '../../store/files/grants.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';

const revoke: Command = {
  summary: 'Take a grant back',
  usage: '[id | session | --all]',
  details: 'Without an id it ends the only grant there is. It counts from the next tool call on.',
  options: { all: { type: 'boolean', about: 'End every grant' }, ...jsonOption },
  run({ options, rest, json }) {
    // Not refused inside an agent: giving up a permission needs nobody's.
    const home = findHome();
    const chosen = choose([...listGrants(home), ...requestedGrants(home)], rest, options.all === true);
    for (const grant of chosen) endGrant(home, grant, 'taken back');
    if (json) console.log(JSON.stringify(chosen));
    else
      console.log(chosen.map((one) => `Ended: ${describeGrant(one)}.`).join('\n') || 'There was no grant.');
    return 0;
  },
};
export default revoke;

function choose(grants: Grant[], rest: string[], all: boolean): Grant[] {
  if (rest.length > 1) throw new UserError('`pawl revoke` takes one id.');
  if (all || (rest.length === 0 && grants.length <= 1)) return grants;
  const list = grants.map((one) => `  ${describeGrant(one)}, session ${one.session_id}`).join('\n');
  if (rest.length === 0) throw new UserError(`Several grants are in force; name one or --all:\n${list}`);
  const found = grants.filter(({ id, session_id }) => id === rest[0] || session_id.startsWith(rest[0]!));
  if (found.length === 0)
    throw new UserError(
      `There is no grant "${rest[0]}". ${list ? `There are:\n${list}` : '`pawl grants` shows what there is.'}`,
      1,
    );
  return found;
}
