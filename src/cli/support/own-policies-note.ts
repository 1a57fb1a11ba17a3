// `pawl check` and `pawl backtest` ask the built-in policies and the rules of the config. Policy files run in a process of
// their own for each event, so these commands leave them out, and say so.
import { basename } from 'node:path';
import type { Home } from '../../system/home.ts';
import { policyFiles } from '../../user-policies/user-policies.ts';
import { paint, wrap } from './terminal.ts';

/** Undefined if there are no policy files in Pawl's home. */
export function ownPoliciesNote(home: Home): string | undefined {
  const names = policyFiles(home.policies).map((file) => basename(file));
  if (names.length === 0) return undefined;
  return paint(
    'dim',
    wrap(
      `Your policy files (${names.join(', ')}) were not asked: \`pawl policies test --last 100\` runs them.`,
    ),
  );
}
