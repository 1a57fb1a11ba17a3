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
  summary: 'Note to whom a finishing agent hands its work',
  why: 'A finished agent can’t start the next one; the conversation that started it can. What the last message asks for is kept until the event that reaches that conversation. The same two agents passing work to and fro is stopped.',
  on: 'SubagentStop',
  level: 'deny',
  onError: 'pass',
  options: {
    validator: {
      default: 'tdd-validation-agent',
      about: 'Agent that checks a phase which an orchestrator calls complete.',
    },
    orchestrators: {
      default: 'orchestrator',
      about: 'Word in the names of agents whose phases are checked.',
    },
    times: { default: 3, about: 'How often one agent may hand off to the same other one in a session.' },
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
      title: 'For the fourth time',
      given: { ...team, handoffs: [again, again, again] },
      says: 'builder → tester',
    },
    { event: ends('builder', 'handoff token: soon'), expect: 'tell', given: team, says: 'soon' },
    {
      event: ends('builder', '', { agent_transcript_path: '/t/a1.jsonl' }),
      expect: 'block',
      title: 'The words are in the transcript only',
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
    const odd = malformed
      ? [
          tell(
            `${event.agent_type} gave a handoff token that is none: ${malformed}. Expected: NAME_YYYYMMDD_HHMMSS.`,
          ),
        ]
      : [];
    const wish = wishOf(event, facts, message);
    if (wish) return [...odd, ...passOn(event, facts, wish, findToken(message).token)];
    facts.handoffs.put(event.agent_id, undefined);
    return odd;
  },
});

interface Wish {
  to: string;
  task?: string;
}

type Words = Context<Record<never, never>> & {
  options: { validator: string; orchestrators: string; times: number };
};
type Stopping = EventOf<'SubagentStop'>;

/** A phase that an orchestrator calls complete goes to the validator, unless the phase was the deployment. */
function wishOf(
  { agent_type = '' }: Stopping,
  { options, agents }: Words,
  message: string,
): Wish | undefined {
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

function passOn({ agent_type, agent_id }: Stopping, facts: Words, wish: Wish, token: string | undefined) {
  const { agents, handoffs, now, options } = facts;
  const known = agents.known().map((one) => one.name);
  const to =
    known.find((one) => one.toLowerCase() === wish.to) ?? known.find((one) => one.endsWith(`:${wish.to}`));
  const near = to ? undefined : nearest(wish.to, known);
  if (near)
    return [
      block(`The handoff names an agent that is not here: “${wish.to}”`, {
        instead: `if you meant ${near}, end with: Use the ${near} subagent to ${wish.task ?? '…'}`,
      }),
    ];
  const from = agent_type!;
  const parent = agents.ran().find((one) => one.id === agent_id)?.parent ?? '';
  const loop = describeLoop(handoffs.all(), { from, to: to ?? wish.to }, options.times);
  handoffs.put(agent_id!, {
    id: `${agent_id}-${now.toString(36)}`,
    at: now,
    from,
    from_id: agent_id!,
    to: to ?? wish.to,
    parent,
    ...(wish.task && { task: wish.task }),
    ...(token && { stamp: token }),
    ...(loop && { held: loop }),
  });
  return loop
    ? [inject(`A handoff was not passed on: ${loop}. Decide here what is really missing.`), tell(loop)]
    : [];
}
