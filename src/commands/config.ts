import type { Command } from './command.ts';

const c: Command = { summary: 'config', run: () => 0 };
export default c;
