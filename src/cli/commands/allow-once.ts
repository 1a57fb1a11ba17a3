// `pawl allow-once`: lets one refused call through when it is tried again, exactly as it was.

import { listEvents, type StoredEvent } from '../../store/db/events.ts';
import { type AllowOnce, addAllowOnce } from '../../store/files/overrides.ts';
import { recordOverride } from '../../store/record-override.ts';
import { UserError } from '../../system/errors.ts';
import { type InForce, policiesInForce, requirePolicyName } from '../../user-policies/in-force.ts';
import { type Command, duration, jsonOption, type Words } from '../command.ts';
import { refuseInsideAgent } from '../support/only-people.ts';
import { openRecords } from '../support/open-log.ts';
import { wholeSession } from '../support/session-id.ts';
import { visible } from '../support/terminal.ts';

const allowOnce: Command = {
  summary: 'Let one refused call through',
  usage: '[tool_use_id]',
  details: `
Without a tool_use_id it is the last call that was refused. The very same call, in the same session and directory,
passes once when it is tried again; anything else is checked as before. With --policy the next refusal by that
policy alone is let through instead. Only for people: refused inside an agent’s tool.

  pawl allow-once
  pawl allow-once --policy guard/force-push --for 5m`,
  options: {
    policy: { type: 'string', value: 'id', about: 'The next refusal by this policy, whatever the call' },
    session: { type: 'string', value: 'id', about: 'Only in this session' },
    for: { type: 'string', value: '10m', about: 'How long the permission waits to be used' },
    ...jsonOption,
  },
  async run(words) {
    refuseInsideAgent('allow-once');
    if (words.rest.length > 1 || (words.rest.length === 1 && words.options.policy))
      throw new UserError('Give one tool_use_id, or --policy, not both.');
    const inForce = await policiesInForce();
    const entry = words.options.policy ? byPolicy(inForce, words) : byCall(inForce, words);
    addAllowOnce(inForce.home, entry);
    recordOverride(inForce.home, inForce.place, {
      event: 'pawl:allow-once',
      label: entry.label ?? '',
      ...(entry.session_id && { session_id: entry.session_id }),
      notes: [`allow-once ${entry.id}`],
    });
    if (words.json) console.log(JSON.stringify(entry));
    else console.log(message(entry));
    return 0;
  },
};
export default allowOnce;

function fresh({ options }: Words): Pick<AllowOnce, 'id' | 'at' | 'until'> {
  const at = Date.now();
  const until = at + duration((options.for as string) ?? '10m', 'for');
  return { id: Math.random().toString(36).slice(2, 7), at, until };
}

function byPolicy(inForce: InForce, words: Words): AllowOnce {
  const { policy, session } = words.options as Record<string, string | undefined>;
  const known = requirePolicyName(policy!, inForce);
  if (!known.includes('/')) throw new UserError(`--policy takes one policy here, not the pack "${known}".`);
  const session_id = session && wholeSession(session, inForce.home);
  const label = `the next refusal by ${known}`;
  return { ...fresh(words), policy: known, ...(session_id && { session_id }), label };
}

function byCall(inForce: InForce, words: Words): AllowOnce {
  const refused = findRefused(inForce, words);
  const { input_hash, session_id, tool, label, event } = refused;
  const what = `${[tool ?? event, label].filter(Boolean).join(' ')}`;
  if (input_hash) return { ...fresh(words), session_id, input_hash, label: what };
  const policies = [...new Set((refused.reasons ?? []).map((reason) => reason.policy))];
  if (policies.length === 0)
    throw new UserError(
      'The last thing that was put to you could not be read, so there is no call to allow. `pawl explain refused` says why; `pawl allow-once <tool_use_id>` allows an earlier one.',
      1,
    );
  if (policies.length > 1)
    throw new UserError(
      `${event} was refused by ${policies.join(', ')}. Choose one: \`pawl allow-once --policy <id>\`.`,
      1,
    );
  return {
    ...fresh(words),
    session_id,
    policy: policies[0]!,
    label: `the next ${event} refused by ${policies[0]}`,
  };
}

function findRefused({ home }: InForce, { options, rest }: Words): StoredEvent {
  const session = options.session as string | undefined;
  const [found] = listEvents(openRecords(home), {
    ...(rest[0] && { tool_use_id: rest[0] }),
    ...(session && { session: wholeSession(session, home) }),
    decisions: ['deny', 'ask', 'block'],
    limit: 1,
  });
  if (found) return found;
  throw new UserError(
    rest[0]
      ? `No refused call ${rest[0]} is recorded. \`pawl log --decision refused\` shows what was refused.`
      : 'Nothing was refused, so there is nothing to allow. `pawl log` shows what happened.',
    1,
  );
}

function message({ label, session_id, until }: AllowOnce): string {
  const where = session_id ? ` in session ${session_id.slice(0, 8)}` : '';
  return `Allowed once${where}, until ${new Date(until).toLocaleTimeString('sv')}: ${visible(label ?? '')}\nTell the agent to try again.`;
}
