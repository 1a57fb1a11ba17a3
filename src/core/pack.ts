// Packs in the order in which their words reach the model.
export const packs = {
  guard: { on: true, about: 'Refuses what destroys, leaks or deploys.' },
  autonomy: { on: false, about: 'Lets a session run alone under a grant a person gave.' },
  workflow: { on: false, about: 'Phases with gates and deliverables.' },
  handoff: { on: false, about: 'Passes work from one agent to the next.' },
  checkpoint: { on: false, about: 'A session that changed code proves it before it stops.' },
  tasks: { on: true, about: 'A session finishes the tasks it began.' },
  session: { on: true, about: 'Who works, who waits, how full the context is.' },
  memory: { on: false, about: 'Lessons of earlier sessions.' },
  docs: { on: false, about: 'Reminds of the project’s documents.' },
  metrics: { on: true, about: 'Counts and times what happens.' },
} as const;

export type PackName = keyof typeof packs;

export const packNames = Object.keys(packs) as PackName[];

export function packOf(policyId: string): string {
  return policyId.slice(0, policyId.indexOf('/'));
}

/** Own policies, rules and adopted scripts are not in a pack of ours; they speak after all packs. */
export function packRank(policyId: string): number {
  const rank = packNames.indexOf(packOf(policyId) as PackName);
  return rank < 0 ? packNames.length : rank;
}
