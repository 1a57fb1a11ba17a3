// Decides whether a person sits at a terminal: who uses it, and which program is on its other side. A program can make
// a terminal (`script`, `expect`, a detached tmux session) and type into it, so having one proves little. The programs
// that made the terminal are followed until the chain ends at a login, a window or a console.

import { basename } from '../../system/path.ts';
import { agentAmong, type Process } from '../../system/process.ts';
import { type Machine, ptyIndex } from '../../system/terminals.ts';
import {
  editorFolders,
  initPrograms,
  multiplexers,
  networkLogins,
  schedulers,
  servedTerminals,
  terminalPrograms,
} from './programs.ts';

/** Clients of which Pawl knows that they run, or ran since the machine was started. */
export type KnownClient = Pick<Process, 'pid' | 'started'>;

export interface Examined {
  /** Why no person can be assumed at this terminal. */
  refused?: string;
  /** Called after the question was answered: whether keys were pressed at the terminals around this one since then. */
  typedSince: ((seconds: number) => boolean)[];
}

const refuse = (refused: string): Examined => ({ refused, typedSince: [] });

/** The deepest nesting of terminals (tmux inside ssh inside tmux …) that is followed. */
const maxDepth = 8;

export function examineTerminal(
  pid: number,
  machine: Machine,
  clients: readonly KnownClient[],
  depth = 0,
): Examined {
  const process = machine.get(pid);
  if (!process || depth > maxDepth) return refuse('Pawl can’t see where its terminal comes from');
  const agent = agentAmong(machine.ancestors(pid), clients);
  if (agent) return refuse(agent);
  if (process.terminal === 0) return refuse('it has no terminal');
  const neighbour = agentAmong(machine.on(process.terminal), clients);
  if (neighbour) return refuse(`an agent uses this terminal: ${neighbour}`);
  if (ptyIndex(process.terminal) === undefined) return { typedSince: [] };
  return examineOtherSide(process, machine, clients, depth);
}

function examineOtherSide(
  process: Process,
  machine: Machine,
  clients: readonly KnownClient[],
  depth: number,
): Examined {
  const masters = originals(machine.masters(process.terminal), machine);
  if (masters.length === 0) return examineHidden(process, machine, clients, depth);
  const examined = masters.map((master) => examineMaster(master, process.terminal, machine, clients, depth));
  return (
    examined.find(({ refused }) => refused !== undefined) ?? {
      typedSince: examined.flatMap(({ typedSince }) => typedSince),
    }
  );
}

/** A shell can inherit the descriptor from the program that made the terminal; it did not make it. */
function originals(masters: readonly Process[], machine: Machine): Process[] {
  const pids = new Set(masters.map(({ pid }) => pid));
  return masters.filter(
    ({ pid }) => !machine.ancestors(pid).some((ancestor) => ancestor.pid !== pid && pids.has(ancestor.pid)),
  );
}

/**
 * The other side is not visible: it belongs to another user (a login) or lies outside this container. Then the first
 * process of the terminal was started by that user, or from outside.
 */
function examineHidden(
  { session }: Process,
  machine: Machine,
  clients: readonly KnownClient[],
  depth: number,
): Examined {
  const leader = machine.get(session);
  const parent = leader && machine.get(leader.parent);
  // Inside a namespace, ids of processes outside are 0.
  const isOutside = session === 0 || leader?.parent === 0 || (leader && parent?.terminal === leader.terminal);
  const login = parent && whyLocalLogin(parent, leader!.terminal, machine);
  if (login) return refuse(login);
  // `sudo` makes a terminal inside the one it was started in; an ordinary user can't see that it holds the other side.
  if (parent && !isOutside && parent.terminal !== 0)
    return insideTerminalOf(parent, examineTerminal(parent.pid, machine, clients, depth + 1), machine);
  if (isOutside || (parent && (machine.isForeign(parent.pid) || isTerminalProgram(parent))))
    return { typedSince: [] };
  return refuse('it can’t be seen which program made its terminal');
}

function examineMaster(
  master: Process,
  terminal: number,
  machine: Machine,
  clients: readonly KnownClient[],
  depth: number,
): Examined {
  const above = machine.ancestors(master.pid);
  const agent = agentAmong(above, clients);
  if (agent) return refuse(`its terminal was made by ${nameOf(master)} for an agent: ${agent}`);
  if (multiplexers.has(nameOf(master))) return examineMultiplexer(master, terminal, machine, clients, depth);
  if (isTerminalProgram(master)) {
    const why = whyLocalLogin(master, terminal, machine) ?? whyServed(master, above, clients);
    return why ? refuse(why) : { typedSince: [] };
  }
  if (master.terminal !== 0 && master.terminal !== terminal)
    return insideTerminalOf(master, examineTerminal(master.pid, machine, clients, depth + 1), machine);
  const why = whyUnknown(above, clients);
  return why ? refuse(`its terminal was made by ${nameOf(master)}, ${why}`) : { typedSince: [] };
}

