// Asks the host process about policy files, and reads its answers.
import { type Finding, failedFinding, type Selected, toFinding } from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import { evidence, tell, type Verdict, validateVerdicts } from '../core/verdict.ts';
import { attempt } from '../system/attempt.ts';
import type { Env } from '../system/env.ts';
import type { Home } from '../system/home.ts';
import { ownCommand } from '../system/process.ts';
import { runChild } from './child-process.ts';
import type { FilePolicy } from './user-policies.ts';

interface HostAnswers {
  lines: Record<string, unknown>[];
  problem?: string;
}

/** Limits the CPU time, so that a policy in an endless loop ends even if this process was killed and can't end it. */
const withCpuLimit = ['/bin/sh', '-c', 'ulimit -t 20 2>/dev/null; exec "$0" "$@"'];

/** Starts this program as the host of policy files. Only lines that begin with the token are answers. */
export async function askHost(
  home: Home,
  request: Record<string, unknown>,
  ms: number,
  env: Env,
): Promise<HostAnswers> {
  const token = crypto.randomUUID();
  const result = await runChild(
    [...withCpuLimit, ...ownCommand(), 'user-policy-host'],
    JSON.stringify({ ...request, token, home: home.dir }),
    ms,
    env,
  );
  const lines = result.stdout
    .split('\n')
    .filter((line) => line.startsWith(token))
    .flatMap((line) => attempt(() => [JSON.parse(line.slice(token.length))]) ?? []);
  const noise = result.stderr.trim().split('\n')[0];
  const problem =
    result.problem ??
    (result.exit === 0 ? undefined : `ended its process with ${result.exit}${noise ? `: ${noise}` : ''}`);
  return { lines, ...(problem && { problem }) };
}

export function policyCall(selected: Selected): Record<string, unknown> {
  return { file: (selected.policy as FilePolicy).file, id: selected.policy.id, options: selected.options };
}

export function findingOf(
  selected: readonly Selected[],
  event: Event,
  line: Record<string, unknown>,
): Finding {
  const policy = selected.find((candidate) => candidate.policy.id === line.done)!;
  const ms = Number(line.ms);
  if (typeof line.problem === 'string') return failedFinding(policy, event, line.problem, ms);
  const verdicts = validateVerdicts(line.result);
  return typeof verdicts === 'string'
    ? failedFinding(policy, event, verdicts, ms)
    : toFinding(policy, event, withoutUnaccepted(policy.policy as FilePolicy, verdicts), ms);
}

/** The verdicts that count even if no person has accepted the file. */
const refusingKinds: readonly Verdict['kind'][] = ['deny', 'ask', 'block', 'tell', 'evidence'];

/** Drops every other verdict of a file that no person has accepted, and tells the person so once. */
function withoutUnaccepted({ refusesOnly, file }: FilePolicy, verdicts: Verdict[]): Verdict[] {
  const dropped = verdicts.filter(({ kind }) => !refusingKinds.includes(kind)).map(({ kind }) => kind);
  if (!refusesOnly || dropped.length === 0) return verdicts;
  const kinds = [...new Set(dropped)].join(' and ');
  const notice = `${file} may only refuse and ask until a person accepts it, so its “${kinds}” does not count. If you wrote it, run \`pawl trust\`; if not, find out what did.`;
  return [
    ...verdicts.filter(({ kind }) => refusingKinds.includes(kind)),
    evidence(`${kinds}: not accepted by a person yet`),
    tell(notice, { again: false }),
  ];
}
