import type { Command } from './command.ts';

const c: Command = { summary: 'explain', run: () => 0 };
export default c;
