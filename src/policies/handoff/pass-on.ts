import { on } from '../../core/examples.ts';
import { nearest } from '../../core/text.ts';
import { describeLoop, findHandoff, findToken, hasPhaseMarker } from '../../domain/handoff.ts';
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
const again = { from: 'builder', to: 'tester', told_at: 1 };

export default definePolicy({
  id: 'handoff/pass-on',
  summary: 'Record to which agent a stopping agent hands off',
  why: 'A finished agent can’t start the next one; only the conversation that started it can. The handoff in its last message is kept until an event reaches that conversation. Two agents that hand off to each other again and again are stopped.',
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
    times: { default: 3, about: 'How often an agent may hand off to the same other agent in a session.' },
  },
  examples: () => [
    { event: ends('builder', 'All done.'), expect: 'pass' },
    { event: ends('builder', 'Use the tester subagent to check it.'), expect: 'pass', given: team },
    {
      event: ends('builder', 'Use the testr subagent to check it.'),
      expect: 'block',
      given: team,
      says: 'tester',
    },
    { event: ends('builder', 'Do not use the tester subagent to check it.'), expect: 'pass', given: team },
    {
      event: ends('builder', 'Use the tester subagent to check it.'),
      expect: 'inject',
      title: 'The fourth handoff between the same agents',
      given: { ...team, handoffs: [again, again, again] },
      says: 'builder → tester',
    },
    { event: ends('builder', 'handoff token: soon'), expect: 'tell', given: team, says: 'soon' },
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
    { event: ends('', 'Use the tester subagent to check it.'), expect: 'pass', given: team },
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
    facts.handoffs.put(event.agent_id, undefined);
    return warnings;
  },
});

interface Request {
  to: string;
  task?: string;
}

type PassOnContext = Context<Record<never, never>> & {
  options: { validator: string; orchestrators: string; times: number };
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
): Request | undefined {
  const orchestrates = agent_type.includes(options.orchestrators);
  const known = agents.known().map((one) => one.name);
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
  { agent_type, agent_id }: SubagentStopEvent,
  facts: PassOnContext,
  request: Request,
  token: string | undefined,
) {
  const { agents, handoffs, now, options } = facts;
  const known = agents.known().map((one) => one.name);
  const to =
    known.find((one) => one.toLowerCase() === request.to) ??
    known.find((one) => one.endsWith(`:${request.to}`));
  const near = to ? undefined : nearest(request.to, known);
  if (near)
    return [
      block(`The handoff names an unknown agent: “${request.to}”`, {
        instead: `if you meant ${near}, end with: Use the ${near} subagent to ${request.task ?? '…'}`,
      }),
    ];
  const from = agent_type!;
  const parent = agents.ran().find((one) => one.id === agent_id)?.parent ?? '';
  const loop = describeLoop(handoffs.all(), { from, to: to ?? request.to }, options.times);
  handoffs.put(agent_id!, {
    id: `${agent_id}-${now.toString(36)}`,
    at: now,
    from,
    from_id: agent_id!,
    to: to ?? request.to,
    parent,
    ...(request.task && { task: request.task }),
    ...(token && { stamp: token }),
    ...(loop && { held: loop }),
  });
  return loop
    ? [inject(`A handoff was not passed on: ${loop}. Decide here what is still missing.`), tell(loop)]
    : [];
}
