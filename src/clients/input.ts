// Translates tool calls of other clients: names of tools, keys of their inputs, relative paths, and calls that stand
// for several: a patch over many files, a search in many folders.
import { isObject, type JsonObject } from '../core/json.ts';
import { absolute } from './absolute.ts';
import { callsOfPatch, holdsPatch } from './patch.ts';

/**
 * The names that one client uses. They are not shared between clients: a key that one client reads is ignored by another,
 * so with one table for all of them an agent could show the guard another path than the tool opens.
 */
export interface ToolWords {
  /** The client's names of tools, and Claude Code's name for each. */
  tools: Readonly<Record<string, string>>;
  /** For each of Claude Code's tools: the client's keys in its input, and Claude Code's key for each. */
  keys: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The server and the tool, if the name is that of a tool of an MCP server and not `mcp__server__tool` already. */
  serverAndTool?(name: string): [server: string, tool: string] | undefined;
}

const pathKeys = ['file_path', 'path', 'notebook_path'];

export interface ToolCall {
  tool_name: string;
  tool_input: JsonObject;
}

/** The calls that one call of a client stands for, in Claude Code's words. */
export function readToolCalls(words: ToolWords, name: string, input: unknown, cwd: string): ToolCall[] {
  const call = readToolCall(words, name, input, cwd);
  const patched = patchedFiles(call, input, cwd);
  // A patch is judged by its files; a shell command with one in it also by the rest of the command.
  if (patched.length > 0) return isPatchTool(call) ? patched : [call, ...patched];
  return callForEachPath(call);
}

/**
 * A tool call in Claude Code's words. Unknown tools and keys stay as they are: the guard judges them by their values.
 */
function readToolCall(words: ToolWords, name: string, input: unknown, cwd: string): ToolCall {
  const tool_name = Object.hasOwn(words.tools, name) ? words.tools[name]! : serverTool(words, name);
  // An input that is not an object is left for the parser, which reports it.
  if (!isObject(input)) return { tool_name, tool_input: input as JsonObject };
  const renamed = renameKeys(input, words.keys[tool_name] ?? {});
  for (const key of pathKeys)
    if (isFileTool(tool_name) && key in renamed) renamed[key] = absolutePaths(renamed[key], cwd);
  return { tool_name, tool_input: renamed };
}

function serverTool({ serverAndTool }: ToolWords, name: string): string {
  const parts = serverAndTool?.(name);
  return parts ? `mcp__${parts.join('__')}` : name;
}

const isFileTool = (name: string) => /^(Read|Edit|Write|NotebookEdit|Glob|Grep)$/.test(name);
const isPatchTool = ({ tool_name }: ToolCall) => tool_name === 'apply_patch';

function absolutePaths(value: unknown, cwd: string): unknown {
  if (Array.isArray(value)) return value.map((path) => absolutePaths(path, cwd));
  return typeof value === 'string' && value !== '' ? absolute(value, cwd) : value;
}

/** The files of a patch, which is the input of the patch tool, under any key, or part of a shell command. */
function patchedFiles(call: ToolCall, input: unknown, cwd: string): ToolCall[] {
  if (!isPatchTool(call) && call.tool_name !== 'Bash') return [];
  const texts = isObject(input) ? Object.values(input) : [input];
  return texts.flatMap((text) => (holdsPatch(text) ? callsOfPatch(text, cwd) : []));
}

/** Claude Code's tools take one path; a list of them is a call for each. */
function callForEachPath(call: ToolCall): ToolCall[] {
  const { tool_name, tool_input } = call;
  const key = isObject(tool_input)
    ? pathKeys.find((pathKey) => Array.isArray(tool_input[pathKey]))
    : undefined;
  if (!key || !isFileTool(tool_name)) return [call];
  const { [key]: paths, ...rest } = tool_input;
  // An empty list names no path, like a call without the key.
  if ((paths as unknown[]).length === 0) return [{ tool_name, tool_input: rest }];
  return (paths as unknown[]).map((path) => ({ tool_name, tool_input: { ...rest, [key]: path } }));
}

/** The changed input in the client's own keys. */
export function writeToolInput(words: ToolWords, name: string, changed: JsonObject): JsonObject {
  const tool = Object.hasOwn(words.tools, name) ? words.tools[name]! : name;
  const clientKeys = Object.fromEntries(
    Object.entries(words.keys[tool] ?? {}).map(([theirs, ours]) => [ours, theirs]),
  );
  return renameKeys(changed, clientKeys);
}

function renameKeys(input: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  // If the input holds both keys, the one that the client's tool reads is judged.
  const renamed: JsonObject = {};
  for (const [key, value] of Object.entries(input)) if (!Object.hasOwn(names, key)) renamed[key] = value;
  for (const [key, value] of Object.entries(input))
    if (Object.hasOwn(names, key)) renamed[names[key]!] = value;
  return renamed;
}

/** The result of a shell command. `exit` is undefined where the client does not tell it. */
export function shellResult(output: string, exit: number | undefined): JsonObject {
  if (exit === undefined) return { tool_response: { stdout: output, exit_code_unknown: true } };
  if (exit === 0) return { tool_response: { stdout: output } };
  return { hook_event_name: 'PostToolUseFailure', error: `Exit code ${exit}\n${output}` };
}
