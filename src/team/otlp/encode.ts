// The parts that all payloads of OTLP have in common, in the JSON form of the protocol: attributes, times, resource.
// https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
import { version } from '../../../package.json';

export type AnyValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number }
  | { arrayValue: { values: AnyValue[] } };

export interface KeyValue {
  key: string;
  value: AnyValue;
}

export type AttributeValue = string | number | boolean | readonly string[];

/** In OTLP's JSON, 64-bit integers are strings, because not every JSON parser has numbers of that size. */
function encodeValue(value: AttributeValue): AnyValue {
  if (typeof value === 'string') return { stringValue: cleanText(value) };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map(encodeValue) } };
}

/** A lone surrogate is not valid UTF-8, and many databases reject a null byte: either would fail a whole batch. */
const cleanText = (text: string) => text.toWellFormed().replaceAll('\0', '');

/** Leaves out what is unknown or empty; a record with a field of a wrong type loses that field. */
export function attributes(values: Record<string, unknown>): KeyValue[] {
  return Object.entries(values).flatMap(([key, value]) =>
    isAttribute(value) ? [{ key, value: encodeValue(value) }] : [],
  );
}

function isAttribute(value: unknown): value is AttributeValue {
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => typeof item === 'string');
  return (
    (typeof value === 'string' && value !== '') ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}

/** Converts milliseconds to nanoseconds by appending zeros, because the number would be too large to be exact. */
export const nanoseconds = (ms: number): string => `${Math.max(0, Math.round(ms))}000000`;

export const scope = { name: 'pawl', version };

export interface Resource {
  attributes: KeyValue[];
}

/** `instance` tells machines apart; the names of host and person are left to the config. */
export function resourceOf(instance: string, more: Record<string, string>): Resource {
  const pawlsAttributes = {
    'service.name': 'pawl',
    'service.version': version,
    'os.type': osTypes[process.platform] ?? process.platform,
  };
  return { attributes: attributes({ ...pawlsAttributes, ...more, 'service.instance.id': instance }) };
}

/** Names from the OpenTelemetry conventions. */
const osTypes: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows', sunos: 'solaris' };
