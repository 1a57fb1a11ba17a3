// Rules that can be read and yet can’t mean what their author wanted: they match every call, or none.
import { isObject } from '../core/json.ts';
import type { Problem } from './validate.ts';

type Entry = Record<string, unknown>;

export function ruleProblems(config: unknown): Problem[] {
  const list = isObject(config) ? config.rules : undefined;
  if (!Array.isArray(list)) return [];
  const rules = list as unknown[];
  return rules.flatMap((rule, at) => {
    if (!isObject(rule)) return [];
    const message = emptyKey(rule) ?? contradiction(rule) ?? boundless(rule) ?? repeatedId(rules, rule, at);
    return message ? [{ path: ['rules', at, ...message.at], ...message.problem }] : [];
  });
}

interface Found {
  /** The key below the rule. */
  at: string[];
  problem: Pick<Problem, 'message' | 'severity'>;
}

const warning = (message: string, ...at: string[]): Found => ({
  at,
  problem: { message, severity: 'warning' },
});

const conditions = ['tool', 'command', 'path', 'prompt'] as const;

/** An empty condition would be no condition, and the rule would apply to everything. */
function emptyKey(rule: Entry): Found | undefined {
  const key = ['id', 'message', ...conditions].find((key) => {
    const texts = [rule[key]].flat();
    return rule[key] !== undefined && (texts.length === 0 || texts.includes('') || texts.some(isBlank));
  });
  return key ? { at: [key], problem: { message: 'is empty', severity: 'error' } } : undefined;
}

const isBlank = (text: unknown) => typeof text === 'string' && text.trim() === '';

/** A prompt is no tool call. */
function contradiction(rule: Entry): Found | undefined {
  const other = conditions.find((key) => key !== 'prompt' && rule[key] !== undefined);
  return rule.prompt !== undefined && other
    ? warning(`never matches, because a prompt has no ${other}; make two rules of it`)
    : undefined;
}

/** On other events than tool calls, a rule needs no condition: text for each session start, for example. */
function boundless(rule: Entry): Found | undefined {
  const hasCondition = [...conditions, 'on'].some((key) => rule[key] !== undefined);
  return hasCondition
    ? undefined
    : warning('has no condition, so it applies to every tool call; add "tool", "command" or "path"');
}

function repeatedId(rules: readonly unknown[], { id }: Entry, at: number): Found | undefined {
  const first = rules.findIndex((rule) => isObject(rule) && rule.id === id);
  return typeof id === 'string' && first < at
    ? warning(`another rule is called "${id}" too, so the log can’t tell them apart`, 'id')
    : undefined;
}
