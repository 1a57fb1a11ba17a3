// `pawl status`: sets or prints what a session is working on.

import { redact } from '../../core/redact.ts';
import { oneLine } from '../../core/text.ts';
import { keepNote } from '../../facts/notes.ts';
import { changeSession } from '../../store/db/sessions.ts';
import { readNotes, writeStatus } from '../../store/files/marks.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { callerId, refuseForOtherSession } from '../support/caller.ts';
import { openFleet, requireSession } from '../support/fleet.ts';

const status: Command = {
  summary: 'Set or show what a session is working on',
  usage: '["what you are working on"] [--note "what comes next"]',
  details: `
Sets the status text that \`pawl sessions\` shows. Without a text it prints the current one. A note is for the session
itself: it gets it back after a compaction or a clear.`,
  options: {
    note: { type: 'string', value: 'text', about: 'Keep a note for the time after a compaction or a clear' },
    session: { type: 'string', value: 'id', about: 'The session (default: the one in which this runs)' },
    ...jsonOption,
  },
  run({ options, rest, json }) {
    const home = findHome();
    const db = openFleet(home);
    const id = (options.session as string | undefined) ?? callerId(db);
    if (!id)
      throw new UserError(
        'This is the status of one session: give --session <id>, or run it inside a session. `pawl sessions` lists the sessions, and `pawl doctor` shows whether Pawl is at work.',
      );
    const session = requireSession(db, id);
    const text = redact(oneLine(rest.join(' ')).trim()).slice(0, 300);
    if (text || options.note !== undefined) refuseForOtherSession(db, session.session_id);
    if (text) {
      changeSession(db, session.session_id, (record) => {
        record.status_text = text;
      });
      writeStatus(home, session.session_id, text);
    }
    const note = ((options.note as string | undefined) ?? '').trim();
    if (options.note !== undefined && !note)
      throw new UserError('Give the note as a text: `pawl status --note "what is done, what comes next"`.');
    if (note) keepNote(home, session, 'written', note);
    const current = text || session.status_text;
    if (json) {
      const { written } = readNotes(home, session.session_id);
      const shown = { session_id: session.session_id, status_text: current ?? null, note: written ?? null };
      console.log(JSON.stringify(shown, null, 2));
    } else console.log(describe(text, note, current));
    return 0;
  },
};
export default status;

function describe(text: string, note: string, current: string | undefined): string {
  const said = [
    ...(text ? [`Status set: ${text}`] : []),
    ...(note ? ['Noted. This session gets it back after a compaction or a clear.'] : []),
  ];
  return said.join('\n') || (current ?? 'No status is set.');
}
