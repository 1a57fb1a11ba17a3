// Finds variables that make programs run other code, or fetch from other servers, from then on.
import { effect } from '../base/effect.ts';
import { tempDirs } from '../base/paths.ts';
import { HOLE } from '../base/words.ts';
import {
  CODE_PLACES,
  COMMAND_VARIABLES,
  loadPatternOf,
  PATH_VARIABLES,
  REGISTRY_VARIABLES,
  SETTERS,
  USUAL_REGISTRY,
} from '../programs/variables.ts';
import type { Effect, ShellCommand, ShellWorld } from '../types.ts';

/** `NODE_OPTIONS='--require /tmp/x.js' npm test`, `export PATH=/tmp/bin:$PATH`. */
export function variableEffects(command: ShellCommand, world: ShellWorld): Effect[] {
  const given = [
    ...command.assignments.map(({ name, value }) => [name, value?.text ?? ''] as const),
    ...(SETTERS.test(command.name) ? command.words.slice(1).flatMap((w) => pairOf(w.text)) : []),
  ];
  const found = given.find(([name, value]) => isHijack(name, value, world));
  if (!found) return [];
  return [
    effect(command, {
      kind: 'system',
      weight: 'risky',
      code: 'tool-config',
      reason: `Sets ${found[0]}, by which a program runs other code than usual.`,
      safer: 'run the program without this variable',
    }),
  ];
}

function pairOf(text: string): (readonly [string, string])[] {
  const equals = text.indexOf('=');
  return equals > 0 ? [[text.slice(0, equals), text.slice(equals + 1)]] : [];
}

function isHijack(name: string, value: string, world: ShellWorld): boolean {
  const isTemp = (path: string) => tempDirs(world).some((dir) => path === dir || path.startsWith(`${dir}/`));
  if (PATH_VARIABLES.test(name)) return isTemp(value.split(':')[0] ?? '');
  if (CODE_PLACES.test(name)) return value.replace(/^@/, '').split(/[:;]/).some(isTemp);
  if (COMMAND_VARIABLES.test(name)) return isTemp(value.trim().replace(/^\|-?/, '').split(/\s/, 1)[0] ?? '');
  if (REGISTRY_VARIABLES.test(name)) return !USUAL_REGISTRY.test(value) && !value.startsWith(HOLE);
  const loaded = loadPatternOf(name)?.exec(value)?.[1];
  return loaded !== undefined && !loaded.startsWith(`${world.projectRoot ?? world.cwd}/`);
}
