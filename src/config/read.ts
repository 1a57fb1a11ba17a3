// Parses one config file and checks it against the schema.
import { isObject } from '../core/json.ts';
import type { Policy } from '../core/policy.ts';
import { clip } from '../core/text.ts';
import { exportProblems } from './export.ts';
import type { ConfigFile, Layer, LayerName } from './load.ts';
import { normalizeUserPolicies } from './normalize.ts';
import { programProblems } from './programs.ts';
import { ruleProblems } from './rule-problems.ts';
import { configShape } from './shape.ts';
import { repeatedKeys, textAfterValue } from './structure.ts';
import { type Problem, validate } from './validate.ts';

export function readLayer(name: LayerName, file: string, text: string, policies: readonly Policy[]): Layer {
  let value: unknown;
  try {
    value = parseJsonc(text);
  } catch (error) {
    return {
      name,
      file,
      text,
      value: {},
      state: 'broken',
      problems: [{ path: [], message: (error as Error).message, severity: 'error' }],
    };
  }
  const normalized = normalizeUserPolicies(value);
  value = normalized.value;
  const problems = [
    ...normalized.problems,
    ...validate(value, configShape(mentionedPolicies(policies, value))),
    ...programProblems((value as ConfigFile | null)?.programs, ['programs']),
    ...exportProblems((value as ConfigFile | null)?.export),
    ...ruleProblems(value),
    ...repeatedKeys(text),
    ...(name === 'user' ? [] : personalKeyProblems(value)),
  ];
  const broken = problems.some((problem) => problem.severity === 'error');
  return {
    name,
    file,
    text,
    value: broken ? {} : (value as ConfigFile),
    state: broken ? 'broken' : 'ok',
    problems,
  };
}

/** Keys that count only in a person's own file. */
const personalKeys = ['export', 'team', 'update'];

function personalKeyProblems(value: unknown): Problem[] {
  const found = personalKeys.filter((key) => isObject(value) && key in value);
  return found.map((key) => ({
    path: [key],
    message: 'is ignored here; only your own config (~/.pawl/config.jsonc) may set it',
    severity: 'warning',
  }));
}

/** Tries plain JSON first, which most configs are, because its parser is faster. */
function parseJsonc(source: string): unknown {
  const text = source.replace(/^\uFEFF/, '');
  if (text.trim() === '') return {};
  if (isNestedTooDeep(text)) throw new Error(`It is nested more than ${maxDepth} levels deep.`);
  try {
    return JSON.parse(text);
  } catch {
    const value = Bun.JSONC.parse(text);
    const rest = textAfterValue(text);
    if (rest !== undefined) throw new Error(`text follows the end of the config: ${clip(rest, 40)}`);
    return value;
  }
}

/** Far more than any setting needs. The functions that walk through a config are recursive, and deeper nesting could overflow the stack. */
const maxDepth = 100;

/** Also counts unclosed brackets in comments and single-quoted text, which matters only beyond the limit. */
function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** Only the policies whose settings are in the file have to be loaded to check it. */
function mentionedPolicies(policies: readonly Policy[], value: unknown): Policy[] {
  const ids = Object.keys((value as ConfigFile | null)?.policies ?? {});
  return ids.length === 0 ? [] : policies.filter((policy) => ids.includes(policy.id));
}
