// Reads the names of tools and events as people write them: in any case, as `Edit|Write`, and in the syntax of the
// client's own matchers. A name that could never match is a problem, because a rule that never matches looks like one
// that protects. The hook path does not load this file: it is needed only when a config or policy file has changed.
import { eventNames } from './channels.ts';
import { matchesTool } from './engine.ts';
import { toolAliases } from './event.ts';
import { clip, nearest } from './text.ts';

/** The tools of the client, with those of older versions. Tools of MCP servers are `mcp__<server>__<tool>`. */
const clientTools =
  'Agent Artifact AskUserQuestion Bash BashOutput ClaudeDesign Config CronCreate CronDelete CronList Edit EndConversation EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep LS LSP ListAgents ListMcpResourcesTool Monitor MultiEdit NotebookEdit NotebookRead PowerShell Projects ProposeGoal ProposeSkills PushNotification Read ReadMcpResourceDirTool ReadMcpResourceTool ReadNotifications RefreshMcpTools RemoteTrigger ReportFindings ScheduleWakeup SendFeedback SendMessage SendUserMessage Skill SlashCommand Sleep StructuredOutput TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate TeamCreate TeamDelete TodoWrite ToolSearch WebFetch WebSearch Workflow Write';

export const toolNames: readonly string[] = clientTools.split(' ');

/** The names or patterns that the text stands for, or a sentence about what is wrong with it. */
export type ReadNames = string[] | { problem: string };

/** For a longer name, no similar one is searched, because the search takes time in proportion to the length. */
const maxNameLength = 80;

/** Tool names, `Edit|Write`, `Edit, Write`, `mcp__github__*`, and such regular expressions as `^(Edit|Write)$`. */
export function readToolMatcher(text: string): ReadNames {
  const rule = /^\s*(\w+)\((.*)\)\s*$/.exec(text);
  if (rule)
    return {
      problem: `"${clip(text, 60)}" is a permission rule; write "tool": "${rule[1]}" and "command": "${clip(rule[2]!, 40)}"`,
    };
  const isExpression = !/^[\w\s,|*-]*$/.test(text);
  const alternatives = splitAlternatives(text.trim()).map((alternative) =>
    isExpression ? fromExpression(alternative) : alternative.text,
  );
  const unread = alternatives.find((alternative) => !/^[\w.*-]*$/.test(alternative));
  if (unread !== undefined)
    return {
      problem: `"${clip(text, 60)}" is a regular expression that Pawl does not read; write names, with | between them and * for any characters`,
    };
  const names = alternatives.map(canonicalTool);
  const problem = names.map(whyNeverMatches).find((problem) => problem !== undefined);
  return problem ? { problem } : names;
}

interface Alternative {
  text: string;
  fromStart: boolean;
  toEnd: boolean;
}

/** The parts between `|` or `,`; the anchors around `^(A|B)$` count for each of them. */
function splitAlternatives(text: string): Alternative[] {
  const whole = /^(\^?)\((?:\?:)?([^()]*)\)(\$?)$/.exec(text);
  const [, start = '', inner = text, end = ''] = whole ?? [];
  return inner.split(/[|,]/).map((part) => {
    const word = part.trim();
    return {
      text: word.replace(/^\^/, '').replace(/\$$/, ''),
      fromStart: start !== '' || word.startsWith('^'),
      toEnd: end !== '' || word.endsWith('$'),
    };
  });
}

/** A regular expression matches anywhere in the name unless it is anchored. */
function fromExpression({ text, fromStart, toEnd }: Alternative): string {
  const pattern = text.replace(/\.[*+]/g, '*');
  return `${fromStart ? '' : '*'}${pattern}${toEnd ? '' : '*'}`.replace(/\*+/g, '*');
}

function canonicalTool(name: string): string {
  if (name === '') return '*';
  const lower = name.toLowerCase();
  const alias = Object.keys(toolAliases).find((former) => former.toLowerCase() === lower);
  return alias ? toolAliases[alias]! : (toolNames.find((known) => known.toLowerCase() === lower) ?? name);
}

function whyNeverMatches(pattern: string): string | undefined {
  if (pattern.startsWith('*') || toolNames.some((name) => matchesTool([pattern], name))) return undefined;
  const clipped = clip(pattern, maxNameLength);
  if (/^mcp__/i.test(pattern))
    return pattern.includes('*') || /^mcp__.+__./i.test(pattern)
      ? undefined
      : `"${clipped}" matches no tool; for all tools of that server write "${clipped.replace(/_*$/, '')}__*"`;
  const near = pattern.length > maxNameLength ? undefined : nearest(pattern, toolNames);
  return `there is no tool "${clipped}"; ${near ? `did you mean "${near}"?` : 'tools of MCP servers are mcp__<server>__<tool>, and * matches every tool'}`;
}

/** Names of events in any case, also several in one text: `PreToolUse|PostToolUse`. */
export function readEventNames(text: string): ReadNames {
  const words = text
    .split(/[|,\s]+/)
    .map((word) => word.trim())
    .filter(Boolean);
  const names = words.map(canonicalEvent);
  const unknownName = names.find((name) => !(eventNames as string[]).includes(name));
  if (unknownName === undefined && names.length > 0) return names;
  const clipped = clip(unknownName ?? text, maxNameLength);
  const near = clipped.length >= maxNameLength ? undefined : nearest(clipped, eventNames);
  return {
    problem: `there is no event "${clipped}"; ${near ? `did you mean "${near}"?` : '`pawl help events` lists them'}`,
  };
}

const canonicalEvent = (word: string): string =>
  eventNames.find((name) => name.toLowerCase() === word.toLowerCase()) ?? word;

/** Reads each of the texts; the first problem counts. */
export function readAll(texts: readonly string[], read: (text: string) => ReadNames): ReadNames {
  const names: string[] = [];
  for (const text of texts) {
    const found = read(text);
    if (!Array.isArray(found)) return found;
    names.push(...found);
  }
  return [...new Set(names)];
}
