// Turns a rule of the config into a policy.

import { type EventName, isEventName } from '../core/channels.ts';
import { matchesWildcard } from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import type { Facts } from '../core/facts.ts';
import type { Policy } from '../core/policy.ts';
import { type Verdict, warn } from '../core/verdict.ts';
import { isAbsolute, join, relative, toPolicyPath } from '../system/path.ts';
import type { Rule } from './load.ts';

export function rulePolicy(rule: Rule): Policy {
  const on = asArray(rule.on ?? (rule.prompt ? 'UserPromptSubmit' : 'PreToolUse')).filter(isEventName);
  return {
    id: `rules/${rule.id}`,
    summary: rule.message,
    why: 'A rule in your config.',
    on: on as EventName[],
    ...(rule.tool && { tools: asArray(rule.tool) }),
    level: rule.level ?? 'deny',
    onError: ['deny', 'ask'].includes(rule.action) ? 'ask' : 'pass',
    examples: [],
    // The event of a rule is known only at run time, so no type says which verdicts it may give.
    check: (event, facts) => (matches(rule, event, facts) ? (verdictOf(rule) as never) : undefined),
  };
}

function verdictOf({ action, message, instead }: Rule): Verdict | Verdict[] {
  switch (action) {
    case 'inject':
      return { kind: 'inject', text: message };
    case 'tell':
      return { kind: 'tell', text: message };
    case 'warn':
      return warn(message, instead);
    default:
      return { kind: action, reason: message, ...(instead && { instead }) };
  }
}

function matches(rule: Rule, event: Event, facts: Facts): boolean {
  // A rule blocks a stop only once, because the session may not be able to do anything about it.
  if ('stop_hook_active' in event && event.stop_hook_active) return false;
  if (rule.command && !asArray(rule.command).some((shape) => runsCommand(shape, facts))) return false;
  if (rule.path && !asArray(rule.path).some((glob) => touchesPath(glob, event, facts))) return false;
  if (rule.prompt && !asArray(rule.prompt).some((words) => promptContains(words, event))) return false;
  return true;
}

function runsCommand(shape: string, facts: Facts): boolean {
  const pattern = shape.trim().split(/\s+/);
  return facts.shell.commands.some(({ name, words }) =>
    wordsMatch(pattern, [name, ...words.slice(1).map((word) => word.text)]),
  );
}

/**
 * Matches word by word from the start. A star on its own stands for any number of words, and more words may follow the
 * pattern. The words between two stars are matched at the first place where they fit, without backtracking: patterns
 * can come from untrusted projects, and backtracking could take exponential time.
 */
export function wordsMatch(pattern: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  for (const [index, run] of wordsBetweenStars(pattern).entries()) {
    const last = index === 0 ? at : words.length - run.length;
    while (at <= last && !matchesAt(run, words, at)) at++;
    if (at > last || at + run.length > words.length) return false;
    at += run.length;
  }
  return true;
}

function wordsBetweenStars(pattern: readonly string[]): string[][] {
  const runs: string[][] = [[]];
  for (const word of pattern) {
    if (word === '*') runs.push([]);
    else runs.at(-1)!.push(word);
  }
  return runs;
}

function matchesAt(run: readonly string[], words: readonly string[], at: number): boolean {
  return run.every((word, index) => {
    const text = words[at + index];
    return text !== undefined && matchesWildcard(word, text);
  });
}

const pathKeys = ['file_path', 'notebook_path', 'path', 'directory'];

/** Matches both the path in the call and the path it resolves to, so that a link does not get around a rule. */
function touchesPath(glob: string, event: Event, facts: Facts): boolean {
  const pattern = new Bun.Glob(glob.replace(/^~(?=\/)/, facts.home));
  const { root } = facts.project;
  return pathsOf(event, facts).some((path) => {
    const policyPath = toPolicyPath(isAbsolute(path) ? path : join(event.cwd, path));
    return [policyPath, facts.files.real(policyPath)].some(
      (candidate) => pattern.match(candidate) || pattern.match(toPolicyPath(relative(root, candidate))),
    );
  });
}

function pathsOf(event: Event, facts: Facts): string[] {
  const input: Record<string, unknown> = 'tool_input' in event ? event.tool_input : { ...event };
  const inputPaths = pathKeys.map((key) => input[key]).filter((path) => typeof path === 'string');
  const byShell = facts.shell.effects.flatMap((effect) => effect.targets.map((target) => target.path));
  return [...inputPaths, ...byShell.filter((path) => path !== undefined)];
}

/** Matches whole words: `latest` does not contain `test`. */
function promptContains(words: string, event: Event): boolean {
  if (!('prompt' in event)) return false;
  const normalize = (text: string) =>
    ` ${text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return normalize(event.prompt).includes(normalize(words));
}

function asArray(value: string | string[]): string[] {
  return Array.isArray(value) ? value : [value];
}
