// Translates tool calls of other clients: names of tools, keys of their inputs, and relative paths.
import { isObject, type JsonObject } from '../core/json.ts';
import { resolve } from '../system/path.ts';

/**
 * The words of one client. They are not shared between clients: a key that one client reads is ignored by another, so
 * with a table for all an agent could show the guard another path than the tool opens.
 */
export interface ToolWords {
  /** The client's names of tools, and Claude Code's name for each. */
  tools: Readonly<Record<string, string>>;
  /** For each of Claude Code's tools: the client's keys in its input, and Claude Code's key for each. */
  keys: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const pathKeys = ['file_path', 'path', 'notebook_path'];

export interface ToolCall {
  tool_name: string;
  tool_input: JsonObject;
}

/** A tool call in Claude Code's words. Unknown tools and keys stay as they are: the guard judges them by their values. */
export function readToolCall(words: ToolWords, name: string, input: unknown, cwd: string): ToolCall {
  const tool_name = Object.hasOwn(words.tools, name) ? words.tools[name]! : name;
  // An input that is no object is left for the parser, which reports it.
  if (!isObject(input)) return { tool_name, tool_input: input as JsonObject };
  const renamed = renameKeys(input, words.keys[tool_name] ?? {});
  for (const key of isFileTool(tool_name) ? pathKeys : []) {
    const path = renamed[key];
    if (typeof path === 'string' && path !== '') renamed[key] = absolute(path, cwd);
  }
  return { tool_name, tool_input: renamed };
}

const isFileTool = (name: string) => /^(Read|Edit|Write|NotebookEdit|Glob|Grep)$/.test(name);

/** The changed input in the client's own keys. */
export function writeToolInput(words: ToolWords, name: string, changed: JsonObject): JsonObject {
  const tool = Object.hasOwn(words.tools, name) ? words.tools[name]! : name;
  const back = Object.fromEntries(
    Object.entries(words.keys[tool] ?? {}).map(([theirs, ours]) => [ours, theirs]),
  );
  return renameKeys(changed, back);
}

function renameKeys(input: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  // If the input holds both keys, the one that the client's tool reads is judged.
  const renamed: JsonObject = {};
  for (const [key, value] of Object.entries(input)) if (!Object.hasOwn(names, key)) renamed[key] = value;
  for (const [key, value] of Object.entries(input))
    if (Object.hasOwn(names, key)) renamed[names[key]!] = value;
  return renamed;
}

/** `~` stays: no client expands it, and the guard knows it. */
export function absolute(path: string, cwd: string): string {
  return path.startsWith('~') || cwd === '' ? path : resolve(cwd, path);
}

/** The result of a shell command. `exit` is undefined where the client does not tell it. */
export function shellResult(output: string, exit: number | undefined): JsonObject {
  if (exit === undefined) return { tool_response: { stdout: output, exit_code_unknown: true } };
  if (exit === 0) return { tool_response: { stdout: output } };
  return { hook_event_name: 'PostToolUseFailure', error: `Exit code ${exit}\n${output}` };
}
