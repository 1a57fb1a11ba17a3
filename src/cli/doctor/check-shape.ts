// Checks the structure of hook entries from their text alone. Pure; one small check per mistake.

import { getNodeValue } from 'jsonc-parser';
import { eventNames, isEventName } from '../../core/channels.ts';
import { toolAliases } from '../../core/event.ts';
import { isObject } from '../../core/json.ts';
import { toolNames } from '../../core/matcher.ts';
import { nearest } from '../../core/text.ts';
import { isAccepted } from '../../domain/client-settings/accepted-values.ts';
import { attempt } from '../../system/attempt.ts';
import { lineOf, parseJson } from '../init/json.ts';
import type { CodeName } from './codes.ts';
import type { HookEntry, HookGroup, SettingsHooks } from './entries.ts';
import { type Finding, finding } from './finding.ts';

/** Events on which `if` is evaluated. */
const toolEvents = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
];
/** Events on which the client drops the whole file because of one invalid entry. */
const strictEvents = ['PreToolUse', 'PermissionRequest'];
const withoutOnFailure = ['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'];
const withoutHttp = ['SessionStart', 'Setup'];
/** The required keys of each type of handler. */
const needs: Record<string, readonly string[]> = {
  command: ['command'],
  http: ['url'],
  prompt: ['prompt'],
  agent: ['prompt'],
  mcp_tool: ['server', 'tool'],
};
const isText = (value: unknown) => typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';
/** Keys whose values the client validates. */
const checked: Record<string, { fits: (value: unknown) => boolean; expected: string }> = {
  args: { fits: (value) => Array.isArray(value) && value.every(isText), expected: 'a list of strings' },
  if: { fits: isText, expected: 'one permission rule as a string' },
  async: { fits: isFlag, expected: 'true or false' },
  asyncRewake: { fits: isFlag, expected: 'true or false' },
  onFailure: {
    fits: (value) => value === 'block' || value === 'continue',
    expected: '"block" or "continue"',
  },
};
/** Mistakes that make an entry invalid for the client. */
const invalid: readonly CodeName[] = [
  'bare-string',
  'bare-handler',
  'hooks-shape',
  'handler-invalid',
  'matcher-object',
  'timeout-invalid',
];

export function checkShape(read: SettingsHooks): Finding[] {
  const found = [...read.findings, ...read.groups.flatMap(checkGroup)];
  const isPersonsFile =
    read.source.kind === 'user' || read.source.kind === 'project' || read.source.kind === 'local';
  const all = [...found, ...eventFindings(read)].map((finding) => ({
    ...finding,
    fixable: finding.fixable && isPersonsFile,
  }));
  return isPersonsFile ? [...all, ...droppedFile(read, found)] : all;
}

function eventFindings(read: SettingsHooks): Finding[] {
  const { file } = read.source;
  const first = read.groups.filter(
    (group, at, all) => all.findIndex(({ event }) => event === group.event) === at,
  );
  return first.flatMap(({ event, line }) => {
    if (event === 'WorktreeCreate')
      return [finding('worktree-taken-over', 'A hook is registered for WorktreeCreate', { file, line })];
    if (isEventName(event)) return [];
    const near = nearest(event, eventNames);
    const problem = `The client has no event "${event}"${near ? `; did you mean "${near}"?` : ''}`;
    return [finding('event-unknown', problem, { file, line })];
  });
}

/** The client ignores a file because of an invalid hook, and because of a value of the wrong type elsewhere. */
function droppedFile(read: SettingsHooks, found: readonly Finding[]): Finding[] {
  return [...droppedByHook(read, found), ...droppedByValue(read.source)].slice(0, 1);
}

function droppedByValue({ file, text }: SettingsHooks['source']): Finding[] {
  const root = attempt(() => parseJson(text));
  const properties = root?.type === 'object' ? (root.children ?? []) : [];
  return properties.flatMap(({ children, offset }) => {
    const [key, value] = (children ?? []).map((node) => getNodeValue(node) as unknown);
    if (key === 'hooks' || isAccepted(String(key), value) !== false) return [];
    const problem = `The client does not accept the value of "${key}", and ignores this whole file`;
    return [finding('file-dropped', problem, { file, line: lineOf(text, offset) })];
  });
}

function droppedByHook(read: SettingsHooks, found: readonly Finding[]): Finding[] {
  const cause = found.find(
    (finding) => invalid.includes(finding.code) && strictEvents.includes(finding.event ?? ''),
  );
  if (!cause) return [];
  const problem = `An invalid entry on ${cause.event} makes the client ignore this whole file`;
  return [finding('file-dropped', problem, { file: read.source.file, line: cause.line, event: cause.event })];
}

function checkGroup(group: HookGroup): Finding[] {
  const { event, value, line } = group;
  const { file } = group.source;
  const at = { file, line, event };
  if (typeof value === 'string')
    return [finding('bare-string', `${event}: "${value}" is a bare string`, { ...at, fixable: true })];
  if (!isObject(value))
    return [finding('hooks-shape', `${event}: ${JSON.stringify(value)} is not an object with "hooks"`, at)];
  if (!Array.isArray(value.hooks)) return [bareHandler(group)];
  return [
    ...checkMatcher(group, value.matcher),
    ...groupKeys(group),
    ...group.handlers.flatMap(checkHandler),
  ];
}

