// Proves that a person runs a command, instead of ruling out an agent: the command runs in the foreground of a terminal
// that ends at a login, a window or a console; no agent is above it or uses that terminal; and a question on that
// terminal is answered, with keys that come from a keyboard and not from a program. SECURITY.md says what this can't
// tell apart.
import type { UserError } from '../../system/errors.ts';
import type { Home } from '../../system/home.ts';
import type { Person } from '../../system/person.ts';
import { thisMachine } from '../../system/terminals.ts';
import { knownClients } from './clients.ts';
import { refuseInsideAgent } from './only-people.ts';
import { confirmByWord } from './question.ts';
import { personOnly } from './refusal.ts';
import { examineTerminal } from './terminal.ts';

/**
 * Throws an error unless a person at a terminal asked for this. `change` says what the command is going to do, where its
 * arguments don't: an agent may have made another call since the person looked at “the last call”.
 */
export function provePerson(action: string, home: Home, change?: string): Person {
  refuseInsideAgent(action);
  const { refused, typedSince } = examine(home);
  if (refused) throw notProved(action, refused);
  const asked = Math.floor(Date.now() / 1000);
  if (!confirmByWord(action, change)) throw notProved(action, 'the word was not typed');
  if (!typedSince.every((typed) => typed(asked)))
    throw notProved(action, 'the word was not typed at the terminal that shows this one');
  return { provedBy: 'terminal', at: Date.now() };
}

function examine(home: Home): ReturnType<typeof examineTerminal> {
  const current = thisMachine.get(process.pid);
  if (current && current.terminal !== 0 && current.group !== current.foreground)
    return { refused: 'it runs in the background', typedSince: [] };
  return examineTerminal(process.pid, thisMachine, knownClients(home));
}

/** The last way out: the settings file belongs to the person, who can always edit it. */
const byHand =
  ' If that is refused too, take Pawl’s entries out of the settings file by hand and start a new session.';

function notProved(action: string, why: string): UserError {
  return personOnly(
    action,
    'Pawl can’t tell that one does',
    why,
    `run it in a terminal of its own, where no agent runs.${/^(uninstall|off|pause)/.test(action) ? byHand : ''}`,
  );
}
