// Searches of large places for secrets.
import type { EventOf } from '../../../../core/event.ts';
import type { Facts } from '../../../../core/facts.ts';
import { readInput } from '../../../../core/flat-input.ts';
import { ask } from '../../../../index.ts';
import { fromDrive, resolve } from '../../../../shell/base/paths.ts';
import { has, valuesOf } from '../../../../shell/programs/args.ts';
import { argsOf } from '../../../../shell/programs/registry.ts';
import type { ShellCommand } from '../../../../shell/types.ts';
import { SOUGHT_SECRET } from '../sensitive.ts';

export function judgeSearch(event: EventOf<'PreToolUse'>, context: Facts) {
  const searched = searchedForSecrets(event, context);
  if (!searched) return undefined;
  return ask(`Searches ${searched} for secrets`, {
    code: 'secret-search',
    instead: 'search inside the project',
  });
}

/** A home, the root or another large place that is searched for secrets; undefined if none is. */
function searchedForSecrets(event: EventOf<'PreToolUse'>, { shell, home }: Facts): string | undefined {
  const { tool_name, tool_input } = event;
  if (tool_name === 'Grep') {
    const path = fromDrive(String(tool_input.path ?? '')).replace(/^~(?=\/|$)/, home);
    return isWide(path, home) && SOUGHT_SECRET.test(String(tool_input.pattern ?? '')) ? path : undefined;
  }
  if (tool_name.startsWith('mcp__')) return searchedByTool(event, home);
  for (const command of shell.commands) {
    if (!/^([efz]?grep|rg|ag|ack|ugrep|git-grep)$/.test(command.name)) continue;
    const args = argsOf(command);
    const recursive = command.name === 'rg' || has(args, '-r -R --recursive --dereference-recursive');
    const patterns = [...args.operands.slice(0, 1), ...valuesOf(args, '-e --regexp')];
    const wide = args.operands.find((w) => isWide(resolve(w.text, command.cwd) ?? '', home));
    if ((recursive || /^(ag|ack|ugrep)$/.test(command.name)) && wide && !showsNoContent(command, ''))
      if (patterns.some((w) => SOUGHT_SECRET.test(w.text))) return wide.text;
  }
  return undefined;
}

/** The place in which an MCP tool searches the content of files for secrets. */
function searchedByTool({ tool_name, tool_input }: EventOf<'PreToolUse'>, home: string): string | undefined {
  const texts = readInput(tool_input).fields.flatMap(([field, value]) =>
    typeof value === 'string' ? [[field, value] as const] : [],
  );
  const byName = texts.some(
    ([field, text]) => /type|mode|target/i.test(field) && /^(files?|names?|path)$/i.test(text),
  );
  if (byName || !/search|grep|find/i.test(tool_name)) return undefined;
  const sought = texts.some(
    ([field, text]) =>
      /pattern|query|regex|text|term|search|content/i.test(field) &&
      SOUGHT_SECRET.test(text) &&
      !/^\*|\*$/.test(text),
  );
  const wide = texts
    .map(([, text]) => fromDrive(text).replace(/^~(?=\/|$)/, home))
    .find((path) => path !== '' && isWide(path, home));
  return sought ? wide : undefined;
}

/** Places that hold far more than one project. */
const isWide = (path: string, home: string) =>
  path.replace(/\/$/, '') === home ||
  /^\/[A-Z]:(\/users(\/[^/]+)?)?\/?$/i.test(path) ||
  /^\/(etc|home|Users|root|var|opt|srv|home\/[^/]+|Users\/[^/]+)?\/?$/.test(path);

/** True for `grep -l`, `grep -c` and `grep -q`, which show whether a file matches but not its content. */
export function showsNoContent(command: ShellCommand, file: string): boolean {
  const { name } = command;
  if (!/^([ef]?grep|rg)$/.test(name)) return false;
  const args = argsOf(command);
  const listOptions = name === 'rg' ? '-l' : '-l -L';
  return (
    has(args, `${listOptions} -c -q --quiet --silent --count --files-with-matches --files-without-match`) &&
    !has(args, '--json --format') &&
    !valuesOf(args, '-f --file').some((w) => w.text === file)
  );
}
