// The texts of notices to the person about config, policy files and updates. Each is shown once per session.
import type { Config } from '../config/load.ts';
import type { World } from '../facts/facts.ts';
import { allPolicies } from '../policies/registry.ts';
import { markNoticesTold, readNotices } from '../store/files/notices.ts';
import { readSource, readUpdate } from '../store/files/update-state.ts';
import type { PolicyFiles } from '../user-policies/user-policies.ts';
import { missingEvents } from './missing-events.ts';
import type { NoticeContext } from './notices.ts';

export function noticesFor(context: NoticeContext): string[] {
  const { event, config, files } = context;
  const starts = event.hook_event_name === 'SessionStart' && event.source !== 'compact';
  return [...aboutConfig(config), ...aboutPolicyFiles(files), ...(starts ? atStart(context) : [])];
}

function aboutConfig({ layers }: Config): string[] {
  return layers.flatMap(({ file, state, problems }) => {
    if (state === 'untrusted')
      return [
        `${file} is not trusted, so only its stricter settings are in force. Read it and run \`pawl trust\`.`,
      ];
    const problem = problems.find((one) => one.severity === 'error');
    if (!problem) return [];
    const instead = state === 'last good' ? 'the last good version is in force' : 'it is ignored';
    const where = problem.path.length > 0 ? `${problem.path.join('.')}: ` : '';
    return [`${file}: ${where}${problem.message}; ${instead}. Run \`pawl config\` to see the line.`];
  });
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

function atStart({ config, userPolicies, world, project }: NoticeContext): string[] {
  const { home, env, later } = world;
  const missing = missingEvents([...allPolicies(), ...userPolicies], config, project, env);
  const fresh = readNotices(home).filter((one) => !one.told);
  const keys = fresh.map((one) => one.key);
  if (keys.length > 0) later?.(() => markNoticesTold(home, keys));
  return [
    ...(missing.length > 0
      ? [
          `Run \`pawl init\`: policies that are switched on need ${missing.join(', ')}, which the client does not send yet.`,
        ]
      : []),
    ...pendingBuild(world),
    ...fresh.map((one) => one.text),
  ];
}

/** An update was fetched but is not in force; every session reports it until Pawl is built and installed. */
function pendingBuild({ home }: World): string[] {
  const applied = readUpdate(home)?.applied;
  const source = applied ? readSource(home) : undefined;
  if (!applied || !source || source.commit === applied) return [];
  return [
    `Pawl was updated to ${applied.slice(0, 8)}. To put it in force: cd ${source.path} && npm run build && dist/pawl init`,
  ];
}
