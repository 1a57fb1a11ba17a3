// Looks up the work that a git command would throw away here and now.
import type { Facts } from '../../../core/facts.ts';
import type { Discard } from '../../../core/look.ts';
import type { Effect } from '../../../shell/types.ts';
import { type LookupResult, listSome } from './evidence.ts';
import { discardsOf } from './git-discards.ts';

export function lookUpLoss(effect: Effect, { shell, look }: Facts): LookupResult | undefined {
  const discards = discardsOf(effect, shell.commands) ?? [];
  const answers: [Discard, readonly string[]][] = [];
  for (const discard of discards) {
    const lost = look.exists(discard.folder) === false ? [] : look.lostWork(discard);
    if (!lost) return undefined;
    if (lost.length > 0) return { harmless: false, ...lossOf(discard, lost, effect) };
    answers.push([discard, lost]);
  }
  return answers.length > 0 ? { harmless: true, found: nothingLost(answers[0]![0]) } : undefined;
}

/** The name and meaning of each kind of loss. Commits can be found again through the reflog. */
const LOSSES: Record<Discard['loses'], { name: string; does: string; weight?: 'risky' }> = {
  unstaged: { name: 'uncommitted changes', does: 'Throws away uncommitted changes' },
  changes: { name: 'uncommitted changes', does: 'Throws away uncommitted changes' },
  all: { name: 'uncommitted changes', does: 'Throws away uncommitted changes' },
  untracked: { name: 'untracked files', does: 'Deletes files that are in no commit' },
  stash: { name: 'stashes', does: 'Deletes stashed work' },
  commits: {
    name: 'commits that nothing else leads to',
    does: 'Removes commits that no other branch has',
    weight: 'risky',
  },
  references: {
    name: 'commits that nothing else leads to',
    does: 'Removes commits that no other branch or tag has',
  },
};

function lossOf({ loses }: Discard, lost: readonly string[], effect: Effect) {
  const { name, does, weight = effect.weight } = LOSSES[loses];
  const items = listSome(lost);
  return {
    found: `${name}: ${items}`,
    effect: { reason: `${does}: ${items}.`, weight, safer: saferFor(loses, lost) },
  };
}

function saferFor(loses: Discard['loses'], lost: readonly string[]): string {
  if (loses === 'stash') return 'git stash branch NAME';
  if (loses === 'commits') return 'git branch NAME, which keeps them';
  if (loses === 'references') return 'git branch -d NAME, or git tag NAME first, which keeps them';
  return lost.length <= 3 && loses !== 'untracked'
    ? `git stash push -- ${lost.join(' ')}`
    : 'git stash push -u';
}

function nothingLost({ loses, paths }: Discard): string {
  if (loses === 'stash') return 'there is no stash';
  if (loses === 'references') return `no commit that only ${listSome(paths)} leads to`;
  if (loses === 'untracked') return 'there is nothing to clean that could not be built again';
  return paths.length === 0 ? 'no uncommitted changes' : `no uncommitted changes in ${listSome(paths)}`;
}
