// Turns a recorded event into a rule of the config and into an example of a policy. Both are texts to copy: the page
// changes no file.
import { homedir } from 'node:os';
import { clip } from '../core/text.ts';
import type { ShellReading } from '../shell/index.ts';
import type { StoredEvent } from '../store/db/events.ts';
import { recordedCommand } from '../store/record.ts';
import type { Reuse } from './shapes.ts';

export function reuseOf(recorded: StoredEvent, reading: ShellReading | undefined): Reuse[] {
  if (recorded.event !== 'PreToolUse' && recorded.event !== 'UserPromptSubmit') return [];
  return [...ruleFor(recorded, reading), ...exampleFor(recorded)];
}

/** The condition of a rule: a command, a path, a tool or a prompt. */
type Condition = { id: string } & Record<string, string>;

function conditionOf(recorded: StoredEvent, reading: ShellReading | undefined): Condition | undefined {
  if (recorded.event === 'UserPromptSubmit')
    return recorded.label
      ? { id: 'this-prompt', prompt: clip(recorded.label, 80).replace(/…$/, '') }
      : undefined;
  if (recordedCommand(recorded)) return commandCondition(reading);
  const path = pathOf(recorded);
  if (path)
    return {
      id: `no-${slug(recorded.tool ?? '')}-${slug(path)}`,
      tool: recorded.tool!,
      path: globOf(path, recorded),
    };
  return recorded.tool ? { id: `no-${slug(recorded.tool)}`, tool: recorded.tool } : undefined;
}

/** Words that a pattern can't contain: unknown before the command runs, redacted, shortened, or with spaces. */
const notInPattern = /[\s\0…]|\[redacted\]/;

/** A pattern of the command with the heaviest effect, or of the first command. */
function commandCondition(reading: ShellReading | undefined): Condition | undefined {
  const effects = reading?.effects ?? [];
  const effect =
    effects.find(({ weight }) => weight === 'irreversible') ??
    effects.find(({ weight }) => weight !== 'plain');
  const command = effect?.command ?? reading?.commands.find(({ name }) => name);
  if (!command?.name) return undefined;
  const words = [command.name, ...command.words.slice(1).map(({ text }) => text)];
  const pattern = words.map((word) => (word === '' || notInPattern.test(word) ? '*' : word));
  while (pattern.at(-1) === '*') pattern.pop();
  const topic = words.slice(1).find((word) => /^[a-z][\w-]*$/i.test(word)) ?? '';
  return { id: slug(`no-${command.name}-${topic}`), tool: 'Bash', command: pattern.join(' ') };
}

function pathOf({ parameters }: StoredEvent): string {
  const { file_path, notebook_path, path } = (parameters ?? {}) as Record<string, unknown>;
  return [file_path, notebook_path, path].find((value) => typeof value === 'string') ?? '';
}

/** Makes the path relative to the project or the home. Characters with a meaning in globs become `?`. */
function globOf(path: string, { project }: StoredEvent): string {
  const home = `${homedir()}/`;
  const inside = path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path;
  return (inside.startsWith(home) ? `~/${inside.slice(home.length)}` : inside).replace(/[*?[\]{}!\\]/g, '?');
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);

/** The rule's action, and how the page offers it. Rules can't allow anything, so a milder action is not offered. */
const actions: Record<string, [action: string, title: string]> = {
  deny: ['deny', 'Refuse this by a rule of your own, whatever the policy’s level'],
  block: ['block', 'Block this by a rule of your own, whatever the policy’s level'],
  ask: ['deny', 'Refuse this from now on instead of asking'],
};

function ruleFor(recorded: StoredEvent, reading: ShellReading | undefined): Reuse[] {
  const condition = conditionOf(recorded, reading);
  if (!condition) return [];
  const { id, ...matches } = condition;
  const fallback = recorded.event === 'UserPromptSubmit' ? 'block' : 'ask';
  const [action, title] = actions[recorded.decision] ?? [fallback, 'Ask a person about this from now on'];
  const message = recorded.reasons?.[0]?.text ?? 'Say here why this should not happen.';
  const rule = JSON.stringify({ id, ...matches, action, message }, null, 2).replaceAll('\n', '\n  ');
  return [{ title, copy: `"rules": [\n  ${rule}\n]`, into: '~/.pawl/config.jsonc' }];
}

function exampleFor(recorded: StoredEvent): Reuse[] {
  const input = recorded.event === 'PreToolUse' ? inputOf(recorded) : { prompt: recorded.label ?? '' };
  if (!input) return [];
  const event = { hook_event_name: recorded.event, session_id: 'example', cwd: '/home/me/project', ...input };
  const example = JSON.stringify({ event, expect: recorded.decision }, null, 2);
  return [
    {
      title: 'An example for a policy of your own; its tests then cover this case',
      copy: `${example},`,
      into: 'examples: […] of the policy',
    },
  ];
}

function inputOf(recorded: StoredEvent): { tool_name: string; tool_input: unknown } | undefined {
  const command = recordedCommand(recorded);
  const tool_input = command ? { command } : recorded.parameters;
  return recorded.tool && tool_input ? { tool_name: recorded.tool, tool_input } : undefined;
}
