// `pawl pause`: policies hold their tongue for a while, because a person said so.
import { existsSync } from 'node:fs';
import { redact } from '../../core/redact.ts';
import {
  describePause,
  listAllowOnce,
  type Pause,
  readPauses,
  writePauses,
} from '../../store/files/overrides.ts';
import { recordOverride } from '../../store/record-override.ts';
import { UserError } from '../../system/errors.ts';
import { writeFileAtomic } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { type InForce, policiesInForce, requirePolicyName } from '../../user-policies/in-force.ts';
import { type Command, duration, jsonOption, type Words } from '../command.ts';
import { refuseInsideAgent } from '../support/only-people.ts';
import { wholeSession } from '../support/session-id.ts';
import { visible } from '../support/terminal.ts';

const pause: Command = {
  summary: 'Switch policies off for a while',
  details: `
Without options every policy is paused in every session, for 30 minutes. What is paused does not run, and each
event says so in \`pawl log\`. \`pawl resume\` ends it earlier. Only for people: refused inside an agent’s tool.

  pawl pause --policy guard/force-push --for 10m --reason "rewriting my own branch"
  pawl pause --session 3f2a --for 2h

The kill switch is the file \`off\` in Pawl’s home: while it exists, Pawl has no opinion on anything. Make it by
hand (touch ~/.pawl/off) if nothing else works, or with --everything; \`pawl resume\` removes it.`,
  options: {
    session: {
      type: 'string',
      value: 'id',
      about: 'Only in this session; the beginning of its id is enough',
    },
    policy: { type: 'string', value: 'id', about: 'Only this policy, or this pack' },
    for: { type: 'string', value: '30m', about: 'How long: 90s, 30m, 8h, 7d' },
    reason: { type: 'string', about: 'Why, for the record' },
    everything: { type: 'boolean', about: 'The kill switch: all of Pawl, until `pawl resume`' },
    list: { type: 'boolean', about: 'Show what is paused or allowed now' },
    ...jsonOption,
  },
  async run(words) {
    const inForce = await policiesInForce();
    if (words.options.list) return list(inForce.home, words.json);
    refuseInsideAgent('pause');
    return words.options.everything ? killSwitch(inForce, words) : addPause(inForce, words);
  },
};
export default pause;

function addPause(inForce: InForce, { options, json }: Words): number {
  const at = Date.now();
  const { session, policy, reason } = options as Record<string, string | undefined>;
  const made: Pause = {
    id: Math.random().toString(36).slice(2, 7),
    at,
    until: at + duration((options.for as string) ?? '30m', 'for'),
    ...(session && { session_id: wholeSession(session, inForce.home) }),
    ...(policy && { policy: requirePolicyName(policy, inForce) }),
    ...(reason && { reason: redact(reason) }),
  };
  writePauses(inForce.home, [...readPauses(inForce.home, at), made]);
  recordOverride(inForce.home, inForce.place, {
    event: 'pawl:pause',
    label: `${describePause(made)}${reason ? `: ${reason}` : ''}`,
    ...(made.session_id && { session_id: made.session_id }),
    notes: [`pause ${made.id}`],
  });
  if (json) console.log(JSON.stringify(made));
  else console.log(`Paused: ${describePause(made)}. \`pawl resume ${made.id}\` ends it earlier.`);
  return 0;
}

function killSwitch({ home, place }: InForce, { options, json }: Words): number {
  const narrower = ['for', 'session', 'policy'].find((name) => options[name] !== undefined);
  if (narrower)
    throw new UserError(
      `--everything is all of Pawl until \`pawl resume\`; it knows no --${narrower}. Leave one of them out.`,
    );
  const reason = (options.reason as string | undefined) ?? 'no reason given';
  writeFileAtomic(home.off, `${new Date().toISOString()} ${redact(reason)}\n`);
  recordOverride(home, place, { event: 'pawl:pause', label: `everything, until resumed: ${reason}` });
  if (json) console.log(JSON.stringify({ everything: true, file: home.off }));
  else
    console.log(`Pawl is switched off on this machine (${home.off}). \`pawl resume\` switches it on again.`);
  return 0;
}

function list(home: Home, json: boolean): number {
  const now = Date.now();
  const pauses = readPauses(home, now);
  const once = listAllowOnce(home, now);
  const everything = existsSync(home.off);
  if (json) {
    console.log(JSON.stringify({ everything, pauses, allow_once: once }, null, 2));
    return 0;
  }
  if (everything) console.log(`Pawl is switched off (${home.off}).`);
  for (const one of pauses)
    console.log(`${one.id}  paused: ${describePause(one)}${one.reason ? ` (${one.reason})` : ''}`);
  for (const one of once)
    console.log(
      `${one.id}  allowed once: ${visible(one.label ?? one.policy ?? '')} until ${new Date(one.until).toLocaleString('sv')}`,
    );
  if (!everything && pauses.length + once.length === 0) console.log('Nothing is paused or allowed.');
  return 0;
}