function bareHandler({ event, value, line, source }: HookGroup): Finding {
  const at = { file: source.file, line, event };
  return isObject(value) && typeof value.type === 'string'
    ? finding('bare-handler', `${event}: a ${value.type} handler without a group`, { ...at, fixable: true })
    : finding('hooks-shape', `${event}: a group without a list of "hooks"`, at);
}

function groupKeys({ event, value, line, source }: HookGroup): Finding[] {
  if (!isObject(value) || value.onFailure === undefined) return [];
  return [
    finding('onfailure-on-group', `${event}: onFailure is set on the group`, {
      file: source.file,
      line,
      event,
    }),
  ];
}

function checkMatcher({ event, line, source }: HookGroup, matcher: unknown): Finding[] {
  const at = { file: source.file, line, event };
  if (matcher === undefined || matcher === '') return [];
  if (typeof matcher !== 'string') {
    const fixable = isObject(matcher) && matcherText(matcher) !== undefined;
    return [
      finding('matcher-object', `${event}: the matcher is ${JSON.stringify(matcher)}`, { ...at, fixable }),
    ];
  }
  if (/^[A-Z]\w+\(.*\)$/.test(matcher))
    return [finding('matcher-rule', `${event}: the matcher "${matcher}" is a permission rule`, at)];
  if (event === 'FileChanged' || matcher === '*') return [];
  if (/^[\w\- ,|]*$/.test(matcher))
    return toolEvents.includes(event)
      ? neverMatching(matcher).map((problem) => finding('matcher-never', `${event}: ${problem}`, at))
      : [];
  try {
    new RegExp(matcher);
    return [];
  } catch (error) {
    return [finding('matcher-regex', `${event}: "${matcher}": ${(error as Error).message}`, at)];
  }
}

/** The names in a matcher that no tool has, although one has a similar name. */
function neverMatching(matcher: string): string[] {
  const names = matcher
    .split(/[|,]/)
    .map((name) => name.trim())
    .filter(
      (name) => name !== '' && !/^mcp__/.test(name) && !toolNames.includes(name) && !(name in toolAliases),
    );
  return names.flatMap((name) => {
    const near = nearest(name, toolNames);
    return near ? [`no tool is called "${name}"; did you mean "${near}"?`] : [];
  });
}

const matcherKeys = ['toolName', 'tool_name', 'tool', 'agentName', 'agentType', 'agent_type', 'source'];

/** The string that an object matcher stands for; empty if it matches everything, undefined if unclear. */
export function matcherText(matcher: Record<string, unknown>): string | undefined {
  const keys = Object.keys(matcher);
  if (keys.length === 0) return '';
  const text = matcher[keys[0]!];
  return keys.length === 1 && matcherKeys.includes(keys[0]!) && typeof text === 'string' ? text : undefined;
}

function checkHandler(entry: HookEntry): Finding[] {
  const { event, value, line, source } = entry;
  const at = { file: source.file, line, event };
  const report = (code: CodeName, problem: string, fixable = false) =>
    finding(code, `${event}: ${problem}`, { ...at, fixable });
  if (!isObject(value)) return [report('handler-invalid', `${JSON.stringify(value)} is not a handler`)];
  const type = String(value.type);
  const needed = needs[type];
  if (!needed) return [report('handler-invalid', `there is no handler type ${JSON.stringify(value.type)}`)];
  const lacks = needed.filter((key) => typeof value[key] !== 'string');
  return [
    ...lacks.map((key) => report('handler-invalid', `a ${type} handler without "${key}"`)),
    ...Object.entries(checked)
      .filter(([key, { fits }]) => value[key] !== undefined && !fits(value[key]))
      .map(([key, { expected }]) => report('handler-invalid', `"${key}" must be ${expected}`)),
    ...(isAsyncRewake(value) ? [] : timeouts(value.timeout, report)),
    ...(value.if !== undefined && isEventName(event) && !toolEvents.includes(event)
      ? [report('if-never-runs', `"if" is never evaluated on ${event}, so the handler never runs`)]
      : []),
    ...(value.once !== undefined && source.kind !== 'plugin'
      ? [report('once-in-settings', '"once" is ignored here')]
      : []),
    ...(type === 'http' && withoutHttp.includes(event)
      ? [report('http-unsupported', 'http hooks are skipped')]
      : []),
    ...(value.onFailure !== undefined && !honoursOnFailure(event, value)
      ? [report('onfailure-without-effect', 'onFailure has no effect')]
      : []),
  ];
}

/** A background hook that wakes the session may have a long timeout. */
export const isAsyncRewake = (value: unknown) => isObject(value) && value.asyncRewake === true;

function timeouts(
  timeout: unknown,
  report: (code: CodeName, what: string, fixable?: boolean) => Finding,
): Finding[] {
  if (timeout === undefined) return [];
  if (typeof timeout !== 'number' || !(timeout > 0))
    return [report('timeout-invalid', `the timeout is ${JSON.stringify(timeout)}`)];
  if (timeout < 1000) return [];
  return [report('timeout-milliseconds', `the timeout of ${timeout} s is ${inMinutes(timeout)}`, true)];
}

function inMinutes(seconds: number): string {
  return seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;
}

function honoursOnFailure(event: string, handler: Record<string, unknown>): boolean {
  const background = handler.async === true || handler.asyncRewake === true;
  return (
    !background &&
    !withoutOnFailure.includes(event) &&
    (handler.type === 'command' || handler.type === 'http')
  );
}
