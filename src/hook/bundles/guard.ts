// What it takes to judge a call that is not plainly harmless: the shell reader, and the policies of the guard. One
// bundle, opened with `loadBundle('guard')`: who needs one of them mostly needs both.

export { readShell } from '../../shell/index.ts';
export { policies } from './guard-policies.ts';
