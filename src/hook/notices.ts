// What the person must know about the state of things, whoever asks: said once per session, and only if there is something.
import type { Config } from '../config/load.ts';
import type { Event } from '../core/event.ts';
import type { Note, Outcome } from '../core/merge.ts';
import type { Policy } from '../core/policy.ts';
import type { World } from '../facts/facts.ts';
import { markTold, readNotices, readSource, readUpdate } from '../store/files/upkeep.ts';
import type { Own } from '../user-policies/user-policies.ts';
import { allPolicies } from './bundles/registry.ts';
import { unregistered } from './missing-events.ts';

export interface Known {
  event: Event;
  config: Config;
  own: Own;
  /** Policies that people wrote. */
  others: readonly Policy[];
  world: World;
  /** Where the client looks for the project's settings. */
  project: string;
}

export function withNotices(outcome: Outcome, known: Known): Outcome {
  const { event, config, own } = known;
  if (!event.session_id) return outcome;
  const starts = event.hook_event_name === 'SessionStart' && event.source !== 'compact';
  const notices = [...ofConfig(config), ...ofOwn(own), ...(starts ? atStart(known) : [])];
  if (notices.length === 0) return outcome;
  const notes = notices.map((text): Note => ({ policy: 'pawl', text, again: false }));
  return { ...outcome, messages: [...outcome.messages, ...notes] };
}

function ofConfig({ layers }: Config): string[] {
  return layers.flatMap(({ file, state, problems }) => {
    if (state === 'untrusted')
      return [
        `${file} is not trusted: only what makes things stricter counts. A person can run \`pawl trust\` after reading it.`,
      ];
    const problem = problems.find((one) => one.severity === 'error');
    if (!problem) return [];
    const instead = state === 'last good' ? 'the last good version is in force' : 'it does not count';
    return [
      `${file}: ${problem.path.join('.') || 'syntax'}: ${problem.message}; ${instead}. Run \`pawl config\` to see where.`,
    ];
  });
}

function ofOwn({ broken, untrusted }: Own): string[] {
  const strangers =
    untrusted.length > 0
      ? [
          `${untrusted.length} policies of this project are not trusted and not in force. A person can run \`pawl trust\` after reading them.`,
        ]
      : [];
  return [...broken.map(({ file, problem }) => `${file} is not in force: ${problem}.`), ...strangers];
}

function atStart({ config, others, world, project }: Known): string[] {
  const { home, env, later } = world;
  const missing = unregistered([...allPolicies(), ...others], config, project, env);
  const fresh = readNotices(home).filter((one) => !one.told);
  if (fresh.length > 0)
    later?.(() =>
      markTold(
        home,
        fresh.map((one) => one.key),
      ),
    );
  return [
    ...(missing.length > 0
      ? [
          `Policies that are switched on need ${missing.join(', ')}, which the client does not send yet. Run \`pawl init\`.`,
        ]
      : []),
    ...notBuilt(world),
    ...fresh.map((one) => one.text),
  ];
}

/** Taken, but not in force: until the program is built and installed, every session says so. */
function notBuilt({ home }: World): string[] {
  const applied = readUpdate(home)?.applied;
  const source = applied ? readSource(home) : undefined;
  if (!applied || !source || source.commit === applied) return [];
  return [
    `Pawl’s checkout was moved to ${applied.slice(0, 8)}, which is not in force yet: cd ${source.path} && npm run build && dist/pawl init`,
  ];
}
