// Behaviours of programs that stop other processes.
import { effect } from '../../base/effect.ts';
import { HOLE } from '../../base/words.ts';
import type { Effect, Origin, ShellCommand, Word } from '../../types.ts';
import { has, onlyPrintsHelp } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';
import { isFilledByWrapper } from '../registry.ts';

/** `pkill name`, `killall name`. */
export const killsByName: Behaviour = {
  effects(command, args) {
    if (onlyPrintsHelp(args) || has(args, '-l -V -0') || command.words.length === 1) return [];
    // `pkill -h` prints help.
    if (has(args, '-h') && args.operands.length === 0) return [];
    return [
      effect(command, {
        kind: 'kill',
        weight: 'risky',
        code: 'kill-by-name',
        reason: 'Kills every process of that name, also those of other sessions.',
        safer: 'pgrep -fl NAME, then kill PID',
      }),
    ];
  },
};

/** `taskkill /PID 4242`, `Stop-Process -Id 4242`: by number as with `kill`, otherwise by name. */
export const killsByNumberOrName: Behaviour = {
  effects: (command, args, world) =>
    namesOnlyNumbers(command) ? [] : (killsByName.effects?.(command, args, world) ?? []),
};

const ENDS_MORE = /^([/-]{1,2}(im|fi|name|s|u|inputobject|processname)\b|-(computername))/i;

/** In Git Bash a slash is doubled: `taskkill //F //PID 4242`. The first few numbers belong to the system. */
function namesOnlyNumbers({ words }: ShellCommand): boolean {
  const texts = words.slice(1).map((w) => w.text);
  const numbers = texts.flatMap((text, at) => {
    if (!/^([/-]{1,2}(pid|id))$/i.test(text)) return [];
    const rest = texts.slice(at + 1);
    const end = rest.findIndex((text) => !/^[\d,]+$/.test(text));
    return rest.slice(0, end < 0 ? rest.length : end).flatMap((list) => list.split(','));
  });
  return (
    numbers.length > 0 &&
    numbers.every((number) => Number(number) > 4) &&
    !texts.some((text) => ENDS_MORE.test(text))
  );
}

/** `fuser -k 3000/tcp` */
export const killsFileUsers: Behaviour = {
  effects: (command, args) => (has(args, '-k --kill') ? [killOfFoundProcess(command)] : []),
};

/** `kill-port 3000` */
export const killsPorts: Behaviour = {
  effects: (command, args) =>
    onlyPrintsHelp(args) || command.words.length === 1 ? [] : [killOfFoundProcess(command)],
};

const killOfFoundProcess = (command: ShellCommand) =>
  effect(command, {
    kind: 'kill',
    weight: 'risky',
    code: 'kill-found',
    reason: 'Kills whatever uses the file or port.',
    safer: 'lsof -i :PORT',
  });

/** `kill PID…`: depends on the process ids, and for unknown ones on where they come from. */
export const kills: Behaviour = { effects: killEffects };

function killEffects(command: ShellCommand): Effect[] {
  const words = command.words.slice(1);
  if (words.some((w) => /^(-l|-L|--list|--help|-0|--version)$/.test(w.text))) return [];
  const targets = words
    .filter((w, i) => i > 0 || !/^-/.test(w.text))
    .filter((w) => !/^-(s|n|9|15|[A-Z]+|SIG\w+)$/.test(w.text) && w.text !== '--');
  const all = words.some((w, i) => w.text === '-1' && (i > 0 || words.length === 1));
  if (all || targets.some((w) => w.text === '1' || w.text === '0')) return [killsEverything(command)];
  if (targets.some(isParentProcess)) return [killsParent(command)];
  const isUnknown = (w: Word) =>
    w.text.includes(HOLE) && (isFilledByWrapper(command) || w.origins.some(mayFindOthers));
  return targets.some(isUnknown) ? [killsFound(command)] : [];
}

const isParentProcess = ({ origins }: Word) =>
  origins.some(({ kind, name }) => kind === 'variable' && name === 'PPID');

/** `kill $(pgrep x)`, `kill $(cat list)`: a source of process ids that may name processes of others. */
const mayFindOthers = ({ kind, name }: Origin) =>
  (kind === 'command' && !/^jobs -\w*p/.test(name)) ||
  kind === 'network' ||
  (kind === 'file' && !/pid/i.test(name));

const killsEverything = (command: ShellCommand) =>
  effect(command, {
    kind: 'kill',
    weight: 'irreversible',
    code: 'kill-everything',
    reason: 'Kills every process of the user, or the first process of the machine.',
    safer: 'kill PID',
  });

const killsParent = (command: ShellCommand) =>
  effect(command, {
    kind: 'kill',
    weight: 'risky',
    code: 'kill-parent',
    reason: 'Signals the process that runs this session.',
    safer: 'end the processes that you started, by their number',
  });

const killsFound = (command: ShellCommand) =>
  effect(command, {
    kind: 'kill',
    weight: 'risky',
    code: 'kill-found',
    reason: 'Kills whatever another command finds, also processes of others.',
    safer: 'look at the list first, then kill PID',
  });
