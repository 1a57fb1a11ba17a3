// The texts of notices: what the person must know about config, policy files and updates. Each is said once per session.
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

function aboutPolicyFiles({ broken, untrusted }: PolicyFiles): string[] {
  const strangers =
    untrusted.length > 0
      ? [
          `${untrusted.length} policies of this project are not trusted and not in force. A person can run \`pawl trust\` after reading them.`,
        ]
      : [];
  return [...broken.map(({ file, problem }) => `${file} is not in force: ${problem}.`), ...strangers];
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
