import type { Command } from './command.ts';

const c: Command = { summary: 'policies', run: () => 0 };
export default c;
