// The texts of notices to the person about config, policy files, the client's settings and updates. Notices are shown
// once per session, reminders with every prompt.
import type { Config } from '../config/load.ts';
import { clip } from '../core/text.ts';
import { describeWeaknesses } from '../domain/client-settings/weaknesses.ts';
import { stillRefused, weaknessesAtStart } from '../facts/client-settings.ts';
import type { World } from '../facts/facts.ts';
import { allPolicies } from '../policies/registry.ts';
import { markNoticesTold, readNotices } from '../store/files/notices.ts';
import { readCheckout, readUpdate } from '../store/files/update-state.ts';
import { unproved } from '../system/seal.ts';
import type { PolicyFiles } from '../user-policies/user-policies.ts';
import { missingEvents } from './missing-events.ts';
import type { NoticeContext } from './notices.ts';

export function noticesFor(context: NoticeContext): string[] {
  const { event, config, files } = context;
  const starts = event.hook_event_name === 'SessionStart' && event.source !== 'compact';
  return [
    ...aboutConfig(config),
    ...aboutWeakeningEdits(config),
    ...aboutPolicyFiles(files),
    ...aboutUnproved(),
    ...(starts ? atStart(context) : []),
  ];
}

function aboutConfig({ layers }: Config): string[] {
  return layers.flatMap(({ file, state, problems }) => {
    if (state === 'untrusted')
      return [
        `${file} is not trusted, so only its stricter settings are in force. Read it and run \`pawl trust\`.`,
      ];
    const problem = problems.find((candidate) => candidate.severity === 'error');
    if (!problem) return [];
    const instead = state === 'last good' ? 'the last good version is in force' : 'it is ignored';
    const key = problem.path.length > 0 ? `${problem.path.join('.')}: ` : '';
    return [`${file}: ${key}${problem.message}; ${instead}. Run \`pawl config\` to see the line.`];
  });
}

/** An agent can edit the config too, so an edit that weakens Pawl is not in force until a person accepts it. */
function aboutWeakeningEdits({ layers }: Config): string[] {
  return layers.flatMap(({ file, waiting = [] }) =>
    waiting.length > 0
      ? [
          `${file} was edited in a way that weakens Pawl, so this part is not in force yet: ${clip(waiting.join('; '), 300)}. If you made the edit, run \`pawl trust\`; if not, find out what did.`,
        ]
      : [],
  );
}

function aboutPolicyFiles({ broken, untrusted }: PolicyFiles): string[] {
  const notTrusted =
    untrusted.length > 0
      ? [
          `Policies of this project are not trusted, so they are not in force (${untrusted.length} in .pawl/policies). Read them and run \`pawl trust\`.`,
        ]
      : [];
  return [...broken.map(({ file, problem }) => `${file} is not in force: ${problem}.`), ...notTrusted];
}

/** A kill switch, pause, grant or permission without proof of a person has no effect, but the person should know of it. */
function aboutUnproved(): string[] {
  return [...unproved].map(
    (file) =>
      `${file} has no effect: nothing shows that a person made it. Find out what wrote it, then delete it.`,
  );
}

/** A refused change of the settings is harmless in this session, but the next one would start with it. */
export function remindersFor({ event, world }: NoticeContext): string[] {
  if (event.hook_event_name !== 'UserPromptSubmit') return [];
  const weaknesses = stillRefused(event, world);
  return weaknesses.length > 0
    ? [
        `Fix this before you start another session: ${describeWeaknesses(weaknesses)}. This session keeps its earlier settings. \`pawl trust --settings\` accepts the change.`,
      ]
    : [];
}

function aboutSettings({ event, world }: NoticeContext): string[] {
  const found = weaknessesAtStart(event, world);
  return found.length > 0
    ? [
        `The settings of this session weaken Pawl: ${describeWeaknesses(found)}. Fix them, or accept them with \`pawl trust --settings\`.`,
      ]
    : [];
}

function atStart(context: NoticeContext): string[] {
  const { config, userPolicies, world, project } = context;
  const { home, env, later } = world;
  const missing = missingEvents([...allPolicies(), ...userPolicies], config, project, env);
  const untold = readNotices(home).filter((notice) => !notice.told);
  const keys = untold.map((notice) => notice.key);
  if (keys.length > 0) later?.(() => markNoticesTold(home, keys));
  return [
    ...(missing.length > 0
      ? [
          `Run \`pawl init\`: policies that are switched on need ${missing.join(', ')}, which the client does not send yet.`,
        ]
      : []),
    ...aboutSettings(context),
    ...pendingBuild(world),
    ...untold.map((notice) => notice.text),
  ];
}

/** An update was fetched but is not in force; every session reports it until Pawl is built and installed. */
function pendingBuild({ home }: World): string[] {
  const applied = readUpdate(home)?.applied;
  const source = applied ? readCheckout(home) : undefined;
  if (!applied || !source || source.commit === applied) return [];
  return [
    `Pawl was updated to ${applied.slice(0, 8)}. To put it in force: cd ${source.path} && npm run build && dist/pawl init`,
  ];
}
