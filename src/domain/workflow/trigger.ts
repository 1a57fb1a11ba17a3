// What starts what: a command, a skill, the beginning of a prompt.
import type { Start, Workflows } from './types.ts';

export interface Trigger {
  command?: string;
  skill?: string;
  prompt?: string;
}

export interface Target {
  workflow: string;
  /** A phase that has a trigger of its own. */
  phase?: string;
}

/** `/name rest` is a command; anything else may begin as a workflow says. */
export function promptTrigger(prompt: string): Trigger {
  const command = /^\s*\/([\w:.-]+)(?:\s|$)/.exec(prompt)?.[1];
  return command ? { command } : { prompt: prompt.trimStart() };
}

export function targetsOf(trigger: Trigger, workflows: Workflows): Target[] {
  return Object.entries(workflows).flatMap(([workflow, { start, phases }]) => [
    ...(fits(trigger, start) ? [{ workflow }] : []),
    ...Object.entries(phases)
      .filter(([, phase]) => fits(trigger, phase.start))
      .map(([phase]) => ({ workflow, phase })),
  ]);
}

function fits({ command, skill, prompt }: Trigger, start: Start | undefined): boolean {
  if (!start) return false;
  if (command) return (start.commands ?? []).some((one) => named(command, one));
  // An agent that calls a command does it through the skill tool.
  if (skill) return [...(start.skills ?? []), ...(start.commands ?? [])].some((one) => named(skill, one));
  const begins = prompt?.toLowerCase() ?? '';
  return begins !== '' && (start.prompts ?? []).some((one) => begins.startsWith(one.toLowerCase()));
}

/** What a plugin brings is called `plugin:name`. */
function named(word: string, name: string): boolean {
  const bare = name.replace(/^\//, '');
  return word === bare || word.endsWith(`:${bare}`);
}
