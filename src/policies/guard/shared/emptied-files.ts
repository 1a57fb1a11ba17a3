// Files that a command only empties: `> f`, `: > f`, `truncate -s 0 f`.
import { HOLE } from '../../../shell/base/words.ts';
import { valuesOf } from '../../../shell/programs/args.ts';
import { argsOf } from '../../../shell/programs/registry.ts';
import type { Effect, ShellCommand, ShellReading, Target } from '../../../shell/types.ts';

/** Commands without output, so that a redirect of theirs leaves an empty file. */
const isSilent = ({ name, words }: ShellCommand) =>
  name === ':' || name === 'true' || (name === 'cat' && words.length === 2 && words[1]?.text === '/dev/null');

export function emptiedFiles(shell: ShellReading): { target: Target; command: ShellCommand }[] {
  return shell.effects
    .filter(({ kind, code, command }) => kind === 'write' && code === 'write' && !command.remote)
    .filter((effect) =>
      effect.command.words.length === 0 ? isSilentRedirect(effect, shell) : isTruncation(effect.command),
    )
    .flatMap(({ targets, command }) => targets.map((target) => ({ target, command })))
    .filter(({ target }) => target.path !== undefined && !target.glob && !target.path.includes(HOLE));
}

/**
 * Whether a redirect gets no output. The reader records redirects without their command, so that command is found by
 * having the same redirect.
 */
function isSilentRedirect({ command, targets }: Effect, { commands }: ShellReading): boolean {
  const written = targets[0]?.text;
  const hasSameRedirect = ({ redirects }: ShellCommand) =>
    redirects.some(({ target }) => target.text === written);
  return (
    command.redirects.some(({ operator, target }) => /^>\|?$/.test(operator) && target.text === written) &&
    commands.every((other) => !hasSameRedirect(other) || isSilent(other))
  );
}

const isTruncation = (command: ShellCommand) =>
  command.name === 'truncate' && valuesOf(argsOf(command), '-s --size').some((w) => w.text === '0');
