// Turns a recorded event into a rule of the config and into an example of a policy. Both are texts to copy: the page
// changes no file.
import { homedir } from 'node:os';
import { clip } from '../core/text.ts';
import type { ShellReading } from '../shell/index.ts';
import type { StoredEvent } from '../store/db/events.ts';
import { recordedCommand } from '../store/record.ts';
import type { Reuse } from './shapes.ts';

export function reuseOf(one: StoredEvent, reading: ShellReading | undefined): Reuse[] {
  if (one.event !== 'PreToolUse' && one.event !== 'UserPromptSubmit') return [];
  return [...ruleFor(one, reading), ...exampleFor(one)];
}

/** The condition of a rule: a command, a path, a tool or a prompt. */
type Condition = { id: string } & Record<string, string>;

function conditionOf(one: StoredEvent, reading: ShellReading | undefined): Condition | undefined {
  if (one.event === 'UserPromptSubmit')
    return one.label ? { id: 'this-prompt', prompt: clip(one.label, 80).replace(/…$/, '') } : undefined;
  if (recordedCommand(one)) return commandCondition(reading);
  const path = pathOf(one);
  if (path)
    return { id: `no-${slug(one.tool ?? '')}-${slug(path)}`, tool: one.tool!, path: globOf(path, one) };
  return one.tool ? { id: `no-${slug(one.tool)}`, tool: one.tool } : undefined;
}

/** Words that a pattern can't contain: unknown before the command runs, redacted, shortened, or with spaces. */
const notInPattern = /[\s\0…]|\[redacted\]/;

/** The command behind the heaviest effect, or the first one, word by word. */
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
  return [file_path, notebook_path, path].find((one) => typeof one === 'string') ?? '';
}

/** Relative to the project, or from the home; characters with a meaning in globs stand for any one character. */
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

function ruleFor(one: StoredEvent, reading: ShellReading | undefined): Reuse[] {
  const condition = conditionOf(one, reading);
  if (!condition) return [];
  const { id, ...matches } = condition;
  const milder = one.event === 'UserPromptSubmit' ? 'block' : 'ask';
  const [action, title] = actions[one.decision] ?? [milder, 'Ask a person about this from now on'];
  const message = one.reasons?.[0]?.text ?? 'Say here why this should not happen.';
  const rule = JSON.stringify({ id, ...matches, action, message }, null, 2).replaceAll('\n', '\n  ');
  return [{ title, copy: `"rules": [\n  ${rule}\n]`, into: '~/.pawl/config.jsonc' }];
}

function exampleFor(one: StoredEvent): Reuse[] {
  const input = one.event === 'PreToolUse' ? inputOf(one) : { prompt: one.label ?? '' };
  if (!input) return [];
  const event = { hook_event_name: one.event, session_id: 'example', cwd: '/home/me/project', ...input };
  const example = JSON.stringify({ event, expect: one.decision }, null, 2);
  return [
    {
      title: 'An example for a policy of your own; its tests then hold this case',
      copy: `${example},`,
      into: 'examples: […] of the policy',
    },
  ];
}

function inputOf(one: StoredEvent): { tool_name: string; tool_input: unknown } | undefined {
  const command = recordedCommand(one);
  const tool_input = command ? { command } : one.parameters;
  return one.tool && tool_input ? { tool_name: one.tool, tool_input } : undefined;
}
