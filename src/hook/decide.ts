// Decides on one event: from the parsed event to the answer. It does not write to stdout, so that `explain` can use it.
import { type Config, loadConfig } from '../config/load.ts';
import { isObjection } from '../core/answer.ts';
import { innerDeadline } from '../core/channels.ts';
import type { Finding, Skipped } from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import type { Facts } from '../core/facts.ts';
import type { Policy } from '../core/policy.ts';
import type { World } from '../facts/facts.ts';
import { findPlace, type ProjectPlace } from '../facts/project.ts';
import { allPolicies } from '../policies/registry.ts';
import type { AllowOnce } from '../store/files/overrides.ts';
import { forgetTold, hasLostContext } from '../store/files/told.ts';
import type { Store } from '../store/store.ts';
import { milliseconds } from '../system/clock.ts';
import { loadBundle } from './bundles/load.ts';
import { factsOf, type HookContext } from './context.ts';
import { chain, type MaybePromise } from './maybe-promise.ts';
import { type NoticeContext, withNotices } from './notices.ts';
import { applyAllowOnce, hashInput } from './overrides.ts';
import { mergeChecked, recheckDialog, recheckProjectChecks } from './recheck.ts';
import { composeReply, type Reply } from './reply.ts';
import { runPolicies } from './run.ts';
import { readCall, selectPolicies } from './select.ts';
import { applyStopGate } from './stop-gate.ts';
import { refuseUnanswerable } from './unattended.ts';
import { findUserPolicies } from './user-policies.ts';

interface Conclusion extends Reply {
  allowedOnce?: AllowOnce;
  inputHash: string | undefined;
  /** The content of the files that a refused call names. */
  filesHash: string | undefined;
  /** Shown in the log, but not sent. */
  notes: string[];
}

export interface Decided extends Conclusion {
  event: Event;
  place: ProjectPlace;
  config: Config;
  userPolicies: readonly Policy[];
  findings: Finding[];
  paused: Skipped[];
  facts: Facts;
}

/** `dry`: store nothing and use nothing up, as `explain` needs it. */
export function decide(
  event: Event,
  world: World,
  store: Store,
  { dry = false }: { dry?: boolean } = {},
): MaybePromise<Decided> {
  const deadline = milliseconds() + innerDeadline(event.hook_event_name);
  const place = findPlace(event.cwd || process.cwd());
  const project = projectOf(event, place, world);
  const config = loadConfig(world.home, project, allPolicies);
  return chain(findUserPolicies(config, project, world, deadline), ({ policies: userPolicies, files }) => {
    const context: HookContext = { event, place, world, store, config, userPolicies, deadline, dry };
    // Before the policies run, because what they note as told now is told after the loss.
    if (!dry && hasLostContext(event)) forgetTold(world.home, event.session_id);
    const facts = factsOf(context);
    const call = readCall(event, facts);
    const { selected, paused } = selectPolicies(event, call, context);
    return chain(runPolicies(selected, facts, context), (first) =>
      chain(recheckApproval(first, context), (findings) => ({
        event,
        place,
        config,
        userPolicies,
        findings,
        paused,
        facts,
        ...conclude(findings, context, { ...context, files, project: project.root }),
      })),
    );
  });
}

function recheckApproval(findings: Finding[], context: HookContext): MaybePromise<Finding[]> {
  return chain(recheckDialog(findings, context), (checked) => recheckProjectChecks(checked, context));
}

/** The session may have changed its folder since it started; the settings of its project still apply. */
function projectOf(event: Event, place: ProjectPlace, { env }: World): ProjectPlace {
  const { CLAUDE_PROJECT_DIR: folder } = env;
  return folder && folder !== event.cwd ? findPlace(folder) : place;
}

/** Turns the findings of all policies into the answer. */
function conclude(findings: Finding[], context: HookContext, noticeContext: NoticeContext): Conclusion {
  const inputHash = hashInput(context.event);
  const merged = mergeChecked(findings, context);
  const { outcome: gated, notes } = applyStopGate(merged, context);
  const answerable = refuseUnanswerable(gated, context);
  const filesHash = isObjection(answerable.decision)
    ? loadBundle('stateful').namedFiles.hashNamedFiles(context.event)
    : undefined;
  const { outcome: allowed, allowedOnce } = applyAllowOnce(answerable, inputHash, filesHash, context);
  const outcome = withNotices(allowed, noticeContext);
  return {
    inputHash,
    filesHash,
    notes,
    ...(allowedOnce && { allowedOnce }),
    ...composeReply(outcome, context),
  };
}
