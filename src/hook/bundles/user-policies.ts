// The bundle for users' own policies (`loadBundle('user-policies')`): rules, external scripts and policy files.
export { rulePolicy } from '../../config/rules.ts';
export { externalPolicy, runExternal } from '../../user-policies/external.ts';
export { findPolicyFiles, runPolicyFiles } from '../../user-policies/user-policies.ts';
