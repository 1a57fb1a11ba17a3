// The help of `pawl hook`. The command itself is not here, because main.ts starts the hook directly.

import { UserError } from '../../system/errors.ts';
import type { Command } from '../command.ts';

const command: Command = {
  summary: 'Answer one event of Claude Code',
  usage: '[event name]',
  details: `
Reads one event as JSON from stdin, writes the answer to stdout and records both. Claude Code calls it; \`pawl init\`
registers it. The event name is used only if stdin can’t be read. To see what it would answer and why, without any
effect, use \`pawl explain - < event.json\`.

Exit codes: 0 answered (a refusal is an answer too). 2 also refuses, on the events whose refusal is an exit code
(\`pawl help events\`). Anything else means that Pawl itself failed: Claude Code then refuses a tool call (from version
2.1.295 on), and continues on all other events.
`,
  options: {
    client: { type: 'string', value: 'name', about: 'Called by another coding agent (`pawl help clients`)' },
    plugin: { type: 'boolean', about: 'Called by the plugin: a registration in settings takes precedence' },
    shared: { type: 'boolean', about: 'Called by a project’s settings: your own settings take precedence' },
  },
  run: () => {
    throw new UserError('`pawl hook` reads an event from stdin.');
  },
};

export default command;
