// The effect of scripts and programs of the project whose name says that they deploy: `./scripts/deploy.sh`.
import { effect } from '../base/effect.ts';
import { word } from '../base/words.ts';
import { DEPLOY_SCRIPT, NO_DEPLOY, OFF, ONLY_SHOWS } from '../programs/names.ts';
import { hasTrait, isDescribed } from '../programs/registry.ts';
import type { Effect, ShellCommand, Word } from '../types.ts';

export function deployEffects(command: ShellCommand): Effect[] {
  const words = scriptWords(command);
  if (!words || !isDeploy(words, command)) return [];
  return [
    effect(withinFolder(command, words), {
      kind: 'deploy',
      weight: 'plain',
      code: 'deploy',
      reason: 'Runs a script that deploys.',
    }),
  ];
}

/** The script that a command runs, and its arguments. For interpreters other than shells, the walk finds the script. */
function scriptWords(command: ShellCommand): readonly Word[] | undefined {
  const { name, words, code } = command;
  if (!isDescribed(command)) return words;
  // A shell has code only if it runs it, so not with `-n`.
  if (code?.kind !== 'file' || !(hasTrait(command, 'shell') || /^(source|\.)$/.test(name))) return undefined;
  const at = words.findIndex((w, i) => i > 0 && DEPLOY_SCRIPT.test(baseName(w)));
  // `bash < deploy.sh`
  const input = code.origins.find(({ kind }) => kind === 'file');
  return at > 0 ? words.slice(at) : input && [word(input.name)];
}

const baseName = ({ text }: Word) => text.slice(text.lastIndexOf('/') + 1);

function isDeploy([script, ...rest]: readonly Word[], { assignments }: ShellCommand): boolean {
  if (!script) return false;
  const name = baseName(script).replace(/([a-z\d])([A-Z])/g, '$1-$2');
  if (!DEPLOY_SCRIPT.test(name) || NO_DEPLOY.test(name)) return false;
  const isDry = assignments.some(
    (variable) => /^DRY_?RUN$/i.test(variable.name) && !OFF.test(variable.value.text),
  );
  return !isDry && !rest.some(({ text }) => onlyShows(text));
}

function onlyShows(text: string): boolean {
  const [option = '', value] = text.split('=', 2);
  return ONLY_SHOWS.test(option) && (value === undefined || !OFF.test(value));
}

/** The command with the script's path as seen from the folder it is in, whose own name says nothing about the target. */
function withinFolder(command: ShellCommand, script: readonly Word[]): ShellCommand {
  const { cwd, words } = command;
  const path = script[0]?.text ?? '';
  if (!cwd || !path.startsWith(`${cwd}/`)) return command;
  const short = words.map((w) => (w.text === path ? word(path.slice(cwd.length + 1)) : w));
  return { ...command, words: short };
}
