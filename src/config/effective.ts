// Every value in force, with the layer it comes from.

import { packNames } from '../core/pack.ts';
import { optionValues, type Policy } from '../core/policy.ts';
import { nearest } from '../core/text.ts';
import type { Config, ConfigFile, Layer } from './load.ts';
import { baseShape, policyShape, type Shape } from './shape.ts';
import { type Problem, validate } from './validate.ts';

export interface Effective {
  key: string;
  value: unknown;
  from: string;
  about?: string;
}

export function effective(config: Config, policies: readonly Policy[]): Effective[] {
  const layers = config.layers.filter((layer) => layer.state !== 'untrusted');
  const simple = (group: 'packs' | 'context' | 'retention'): Effective[] =>
    Object.entries(keysOf(group)).map(([name, shape]) => ({
      key: `${group}.${name}`,
      value: (config[group] as Record<string, unknown>)[name],
      from: lastWith(layers, (value) => value[group]?.[name]),
      ...(shape.about && { about: shape.about }),
    }));
  return [
    ...simple('packs'),
    ...policies.flatMap((policy) => ofPolicy(policy, config, layers)),
    ...(['rules', 'external', 'workflows'] as const).map((key) => ({
      key,
      value: config[key],
      from: layersWith(config.layers, key),
      ...(baseShape[key]?.about && { about: baseShape[key].about }),
    })),
    ...simple('context'),
    ...simple('retention'),
  ];
}

function keysOf(group: 'packs' | 'context' | 'retention'): Record<string, Shape> {
  return (baseShape[group] as Extract<Shape, { type: 'object' }>).keys;
}

function ofPolicy(policy: Policy, config: Config, layers: readonly Layer[]): Effective[] {
  const { level, from, options } = config.setting(policy);
  const values = Object.entries(optionValues(policy, options)).map(([name, value]) => ({
    key: `policies.${policy.id}.${name}`,
    value,
    from: lastWith(layers, (file) => file.policies?.[policy.id]?.[name]),
    ...(policy.options?.[name]?.about && { about: policy.options[name].about }),
  }));
  return [{ key: `policies.${policy.id}.level`, value: level, from, about: policy.summary }, ...values];
}

function lastWith(layers: readonly Layer[], look: (value: ConfigFile) => unknown): string {
  return layers.findLast((layer) => look(layer.value) !== undefined)?.name ?? 'default';
}

/** Lists add up, so they can come from several. */
function layersWith(layers: readonly Layer[], key: 'rules' | 'external' | 'workflows'): string {
  const names = layers.filter((layer) => layer.value[key] !== undefined).map(nameOf);
  return names.join(' + ') || 'default';
}

function nameOf({ name, state }: Layer): string {
  return state === 'untrusted' ? `${name} (untrusted, only what refuses)` : name;
}

/** What the hook does not look at: ids that nothing has, and options of own policies. */
export function closerLook(layer: Layer, policies: readonly Policy[]): Problem[] {
  const known = [...policies.map((policy) => policy.id), ...packNames];
  return Object.entries(layer.value.policies ?? {}).flatMap(([id, value]): Problem[] => {
    const policy = policies.find((one) => one.id === id);
    const path = ['policies', id];
    if (policy) return 'file' in policy ? validate(value, policyShape(policy), path) : [];
    const near = nearest(id, known);
    const message = `there is no policy "${id}"${near ? `; did you mean "${near}"?` : ''}`;
    return [{ path, message, severity: 'warning' }];
  });
}
