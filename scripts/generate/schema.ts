// The JSON schema of config.jsonc, for editors, from the same shapes that validate it.
import { configShape, type Shape } from '../../src/config/shape.ts';
import type { Policy } from '../../src/core/policy.ts';

type Json = Record<string, unknown>;

export function jsonSchema(policies: readonly Policy[]): Json {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Pawl config',
    ...toSchema(configShape(policies)),
  };
}

function toSchema(shape: Shape): Json {
  const about = shape.about ? { description: shape.about } : {};
  const value = shape.default === undefined ? {} : { default: shape.default };
  return { ...about, ...value, ...body(shape) };
}

function body(shape: Shape): Json {
  switch (shape.type) {
    case 'any':
      return {};
    case 'either':
      return { anyOf: shape.of.map(toSchema) };
    case 'list':
      return { type: 'array', items: toSchema(shape.of) };
    case 'record':
      return { type: 'object', additionalProperties: toSchema(shape.of) };
    case 'object':
      return {
        type: 'object',
        properties: Object.fromEntries(Object.entries(shape.keys).map(([key, one]) => [key, toSchema(one)])),
        ...(shape.required && { required: shape.required }),
        additionalProperties: shape.open === true,
      };
    default:
      return {
        type: shape.type,
        ...(shape.values && { enum: shape.values }),
        ...(shape.min !== undefined && { minimum: shape.min }),
      };
  }
}
