import type { Command } from './command.ts';

const c: Command = { summary: 'init', run: () => 0 };
export default c;
