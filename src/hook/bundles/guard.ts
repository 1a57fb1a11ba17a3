// The bundle for a tool call that is not known to be harmless (`loadBundle('guard')`): the shell reader and the
// policies of the guard, which are nearly always needed together, and what these look up.

export { isNewFile } from '../../core/new-work.ts';
export { commandOf } from '../../core/tool-command.ts';
export { gitFacts } from '../../facts/git.ts';
export { lookFacts } from '../../facts/look/look.ts';
export { readShell } from '../../shell/index.ts';
export { policies } from './guard-policies.ts';
