// Recognises files that are named like an option which runs a command: `--checkpoint-action=exec=sh x.sh`. Whoever calls
// such a program with `*` later runs that command.
import { specOf } from './registry.ts';

/** Programs with such options that are often called with `*`. */
const CALLED_WITH_STAR = ['tar', 'rsync', 'zip', '7z'];

export function isNamedLikeRunningOption(path: string): boolean {
  const name = /(?:^|\/)(-.*[ =].*)$/s.exec(path)?.[1];
  return (
    name !== undefined && CALLED_WITH_STAR.flatMap(runningOptions).some((option) => name.startsWith(option))
  );
}

function runningOptions(program: string): string[] {
  const options = Object.entries(specOf({ name: program })?.options ?? {});
  return options.flatMap(([names, option]) =>
    (typeof option === 'string' ? option : option.kind) === 'runs' ? names.split(' ') : [],
  );
}
