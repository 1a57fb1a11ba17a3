// One decision as the page shows it: who decided and why, how the command was read, and how to decide otherwise.
import { homedir } from 'node:os';
import { loadConfig } from '../config/load.ts';
import { gateEvents } from '../domain/metrics.ts';
import { findPlace } from '../facts/project.ts';
import { allPolicies } from '../policies/registry.ts';
import { displayWord } from '../shell/base/words.ts';
import { readShell } from '../shell/index.ts';
import type { StoredEvent } from '../store/db/events.ts';
import { recordedCommand } from '../store/record.ts';
import { attempt } from '../system/attempt.ts';
import type { Home } from '../system/home.ts';
import { reuseOf } from './reuse.ts';
import type { DecisionDetail, DecisionShown, Remedy, SessionTitle, Word } from './shapes.ts';

const known = new Map(allPolicies().map((policy) => [policy.id, policy]));

const words: Record<string, Word> = { deny: 'refused', ask: 'asked', allow: 'allowed' };

function wordOf({ event, decision }: StoredEvent): Word {
  if (event.startsWith('pawl:')) return 'by a person';
  if (decision === 'block') return gateEvents.includes(event) ? 'blocked' : 'refused';
  return words[decision] ?? 'passed';
}

export function decisionShown(one: StoredEvent, title?: SessionTitle): DecisionShown {
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
    label: (one.label ?? '').replaceAll(`${homedir()}/`, '~/'),
    decision: one.decision,
    word: wordOf(one),
    title: title ?? { name: one.session_id.slice(0, 8), prompt: '' },
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

export function decisionDetail(one: StoredEvent, home: Home): DecisionDetail {
  const command = recordedCommand(one);
  const cwd = one.cwd || '/';
  const programs = attempt(() => loadConfig(home, findPlace(cwd), allPolicies).programs) ?? [];
  const reading = command ? readShell(command, { cwd, home: homedir(), programs }) : undefined;
  return {
    command,
    parsed: (reading?.commands ?? []).map(({ words, via, remote }) => ({
      words: words.map(displayWord),
      via: [...via],
      remote,
    })),
    effects: (reading?.effects ?? [])
      .filter(({ weight }) => weight !== 'plain')
      .map(({ kind, weight, code, reason }) => ({ kind, weight, code, reason })),
    notes: reading?.notes ?? [],
    remedies: remediesFor(one),
    reuse: reuseOf(one, reading),
    policies: (one.policies ?? []).filter(({ said, error }) => said !== 'pass' || error),
    sent: one.sent ?? '',
  };
}

/** The next milder level, and what it means. */
const milder: Record<string, [level: string, title: string]> = {
  deny: ['ask', 'Ask a person instead'],
  block: ['warn', 'Warn instead of blocking'],
  ask: ['warn', 'Warn and let it pass'],
};

function remediesFor({ reasons = [], decision, tool_use_id, session_id }: StoredEvent): Remedy[] {
  if (!['deny', 'ask', 'block'].includes(decision)) return [];
  const policy = reasons[0]?.policy;
  const once: Remedy = {
    title: 'Allow this call once',
    copy: `pawl allow-once${tool_use_id ? ` ${tool_use_id}` : ''}`,
    kind: 'command',
  };
  if (!policy) return [once];
  return [
    once,
    {
      title: 'Pause the policy in this session for half an hour',
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
        title: `Change or remove this entry under "${pack}"`,
        copy: `"id": "${name}"`,
        kind: 'config',
      },
    ];
  }
  const [level, title] = milder[decision]!;
  const line = (word: string) => `"policies": { "${policy}": { "level": "${word}" } }`;
  return [
    { title, copy: line(level), kind: 'config' },
    { title: 'Only record its verdicts', copy: line('observe'), kind: 'config' },
  ];
}
