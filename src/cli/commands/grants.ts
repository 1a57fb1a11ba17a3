// `pawl grants`: lists which sessions work without asking, where, and until when.

import { listGrants } from '../../store/files/grants.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { ago, fitTable, paint, shortPath } from '../support/terminal.ts';

const grants: Command = {
  summary: 'Show which sessions work without asking',
  options: jsonOption,
  run({ json }) {
    const now = Date.now();
    const all = listGrants(findHome()).map((grant) => ({ ...grant, expired: grant.until <= now }));
    if (json) {
      console.log(JSON.stringify(all, null, 2));
      return 0;
    }
    if (all.length === 0) {
      console.log('There are no grants. `pawl grant` gives one to a session.');
      return 0;
    }
    const head = ['id', 'session', 'mode', 'allows', 'where', 'granted', 'ends'].map((word) =>
      paint('dim', word),
    );
    const rows = all.map((grant) => [
      grant.id,
      grant.session_id.slice(0, 8),
      grant.mode,
      grant.allow.join(', ') || '–',
      shortPath(grant.directory) + (grant.worktrees ? ' and worktrees' : ''),
      `${ago(grant.at, now)} by ${grant.by}`,
      grant.expired ? paint('yellow', 'expired') : new Date(grant.until).toLocaleString('sv'),
    ]);
    console.log(fitTable([head, ...rows], { shrink: [[4, 16], [5, 16], 6] }));
    return 0;
  },
};
export default grants;
