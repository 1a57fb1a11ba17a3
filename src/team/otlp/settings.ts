// Reads the export settings from a person's config and adds defaults and headers. A project's config is never used.

import { type OtlpConfig, otlpDefaults } from '../../config/export.ts';
import { readUserLayer } from '../../config/user-layer.ts';
import { allPolicies } from '../../policies/registry.ts';
import { UserError } from '../../system/errors.ts';
import { readText } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { isLoopback } from '../address.ts';
import { readHeaders } from './headers.ts';
import { expandHome } from './paths.ts';

export interface OtlpSettings {
  /** Without a slash at its end. */
  endpoint: string;
  headers: Record<string, string>;
  signals: readonly ('metrics' | 'logs' | 'traces')[];
  decisions: 'all' | 'refused';
  content: boolean;
  background: boolean;
  attributes: Record<string, string>;
  /** The certificate, as text, of an authority to trust besides the usual ones. */
  certificate?: string;
  proxy?: string;
  /** Problems with these settings that a person should know about. */
  warnings: string[];
}

/** The signals that the config selects, even if the rest of the config is unusable. */
export function signalsOf(home: Home): OtlpSettings['signals'] {
  const config = readUserLayer(home, allPolicies)?.value.export?.otlp;
  return config ? (config.signals ?? otlpDefaults.signals) : [];
}

export function readSettings(home: Home): OtlpSettings {
  const layer = readUserLayer(home, allPolicies);
  const config = layer?.value.export?.otlp;
  if (!config) throw notConfigured(home, layer?.waiting ?? []);
  const headers = readHeaders(home, config);
  const { certificate, proxy } = config;
  return {
    ...otlpDefaults,
    ...config,
    endpoint: config.endpoint.replace(/\/+$/, ''),
    headers,
    attributes: config.attributes ?? {},
    ...(certificate !== undefined && { certificate: certificateText(certificate) }),
    ...(proxy !== undefined && { proxy }),
    warnings: plainTextWarnings(config, Object.keys(headers)),
  } as OtlpSettings;
}

function notConfigured(home: Home, waiting: readonly string[]): UserError {
  const change = waiting.find((key) => key.startsWith('export.'));
  if (change) return new UserError(`Run \`pawl trust\` first: ${change} waits for your confirmation.`, 1);
  return new UserError(
    `Nothing is configured to export to. Run \`pawl config set export.otlp.endpoint http://localhost:4318\` with the address of your collector (${home.config}); \`pawl help otel\` explains the rest.`,
    1,
  );
}

function certificateText(path: string): string {
  const text = readText(expandHome(path));
  if (text?.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new UserError(
    `Set export.otlp.certificate to a PEM file: ${path} ${text === undefined ? 'can’t be read' : 'holds no certificate'}.`,
    1,
  );
}

/** Throws if headers or content would be sent unencrypted: anyone on the network path could read and reuse a token. */
function plainTextWarnings(config: OtlpConfig, headers: readonly string[]): string[] {
  const { protocol, hostname, host } = new URL(config.endpoint);
  if (protocol === 'https:' || isLoopback(hostname)) return [];
  const unprotected = [
    ...(headers.length > 0 ? [`headers (${headers.join(', ')})`] : []),
    ...(config.content ? ['content'] : []),
  ].join(' and ');
  if (unprotected && !config.insecure)
    throw new UserError(
      `Use https in export.otlp.endpoint: ${unprotected} would go to ${host} unencrypted. If that network is yours alone, set \`export.otlp.insecure\` to true. Nothing was sent.`,
      1,
    );
  return [`What is sent to ${host} is not encrypted; an https address would be.`];
}
