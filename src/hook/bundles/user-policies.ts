// What people write themselves: rules, adopted scripts, policies. One bundle, opened where there are any.
export { rulePolicy } from '../../config/rules.ts';
export { externalPolicy, runExternal } from '../../user-policies/external.ts';
export { findPolicyFiles, runPolicyFiles } from '../../user-policies/user-policies.ts';
