// One config file: parsed, and checked against all there may be in it.
import type { Policy } from '../core/policy.ts';
import type { ConfigFile, Layer, LayerName } from './load.ts';
import { configShape } from './shape.ts';
import { validate } from './validate.ts';

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
  const problems = validate(value, configShape(mentioned(policies, value)));
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

/** Most configs are plain JSON, and its parser is already there. */
function parseJsonc(source: string): unknown {
  const text = source.replace(/^\uFEFF/, '');
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return Bun.JSONC.parse(text);
  }
}

/** Only these have to be looked up to check a file; the others are not even loaded. */
function mentioned(policies: readonly Policy[], value: unknown): Policy[] {
  const ids = Object.keys((value as ConfigFile | null)?.policies ?? {});
  return ids.length === 0 ? [] : policies.filter((policy) => ids.includes(policy.id));
}
