// `pawl allow-once`: allows a refused call once, when exactly the same call is made again.

import { listEvents, type StoredEvent } from '../../store/db/events.ts';
import { type AllowOnce, addAllowOnce } from '../../store/files/overrides.ts';
import { recordOverride } from '../../store/record-override.ts';
import { UserError } from '../../system/errors.ts';
import { randomId } from '../../system/random-id.ts';
import { type InForce, policiesInForce, requirePolicyName } from '../../user-policies/in-force.ts';
import { type Command, duration, jsonOption, type ParsedArgs } from '../command.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { provePerson } from '../person/prove.ts';
import { openLog } from '../support/open-log.ts';
import { resolveSessionId } from '../support/session-id.ts';
import { prose, visible } from '../support/terminal.ts';

const allowOnce: Command = {
  summary: 'Allow one refused call',
  usage: '[tool_use_id]',
  details: `
Allows the last refused call, or the one with the given tool_use_id. It passes once, when exactly the same call is made
again in the same session and directory, with the same content of the files it names; anything else is checked as
before. With --policy, the next call that only this policy refuses passes instead. Only a person at a terminal can run
this.

  pawl allow-once
  pawl allow-once --policy guard/force-push --for 5m`,
  options: {
    policy: { type: 'string', value: 'id', about: 'Allow the next call that this policy refuses' },
    session: { type: 'string', value: 'id', about: 'Only in this session' },
    for: { type: 'string', value: '10m', about: 'How long the permission is valid (default: 10m)' },
    ...jsonOption,
  },
  async run(args) {
    refuseInsideAgent('allow-once');
    if (args.rest.length > 1 || (args.rest.length === 1 && args.options.policy))
      throw new UserError('Give either one tool_use_id or --policy.');
    const inForce = await policiesInForce();
    const entry = args.options.policy ? byPolicy(inForce, args) : byCall(inForce, args);
    const person = provePerson(
      'allow-once',
      inForce.home,
      `Allows once: ${inSession(entry)}${entry.label ?? ''}`,
    );
    addAllowOnce(inForce.home, entry, person);
    recordOverride(inForce.home, inForce.place, {
      event: 'pawl:allow-once',
      label: entry.label ?? '',
      ...(entry.session_id && { session_id: entry.session_id }),
      notes: [`allow-once ${entry.id}`],
    });
    if (args.json) console.log(JSON.stringify(entry));
    else console.log(message(entry));
    return 0;
  },
};
export default allowOnce;

function newEntry({ options }: ParsedArgs): Pick<AllowOnce, 'id' | 'at' | 'until'> {
  const at = Date.now();
  const until = at + duration((options.for as string) ?? '10m', 'for');
  return { id: randomId(5), at, until };
}

function byPolicy(inForce: InForce, args: ParsedArgs): AllowOnce {
  const { policy, session } = args.options as Record<string, string | undefined>;
  const known = requirePolicyName(policy!, inForce);
  if (!known.includes('/')) throw new UserError(`--policy takes a single policy, not the pack "${known}".`);
  const session_id = session && resolveSessionId(session, inForce.home);
  const label = `the next call that ${known} refuses`;
  return { ...newEntry(args), policy: known, ...(session_id && { session_id }), label };
}

function byCall(inForce: InForce, args: ParsedArgs): AllowOnce {
  const refused = findRefused(inForce, args);
  const { input_hash, files_hash, session_id, tool, label, event } = refused;
  const named = [tool ?? event, label].filter(Boolean).join(' ');
  if (input_hash)
    return {
      ...newEntry(args),
      session_id,
      input_hash,
      ...(files_hash && { files_hash }),
      label: named,
    };
  const policies = [...new Set((refused.reasons ?? []).map((reason) => reason.policy))];
  if (policies.length === 0)
    throw new UserError(
      'The last event could not be read, so there is no call to allow. Run `pawl explain refused` to see why, or allow an earlier call with `pawl allow-once <tool_use_id>`.',
      1,
    );
  if (policies.length > 1)
    throw new UserError(
      `Choose one policy with \`pawl allow-once --policy <id>\`: ${event} was refused by ${policies.join(', ')}.`,
      1,
    );
  return {
    ...newEntry(args),
    session_id,
    policy: policies[0]!,
    label: `the next ${event} that ${policies[0]} refuses`,
  };
}

function findRefused({ home }: InForce, { options, rest }: ParsedArgs): StoredEvent {
  const session = options.session as string | undefined;
  const [found] = listEvents(openLog(home), {
    ...(rest[0] && { tool_use_id: rest[0] }),
    ...(session && { session: resolveSessionId(session, home) }),
    decisions: ['deny', 'ask', 'block'],
    limit: 1,
  });
  if (found) return found;
  throw new UserError(
    rest[0]
      ? `No call ${rest[0]} was refused or asked about. \`pawl log --decision ask,refused\` lists such calls.`
      : 'Nothing was refused yet, so there is nothing to allow. `pawl log` shows what happened.',
    1,
  );
}

const inSession = ({ session_id }: AllowOnce) => (session_id ? `in session ${session_id.slice(0, 8)}, ` : '');

function message(entry: AllowOnce): string {
  const { label, until } = entry;
  const end = new Date(until).toLocaleTimeString('sv');
  return `${prose(`Allowed once, ${inSession(entry)}until ${end}: ${visible(label ?? '')}`)}\nTell the agent to try again.`;
}
