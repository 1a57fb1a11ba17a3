// A rule of the config becomes a policy: data in, the same contract out.

import { type EventName, isEventName } from '../core/channels.ts';
import { matchesWildcard } from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import type { Facts } from '../core/facts.ts';
import type { Policy } from '../core/policy.ts';
import { type Verdict, warn } from '../core/verdict.ts';
import { isAbsolute, join, relative } from '../system/path.ts';
import type { Rule } from './load.ts';

export function rulePolicy(rule: Rule): Policy {
  const on = many(rule.on ?? (rule.prompt ? 'UserPromptSubmit' : 'PreToolUse')).filter(isEventName);
  return {
    id: `rules/${rule.id}`,
    summary: rule.message,
    why: 'A rule of your config.',
    on: on as EventName[],
    ...(rule.tool && { tools: many(rule.tool) }),
    level: rule.level ?? 'deny',
    onError: ['deny', 'ask'].includes(rule.action) ? 'ask' : 'pass',
    examples: [],
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
  // Said once per stop: a rule must not hold a session that has nothing left to do about it.
  if ('stop_hook_active' in event && event.stop_hook_active) return false;
  if (rule.command && !many(rule.command).some((shape) => runs(shape, facts))) return false;
  if (rule.path && !many(rule.path).some((glob) => touches(glob, event, facts))) return false;
  if (rule.prompt && !many(rule.prompt).some((words) => promptSays(words, event))) return false;
  return true;
}

function runs(shape: string, facts: Facts): boolean {
  const pattern = shape.trim().split(/\s+/);
  return facts.shell.commands.some(({ name, words }) =>
    wordsMatch(pattern, [name, ...words.slice(1).map((word) => word.text)]),
  );
}

/**
 * Word by word from the first on; a star alone is any number of words, and more words may follow. What stands between
 * two stars is taken where it first fits: patterns may come from strangers, and trying every place could take for ever.
 */
export function wordsMatch(pattern: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  for (const [index, run] of runsOf(pattern).entries()) {
    const last = index === 0 ? at : words.length - run.length;
    while (at <= last && !fits(run, words, at)) at++;
    if (at > last || at + run.length > words.length) return false;
    at += run.length;
  }
  return true;
}

/** The words between the stars. */
function runsOf(pattern: readonly string[]): string[][] {
  const runs: string[][] = [[]];
  for (const word of pattern) {
    if (word === '*') runs.push([]);
    else runs.at(-1)!.push(word);
  }
  return runs;
}

function fits(run: readonly string[], words: readonly string[], at: number): boolean {
  return run.every((word, index) => {
    const text = words[at + index];
    return text !== undefined && matchesWildcard(word, text);
  });
}

const pathKeys = ['file_path', 'notebook_path', 'path', 'directory'];

/** By the name that was used and by where it leads: a link is no way around. */
function touches(glob: string, event: Event, facts: Facts): boolean {
  const pattern = new Bun.Glob(glob.replace(/^~(?=\/)/, facts.home));
  const { root } = facts.project;
  return pathsOf(event, facts).some((path) => {
    const named = isAbsolute(path) ? path : join(event.cwd, path);
    return [named, facts.files.real(named)].some(
      (one) => pattern.match(one) || pattern.match(relative(root, one)),
    );
  });
}

function pathsOf(event: Event, facts: Facts): string[] {
  const input: Record<string, unknown> = 'tool_input' in event ? event.tool_input : { ...event };
  const named = pathKeys.map((key) => input[key]).filter((path) => typeof path === 'string');
  const byShell = facts.shell.effects.flatMap((effect) => effect.targets.map((target) => target.path));
  return [...named, ...byShell.filter((path) => path !== undefined)];
}

/** Whole words: `test` is not in `latest`. */
function promptSays(words: string, event: Event): boolean {
  if (!('prompt' in event)) return false;
  const plain = (text: string) =>
    ` ${text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return plain(event.prompt).includes(plain(words));
}

function many(value: string | string[]): string[] {
  return Array.isArray(value) ? value : [value];
}
