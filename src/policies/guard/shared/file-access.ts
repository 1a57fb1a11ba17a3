// Finds the paths that a tool call reads, writes or deletes, for every kind of tool.

import type { EventOf } from '../../../core/event.ts';
import type { Facts } from '../../../core/facts.ts';
import { commandOf } from '../../../core/tool-command.ts';
import { normalise, resolve } from '../../../shell/base/paths.ts';
import { pattern } from '../../../shell/base/pattern.ts';
import { globToRegExp, HOLE } from '../../../shell/base/words.ts';
import type { ShellCommand } from '../../../shell/types.ts';
import { pathsIn } from './tool-paths.ts';

export interface PathAccess {
  /** `names`: a program that Pawl does not know is given the path. */
  kind: 'read' | 'write' | 'delete' | 'names';
  /** Absolute, with symlinks resolved if the file exists. It may contain a glob or an unknown part. */
  path: string;
  /** The path as it was written in the call. */
  text: string;
  glob: boolean;
  command?: ShellCommand;
  /** A tool without a command moves or deletes the path. */
  removes?: boolean;
  /** The tool may write the path: its name does not say that it only reads. */
  unclear?: boolean;
}

type ToolCall = Pick<EventOf<'PreToolUse'>, 'tool_name' | 'tool_input' | 'cwd'>;

/** The input fields of the client’s own tools that name files, and what the tool does with them. */
const TOOLS: Record<string, { kind: PathAccess['kind']; fields: readonly string[] }> = {
  Read: { kind: 'read', fields: ['file_path'] },
  Grep: { kind: 'read', fields: ['path', 'glob'] },
  // Glob and LS show only names.
  Glob: { kind: 'read', fields: [] },
  LS: { kind: 'read', fields: [] },
  Edit: { kind: 'write', fields: ['file_path'] },
  MultiEdit: { kind: 'write', fields: ['file_path'] },
  Write: { kind: 'write', fields: ['file_path'] },
  NotebookEdit: { kind: 'write', fields: ['notebook_path'] },
  NotebookRead: { kind: 'read', fields: ['notebook_path'] },
};

const WRITE_OPERATIONS =
  /write|edit|create|move|rename|delete|remove|append|insert|replace|patch|save|put|upload|copy|mkdir|trash|extract|unzip|unpack|(^|_)(rm|mv|cp|unlink|erase|wipe|chmod|chown)(_|\b)/i;
const REMOVE_OPERATIONS =
  /(^|[_a-z])(move|rename|delete|remove|trash|rmdir|unlink|erase|wipe)|(^|_)(rm|mv)(_|$)/i;

const READ_OPERATIONS = /^(view|read|get|list|search|find|stat|open|show)$/i;

/** Tools of the client that take no files, whatever their input says. */
const WITHOUT_FILES =
  /^(Task|Agent|TodoWrite|WebFetch|WebSearch|AskUserQuestion|Skill|ExitPlanMode|EnterPlanMode|Monitor|PowerShell|KillShell|BashOutput|SlashCommand|ToolSearch)$/;

export function fileAccesses(event: ToolCall, facts: Facts): PathAccess[] {
  if (event.tool_name === 'Bash') return accessesByShell(facts);
  const byCommand = commandOf(event) === undefined ? [] : accessesByShell(facts);
  const known = Object.hasOwn(TOOLS, event.tool_name) ? TOOLS[event.tool_name] : undefined;
  if (known && hasKnownField(known.fields, event))
    return [
      ...byCommand,
      ...searchedByGlob(event, facts),
      ...known.fields.flatMap((field) =>
        alternatives(event.tool_input[field]).flatMap((path) => accessOf(known.kind, path, event, facts)),
      ),
    ];
  if (event.tool_name === 'WebFetch' && /^file:/i.test(String(event.tool_input.url)))
    return accessOf('read', event.tool_input.url, event, facts);
  return WITHOUT_FILES.test(event.tool_name) ? byCommand : [...byCommand, ...accessesByAnyTool(event, facts)];
}

/** Another client may have a tool of this name whose field for the path has another name; it is judged as an unknown tool. */
const hasKnownField = (fields: readonly string[], { tool_input }: ToolCall): boolean =>
  fields.length === 0 || fields.some((field) => tool_input[field] !== undefined);

/** `Grep` with `path: '~'` and `glob: '.npmrc'` reads the files of that name there. */
function searchedByGlob(event: ToolCall, facts: Facts): PathAccess[] {
  const { path, glob } = event.tool_input;
  if (event.tool_name !== 'Grep' || typeof path !== 'string' || typeof glob !== 'string') return [];
  return alternatives(glob).flatMap((pattern) =>
    accessOf('read', `${path.replace(/\/$/, '')}/${String(pattern).replace(/^\*\*\//, '')}`, event, facts),
  );
}

/** `{.env,src/a.ts}` is two patterns. */
function alternatives(value: unknown): unknown[] {
  const braces = typeof value === 'string' ? /^([^{}]*)\{([^{}]+)\}([^{}]*)$/.exec(value) : undefined;
  return braces
    ? (braces[2] as string).split(',').map((part) => `${braces[1]}${part.trim()}${braces[3]}`)
    : [value];
}

/** `>> file`, `tee -a file`: the command adds to the file and keeps its content. */
export const appends = ({ name, words, redirects }: ShellCommand): boolean =>
  name === 'tee'
    ? words.some((w) => /^(-\w*a|--append)$/.test(w.text))
    : name === '' && redirects.length > 0 && redirects.every((r) => r.operator === '>>');

