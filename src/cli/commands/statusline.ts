// The help of `pawl statusline`. The command itself is not here, because main.ts starts it directly.
import { findHome } from '../../system/home.ts';
import type { Command } from '../command.ts';

const statusline: Command = {
  summary: 'Print the status line for Claude Code: model, context use, phase, branch, tasks',
  details: `
\`pawl init\` sets it up. A status line that was configured before is shown above it, and \`pawl uninstall\` restores it.
It reads what the client sends on stdin, saves the exact context use for the hooks, and prints one line.

  "statusLine": { "type": "command", "command": "~/.pawl/bin/pawl statusline" }`,
  run() {
    console.log(`Claude Code runs \`${findHome().launcher} statusline\` with JSON on stdin.`);
    return 0;
  },
};
export default statusline;
