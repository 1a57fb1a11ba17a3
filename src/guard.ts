// What it takes to judge a call that is not plainly harmless: the shell reader, and the policies of the guard. One
// bundle, opened with `door('guard')`: who needs one of them mostly needs both.
export { policies } from './policies/guard.ts';
export { readShell } from './shell/index.ts';
