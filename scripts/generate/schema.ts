// Generates the JSON schema of config.jsonc, for editors, from the shapes with which Pawl validates it.
import { configShape, type Shape } from '../../src/config/shape.ts';
import type { Policy } from '../../src/core/policy.ts';
import { placesShape, workflowShape } from '../../src/domain/workflow/shape.ts';

type Json = Record<string, unknown>;

export function jsonSchema(policies: readonly Policy[]): Json {
  const { properties, ...rest } = toSchema(configShape(policies)) as { properties: Json };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Pawl config',
    ...rest,
    properties: { ...properties, workflows: workflowsSchema(properties.workflows as Json) },
  };
}

/** The hook accepts any workflow, so that a mistake in one does not affect the others; an editor can be stricter. */
function workflowsSchema(base: Json): Json {
  const workflow = { anyOf: [{ const: false }, toSchema(workflowShape)] };
  return { ...base, properties: { $places: toSchema(placesShape) }, additionalProperties: workflow };
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
        properties: Object.fromEntries(
          Object.entries(shape.keys).map(([key, inner]) => [key, toSchema(inner)]),
        ),
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
