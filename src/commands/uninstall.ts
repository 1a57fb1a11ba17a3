import type { Command } from './command.ts';

const c: Command = { summary: 'uninstall', run: () => 0 };
export default c;
