// `pawl import --settings`: replaces the entries of older hook systems with Pawl's, after a person has seen the change.

import { plural } from '../../core/text.ts';
import { findPlace, type ProjectPlace } from '../../facts/project.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home, userHome } from '../../system/home.ts';
import { requireKey } from '../../system/seal.ts';
import type { ParsedArgs } from '../command.ts';
import type { HookPaths } from '../doctor/command-line.ts';
import { findSources } from '../doctor/sources.ts';
import { type ReplacedHook, removeOlderHooks } from '../import/replace.ts';
import { backUp } from '../init/backups.ts';
import { type Change, install } from '../init/install.ts';
import { parseJson } from '../init/json.ts';
import { installLauncher } from '../init/launcher.ts';
import { withLock } from '../init/lock.ts';
import { register, type Wanted } from '../init/merge.ts';
import { entriesFor, outsideProjects, switchedOn } from '../init/needed.ts';
import { printDiff } from '../init/print.ts';
import { needsWaker } from '../init/register.ts';
import { explainMalformed, readSettings, settingsFile, writeSettings } from '../init/settings.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { paint, shortPath } from '../support/terminal.ts';

interface Plan {
  file: string;
  change: Change;
  replaced: ReplacedHook[];
}

export async function importSettings({ options, json }: ParsedArgs): Promise<number> {
  const home = findHome();
  const place = findPlace(process.cwd());
  const dry = options['dry-run'] === true;
  const { config, events, policies } = await switchedOn(home, outsideProjects(home), process.env);
  if (!dry) requireKey(home);
  const wanted = entriesFor(events, 'user', home, { waker: needsWaker(policies) });
  const plans = planAll(place, wanted);
  const replaced = plans.flatMap((plan) => plan.replaced);
  const packs = [...new Set(replaced.flatMap((hook) => hook.packs))].filter((name) => !config.packs[name]);
  if (!json) printPlans(plans, packs);
  if (!dry && replaced.length > 0) {
    refuseInsideAgent('import --settings');
    if (!agreed(options.yes === true, json))
      throw new UserError('Nothing was changed. Use --yes, or confirm in a terminal.', 1);
    await withLock(home, () => carryOut(home, plans, wanted));
  }
  const files = plans.map(({ file, replaced: gone }) => ({ file, replaced: gone }));
  if (json) console.log(JSON.stringify({ dry_run: dry, files, packs_to_switch_on: packs }, null, 2));
  else if (!dry && replaced.length > 0)
    console.log(paint('green', '\nDone. The original files are in ~/.pawl/backups.'));
  return 0;
}

function planAll(place: ProjectPlace, wanted: Wanted): Plan[] {
  const own = settingsFile('user', place.root, process.env);
  const files = findSources(place.root, process.env).filter(({ kind }) =>
    ['user', 'project', 'local'].includes(kind),
  );
  const plans = files.map((source) => {
    // A malformed file is an error; its entries must not be taken for missing.
    if (source.text.trim() !== '') explainMalformed(source.file, () => parseJson(source.text));
    const { text, replaced } = removeOlderHooks(source, hookPathsOf(place));
    return { file: source.file, replaced, change: { file: source.file, before: source.text, after: text } };
  });
  if (plans.every((plan) => plan.replaced.length === 0)) return [];
  // Pawl's entries go into the user's settings, which apply to every project.
  return plans
    .map((plan) => (plan.file === own ? { ...plan, change: withPawl(plan.change, wanted) } : plan))
    .filter(({ change }) => change.after !== change.before);
}

function withPawl(change: Change, wanted: Wanted): Change {
  const after = explainMalformed(change.file, () => register(change.after || '{}', wanted));
  return { ...change, after };
}

function printPlans(plans: readonly Plan[], packs: readonly string[]): void {
  if (plans.length === 0) console.log('No entries of older hook systems were found.');
  for (const { file, replaced, change } of plans) {
    const names = [...new Set(replaced.map((hook) => hook.system))].join(', ');
    console.log(
      replaced.length > 0
        ? `${shortPath(file)}: removes ${plural(replaced.length, 'entry', 'entries')} of ${names}`
        : `${shortPath(file)}: adds Pawl’s entries`,
    );
    printDiff(change);
    console.log();
  }
  if (packs.length > 0)
    console.log(
      `To replace what they did, switch packs on: \`pawl init --packs ${packs.map((name) => `+${name}`).join(',')}\``,
    );
}

function agreed(yes: boolean, json: boolean): boolean {
  return yes || (!json && process.stdin.isTTY === true && confirm('Change these files?'));
}

/** Installs Pawl's entries before it removes the old ones, so that calls are checked at every moment. */
function carryOut(home: Home, plans: readonly Plan[], wanted: Wanted): void {
  installLauncher(home);
  install(home, 'user', settingsFile('user', '', process.env), wanted);
  const paths = hookPathsOf(findPlace(process.cwd()));
  for (const { file } of plans) {
    const read = readSettings(file);
    const { text } = removeOlderHooks({ kind: 'user', file, text: read.text }, paths);
    if (text === read.text) continue;
    backUp(home, read);
    writeSettings(read, text);
  }
}

function hookPathsOf({ root }: ProjectPlace): HookPaths {
  return { home: userHome(), project: root };
}
