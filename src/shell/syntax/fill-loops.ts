// Finds endless loops that write until the disk is full.
import type { ArithmeticFor, Command, SyntaxNode, While } from 'unbash';
import { isEndless } from './fork-bombs.ts';
import { forEachChild } from './parser.ts';

/** `while true; do dd if=/dev/zero of=/tmp/$RANDOM count=9; done`: nothing in the loop waits or ends it. */
export function isFillLoop(loop: While | ArithmeticFor): boolean {
  if (!isEndless(loop)) return false;
  const commands = commandsIn(loop.body);
  return commands.some(grows) && commands.every((command) => grows(command) || onlyPrintsOrCounts(command));
}

function commandsIn(node: SyntaxNode): Command[] {
  const found: Command[] = [];
  forEachChild(node, (child) => {
    if (child.type === 'Command') found.push(child);
    else found.push(...commandsIn(child));
  });
  return found;
}

/** Appends to a file, or copies from a device without end. */
const grows = ({ args, redirects }: Command): boolean =>
  redirects.some(
    (redirect) => redirect.operator === '>>' && !/^\/dev\//.test(redirect.target?.value ?? ''),
  ) || args.some((arg) => arg.type === 'Word' && /^(if=)?\/dev\/(zero|urandom|random)$/.test(arg.value));

const onlyPrintsOrCounts = ({ name }: Command): boolean =>
  name === undefined || /^(echo|printf|let|:|true)$/.test(name.value);
