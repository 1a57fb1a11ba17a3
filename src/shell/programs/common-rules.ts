// Effect rules that the specs of several groups share.
import type { EffectKind } from '../types.ts';
import type { EffectRule } from './spec.ts';

export const deletesOnPlatform = (
  when: string,
  safer: string,
  why = 'Deletes something on the platform.',
): EffectRule => ({ code: 'platform-delete', when, why, safer });

export const printsSecrets = (
  when: string,
  safer: string,
  why = 'Prints secrets into the conversation.',
): EffectRule => ({ code: 'secret-read', when, kind: 'read', why, safer });

export const changesMachine = (rule: Partial<EffectRule>): EffectRule => ({
  code: 'machine-setting',
  why: 'Changes a setting of the machine.',
  ...rule,
});

const DESTROYS =
  'delete|destroy|purge|terminate|wipe|nuke|drop|decommission|deprovision|delete-*|destroy-*|purge-*|terminate-*|drop-*|*:delete|*:destroy|*:purge|*:drop|*-delete|*-destroy';

/** Things that live on a server, so that removing one is more than forgetting an entry on this machine. */
const SERVED =
  'app|apps|application|account|backup|backups|bucket|buckets|cluster|clusters|database|databases|db|dbuser|deployment|deployments|domain|domains|env|environment|environments|index|indexes|instance|instances|machine|machines|member|members|namespace|namespaces|node|nodes|org|organization|orgs|organizations|policy|policies|project|projects|queue|queues|record|records|resource|resources|role|roles|secret|secrets|server|servers|service|services|site|sites|snapshot|snapshots|stack|stacks|team|teams|tenant|tenants|token|tokens|topic|topics|user|users|vm|vms|volume|volumes';

/** What a program that has no spec does, going by its words: `newcloud databases delete shop`. */
export const UNLISTED_PROGRAM: { kind: EffectKind; effects: readonly EffectRule[] } = {
  kind: 'infrastructure',
  effects: [
    DESTROYS,
    `* ${DESTROYS}`,
    `* * ${DESTROYS}`,
    `${SERVED} rm|remove *`,
    `* ${SERVED} rm|remove *`,
  ].map((when) => ({
    code: 'unknown-delete',
    when,
    why: 'Deletes something with a program that Pawl does not know, so what is lost is not known either.',
    safer: 'look at it first with the list or show command of the program',
  })),
};

/** A plain fact, for policies that protect a folder: an archive can hold any name. */
export const unpacks = (rule: Pick<EffectRule, 'when' | 'flags' | 'unless'>): EffectRule => ({
  code: 'unpack',
  kind: 'unpack',
  weight: 'plain',
  why: 'Writes files under names that come from an archive.',
  ...rule,
});

/** Why commands that change boot or security settings are put to a person. */
export const CHANGES_PROTECTION = 'Changes how the machine protects itself or starts.';
