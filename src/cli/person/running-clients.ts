// The clients that run on this machine, as /proc lists them.
import { readdirSync } from 'node:fs';
import { attempt } from '../../system/attempt.ts';
import { isClient, type Process, processOf } from '../../system/process.ts';

export function runningClients(): Process[] {
  const pids = (attempt(() => readdirSync('/proc')) ?? []).filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => processOf(Number(pid)) ?? []).filter(isClient);
}
