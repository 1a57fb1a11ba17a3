// A scripted model that does what a blocked stop says, word for word: it fills in the form and runs the commands.
import { type Asked, blocksOf, calls, type Scripted, says, type ToolCall, type Turn } from './script.ts';

/** The text of the last block that the model was given; empty if the last message is not one. */
export function blockText({ body }: Asked): string {
  const last = body?.messages.findLast(({ role }) => role === 'user');
  const texts = blocksOf(last?.content ?? '').map(({ text }) => text ?? '');
  return texts.find((text) => text.includes('Stop hook feedback')) ?? '';
}

const answers: Record<string, string> = {
  what_was_done: 'Changed the greeting and looked at the result',
  key_insight: 'The greeter reads its text once at start, so a changed text needs a restart to be seen.',
};

/** Fills the dots of the form, as an agent would. */
function fillIn(form: string): string {
  let terms = 0;
  return form
    .replace(
      /"(what_was_done|key_insight)":"…"/g,
      (_, key: string) => `"${key}":${JSON.stringify(answers[key])}`,
    )
    .replace(/"(expected|actual)":"…"/g, '"$1":"good day"')
    .replace(/"…"/g, () => `"term ${++terms}"`);
}

/** The tool calls that a block asks for. The checkpoint goes to a file if `project` is given, else to the command. */
export function asTold(text: string, project?: string): ToolCall[] {
  const form = /^(\{"self_report".*\})$/m.exec(text)?.[1];
  const [, checkpoint] = /`([^`]* checkpoint[^`]*) '<JSON>'`/.exec(text) ?? [];
  const give = (json: string): ToolCall =>
    project
      ? {
          name: 'Write',
          input: { file_path: `${project}/.claude/completion-checkpoint.json`, content: json },
        }
      : { name: 'Bash', input: { command: `${checkpoint} '${json}'` } };
  const write = form ? [give(fillIn(form))] : [];
  const commands = [
    ...new Set([...text.matchAll(/`([^`]*\bpawl'? (?:verify|task done)[^`]*)`/g)].map((match) => match[1]!)),
  ];
  return [...commands.map((command) => ({ name: 'Bash', input: { command } })), ...write];
}

/** Makes the given calls, says that it is done, and from then on does what each block says. */
export function literalAgent(project: string | undefined, ...turns: ToolCall[][]): Scripted[] {
  const react = (asked: Asked): Turn => {
    const tools = asTold(blockText(asked), project);
    return tools.length > 0 ? calls(...tools) : says('finished');
  };
  return [...turns.map((tools) => calls(...tools)), says('done'), ...Array(12).fill(react)];
}

/** How many stops were blocked in these requests. */
export function blocksIn(requests: readonly Asked[]): number {
  const main = requests.filter(({ kind }) => kind === 'main');
  return main.filter((asked) => blockText(asked) !== '').length;
}
