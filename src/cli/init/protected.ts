// Describes what an installation protects, in a person's words.
import { type PackName, packNames, packs } from '../../core/pack.ts';
import { hang } from '../support/terminal.ts';
import type { InitResult } from './print.ts';

/** Harmless where Pawl does not run: there is no such remote. */
export const trial =
  "Try it: in a Claude Code session, say “run git push --force no-such-remote main”. Pawl refuses it before git starts. Here in the shell: `pawl check 'git push --force'`.";

const places = {
  user: 'in all your projects',
  project: 'in this project, for everybody who has Pawl',
  local: 'in this project',
} as const;

export const packLine = (name: PackName) => hang(`${name.padEnd(10)} `, packs[name].about);

/** The packs, with those first that are on by default. */
export const packOrder = packNames.toSorted((a, b) => Number(packs[b].on) - Number(packs[a].on));

export function protectedText({ scope, protects }: InitResult): string {
  const lines = packOrder.filter((name) => protects.includes(name)).map(packLine);
  return [`Every tool call of Claude Code is checked ${places[scope]}.`, ...lines].join('\n');
}
