// `pawl pause`: a person switches policies off for a while.
import { redact } from '../../core/redact.ts';
import {
  addPause,
  describePause,
  listAllowOnce,
  type Pause,
  readPauses,
  readSwitchedOff,
} from '../../store/files/overrides.ts';
import { recordOverride } from '../../store/record-override.ts';
import { UserError } from '../../system/errors.ts';
import type { Home } from '../../system/home.ts';
import { randomId } from '../../system/random-id.ts';
import { type InForce, policiesInForce, requirePolicyName } from '../../user-policies/in-force.ts';
import { type Command, duration, jsonOption, type ParsedArgs } from '../command.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { provePerson } from '../person/prove.ts';
import { switchPawlOff } from '../person/switch-off.ts';
import { resolveSessionId } from '../support/session-id.ts';
import { prose, visible } from '../support/terminal.ts';

const pause: Command = {
  summary: 'Switch policies off for a while',
  details: `
Without options every policy is paused in every session, for 30 minutes. A paused policy does not run, and \`pawl log\`
shows that for each event. \`pawl resume\` ends the pause. Only a person at a terminal can run this.

  pawl pause --policy guard/force-push --for 10m --reason "my own branch"
  pawl pause --session 3f2a --for 2h

\`pawl off\` is the kill switch: it switches all of Pawl off until \`pawl on\`.`,
  options: {
    session: {
      type: 'string',
      value: 'id',
      about: 'Only in this session; the beginning of its id is enough',
    },
    policy: { type: 'string', value: 'id', about: 'Only this policy or pack' },
    for: { type: 'string', value: '30m', about: 'How long: 90s, 30m, 8h, 7d (default: 30m)' },
    reason: { type: 'string', about: 'The reason, for the log' },
    everything: { type: 'boolean', about: 'The same as `pawl off`' },
    list: { type: 'boolean', alone: [], about: 'List current pauses and allow-once permissions' },
    ...jsonOption,
  },
  async run(args) {
    const inForce = await policiesInForce();
    if (args.options.list) return printOverrides(inForce.home, args.json);
    refuseInsideAgent('pause');
    return args.options.everything ? killSwitch(inForce, args) : pauseFor(inForce, args);
  },
};
export default pause;

function pauseFor(inForce: InForce, { options, json }: ParsedArgs): number {
  const at = Date.now();
  const { session, policy, reason } = options as Record<string, string | undefined>;
  const made: Pause = {
    id: randomId(5),
    at,
    until: at + duration((options.for as string) ?? '30m', 'for'),
    ...(session && { session_id: resolveSessionId(session, inForce.home) }),
    ...(policy && { policy: requirePolicyName(policy, inForce) }),
    ...(reason && { reason: redact(reason) }),
  };
  addPause(inForce.home, made, provePerson('pause', inForce.home, `Pauses ${describePause(made)}`));
  recordOverride(inForce.home, inForce.place, {
    event: 'pawl:pause',
    label: `${describePause(made)}${reason ? `: ${reason}` : ''}`,
    ...(made.session_id && { session_id: made.session_id }),
    notes: [`pause ${made.id}`],
  });
  if (json) console.log(JSON.stringify(made));
  else console.log(prose(`Paused: ${describePause(made)}. \`pawl resume ${made.id}\` ends it.`));
  return 0;
}

function killSwitch({ home, place }: InForce, { options, json }: ParsedArgs): number {
  const narrower = ['for', 'session', 'policy'].find((name) => options[name] !== undefined);
  if (narrower)
    throw new UserError(
      `--everything can’t be combined with --${narrower}: it switches all of Pawl off until \`pawl on\`.`,
    );
  return switchPawlOff('pause --everything', { home, place }, options.reason as string | undefined, json);
}

function printOverrides(home: Home, json: boolean): number {
  const now = Date.now();
  const pauses = readPauses(home, now);
  const once = listAllowOnce(home, now);
  const everything = readSwitchedOff(home) !== undefined;
  if (json) {
    console.log(JSON.stringify({ everything, pauses, allow_once: once }, null, 2));
    return 0;
  }
  if (everything) console.log(`Pawl is switched off (${home.off}).`);
  for (const pause of pauses)
    console.log(`${pause.id}  paused: ${describePause(pause)}${pause.reason ? ` (${pause.reason})` : ''}`);
  for (const permission of once)
    console.log(
      `${permission.id}  allowed once: ${visible(permission.label ?? permission.policy ?? '')} until ${new Date(permission.until).toLocaleString('sv')}`,
    );
  if (!everything && pauses.length + once.length === 0)
    console.log('There are no pauses and no allow-once permissions.');
  return 0;
}