/** Adds a condition for a terminal inside that of `outer`, where a person types: input must have arrived there too. */
function insideTerminalOf(outer: Process, examined: Examined, machine: Machine): Examined {
  if (examined.refused) return examined;
  // The kernel notes the time of input in steps of 8 seconds.
  const typed = (seconds: number) => machine.readAt(outer.terminal) >= seconds - 8;
  return { typedSince: [typed, ...examined.typedSince] };
}

/** One of the terminals that show the session must be a person's: `tmux new-session -d` has none. */
function examineMultiplexer(
  server: Process,
  terminal: number,
  machine: Machine,
  clients: readonly KnownClient[],
  depth: number,
): Examined {
  const name = nameOf(server);
  const shown = shownIn(server, terminal, machine).map(({ pid, typed }) => ({
    typed,
    examined: examineTerminal(pid, machine, clients, depth + 1),
  }));
  const accepted = shown.filter(({ examined }) => !examined.refused);
  if (accepted.length > 0) return { typedSince: [(seconds) => accepted.some(({ typed }) => typed(seconds))] };
  const why = shown[0]?.examined.refused;
  return refuse(why ? `${name} shows it only where no person is: ${why}` : `${name} shows it to nobody`);
}

function shownIn(server: Process, terminal: number, machine: Machine) {
  if (nameOf(server) === 'tmux')
    return machine.tmuxClients(server, terminal).map(({ pid, typedAt }) => ({
      pid,
      typed: (seconds: number) =>
        Math.max(typedAt, newestActivity(server, terminal, pid, machine)) >= seconds,
    }));
  return machine
    .running(server.program)
    .filter(
      (process) => process.pid !== server.pid && process.terminal !== 0 && process.terminal !== terminal,
    )
    .map((process) => ({
      pid: process.pid,
      typed: (seconds: number) => machine.readAt(process.terminal) >= seconds - 8,
    }));
}

function newestActivity(server: Process, terminal: number, pid: number, machine: Machine): number {
  return machine.tmuxClients(server, terminal).find((client) => client.pid === pid)?.typedAt ?? 0;
}

function isTerminalProgram(process: Process): boolean {
  return terminalPrograms.has(nameOf(process)) || editorFolders.test(process.program);
}

/** `sshd: me@pts/0` is the title that sshd gives itself; its executable can’t be seen. */
function nameOf({ program, args }: Process): string {
  const nameIn = (text = '') => basename(text.replace(/: .*$/s, ''));
  return (nameIn(program) || nameIn(args[0])).replace(/[: ].*$/s, '').replace(/\.exe$/, '');
}

/**
 * `ssh localhost` in a tool call ends at sshd like a person's login, but it comes from this machine. The system's
 * record of logins (utmp) says where a login comes from. Without that record, SSH_CONNECTION says it, which sshd sets
 * for the shell and which must then be readable.
 */
function whyLocalLogin(login: Process, terminal: number, machine: Machine): string | undefined {
  if (!networkLogins.has(nameOf(login))) return undefined;
  const recorded = machine.loginHost(terminal);
  const origins = recorded === undefined ? connections(terminal, machine) : [{ from: recorded, to: '' }];
  if (origins.length === 0) return 'Pawl can’t see where this login comes from';
  const isLocal = origins.some(
    ({ from, to }) =>
      from === to || /^(127\.|::1$|::ffff:127\.|localhost)/.test(from) || machine.isOwnAddress(from),
  );
  return isLocal ? 'it is a login from this machine itself' : undefined;
}

function connections(terminal: number, machine: Machine): { from: string; to: string }[] {
  const variable = 'SSH_CONNECTION=';
  const entries = machine
    .on(terminal)
    .flatMap(({ env }) => env.find((entry) => entry.startsWith(variable)) ?? []);
  return entries.map((entry) => {
    const [from = '', , to = ''] = entry.slice(variable.length).split(' ');
    return { from, to };
  });
}

/** Some programs serve a terminal to anyone who connects: an agent can start one, detach it and connect. */
function whyServed(
  master: Process,
  above: readonly Process[],
  clients: readonly KnownClient[],
): string | undefined {
  const why = servedTerminals.has(nameOf(master)) ? whyUnknown(above, clients) : undefined;
  return why && `its terminal is served by ${nameOf(master)}, ${why}`;
}

/**
 * An unknown program without a terminal of its own: a terminal window that is not in our list, or a program that types
 * by itself. It is accepted if no agent can have started it, because its topmost ancestor is older than every client.
 */
function whyUnknown(above: readonly Process[], clients: readonly KnownClient[]): string | undefined {
  const scheduler = above.find(
    (process) => schedulers.has(nameOf(process)) || multiplexers.has(nameOf(process)),
  );
  if (scheduler) return `which ${nameOf(scheduler)} started`;
  const init = above.findIndex((process) => process.pid === 1 || initPrograms.has(nameOf(process)));
  const top = above[init > 0 ? init - 1 : above.length - 1];
  const older = clients.some(({ started }) => Number(started) <= Number(top?.started ?? 0));
  return older ? 'which was started after a client, and may be a client’s' : undefined;
}
