// One resolver from any tool call to the paths it reads and writes.
import type { EventOf } from '../../../core/event.ts';
import type { Facts } from '../../../core/facts.ts';
import { normalise, resolve } from '../../../shell/base/paths.ts';
import { globToRegExp } from '../../../shell/base/words.ts';
import type { ShellCommand } from '../../../shell/types.ts';

export interface Touch {
  how: 'read' | 'write' | 'delete';
  /** Absolute, links followed where the file exists; a glob or an unknown part may be left. */
  path: string;
  /** As it was written. */
  text: string;
  glob: boolean;
  command?: ShellCommand;
}

type Call = Pick<EventOf<'PreToolUse'>, 'tool_name' | 'tool_input' | 'cwd'>;

/** Which fields of the client’s own tools name files, and what the tool does with them. */
const TOOLS: Record<string, { how: Touch['how']; fields: readonly string[] }> = {
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
const WRITES =
  /write|edit|create|move|rename|delete|remove|append|insert|replace|patch|save|put|upload|copy|mkdir/i;

const LOOKS = /^(view|read|get|list|search|find|stat|open|show)$/i;

export function touched(event: Call, facts: Facts): Touch[] {
  if (event.tool_name === 'Bash') return byShell(facts);
  const ran = typeof event.tool_input.command === 'string' ? byShell(facts) : [];
  const known = Object.hasOwn(TOOLS, event.tool_name) ? TOOLS[event.tool_name] : undefined;
  if (known) return known.fields.flatMap((field) => touch(known.how, event.tool_input[field], event, facts));
  return event.tool_name.startsWith('mcp__') ? [...ran, ...byMcp(event, facts)] : ran;
}

/** By its name, or by the field in which a tool of many uses is told what to do. */
function writes({ tool_name, tool_input: { command, operation, action } }: Call): boolean {
  const told = [command, operation, action].find((one) => typeof one === 'string') as string | undefined;
  if (told !== undefined && LOOKS.test(told)) return false;
  return WRITES.test(`${tool_name.slice(tool_name.lastIndexOf('__'))} ${told ?? ''}`);
}

function byMcp(event: Call, facts: Facts): Touch[] {
  const how = writes(event) ? 'write' : 'read';
  const fields = Object.entries(event.tool_input).filter(([key]) => PATH_FIELD.test(key));
  return fields.flatMap(([, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => touch(how, one, event, facts)),
  );
}

function touch(how: Touch['how'], value: unknown, event: Call, facts: Facts): Touch[] {
  if (typeof value !== 'string' || value === '') return [];
  const text = pathIn(value).replace(/^~(?=\/|$)/, facts.home);
  const path = resolve(text, event.cwd || facts.project.root);
  return path ? [{ how, path: follow(path, facts), text: value, glob: /[*?[]/.test(value) }] : [];
}

/** The path of a `file:` address, decoded as its reader does it; every other text is a path itself. */
function pathIn(value: string): string {
  if (!value.startsWith('file://')) return value;
  const after = value.slice('file://'.length);
  // `file://~/notes` is no address of a file, but there are servers that take it for one.
  if (!after.startsWith('/') && !after.startsWith('localhost/')) return after;
  try {
    return decodeURIComponent(new URL(value).pathname);
  } catch {
    return after;
  }
}

function byShell(facts: Facts): Touch[] {
  return facts.shell.effects.flatMap((e) => {
    if (e.weight !== 'plain' || (e.kind !== 'read' && e.kind !== 'write')) return [];
    const how = e.code === 'delete' ? 'delete' : e.kind;
    return e.targets.flatMap(({ path, text, glob }) => {
      const known = path ?? placeOf(text);
      if (!known) return [];
      const { command } = e;
      const paths = command.remote
        ? [known]
        : [...meantBy(known, facts), ...upFromLink(text, command, facts)];
      return paths.map((one) => ({ how, path: one, text, glob, command }));
    });
  });
}

const GLOB = /[*?[]/;

/** `~/.paw?/off`: hidden folders that a wildcard means. What people can see is judged by how it is written. */
function hiddenBehind(path: string, { files }: Facts): string[] {
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

/** Where a path leads that is written with links or wildcards. */
export const meantBy = (path: string, facts: Facts): string[] => [
  follow(path, facts),
  ...hiddenBehind(path, facts),
];

/** `link/../x` lies beside what the link leads to, for everyone but the shell’s own `cd`. */
function upFromLink(text: string, { cwd }: ShellCommand, { files }: Facts): string[] {
  if (!text.includes('..') || cwd === undefined || /[*?[~\u0000]/.test(text)) return [];
  let at = text.startsWith('/') ? '/' : cwd;
  for (const part of text.split('/')) at = normalise(`${part === '..' ? files.real(at) : at}/${part}`);
  return [files.real(at)];
}

/** `$DIR/.env`: where it lies is not known, what it is called is. */
function placeOf(text: string): string | undefined {
  if (!text.startsWith('\u0000')) return text;
  const name = text.slice(text.lastIndexOf('/') + 1);
  return text.startsWith('\u0000/') && name !== '' && !name.includes('\u0000') ? `/${text}` : undefined;
}

/** Where a link leads counts, not what it is called. */
function follow(path: string, facts: Facts): string {
  return /[*?[\u0000]/.test(path) ? path : facts.files.real(path);
}
