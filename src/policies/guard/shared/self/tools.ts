// Tools other than a shell that reach the client's folder as a whole.
import type { EventOf } from '../../../../core/event.ts';
import type { Facts } from '../../../../core/facts.ts';
import { readInput } from '../../../../core/flat-input.ts';
import type { PathAccess } from '../file-access.ts';
import { PATCHES_REGISTRATION } from './patches.ts';

type ToolCall = EventOf<'PreToolUse'>;

const UNPACKS = /extract|unzip|unpack|untar|decompress/i;
const FILLS = /move|rename|copy|link|clone|download|sync/i;

const nameOf = ({ tool_name }: ToolCall) => tool_name.slice(tool_name.lastIndexOf('__') + 2);

export function patchesByTool(call: ToolCall): string | undefined {
  if (!/patch|diff|apply/i.test(nameOf(call))) return undefined;
  const patches = readInput(call.tool_input).fields.some(
    ([, text]) => typeof text === 'string' && PATCHES_REGISTRATION.test(text),
  );
  return patches ? 'patches the registration of the hooks' : undefined;
}

/** A tool that moves, copies, links or unpacks something into the client's folder or the home. */
export function fillsByTool(
  call: ToolCall,
  accesses: readonly PathAccess[],
  { project, home }: Facts,
): string | undefined {
  const unpacks = UNPACKS.test(nameOf(call));
  const folders = [
    ...(unpacks || FILLS.test(nameOf(call)) ? [`${project.root}/.claude`] : []),
    ...(unpacks ? [home] : []),
  ];
  const filled = accesses.find(({ command, path }) => command === undefined && folders.includes(path));
  return filled && `fills ${filled.text} with files of any name`;
}
