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
    .filter((one) => one.kind === 'write' && one.code === 'write' && !one.command.remote)
    .filter((one) => (one.command.words.length === 0 ? isRedirect(one, shell) : isTruncation(one.command)))
    .flatMap(({ targets, command }) => targets.map((target) => ({ target, command })))
    .filter(({ target }) => target.path !== undefined && !target.glob && !target.path.includes(HOLE));
}

/** A redirect is recorded without the command that it belongs to; that one has the same redirect. */
function isRedirect({ command, targets }: Effect, { commands }: ShellReading): boolean {
  const written = targets[0]?.text;
  const isSame = (one: ShellCommand) => one.redirects.some(({ target }) => target.text === written);
  return (
    command.redirects.some(({ operator, target }) => /^>\|?$/.test(operator) && target.text === written) &&
    commands.every((one) => !isSame(one) || isSilent(one))
  );
}

const isTruncation = (command: ShellCommand) =>
  command.name === 'truncate' && valuesOf(argsOf(command), '-s --size').some((w) => w.text === '0');