/** Whether the tool writes, by its name or by the field that selects its operation. */
function writes({ tool_name, tool_input: { command, operation, action } }: ToolCall): boolean {
  const selected = [command, operation, action].find((value) => typeof value === 'string') as
    | string
    | undefined;
  if (selected !== undefined && READ_OPERATIONS.test(selected)) return false;
  return WRITE_OPERATIONS.test(`${tool_name.slice(tool_name.lastIndexOf('__'))} ${selected ?? ''}`);
}

/** Tools that show only names, sizes and dates of files. */
const SHOWS_NAMES = /(^|[_a-z])(stat|info|exists|metadata|list|ls|tree|glob)(_|$)/i;

function accessesByAnyTool(event: ToolCall, facts: Facts): PathAccess[] {
  const kind = writes(event) ? 'write' : 'read';
  if (kind === 'read' && SHOWS_NAMES.test(event.tool_name.slice(event.tool_name.lastIndexOf('__') + 2)))
    return [];
  const removes =
    kind === 'write' && REMOVE_OPERATIONS.test(event.tool_name.slice(event.tool_name.lastIndexOf('__') + 2));
  const guesses = event.tool_name.startsWith('mcp__');
  const unclear = kind === 'read' && guesses && !ONLY_LOOKS.test(event.tool_name);
  return pathsIn(event.tool_input, guesses).flatMap(({ path, isOutput }) => {
    return accessOf(isOutput ? 'write' : kind, path, event, facts).map((access) => ({
      ...access,
      ...(removes && { removes }),
      ...(unclear && !isOutput && { unclear }),
    }));
  });
}

/** Tools that only look, by a word in their name. A screenshot or a build may write the path that it is given. */
const ONLY_LOOKS = pattern(
  `
  read|get|view|list|search|find|stat|open|show|grep|cat|fetch|info|tree|head|tail|query|select|
  describe|inspect|check|(?<!down|up)load|parse|analy[sz]e|lint|diagnos|hover|symbol|outline|glob|
  exist|diff|log|count|hash|preview|compare|resolve|navigate|lookup|review|explain|summar|scan|
  validate|ask
`,
  'i',
);

function accessOf(kind: PathAccess['kind'], value: unknown, event: ToolCall, facts: Facts): PathAccess[] {
  if (typeof value !== 'string' || value === '') return [];
  const text = pathIn(value).replace(/^~(?=[\\/]|$)/, facts.home);
  const path = resolve(text, event.cwd || facts.project.root);
  return path ? [{ kind, path: resolveLinks(path, facts), text: value, glob: /[*?[]/.test(value) }] : [];
}

/** The path of a `file:` URL, decoded; any other text is taken as a path. */
function pathIn(value: string): string {
  if (!/^file:\/\//i.test(value)) return value.replace(/^\\\\[?.]\\/, '');
  const after = value.slice('file://'.length);
  // `file://~/notes` is not a valid URL, but some servers accept it.
  if (!after.startsWith('/') && !after.startsWith('localhost/')) return after;
  try {
    return decodeURIComponent(new URL(value).pathname);
  } catch {
    return after;
  }
}

function accessesByShell(facts: Facts): PathAccess[] {
  return facts.shell.effects.flatMap((e) => {
    if (e.weight !== 'plain' || (e.kind !== 'read' && e.kind !== 'write' && e.kind !== 'names')) return [];
    const kind = e.code === 'delete' ? 'delete' : e.kind;
    return e.targets.flatMap(({ path, text, glob }) => {
      // `rm ''` fails: an empty word names no file.
      if (text === '') return [];
      const known = path ?? knownPath(text);
      if (!known) return [];
      const { command } = e;
      const paths = command.remote
        ? [known]
        : [...possiblePaths(known, facts), ...pathsThroughLink(text, command, facts)];
      return paths.map((possible) => ({ kind, path: possible, text, glob, command }));
    });
  });
}

const GLOB = /[*?[]/;

/** The hidden files that a glob such as `~/.paw?/off` matches. Other files are judged by the glob itself. */
function hiddenMatches(path: string, { files }: Facts): string[] {
  const parts = path.split('/').slice(1);
  if (!GLOB.test(path) || path.includes(HOLE) || !parts.some((part) => part.startsWith('.'))) return [];
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
  return found.map((match) => files.real(match));
}

/** All paths that a path with symlinks or wildcards may mean. */
export const possiblePaths = (path: string, facts: Facts): string[] => [
  resolveLinks(path, facts),
  ...hiddenMatches(path, facts),
];

/** The path of `link/../x`, which is relative to the target of the link, except for the shell’s own `cd`. */
function pathsThroughLink(text: string, { cwd }: ShellCommand, { files }: Facts): string[] {
  if (!text.includes('..') || cwd === undefined || /[*?[~\u0000]/.test(text)) return [];
  let at = text.startsWith('/') ? '/' : cwd;
  for (const part of text.split('/')) at = normalise(`${part === '..' ? files.real(at) : at}/${part}`);
  return [files.real(at)];
}

/** For `$DIR/.env` the folder is unknown, but the name is enough to judge it. */
function knownPath(text: string): string | undefined {
  if (!text.startsWith(HOLE)) return text;
  const name = text.slice(text.lastIndexOf('/') + 1);
  return text.startsWith(`${HOLE}/`) && name !== '' && !name.includes(HOLE) ? `/${text}` : undefined;
}

/** The target of a symlink counts, not its name. */
function resolveLinks(path: string, facts: Facts): string {
  return /[*?[\u0000]/.test(path) ? path : facts.files.real(path);
}
