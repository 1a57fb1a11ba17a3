// Runs the selected policies: built-in policies and rules in this process, the user's scripts and policy files in
// processes of their own.
import { type Finding, runAll, type Selected } from '../core/engine.ts';
import type { Facts } from '../core/facts.ts';
import { type Context, optionValues, type Policy } from '../core/policy.ts';
import { slotOf, stateScope } from '../store/slot.ts';
import { milliseconds } from '../system/clock.ts';
import { loadBundle } from './bundles/load.ts';
import { factSettings, type HookContext, timeLeft } from './context.ts';
import type { MaybePromise } from './maybe-promise.ts';

export function runPolicies(
  selected: readonly Selected[],
  facts: Facts,
  context: HookContext,
): MaybePromise<Finding[]> {
  return context.userPolicies.length > 0 && !selected.every(runsInProcess)
    ? runWithUserCode(selected, facts, context)
    : runInProcess(selected, facts, context);
}

/** Scripts and policy files run in their own processes while the other policies run in this one. */
async function runWithUserCode(
  selected: readonly Selected[],
  facts: Facts,
  context: HookContext,
): Promise<Finding[]> {
  const { runExternal, runPolicyFiles } = loadBundle('user-policies');
  const { event, world, config, deadline, dry } = context;
  const ms = timeLeft(deadline);
  // A script can't be prevented from changing something, but it can read that this is a dry run.
  const env = dry ? { ...world.env, PAWL_DRY_RUN: '1' } : world.env;
  const scripts = selected.filter(({ policy }) => isScript(policy));
  const files = selected.filter(({ policy }) => isPolicyFile(policy));
  const running = [
    ...scripts.map((script) => runExternal(script, event, ms, env)),
    files.length > 0
      ? runPolicyFiles(files, event, world.home, { ms, env, dry, settings: factSettings(config) })
      : [],
  ];
  const done = runInProcess(selected.filter(runsInProcess), facts, context);
  return [...done, ...(await Promise.all(running)).flat()];
}

const isScript = (policy: Policy) => 'external' in policy;
const isPolicyFile = (policy: Policy) => 'file' in policy;

/** Whether this policy is the user's code: a script or a policy file. */
export const isUserCode = (policy: Policy) => isScript(policy) || isPolicyFile(policy);

export const runsInProcess = ({ policy }: Selected) => !isUserCode(policy);

export function runInProcess(selected: readonly Selected[], facts: Facts, context: HookContext): Finding[] {
  const { event, place, world, store, deadline } = context;
  const contextOf = ({ policy, options }: Selected): Context => {
    const policyContext = Object.create(facts) as { -readonly [K in keyof Context]: Context[K] };
    policyContext.options = optionValues(policy, options);
    if (policy.state)
      policyContext.state = slotOf(store, policy, stateScope(policy, event, place), world.now);
    return policyContext;
  };
  return runAll(selected, event, {
    facts,
    context: contextOf,
    clock: milliseconds,
    deadline,
  });
}
