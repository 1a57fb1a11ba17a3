// The packs of policies. Their order is the order in which their texts reach the model.
export const packs = {
  guard: { on: true, about: 'Refuses destructive commands, leaked secrets and unapproved deploys.' },
  autonomy: { on: false, about: 'Lets a session work without asking, under a grant that a person gave.' },
  workflow: { on: false, about: 'Runs work in phases, each with allowed agents and required deliverables.' },
  handoff: { on: false, about: 'Passes work from one agent to the next.' },
  checkpoint: {
    on: false,
    about: 'Asks a session that changed code for proof that it works before it stops.',
  },
  tasks: { on: true, about: 'Keeps the task list and has a session finish the tasks it started.' },
  session: { on: true, about: 'Tracks sessions: which one works, which one waits, how full its context is.' },
  memory: { on: false, about: 'Recalls the lessons of earlier sessions.' },
  docs: { on: false, about: 'Reminds the agent to read and update the project’s documentation.' },
  metrics: { on: true, about: 'Counts tool calls and decisions, and how long they took.' },
} as const;

export type PackName = keyof typeof packs;

export const packNames = Object.keys(packs) as PackName[];

export function packOf(policyId: string): string {
  return policyId.slice(0, policyId.indexOf('/'));
}

/** A user's own policies, rules and adopted scripts belong to no pack of ours and come after all packs. */
export function packRank(policyId: string): number {
  const rank = packNames.indexOf(packOf(policyId) as PackName);
  return rank < 0 ? packNames.length : rank;
}
