// Effect rules that the specs of several groups share.
import type { EffectKind } from '../types.ts';
import type { EffectRule, ProgramSpec } from './spec.ts';

export const deletesOnPlatform = (
  when: string,
  safer: string,
  why = 'Deletes, stops or resets something on the platform.',
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

/** Nouns for rights, and for the credentials that prove them. */
const ACCESS =
  '*user|*users|member|members|membership|memberships|collaborator|collaborators|*token|*tokens|*api-key|*api-keys|*apikey|*apikeys|*access-key|*access-keys|*credential|*credentials|service-account|service-accounts|service-key|*policy|*policies|*role|*roles|*role-binding|acl|acls|grant|grants|permission|permissions|ssh-key|ssh-keys|invitation|invitations|preauth-request|access-request|*acl|accesslist|accesslists|allowlist|firewall-rule|firewalls|customdbroles|auth-method|binding-rule|intention';

const GIVES =
  'create|add|new|issue|generate|upload|import|update|grant|assign|invite|attach|bind|allow|append|apply|write|set|put|put-acl|create-*|add-*|generate-*';

/** `cli user create`, `cli iam token-create`, `cli tokens:create`: gives somebody access that stays. */
const GIVES_ACCESS: readonly EffectRule[] = [
  `** ${ACCESS} ${GIVES}`,
  '** *user-create|*token-create|*key-create|*policy-create|*role-create|*-key-add|*-user-add|create-*user|create-*token|create-*key|create-*policy|add-*user*|*-access-binding|*access-bindings|invite|grant|*:invite|access:add|*users:create|*tokens:create|*keys:add|*members:add',
].map((when) => ({
  code: 'cloud-access',
  when,
  kind: 'escalate',
  why: 'Gives somebody access that stays, or changes what they may do.',
  safer: 'the matching list command',
}));

/** `cli firewall add-rule`, `cli security group rule create`: lets traffic in from elsewhere. */
const OPENS_NETWORK: readonly EffectRule[] = [
  '** firewall|firewalls|security-group|security-groups|security-list|network-security-group|nsg add-rule*|create-rule|set-rules|rules-update|append|update|replace',
  '** *-rule-add|*-rules-add|rules-update',
  '** group rule create',
  '** iam key|keys create|upload|add',
].map((when) => ({
  code: 'cloud-access',
  when,
  kind: 'escalate',
  why: 'Changes who can reach the resource.',
  safer: 'the matching list command',
}));

/** Adds the rules about access and deletion, because every cloud and platform has users, keys and rights. */
export const withAccess = (specs: readonly ProgramSpec[]): readonly ProgramSpec[] =>
  specs.map((spec) => ({
    ...spec,
    effects: [...(spec.effects ?? []), ...GIVES_ACCESS, ...OPENS_NETWORK, DELETES_ANYTHING],
  }));

/** Deletes that the rules of a platform do not list. Settings of this machine may be deleted. */
const DELETES_ANYTHING: EffectRule = {
  code: 'platform-delete',
  when: '** delete|destroy|purge|terminate|deprovision',
  harmless: 'list|ls|get|describe|show|view|search|log|logs|put|set|create|run|exec|tag',
  except:
    'config|profile|profiles|context|contexts|auth|plugin|plugins|completion|alias|cache|local|emulators|help',
  kind: 'infrastructure',
  why: 'Deletes something on the platform.',
  safer: 'the matching list command',
};

const DESTROYS =
  'delete|destroy|purge|terminate|wipe|nuke|drop|decommission|deprovision|delete-*|destroy-*|purge-*|terminate-*|drop-*|*:delete|*:destroy|*:purge|*:drop|*-delete|*-destroy';

/** Objects on a server, so that `remove` deletes more than an entry on this machine. */
const SERVED =
  'app|apps|application|account|backup|backups|bucket|buckets|cluster|clusters|database|databases|db|dbuser|deployment|deployments|domain|domains|env|environment|environments|index|indexes|instance|instances|machine|machines|member|members|namespace|namespaces|node|nodes|org|organization|orgs|organizations|policy|policies|project|projects|queue|queues|record|records|resource|resources|role|roles|secret|secrets|server|servers|service|services|site|sites|snapshot|snapshots|stack|stacks|team|teams|tenant|tenants|token|tokens|topic|topics|user|users|vm|vms|volume|volumes';

const unlisted = (code: string, why: string, patterns: readonly string[], kind?: EffectKind): EffectRule[] =>
  patterns.map((when) => ({
    code,
    when,
    why,
    ...(kind && { kind }),
    safer: 'look at it first with the list or show command of the program',
  }));

/** The effects of a program without a spec, judged by its words: `newcloud databases delete shop`. */
export const UNLISTED_PROGRAM: { kind: EffectKind; effects: readonly EffectRule[] } = {
  kind: 'infrastructure',
  effects: [
    ...unlisted(
      'unknown-delete',
      'Deletes something with a program that Pawl does not know, so what is lost is not known either.',
      [DESTROYS, `* ${DESTROYS}`, `* * ${DESTROYS}`, `${SERVED} rm|remove *`, `* ${SERVED} rm|remove *`],
    ),
    ...unlisted(
      'cloud-access',
      'Gives somebody access that stays, with a program that Pawl does not know.',
      [
        '** user|users|member|members|roles|role|acl|acls|token|tokens|api-key|api-keys|apikeys|permission|permissions|service-account|service-accounts|collaborators create|add|grant|assign|invite|add-role',
        '** tokens:create|users:create|keys:create|access:add',
      ],
      'escalate',
    ),
    ...unlisted('secret-write', 'Changes a secret that others use.', [
      '** secret|secrets set|add|put|update|upload',
    ]),
    ...unlisted(
      'secret-read',
      'Prints secrets into the conversation, or writes them to a file.',
      ['** secrets|credentials|connections|passwords export|reveal|dump|decrypt|access'],
      'read',
    ),
  ],
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
