// Users' own code in `pawl check` and `pawl backtest`: policy files and scripts run as in the hook, in processes of their
// own, but nothing that they change is kept. Code that the hook does not run (not trusted, broken) is not run here either.
import { type Finding, select } from '../../core/engine.ts';
import type { Event } from '../../core/event.ts';
import { plural } from '../../core/text.ts';
import type { World } from '../../facts/facts.ts';
import { factSettings } from '../../hook/context.ts';
import { runExternal } from '../../user-policies/external.ts';
import { runPolicyFilesOnMany } from '../../user-policies/user-policies.ts';
import type { CheckContext } from './check-command.ts';
import { paint, shortPath, visible, wrap } from './terminal.ts';

/** Policies that failed and were not asked again, and why. */
export type Failures = Map<string, string>;

export interface AskOptions {
  failed: Failures;
  /** Whether the events are long past. */
  past?: boolean;
}

/** Returns the verdicts of the policy files on each of the events, which all happened in the same place. */
export async function askPolicyFiles(
  events: readonly Event[],
  { config, files }: CheckContext,
  { home, env }: World,
  { failed, past = false }: AskOptions,
): Promise<Finding[][]> {
  if (files.policies.length === 0) return events.map(() => []);
  const items = events.map((event) => ({ event, selected: select(files.policies, event, config.setting) }));
  const settings = { ...factSettings(config), past };
  return runPolicyFilesOnMany(items, home, { env: dry(env), settings, failed });
}

/** Scripts are started for each call; the time limit is their own. */
export async function askScripts(
  event: Event,
  { config, scripts }: CheckContext,
  { env }: World,
): Promise<Finding[]> {
  const selected = select(scripts, event, config.setting);
  return Promise.all(
    selected.map((script) => runExternal(script, event, Number.POSITIVE_INFINITY, dry(env))),
  );
}

/** A script can't be kept from changing something, but this variable asks it not to. */
const dry = (env: World['env']) => ({ ...env, PAWL_DRY_RUN: '1' });

/** The user's own code that was not asked, and why; empty if all of it was. */
export function leftOutNotes(
  contexts: readonly CheckContext[],
  failed: Failures,
  { scripts }: { scripts: boolean },
): string[] {
  const untrusted = distinct(contexts.flatMap(({ files }) => files.untrusted));
  const broken = new Map(
    contexts.flatMap(({ files }) => files.broken.map(({ file, problem }) => [file, problem])),
  );
  const left = scripts ? distinct(contexts.flatMap((context) => context.scripts.map(({ id }) => id))) : [];
  return [
    ...(untrusted.length > 0
      ? [
          `Not asked, because nobody has trusted ${untrusted.length > 1 ? 'them' : 'it'} yet: ${untrusted.map((file) => shortPath(file)).join(', ')} (\`pawl trust\`).`,
        ]
      : []),
    ...[...broken].map(([file, problem]) => `Not asked: ${shortPath(file)}: ${problem}.`),
    ...[...failed].map(([id, problem]) => `${id} failed (it ${problem}), so it was not asked again.`),
    ...(left.length > 0
      ? [
          `${plural(left.length, 'script')} not asked (${left.join(', ')}), because each would be started for every call: \`pawl policies test ${left[0]} --last 100\` does that.`,
        ]
      : []),
  ];
}

const distinct = (texts: readonly string[]) => [...new Set(texts)];

export function printLeftOut(notes: readonly string[]): void {
  if (notes.length > 0) console.log('');
  for (const note of notes) console.log(paint('dim', wrap(visible(note))));
}
