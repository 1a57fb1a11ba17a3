// The packs of policies. Their order is the order in which their texts reach the model.
export const packs = {
  guard: { on: true, about: 'Refuses commands that destroy, leak secrets or deploy.' },
  autonomy: { on: false, about: 'Lets a session work without asking, under a person’s grant.' },
  workflow: { on: false, about: 'Runs work in phases, with required agents and deliverables.' },
  handoff: { on: false, about: 'Passes work from one agent to the next.' },
  checkpoint: { on: false, about: 'Asks a session that changed code for proof before it stops.' },
  tasks: { on: true, about: 'Has a session finish the tasks it started.' },
  session: { on: true, about: 'Shows which session works, waits or needs you.' },
  memory: { on: false, about: 'Recalls the lessons of earlier sessions.' },
  docs: { on: false, about: 'Reminds the agent to read and update the project’s documents.' },
  metrics: { on: true, about: 'Counts and times tool calls and decisions.' },
} as const;

export type PackName = keyof typeof packs;

export const packNames = Object.keys(packs) as PackName[];

export function packOf(policyId: string): string {
  return policyId.slice(0, policyId.indexOf('/'));
}

/** A user's own policies, rules and adopted scripts belong to no built-in pack and come after all of them. */
export function packRank(policyId: string): number {
  const rank = packNames.indexOf(packOf(policyId) as PackName);
  return rank < 0 ? packNames.length : rank;
}
