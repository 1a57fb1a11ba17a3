// The git commands that finish or abort an operation.
import type { GitOperation } from '../../../core/facts.ts';

/** A bisection has neither `--continue` nor `--abort`. */
export function operationCommands(operation: GitOperation): { finish: string; abort: string } {
  return operation === 'bisect'
    ? { finish: '`git bisect good` or `git bisect bad`', abort: '`git bisect reset`' }
    : { finish: `\`git ${operation} --continue\``, abort: `\`git ${operation} --abort\`` };
}
