// Finds the processes that a command would end, and who owns them.
import type { Found, FoundProcess, ProcessSelector } from '../../core/look.ts';
import { matcherOf } from '../../domain/match-processes.ts';
import { basename, isInside } from '../../system/path.ts';
import { isClient } from '../../system/process.ts';
import { type ListedProcess, processList, type TimeLeft } from '../../system/process-list.ts';

export interface SessionPlace {
  root: string;
  home: string;
  session: string;
  /** The pid that the client gives its hooks. */
  clientPid: string | undefined;
}

export function findProcesses(
  selectors: readonly ProcessSelector[],
  asRoot: boolean,
  place: SessionPlace,
  timeLeft: TimeLeft,
): Found<FoundProcess> {
  const ports = selectors.flatMap((selector) => (selector.by === 'port' ? [selector] : []));
  const portUsers = ports.length > 0 ? processList.usingPorts(ports, timeLeft) : [];
  // The usual case after a crash: nobody uses the port, so there is no need to list all processes.
  if (portUsers?.length === 0 && ports.length === selectors.length) return [];
  const running = processList.all(timeLeft);
  const matchers = selectors.map(matcherOf);
  if (!running || !portUsers || matchers.includes(undefined) || timeLeft() <= 0) return undefined;
  const tree = new Map(running.map((listed) => [listed.pid, listed]));
  const above = ancestorsOf(process.pid, tree);
  const found = running.filter(
    (listed) =>
      listed.pid !== process.pid &&
      (asRoot || mayEnd(listed)) &&
      !(above.includes(listed) && isCommandShell(listed)) &&
      (portUsers.includes(listed.pid) || matchers.some((matches) => matches!(listed))),
  );
  const folders = processList.folders(
    found.map(({ pid }) => pid),
    timeLeft,
  );
  const client = clientAmong(above, place);
  return found.map((listed) => {
    const folder = folders.get(listed.pid);
    const owner = ownerOf(listed, folder, { ...place, above, client, tree });
    return { pid: listed.pid, program: programOf(listed), folder, owner };
  });
}

const programOf = ({ name, args }: ListedProcess) => (args[0] ? basename(args[0]).split(' ')[0]! : name);

/** Only root can end the processes of others. */
function mayEnd({ user }: ListedProcess): boolean {
  const me = process.getuid?.();
  return me === 0 || me === undefined || me === user;
}

function ancestorsOf(pid: number, tree: ReadonlyMap<number, ListedProcess>): ListedProcess[] {
  const above: ListedProcess[] = [];
  let next = tree.get(tree.get(pid)?.parent ?? 0);
  while (next && above.length < 64) {
    above.push(next);
    next = tree.get(next.parent);
  }
  return above;
}

const shellName = /^-?(ba|z|da|fi|k|mk|c|tc|a)?sh$/;

/** A shell that runs one command, such as the one that started us; the text of that command may quote the pattern. */
const isCommandShell = ({ args }: ListedProcess) =>
  shellName.test(basename(args[0] ?? '')) && args.length > 1;

function clientAmong(
  above: readonly ListedProcess[],
  { clientPid }: SessionPlace,
): ListedProcess | undefined {
  return above.find(
    ({ pid, args }) => pid === Number(clientPid) || isClient({ program: args[0] ?? '', args: [...args] }),
  );
}

/**
 * Programs in which a person works, or which hold the work of others. They do not belong to the project just because
 * they were started in its folder.
 */
const personalPrograms =
  /^(tmux.*|screen|zellij|sshd|mosh-server|login|vim?|nvim|vimx|emacs.*|nano|pico|micro|hx|helix|kak|code|code-.*|cursor|windsurf|zed|subl|idea|pycharm|goland|webstorm|clion|rider|codex|gemini|opencode|aider|amp|goose|jupyter.*)$/i;

interface Ownership extends SessionPlace {
  above: readonly ListedProcess[];
  client: ListedProcess | undefined;
  tree: ReadonlyMap<number, ListedProcess>;
}

function ownerOf(
  listed: ListedProcess,
  folder: string | undefined,
  context: Ownership,
): FoundProcess['owner'] {
  if (context.above.includes(listed)) return 'client';
  const started = context.client && ancestorsOf(listed.pid, context.tree).includes(context.client);
  if (
    started ||
    (context.session && processList.variable(listed.pid, 'CLAUDE_CODE_SESSION_ID') === context.session)
  )
    return 'session';
  if (isPersonal(listed)) return 'other';
  return folder !== undefined && isProject(context) && isInside(folder, context.root) ? 'project' : 'other';
}

function isPersonal(listed: ListedProcess): boolean {
  const args = [...listed.args];
  const program = programOf(listed);
  // A shell without a command waits for what a person types.
  const interactive =
    shellName.test(program) && !args.slice(1).some((arg) => arg === '-c' || !arg.startsWith('-'));
  return interactive || personalPrograms.test(program) || isClient({ program: args[0] ?? '', args });
}

/** In the home directory, or in a folder that holds it, everything a person runs would count as this project. */
const isProject = ({ root, home }: SessionPlace) =>
  !isInside(home, root) && !/^\/?$|^\/(tmp|var\/tmp|private\/tmp)$/.test(root);
