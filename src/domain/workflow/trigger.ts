// Finds the workflows and phases that a command, a skill or a prompt starts.
import type { Start, Workflows } from './types.ts';

export interface Trigger {
  command?: string;
  skill?: string;
  prompt?: string;
}

export interface Target {
  workflow: string;
  /** A phase with its own trigger. */
  phase?: string;
}

/** `/name rest` is a command. Any other text may match the prompts of a workflow. */
export function promptTrigger(prompt: string): Trigger {
  const command = /^\s*\/([\w:.-]+)(?:\s|$)/.exec(prompt)?.[1];
  return command ? { command } : { prompt: prompt.trimStart() };
}

export function targetsOf(trigger: Trigger, workflows: Workflows): Target[] {
  return Object.entries(workflows).flatMap(([workflow, { start, phases }]) => [
    ...(matchesStart(trigger, start) ? [{ workflow }] : []),
    ...Object.entries(phases)
      .filter(([, phase]) => matchesStart(trigger, phase.start))
      .map(([phase]) => ({ workflow, phase })),
  ]);
}

function matchesStart({ command, skill, prompt }: Trigger, start: Start | undefined): boolean {
  if (!start) return false;
  if (command) return (start.commands ?? []).some((name) => isNamed(command, name));
  // An agent runs a slash command through the Skill tool.
  if (skill) return [...(start.skills ?? []), ...(start.commands ?? [])].some((name) => isNamed(skill, name));
  const promptText = prompt?.toLowerCase() ?? '';
  return (
    promptText !== '' &&
    (start.prompts ?? []).some(
      (beginning) => beginning.trim() !== '' && promptText.startsWith(beginning.toLowerCase()),
    )
  );
}

/** A command or skill of a plugin is called `plugin:name`, and is not the same as `name`. */
function isNamed(word: string, name: string): boolean {
  return word === name.replace(/^\//, '');
}
