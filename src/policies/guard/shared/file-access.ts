// Finds the paths that a tool call reads, writes or deletes, for every kind of tool.
import type { EventOf } from '../../../core/event.ts';
import type { Facts } from '../../../core/facts.ts';
import { normalise, resolve } from '../../../shell/base/paths.ts';
import { globToRegExp } from '../../../shell/base/words.ts';
import type { ShellCommand } from '../../../shell/types.ts';

export interface FileAccess {
  how: 'read' | 'write' | 'delete';
  /** Absolute, with symlinks resolved if the file exists. It may contain a glob or an unknown part. */
  path: string;
  /** The path as it was written in the call. */
  text: string;
  glob: boolean;
  command?: ShellCommand;
}

type ToolCall = Pick<EventOf<'PreToolUse'>, 'tool_name' | 'tool_input' | 'cwd'>;

/** The input fields of the client’s own tools that name files, and what the tool does with them. */
const TOOLS: Record<string, { how: FileAccess['how']; fields: readonly string[] }> = {
  Read: { how: 'read', fields: ['file_path'] },
  Grep: { how: 'read', fields: ['path', 'glob'] },
  Glob: { how: 'read', fields: ['pattern'] },
  LS: { how: 'read', fields: [] },
  Edit: { how: 'write', fields: ['file_path'] },
  MultiEdit: { how: 'write', fields: ['file_path'] },
  Write: { how: 'write', fields: ['file_path'] },
  NotebookEdit: { how: 'write', fields: ['notebook_path'] },
  NotebookRead: { how: 'read', fields: ['notebook_path'] },
};

const PATH_FIELD =
  /^(file_?path|path|paths|file|files|filename|file_?name|source|destination|src|dest|target|uri|notebook_path|directory|dir|old_path|new_path)$/i;
const WRITE_OPERATIONS =
  /write|edit|create|move|rename|delete|remove|append|insert|replace|patch|save|put|upload|copy|mkdir/i;

const READ_OPERATIONS = /^(view|read|get|list|search|find|stat|open|show)$/i;

export function fileAccesses(event: ToolCall, facts: Facts): FileAccess[] {
  if (event.tool_name === 'Bash') return accessesByShell(facts);
  const ran = typeof event.tool_input.command === 'string' ? accessesByShell(facts) : [];
  const known = Object.hasOwn(TOOLS, event.tool_name) ? TOOLS[event.tool_name] : undefined;
  if (known)
    return known.fields.flatMap((field) => accessOf(known.how, event.tool_input[field], event, facts));
  return event.tool_name.startsWith('mcp__') ? [...ran, ...accessesByMcpTool(event, facts)] : ran;
}

/** Does this MCP tool write? Decided by its name, or by the field that selects its operation. */
function writes({ tool_name, tool_input: { command, operation, action } }: ToolCall): boolean {
  const selected = [command, operation, action].find((one) => typeof one === 'string') as string | undefined;
  if (selected !== undefined && READ_OPERATIONS.test(selected)) return false;
  return WRITE_OPERATIONS.test(`${tool_name.slice(tool_name.lastIndexOf('__'))} ${selected ?? ''}`);
}

function accessesByMcpTool(event: ToolCall, facts: Facts): FileAccess[] {
  const how = writes(event) ? 'write' : 'read';
  const fields = Object.entries(event.tool_input).filter(([key]) => PATH_FIELD.test(key));
  return fields.flatMap(([, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => accessOf(how, one, event, facts)),
  );
}

function accessOf(how: FileAccess['how'], value: unknown, event: ToolCall, facts: Facts): FileAccess[] {
  if (typeof value !== 'string' || value === '') return [];
  const text = pathIn(value).replace(/^~(?=\/|$)/, facts.home);
  const path = resolve(text, event.cwd || facts.project.root);
  return path ? [{ how, path: resolveLinks(path, facts), text: value, glob: /[*?[]/.test(value) }] : [];
}

/** The path of a `file:` URL, decoded; any other text is taken as a path. */
function pathIn(value: string): string {
  if (!value.startsWith('file://')) return value;
  const after = value.slice('file://'.length);
  // `file://~/notes` is not a valid URL, but some servers accept it.
  if (!after.startsWith('/') && !after.startsWith('localhost/')) return after;
  try {
    return decodeURIComponent(new URL(value).pathname);
  } catch {
    return after;
  }
}

function accessesByShell(facts: Facts): FileAccess[] {
  return facts.shell.effects.flatMap((e) => {
    if (e.weight !== 'plain' || (e.kind !== 'read' && e.kind !== 'write')) return [];
    const how = e.code === 'delete' ? 'delete' : e.kind;
    return e.targets.flatMap(({ path, text, glob }) => {
      const known = path ?? knownPath(text);
      if (!known) return [];
      const { command } = e;
      const paths = command.remote
        ? [known]
        : [...possiblePaths(known, facts), ...pathsThroughLink(text, command, facts)];
      return paths.map((one) => ({ how, path: one, text, glob, command }));
    });
  });
}

const GLOB = /[*?[]/;

/** The hidden files that a glob such as `~/.paw?/off` matches. Other files are judged by the glob itself. */
function hiddenMatches(path: string, { files }: Facts): string[] {
  const parts = path.split('/').slice(1);
  if (!GLOB.test(path) || path.includes('\u0000') || !parts.some((part) => part.startsWith('.'))) return [];
  let found = [''];
  for (const part of parts) {
    const pattern = GLOB.test(part) ? globToRegExp(part) : undefined;
    const isMeant = (name: string) => pattern!.test(name) && (part.startsWith('.') || !name.startsWith('.'));
    found = found
      .flatMap((at) =>
        (pattern ? files.list(at || '/').filter(isMeant) : [part]).map((name) => `${at}/${name}`),
      )
      .slice(0, 100);
  }
  return found.map((one) => files.real(one));
}

/** All paths that a path with symlinks or wildcards may mean. */
export const possiblePaths = (path: string, facts: Facts): string[] => [
  resolveLinks(path, facts),
  ...hiddenMatches(path, facts),
];

/** `link/../x` is relative to the target of the link, except for the shell’s own `cd`. */
function pathsThroughLink(text: string, { cwd }: ShellCommand, { files }: Facts): string[] {
  if (!text.includes('..') || cwd === undefined || /[*?[~\u0000]/.test(text)) return [];
  let at = text.startsWith('/') ? '/' : cwd;
  for (const part of text.split('/')) at = normalise(`${part === '..' ? files.real(at) : at}/${part}`);
  return [files.real(at)];
}

/** For `$DIR/.env` the folder is unknown, but the name is enough to judge it. */
function knownPath(text: string): string | undefined {
  if (!text.startsWith('\u0000')) return text;
  const name = text.slice(text.lastIndexOf('/') + 1);
  return text.startsWith('\u0000/') && name !== '' && !name.includes('\u0000') ? `/${text}` : undefined;
}

/** The target of a symlink counts, not its name. */
function resolveLinks(path: string, facts: Facts): string {
  return /[*?[\u0000]/.test(path) ? path : facts.files.real(path);
}
