// The effects of source that belong to no command in it: a fork bomb, characters that can't be seen, code that is decoded
// before it runs.
import type { Effect, ShellCommand } from '../types.ts';
import { effect } from './effect.ts';
import { exhaustion } from './exhaustion.ts';

export const reverseShell = (command: ShellCommand): Effect =>
  effect(command, {
    kind: 'fetch-and-run',
    weight: 'irreversible',
    code: 'reverse-shell',
    reason: 'Gives a shell on this machine to whoever is on the other end.',
  });

const DECODED = 'Runs code that is decoded or downloaded on the way, so nobody can see it beforehand.';

const SOURCE_EFFECTS = {
  /** `git\u200b status`: a character that can't be seen, or that changes how the line looks. */
  invisible: (command) =>
    effect(command, {
      kind: 'unknown-code',
      weight: 'risky',
      code: 'invisible-characters',
      reason: 'Contains invisible characters, or characters that change how the line looks.',
      safer: 'retype the word, or write the character as an escape',
    }),
  /** `exec(b64decode('…'))`, or a command that code puts together. */
  'decoded-code': (command) =>
    effect(command, { kind: 'unknown-code', weight: 'risky', code: 'unseen-code', reason: DECODED }),
  /** `eval(fetch('https://…'))` */
  'fetched-code': (command) =>
    effect(command, {
      kind: 'fetch-and-run',
      weight: 'irreversible',
      code: 'fetch-and-run',
      reason: DECODED,
    }),
  /** `s.connect(…); os.dup2(s.fileno(), 0); subprocess.call(['sh'])` */
  'reverse-shell': reverseShell,
  /** `while true; do echo x >> y; done` */
  exhausts: (command) =>
    exhaustion(command, 'Takes memory or disk space in a loop without end, or far too much at once.'),
  /** `:(){ :|:& };:` */
  'fork-bomb': (command) =>
    effect(command, {
      kind: 'system',
      weight: 'irreversible',
      code: 'fork-bomb',
      reason: 'Starts itself over and over until the machine stops responding.',
    }),
} satisfies Record<string, (command: ShellCommand) => Effect>;

export type SourceEffect = keyof typeof SOURCE_EFFECTS;

/** Makes an effect of the source. `place` is a command without words: it says in which script and wrappers the source is. */
export const sourceEffect = (name: SourceEffect, place: ShellCommand): Effect => ({
  ...SOURCE_EFFECTS[name](place),
  ofSource: true,
});
