import { has, onlyAsks, readArgs } from './args.ts';
import { effect } from './effect.ts';
import type { Effect, ShellCommand } from './types.ts';
import { HOLE } from './words.ts';

/** What stops other processes. */
export function processEffects(command: ShellCommand): Effect[] {
  switch (command.name) {
    case 'kill':
      return kill(command);
    case 'pkill':
    case 'killall':
    case 'killall5':
    case 'skill':
    case 'xkill':
    case 'slay':
    case 'stop-process':
    case 'taskkill':
      return byName(command);
    case 'fuser':
      return fuser(command);
    case 'fork-bomb':
      return [
        effect(command, {
          kind: 'system',
          weight: 'irreversible',
          code: 'fork-bomb',
          reason: 'A function that starts itself over and over brings the machine down.',
        }),
      ];
    default:
      return [];
  }
}

function kill(command: ShellCommand): Effect[] {
  const words = command.words.slice(1);
  if (words.some((w) => /^(-l|-L|--list|--help|-0|--version)$/.test(w.text))) return [];
  const targets = words
    .filter((w, i) => i > 0 || !/^-/.test(w.text))
    .filter((w) => !/^-(s|n|9|15|[A-Z]+|SIG\w+)$/.test(w.text) && w.text !== '--');
  const all = words.some((w, i) => w.text === '-1' && (i > 0 || words.length === 1));
  if (all || targets.some((w) => w.text === '1' || w.text === '0'))
    return [
      effect(command, {
        kind: 'kill',
        weight: 'irreversible',
        code: 'kill-everything',
        reason: 'Kills every process you may kill, or the first of the machine.',
        safer: 'kill PID',
      }),
    ];
  const found = targets.find(
    (w) =>
      w.text.includes(HOLE) &&
      w.origins.some(
        (o) => o.kind === 'command' || o.kind === 'network' || (o.kind === 'file' && !/pid/i.test(o.what)),
      ),
  );
  const listed = command.via.includes('xargs') && targets.some((w) => w.text.includes(HOLE));
  if (!found && !listed) return [];
  return [
    effect(command, {
      kind: 'kill',
      weight: 'risky',
      code: 'kill-found',
      reason: 'Kills whatever another command finds, also what is not yours.',
      safer: 'look at the list first, then kill PID',
    }),
  ];
}

function byName(command: ShellCommand): Effect[] {
  const args = readArgs(command.words.slice(1), {
    values: '-u -g -t -P -G -U -s --signal -n -o /pid /im /fi -name -id',
  });
  if (onlyAsks(args) || has(args, '-l -V -0') || command.words.length === 1) return [];
  if (args.flags.length > 0 && args.operands.length === 0 && has(args, '-h')) return [];
  return [
    effect(command, {
      kind: 'kill',
      weight: 'risky',
      code: 'kill-by-name',
      reason: 'Kills every process of that name, also those of other sessions.',
      safer: 'pgrep -fl NAME, then kill PID',
    }),
  ];
}

function fuser(command: ShellCommand): Effect[] {
  const args = readArgs(command.words.slice(1), { values: '-n --namespace' });
  return has(args, '-k --kill')
    ? [
        effect(command, {
          kind: 'kill',
          weight: 'risky',
          code: 'kill-found',
          reason: 'Kills whatever uses the file or port.',
          safer: 'lsof -i :PORT',
        }),
      ]
    : [];
}
