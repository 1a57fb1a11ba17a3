// Stand-in hooks: shell one-liners that show what the client does with an answer, without Pawl.
import { type World, write } from './world.ts';

type Answer = Record<string, unknown>;

export const answers = (answer: Answer) =>
  shell(`printf %s '${JSON.stringify(answer).replaceAll("'", "'\\''")}'`);

export const shell = (command: string, extra: Answer = {}) => ({ type: 'command', command, ...extra });

/** The user's settings of this world, with one group of hooks for each event. */
export function settingsWith(world: World, hooks: Record<string, Answer[]>): void {
  const groups = Object.entries(hooks).map(([event, list]) => [event, [{ hooks: list }]]);
  write(world.settings, JSON.stringify({ hooks: Object.fromEntries(groups) }));
}
