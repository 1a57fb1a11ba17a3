// Runs the selected policies: the built-in ones and rules here, other people's code in processes beside us.
import { type Finding, runAll, type Selected } from '../core/engine.ts';
import type { Facts } from '../core/facts.ts';
import { type Context, optionValues, type Policy } from '../core/policy.ts';
import { slotOf, stateScope } from '../store/slot.ts';
import { loadBundle } from './bundles/load.ts';
import { type RunContext, timeLeft } from './context.ts';
import type { MaybePromise } from './maybe-promise.ts';

export function runPolicies(
  selected: readonly Selected[],
  facts: Facts,
  context: RunContext,
): MaybePromise<Finding[]> {
  return context.userPolicies.length > 0 && !selected.every(runsHere)
    ? runBeside(selected, facts, context)
    : runHere(selected, facts, context);
}

/** Scripts and policy files run in their own processes while the other policies run here. */
async function runBeside(
  selected: readonly Selected[],
  facts: Facts,
  context: RunContext,
): Promise<Finding[]> {
  const { runExternal, runPolicyFiles } = loadBundle('user-policies');
  const { event, world, deadline, dry } = context;
  const ms = timeLeft(deadline);
  // A script can't be kept from acting in a dry run; it is told that it is one.
  const env = dry ? { ...world.env, PAWL_DRY_RUN: '1' } : world.env;
  const scripts = selected.filter(({ policy }) => isScript(policy));
  const files = selected.filter(({ policy }) => isPolicyFile(policy));
  const beside = [
    ...scripts.map((one) => runExternal(one, event, ms, env)),
    files.length > 0 ? runPolicyFiles(files, event, world.home, { ms, env, dry }) : [],
  ];
  const here = runHere(selected.filter(runsHere), facts, context);
  return [...here, ...(await Promise.all(beside)).flat()];
}

const isScript = (policy: Policy) => 'external' in policy;
const isPolicyFile = (policy: Policy) => 'file' in policy;

/** Whether the code of this policy is not ours. */
export const isForeign = (policy: Policy) => isScript(policy) || isPolicyFile(policy);

export const runsHere = ({ policy }: Selected) => !isForeign(policy);

export function runHere(selected: readonly Selected[], facts: Facts, context: RunContext): Finding[] {
  const { event, place, world, store, deadline } = context;
  const contextOf = ({ policy, options }: Selected): Context => {
    const own = Object.create(facts) as { -readonly [K in keyof Context]: Context[K] };
    own.options = optionValues(policy, options);
    if (policy.state) own.state = slotOf(store, policy, stateScope(policy, event, place), world.now);
    return own;
  };
  return runAll(selected, event, {
    facts,
    context: contextOf,
    clock: () => performance.now(),
    deadline,
  });
}
