// Reads the patches of the `apply_patch` tool: one patch may add, change, move and delete many files.
import { shellQuote } from '../core/text.ts';
import { absolute } from './absolute.ts';
import type { ToolCall } from './input.ts';

/** The input of the tool itself, or a shell command that feeds it a patch. */
export const holdsPatch = (text: unknown): text is string =>
  typeof text === 'string' && text.includes('*** Begin Patch');

/**
 * The file operations of a patch, each as the tool call that would do the same. The tool ignores blanks around its
 * headers, and a line that is added may look like the end of the patch, so every header counts, to the end of the text.
 */
export function callsOfPatch(patch: string, cwd: string): ToolCall[] {
  const calls: OpenCall[] = [];
  let body: string[] = [];
  for (const line of patch.split(/\r?\n/)) {
    const [, verb, name] =
      /^\s*\*\*\* (Add File|Update File|Delete File|Move to):\s*(.*?)\s*$/.exec(line) ?? [];
    if (!verb || !name) {
      body.push(line);
      continue;
    }
    body = [];
    calls.push(callFor(verb, absolute(name, cwd), body));
  }
  return calls.map(finish);
}

/** Lines are collected into `body` after the call was made. */
interface OpenCall extends ToolCall {
  body?: string[];
}

function callFor(verb: string, file_path: string, body: string[]): OpenCall {
  // A deletion is judged as the command that deletes.
  if (verb === 'Delete File')
    return { tool_name: 'Bash', tool_input: { command: `rm -- ${shellQuote(file_path)}` } };
  if (verb === 'Update File') return { tool_name: 'Edit', tool_input: { file_path }, body };
  return { tool_name: 'Write', tool_input: { file_path }, body };
}

function finish({ tool_name, tool_input, body }: OpenCall): ToolCall {
  if (!body) return { tool_name, tool_input };
  const lines = (sign: string) =>
    body
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  if (tool_name === 'Write') return { tool_name, tool_input: { ...tool_input, content: lines('+') } };
  return { tool_name, tool_input: { ...tool_input, old_string: lines('-'), new_string: lines('+') } };
}
