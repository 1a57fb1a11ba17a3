// Every client besides Claude Code.
import { type Client, type ClientName, missingFeatures } from './client.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';

export const clients: Readonly<Record<ClientName, Client>> = { codex, copilot, gemini, qwen, opencode };

export function findClient(name: string | undefined): Client | undefined {
  return name !== undefined && Object.hasOwn(clients, name) ? clients[name as ClientName] : undefined;
}

/** The policies that do less with this client than they say, with the reason. */
export function limitsOf({ channel }: Client): { policy: string; why: string }[] {
  return channel.lacks.flatMap((name) =>
    missingFeatures[name].policies.map((policy) => ({ policy, why: missingFeatures[name].why })),
  );
}
