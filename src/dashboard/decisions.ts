// The decision feed: what was decided, by whom and why, the command as it was read, and what would change it.
import { homedir } from 'node:os';
import { allPolicies } from '../policies/registry.ts';
import { readShell } from '../shell/index.ts';
import type { StoredEvent } from '../store/db/events.ts';
import type { DecisionDetail, DecisionShown, Remedy } from './shapes.ts';

const known = new Map(allPolicies().map((policy) => [policy.id, policy]));

export function decisionShown(one: StoredEvent): DecisionShown {
  const levels = new Map((one.policies ?? []).map(({ policy, level }) => [policy, level]));
  return {
    id: one.id,
    at: one.at,
    event: one.event,
    session_id: one.session_id,
    agent: one.agent_type ?? '',
    tool: one.tool ?? '',
    tool_use_id: one.tool_use_id ?? '',
    project: one.project,
    label: one.label ?? '',
    decision: one.decision,
    ms: one.ms,
    act: one.event.startsWith('pawl:'),
    notes: one.notes ?? [],
    reasons: (one.reasons ?? []).map(({ policy, text, instead, code }) => ({
      policy,
      text,
      ...(instead && { instead }),
      ...(code && { code }),
      ...(levels.get(policy) && { level: levels.get(policy)! }),
      ...(known.has(policy) && { why: known.get(policy)!.why }),
    })),
  };
}

export function decisionDetail(one: StoredEvent): DecisionDetail {
  const command = commandOf(one);
  const reading = command ? readShell(command, { cwd: one.cwd || '/', home: homedir() }) : undefined;
  return {
    command,
    parsed: (reading?.commands ?? []).map(({ words, via, remote }) => ({
      words: words.map(({ text }) => text.replaceAll('\0', '…')),
      via: [...via],
      remote,
    })),
    effects: (reading?.effects ?? [])
      .filter(({ weight }) => weight !== 'plain')
      .map(({ kind, weight, code, reason }) => ({ kind, weight, code, reason })),
    notes: reading?.notes ?? [],
    remedies: remediesFor(one),
    policies: (one.policies ?? []).filter(({ said, error }) => said !== 'pass' || error),
    sent: one.sent ?? '',
  };
}

function commandOf({ parameters, tool, label }: StoredEvent): string {
  const command = (parameters as { command?: unknown } | undefined)?.command;
  if (typeof command === 'string') return command;
  return tool === 'Bash' ? (label ?? '') : '';
}

/** The next milder level, and what it means. */
const milder: Record<string, [level: string, title: string]> = {
  deny: ['ask', 'Ask a person instead'],
  block: ['warn', 'Say it, but hold nothing up'],
  ask: ['warn', 'Warn and let it pass'],
};

function remediesFor({ reasons = [], decision, tool_use_id, session_id }: StoredEvent): Remedy[] {
  if (!['deny', 'ask', 'block'].includes(decision)) return [];
  const policy = reasons[0]?.policy;
  const once: Remedy = {
    title: 'Let this call through, once',
    copy: `pawl allow-once${tool_use_id ? ` ${tool_use_id}` : ''}`,
    kind: 'command',
  };
  if (!policy) return [once];
  return [
    once,
    {
      title: 'Half an hour without it, in this session',
      copy: `pawl pause --policy ${policy} --session ${session_id} --for 30m`,
      kind: 'command',
    },
    ...configRemedies(policy, decision),
  ];
}

function configRemedies(policy: string, decision: string): Remedy[] {
  if (/^(rules|external)\//.test(policy)) {
    const [pack, name] = policy.split('/');
    return [
      {
        title: `Change or remove the entry of this name under "${pack}"`,
        copy: `"id": "${name}"`,
        kind: 'config',
      },
    ];
  }
  const [level, title] = milder[decision]!;
  const line = (word: string) => `"policies": { "${policy}": { "level": "${word}" } }`;
  return [
    { title, copy: line(level), kind: 'config' },
    { title: 'Only record what it would have said', copy: line('observe'), kind: 'config' },
  ];
}
