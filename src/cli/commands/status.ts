// `pawl status`: what a session says it is doing.

import { redact } from '../../core/redact.ts';
import { oneLine } from '../../core/text.ts';
import { changeSession } from '../../store/db/sessions.ts';
import { writeStatus } from '../../store/files/marks.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { callerId } from '../support/caller.ts';
import { oneSession, openFleet } from '../support/fleet.ts';

const status: Command = {
  summary: 'Say what a session is working on',
  usage: '"what you are working on"',
  details: `
Shown in \`pawl sessions\`. Inside a session it is that session’s status; without words the present one is printed.`,
  options: {
    session: { type: 'string', value: 'id', about: 'Of another session' },
    ...jsonOption,
  },
  run({ options, rest, json }) {
    const home = findHome();
    const db = openFleet(home);
    const id = (options.session as string | undefined) ?? callerId(db);
    if (!id) throw new UserError('Of which session? Give --session <id>, or call this inside one.');
    const session = oneSession(db, id);
    const text = redact(oneLine(rest.join(' ')).trim()).slice(0, 300);
    if (text) {
      changeSession(db, session.session_id, (one) => {
        one.status_text = text;
      });
      writeStatus(home, session.session_id, text);
    }
    const now = text || session.status_text;
    if (json)
      console.log(JSON.stringify({ session_id: session.session_id, status_text: now ?? null }, null, 2));
    else console.log(text ? `Status set: ${text}` : (now ?? 'No status is set.'));
    return 0;
  },
};
export default status;
