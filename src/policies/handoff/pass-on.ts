import { on } from '../../core/examples.ts';
import {
  describeLoop,
  findHandoff,
  findToken,
  hasPhaseMarker,
  type RequestedHandoff,
} from '../../domain/handoff.ts';
import { agentNames } from '../../domain/sessions/agents.ts';
import { lastMessage } from '../../domain/sessions/last-message.ts';
import { block, type Context, definePolicy, type EventOf, inject, tell } from '../../index.ts';

const ends = (agent_type: string, last_assistant_message: string, more = {}) =>
  on('SubagentStop', {
    agent_id: 'a1',
    agent_type,
    stop_hook_active: false,
    last_assistant_message,
    ...more,
  });
const team = { agents: { known: ['builder', 'tester', 'tdd-validation-agent', 'task-orchestrator'] } };
const again = { from: 'builder', to: 'tester', task: 'check it', told_at: 1, chain: 'h1' };
const back = { from: 'tester', to: 'builder', taken_at: 1, chain: 'h1' };

export default definePolicy({
  id: 'handoff/pass-on',
  summary: 'Record to which agent a stopping agent hands off',
  why: 'A finished agent can’t start the next one; only the conversation that started it can. The first handoff to a known agent in its last message is kept until an event reaches that conversation. Two agents that hand the same work back and forth are stopped; the next piece of work is counted from the beginning.',
  on: 'SubagentStop',
  level: 'deny',
  onError: 'pass',
  options: {
    validator: {
      default: 'tdd-validation-agent',
      about: 'The agent that validates a phase that an orchestrator reports as complete.',
    },
    orchestrators: {
      default: 'orchestrator',
      about: 'A word in the names of agents whose phases are validated.',
    },
    times: {
      default: 3,
      weaker: 'higher',
      about: 'How often two agents may hand the same work back and forth before they are stopped.',
    },
    rounds: {
      default: 10,
      weaker: 'higher',
      about: 'How often they may hand any work back and forth before they are stopped.',
    },
  },
  examples: () => [
    { event: ends('builder', 'All done.'), expect: 'pass' },
    { event: ends('builder', 'Use the tester subagent to check it.'), expect: 'pass', given: team },
    {
      event: ends('builder', 'Use the testr subagent to check it.'),
      expect: 'block',
      title: 'A misspelled name of an agent',
      given: team,
      says: 'tester',
    },
    { event: ends('builder', 'Do not use the tester subagent to check it.'), expect: 'pass', given: team },
    {
      event: ends('builder', 'Use the poet subagent to praise it.'),
      expect: 'pass',
      title: 'A name that is not like that of any agent',
      given: team,
    },
    {
      event: ends('builder', 'Use the tester subagent to check it.'),
      expect: 'inject',
      title: 'The same work is handed to the same agent for the fourth time',
      given: { ...team, handoffs: [again, again, again, back] },
      says: 'builder → tester',
    },
    {
      event: ends('builder', 'Use the tester subagent to check it.'),
      expect: 'pass',
      title: 'A fourth handoff to the same agent, which handed nothing back',
      given: { ...team, handoffs: [again, again, again] },
    },
    {
      event: ends('builder', 'handoff token: soon'),
      expect: 'tell',
      title: 'An invalid handoff token',
      given: team,
      says: 'soon',
    },
    {
      event: ends('builder', '', { agent_transcript_path: '/t/a1.jsonl' }),
      expect: 'block',
      title: 'The last message is only in the transcript',
      given: {
        ...team,
        files: {
          '/t/a1.jsonl':
            '{"type":"assistant","message":{"content":[{"type":"text","text":"Use the testr subagent to check."}]}}\n{"type":"user"}\n',
        },
      },
    },
    {
      event: ends('', 'Use the tester subagent to check it.'),
      expect: 'pass',
      title: 'An internal agent of the client',
      given: team,
    },
  ],
  check(event, facts) {
    if (!event.agent_type || !event.agent_id) return undefined;
    const message = lastMessage(event, facts.files);
    const { malformed } = findToken(message);
    const warnings = malformed
      ? [
          tell(
            `${event.agent_type} gave an invalid handoff token: ${malformed}. The expected form is NAME_YYYYMMDD_HHMMSS.`,
          ),
        ]
      : [];
    const request = requestedHandoff(event, facts, message);
    if (request) return [...warnings, ...passOn(event, facts, request, findToken(message).token)];
    facts.handoffs.put({ type: event.agent_type, id: event.agent_id }, undefined);
    return warnings;
  },
});

type PassOnContext = Context<Record<never, never>> & {
  options: { validator: string; orchestrators: string; times: number; rounds: number };
};
type SubagentStopEvent = EventOf<'SubagentStop'>;

/**
 * The handoff in the message. A phase that an orchestrator reports as complete goes to the validator, unless it was the
 * deployment.
 */
function requestedHandoff(
  { agent_type = '' }: SubagentStopEvent,
  { options, agents }: PassOnContext,
  message: string,
): ReturnType<typeof findHandoff> {
  const orchestrates = agent_type.includes(options.orchestrators);
  const known = agentNames(agents);
  if (
    orchestrates &&
    known.includes(options.validator) &&
    hasPhaseMarker(message) &&
    !/\bdeploy/i.test(message)
  )
    return { to: options.validator, task: `validate the phase that ${agent_type} completed` };
  return findHandoff(message, known);
}

function passOn(
  event: SubagentStopEvent,
  facts: PassOnContext,
  request: NonNullable<ReturnType<typeof findHandoff>>,
  token: string | undefined,
) {
  if (!('name' in request)) return recordHandoff(event, facts, request, token);
  const { name, near, task } = request;
  return [
    block(`The handoff names an unknown agent: “${name}”`, {
      instead: `if you meant ${near}, end with: Use the ${near} subagent to ${task ?? '…'}`,
    }),
  ];
}

function recordHandoff(
  { agent_type: from = '', agent_id: from_id = '' }: SubagentStopEvent,
  { agents, handoffs, now, options }: PassOnContext,
  { to, task }: RequestedHandoff,
  token: string | undefined,
) {
  const parent = agents.ran().find((agent) => agent.id === from_id)?.parent ?? '';
  const id = `${from_id}-${now.toString(36)}`;
  const before = handoffs.before(from, from_id);
  const next = { from, to, chain: before ? (before.chain ?? before.id) : id, ...(task && { task }) };
  const loop = describeLoop(handoffs.all(), next, options);
  handoffs.put(
    { type: from, id: from_id },
    { ...next, id, at: now, from_id, parent, ...(token && { stamp: token }), ...(loop && { held: loop }) },
  );
  return loop
    ? [inject(`A handoff was not passed on: ${loop}. Decide here what is still missing.`), tell(loop)]
    : [];
}
