// `pawl statusline`: the help for it. The client's own calls never come here, see main.ts.
import { findHome } from '../../system/home.ts';
import type { Command } from '../command.ts';

const statusline: Command = {
  summary: 'The status line for Claude Code: model, context, state, branch, tasks',
  details: `
\`pawl init\` wires it; a status line that was there before is shown above it, and \`pawl uninstall\` gives it back.
It reads what the client sends on stdin, keeps the exact size of the context for the hooks, and prints one line.

  "statusLine": { "type": "command", "command": "~/.pawl/bin/pawl statusline" }`,
  run() {
    console.log(`The client starts \`${findHome().launcher} statusline\` and gives it JSON on stdin.`);
    return 0;
  },
};
export default statusline;
