// Finds variables that make programs run other code, fetch from other servers or write elsewhere, from then on.
import { effect } from '../base/effect.ts';
import { tempDirs } from '../base/paths.ts';
import { HOLE, word } from '../base/words.ts';
import {
  CODE_PLACES,
  COMMAND_VARIABLES,
  loadPatternOf,
  OUTPUT_VARIABLES,
  PATH_VARIABLES,
  REGISTRY_VARIABLES,
  SETTERS,
  USUAL_REGISTRY,
} from '../programs/variables.ts';
import type { Effect, ShellCommand, ShellWorld, Word } from '../types.ts';

/** `NODE_OPTIONS='--require /tmp/x.js' npm test`, `export PATH=/tmp/bin:$PATH`. */
export function variableEffects(command: ShellCommand, world: ShellWorld): Effect[] {
  const found = givenVariables(command).find(([name, value]) => isHijack(name, value, world));
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

/** `GIT_TRACE=~/log git status`: the files into which programs write because of a variable. */
export const namedOutputs = (command: ShellCommand): Word[] =>
  givenVariables(command).flatMap(([name, value]) =>
    OUTPUT_VARIABLES.test(name) && /^[~./]/.test(value) ? [word(value)] : [],
  );

const givenVariables = ({ assignments, name, words }: ShellCommand): (readonly [string, string])[] => [
  ...assignments.map((variable) => [variable.name, variable.value?.text ?? ''] as const),
  ...(SETTERS.test(name) ? words.slice(1).flatMap((w) => pairOf(w.text)) : []),
];

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
