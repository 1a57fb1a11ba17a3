// Only its help: `main.ts` goes straight to the hook, which loads no command.

import { UserError } from '../../system/errors.ts';
import type { Command } from '../command.ts';

const command: Command = {
  summary: 'Answer one event of Claude Code',
  usage: '[event name]',
  details: `
Reads one event as JSON from stdin, writes the answer to stdout and remembers both. Claude Code calls it; \`pawl init\`
registers it. The event’s name counts only if stdin can’t be read. To see what it would answer and why, without
any effect: \`pawl explain - < event.json\`.

Exit codes: 0 answered (a refusal is an answer too). Anything else means that Pawl itself failed: Claude Code then
refuses the tool call, where it honours that, and goes on with everything else.
`,
  options: {
    plugin: { type: 'boolean', about: 'Called by the plugin: stands aside for a copy in the settings' },
    shared: { type: 'boolean', about: 'Called by a project’s settings: stands aside for your own' },
  },
  run: () => {
    throw new UserError('`pawl hook` reads an event from stdin.');
  },
};

export default command;
