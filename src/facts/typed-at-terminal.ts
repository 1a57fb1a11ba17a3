// Decides whether a line in a client's prompt may have been typed by a program: terminals in tmux, screen and similar
// programs take keys from any program of this user. There the client's record of a typed line is not enough: a key must
// just have been pressed at a terminal that shows the client.
import { basename } from '../system/path.ts';
import type { Process } from '../system/process.ts';
import { type Machine, thisMachine } from '../system/terminals.ts';

/** Programs that show a terminal in other terminals and type into it for any program that asks. */
const multiplexers = /^(tmux|screen|zellij|dtach|abduco|dvtm|byobu|tmate|mtm|shpool)\b/;

/** Variables by which a terminal program says that other programs may type into its windows. */
const remoteControl: Record<string, string> = {
  KITTY_LISTEN_ON: 'kitty',
  WEZTERM_UNIX_SOCKET: 'WezTerm',
  KONSOLE_DBUS_SERVICE: 'Konsole',
};

/**
 * How many seconds ago a key may have been pressed: the hook runs some time after the line was sent. tmux knows the
 * second, the kernel notes input in steps of 8 seconds.
 */
const maxAge = { tmux: 5, kernel: 15 };

/** Why a line in this client's prompt does not prove that a person typed it; undefined if it does. */
export function whyNotTyped(
  client: Process,
  now: number,
  machine: Machine = thisMachine,
): string | undefined {
  const remote = Object.keys(remoteControl).find((name) =>
    client.env.some((entry) => entry.startsWith(`${name}=`)),
  );
  if (remote) return `programs can type into a window of ${remoteControl[remote]}`;
  if (client.terminal === 0) return undefined;
  const server = machine.masters(client.terminal).find((master) => multiplexers.test(nameOf(master)));
  if (!server || isTypedAtOuter(server, client.terminal, now / 1_000, machine)) return undefined;
  return `programs can type into a terminal of ${nameOf(server)}, and no key was just pressed at one that shows it`;
}

const nameOf = ({ program, args }: Process) => basename(program) || basename(args[0] ?? '');

function isTypedAtOuter(server: Process, terminal: number, seconds: number, machine: Machine): boolean {
  if (nameOf(server) === 'tmux')
    return machine
      .tmuxClients(server, terminal)
      .some(({ typedAt }) => typedAt >= Math.floor(seconds) - maxAge.tmux);
  return machine
    .running(server.program)
    .filter((viewer) => viewer.pid !== server.pid && viewer.terminal !== 0 && viewer.terminal !== terminal)
    .some((viewer) => machine.readAt(viewer.terminal) >= seconds - maxAge.kernel);
}
