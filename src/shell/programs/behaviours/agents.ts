// Behaviours of coding agents.
import { effect } from '../../base/effect.ts';
import { HOLE } from '../../base/words.ts';
import { onlyPrintsHelp } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';

/** Variables with which the client finds other settings, or leaves its hooks out. */
const OTHER_SETTINGS =
  /^(HOME|USERPROFILE|CLAUDE_CONFIG_DIR|CLAUDE_CODE_SIMPLE|CLAUDE_CODE_SAFE_MODE|CLAUDE_CODE_(DISABLE|SKIP)_\w*HOOK\w*|DISABLE_HOOKS|PAWL_\w+)$/;

/** `HOME=/x claude -p …`, `CLAUDE_CODE_SIMPLE=1 claude -p …` */
export const startsClient: Behaviour = {
  effects(command, args, world) {
    if (onlyPrintsHelp(args)) return [];
    const set = command.assignments.find(
      ({ name, value }) => OTHER_SETTINGS.test(name) && !(name === 'HOME' && value.text === world.home),
    );
    const elsewhere = args.options.some(
      ({ name, value }) =>
        name === '--settings' &&
        /disableAllHooks|"hooks"|"env"|enabledPlugins/.test(value?.text.replaceAll(HOLE, '') ?? ''),
    );
    if (!set && !elsewhere) return [];
    return [
      effect(command, {
        kind: 'agent',
        weight: 'irreversible',
        code: 'client-without-pawl',
        reason: set
          ? `Starts a client with another ${set.name}, in which Pawl is not registered.`
          : 'Starts a client with settings that leave Pawl out.',
        safer: 'claude -p "…"',
      }),
    ];
  },
};
