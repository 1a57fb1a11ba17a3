// A rule of the config becomes a policy: data in, the same contract out.
import { isAbsolute, join, relative } from 'node:path';
import { type EventName, isEventName } from '../core/channels.ts';
import { starMatch } from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import type { Facts } from '../core/facts.ts';
import type { Policy } from '../core/policy.ts';
import type { Verdict } from '../core/verdict.ts';
import type { Rule } from './load.ts';

export function rulePolicy(rule: Rule): Policy {
  const on = many(rule.on ?? 'PreToolUse').filter(isEventName);
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
      return [
        { kind: 'inject', text: `Warning: ${message}`, again: true },
        { kind: 'tell', text: message },
      ];
    default:
      return { kind: action, reason: message, ...(instead && { instead }) };
  }
}

function matches(rule: Rule, event: Event, facts: Facts): boolean {
  if (rule.command && !many(rule.command).some((shape) => runs(shape, facts))) return false;
  if (rule.path && !many(rule.path).some((glob) => touches(glob, event, facts))) return false;
  if (rule.prompt && !many(rule.prompt).some((words) => promptSays(words, event))) return false;
  return true;
}

/** `git push * --force`: a star between words also stands for no word at all. */
function runs(shape: string, facts: Facts): boolean {
  const pattern = shape.trim().replace(/ \* /g, '*').replace(/ \*$/, '*');
  return facts.shell.commands.some((command) =>
    starMatch(pattern, [command.name, ...command.words.slice(1).map((word) => word.text)].join(' ')),
  );
}

const pathKeys = ['file_path', 'notebook_path', 'path', 'directory'];

function touches(glob: string, event: Event, facts: Facts): boolean {
  const input = 'tool_input' in event ? event.tool_input : {};
  const named = pathKeys.map((key) => input[key]).filter((path) => typeof path === 'string');
  const byShell = facts.shell.effects
    .flatMap((effect) => effect.targets.map((target) => target.path))
    .filter((path) => path !== undefined);
  const pattern = new Bun.Glob(glob);
  return [...named, ...byShell].some((path) => {
    const absolute = facts.files.real(isAbsolute(path) ? path : join(event.cwd, path));
    return pattern.match(relative(facts.project.root, absolute)) || pattern.match(absolute);
  });
}

function promptSays(words: string, event: Event): boolean {
  return 'prompt' in event && event.prompt.toLowerCase().includes(words.toLowerCase());
}

function many(value: string | string[]): string[] {
  return Array.isArray(value) ? value : [value];
}
