// Lists every config value in force, with the layer it comes from.

import { type PackName, packNames } from '../core/pack.ts';
import { optionValues, type Policy } from '../core/policy.ts';
import { nearest } from '../core/text.ts';
import { exportShape, redactExport } from './export.ts';
import type { Config, ConfigFile, Layer } from './load.ts';
import { baseShape, policyShape, type Shape } from './shape.ts';
import { type Problem, validate } from './validate.ts';

export interface EffectiveValue {
  key: string;
  value: unknown;
  from: string;
  about?: string;
}

export function effectiveValues(config: Config, policies: readonly Policy[]): EffectiveValue[] {
  const layers = config.layers.filter((layer) => layer.state !== 'untrusted');
  const valuesOf = (group: 'packs' | 'context' | 'retention'): EffectiveValue[] =>
    Object.entries(keysOf(group)).map(([name, shape]) => ({
      key: `${group}.${name}`,
      value: (config[group] as Record<string, unknown>)[name],
      from: lastLayerWith(layers, (value) => value[group]?.[name]),
      ...(shape.about && { about: shape.about }),
    }));
  return [
    ...valuesOf('packs'),
    ...policies.flatMap((policy) => valuesOfPolicy(policy, config, layers)),
    ...(['rules', 'external', 'programs', 'workflows'] as const).map((key) => ({
      key,
      value: config[key],
      from: layersWith(config.layers, key),
      ...(baseShape[key]?.about && { about: baseShape[key].about }),
    })),
    ...valuesOf('context'),
    ...valuesOf('retention'),
    ...exportValues(layers),
  ];
}

/** Only the user's own config has these. */
function exportValues(layers: readonly Layer[]): EffectiveValue[] {
  const { otlp } = (exportShape as ObjectShape).keys;
  const set: Record<string, unknown> = {
    ...layers.find(({ name }) => name === 'user')?.value.export?.otlp,
  };
  return Object.entries((otlp as ObjectShape).keys).map(([name, shape]) => ({
    key: `export.otlp.${name}`,
    value: redactExport(name, set[name] ?? shape.default ?? null),
    from: set[name] === undefined ? 'default' : 'user',
    ...(shape.about && { about: shape.about }),
  }));
}

type ObjectShape = Extract<Shape, { type: 'object' }>;

function keysOf(group: 'packs' | 'context' | 'retention'): Record<string, Shape> {
  return (baseShape[group] as ObjectShape).keys;
}

function valuesOfPolicy(policy: Policy, config: Config, layers: readonly Layer[]): EffectiveValue[] {
  const { level, from, options } = config.setting(policy);
  const values = Object.entries(optionValues(policy, options)).map(([name, value]) => ({
    key: `policies.${policy.id}.${name}`,
    value,
    from: lastLayerWith(layers, (file) => file.policies?.[policy.id]?.[name]),
    ...(policy.options?.[name]?.about && { about: policy.options[name].about }),
  }));
  return [{ key: `policies.${policy.id}.level`, value: level, from, about: policy.summary }, ...values];
}

function lastLayerWith(layers: readonly Layer[], look: (value: ConfigFile) => unknown): string {
  return layers.findLast((layer) => look(layer.value) !== undefined)?.name ?? 'default';
}

/** Lists of several layers are concatenated, so a list can come from more than one. */
function layersWith(layers: readonly Layer[], key: 'rules' | 'external' | 'programs' | 'workflows'): string {
  const names = layers.filter((layer) => layer.value[key] !== undefined).map(layerLabel);
  return names.join(' + ') || 'default';
}

function layerLabel({ name, state }: Layer): string {
  return state === 'untrusted' ? `${name} (untrusted: only rules that refuse apply)` : name;
}

/** Checks that are too slow for the hook: ids that belong to no policy, and the options of users' policies. */
export function checkPolicySettings(layer: Layer, policies: readonly Policy[]): Problem[] {
  const knownIds = [...policies.map((policy) => policy.id), ...packNames];
  return Object.entries(layer.value.policies ?? {}).flatMap(([id, value]): Problem[] => {
    const policy = policies.find((policy) => policy.id === id);
    const path = ['policies', id];
    if (policy) return 'file' in policy ? validate(value, policyShape(policy), path) : [];
    if (packNames.includes(id as PackName))
      return [
        {
          path,
          message: `"${id}" is a pack; write "packs": { "${id}": true or false }`,
          severity: 'warning',
        },
      ];
    const near = nearest(id, knownIds);
    const message = `there is no policy "${id}"; ${near ? `did you mean "${near}"?` : '`pawl policies` lists them'}`;
    return [{ path, message, severity: 'warning' }];
  });
}
