// One decision as the page shows it: who decided and why, how the command was read, and how to decide otherwise.
import { homedir } from 'node:os';
import { loadConfig } from '../config/load.ts';
import { gateEvents, isOwnEvent, personEvents } from '../domain/metrics.ts';
import { findPlace } from '../facts/project.ts';
import { allPolicies } from '../policies/registry.ts';
import { displayWord } from '../shell/base/words.ts';
import { readShell } from '../shell/index.ts';
import type { StoredEvent } from '../store/db/events.ts';
import { recordedCommand } from '../store/record.ts';
import { attempt } from '../system/attempt.ts';
import type { Home } from '../system/home.ts';
import { reuseOf } from './reuse.ts';
import type { DecisionDetail, DecisionShown, DecisionWord, Remedy, SessionTitle } from './shapes.ts';

const policiesById = new Map(allPolicies().map((policy) => [policy.id, policy]));

const words: Record<string, DecisionWord> = { deny: 'refused', ask: 'asked', allow: 'allowed' };

function wordOf({ event, decision }: StoredEvent): DecisionWord {
  if (personEvents.includes(event)) return 'by a person';
  if (isOwnEvent({ event })) return 'recorded';
  if (decision === 'block') return gateEvents.includes(event) ? 'blocked' : 'refused';
  return words[decision] ?? 'passed';
}

export function decisionShown(recorded: StoredEvent, title?: SessionTitle): DecisionShown {
  const levels = new Map((recorded.policies ?? []).map(({ policy, level }) => [policy, level]));
  return {
    id: recorded.id,
    at: recorded.at,
    event: recorded.event,
    session_id: recorded.session_id,
    agent: recorded.agent_type ?? '',
    tool: recorded.tool ?? '',
    tool_use_id: recorded.tool_use_id ?? '',
    project: recorded.project,
    label: (recorded.label ?? '').replaceAll(`${homedir()}/`, '~/'),
    decision: recorded.decision,
    word: wordOf(recorded),
    title: title ?? { name: recorded.session_id.slice(0, 8), prompt: '' },
    ms: recorded.ms,
    own: isOwnEvent(recorded),
    notes: recorded.notes ?? [],
    reasons: (recorded.reasons ?? []).map(({ policy, text, instead, code }) => ({
      policy,
      text,
      ...(instead && { instead }),
      ...(code && { code }),
      ...(levels.get(policy) && { level: levels.get(policy)! }),
      ...(policiesById.has(policy) && { why: policiesById.get(policy)!.why }),
    })),
  };
}

export function decisionDetail(recorded: StoredEvent, home: Home): DecisionDetail {
  const command = recordedCommand(recorded);
  const cwd = recorded.cwd || '/';
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
    remedies: remediesFor(recorded),
    reuse: reuseOf(recorded, reading),
    policies: (recorded.policies ?? []).filter(({ said, error }) => said !== 'pass' || error),
    sent: recorded.sent ?? '',
  };
}

/** The next milder level for each decision, and the title of the remedy. */
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
    { title: 'Only record the verdicts of this policy', copy: line('observe'), kind: 'config' },
  ];
}
