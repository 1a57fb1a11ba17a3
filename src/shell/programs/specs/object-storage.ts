import type { EffectRule, ProgramSpec } from '../spec.ts';

const OBJECTS_0_0: readonly EffectRule[] = [
  {
    code: 'cloud-delete',
    when: 'rm|rb|del|delete|purge|deletefile|dedupe|rmdirs|remove|expire|delete-bucket|delete-file-version|cleanup|rmdir|clear',
    why: 'Deletes objects or buckets.',
    safer: 'rclone … --dry-run, or list them first',
  },
  {
    code: 'cloud-delete',
    when: 'sync|rsync|mirror|bisync',
    flags: '-d --delete --remove --delete-removed --delete-destination',
    why: 'Deletes at the destination what is not at the source.',
  },
  {
    code: 'cloud-delete',
    when: 'sync|move|bisync',
    unless: '--interactive',
    why: 'Deletes at one end what is not at the other.',
    safer: 'rclone sync --dry-run',
  },
  {
    code: 'cloud-delete',
    when: 'ilm|bucket|replicate|admin|event|tag|alias|idp|support|encrypt ** remove|rm|delete|stop|disable|unset|detach|clear|purge|decommission',
    why: 'Deletes objects or buckets.',
  },
  {
    code: 'cloud-change',
    when: 'lifecycle|retention|versioning|kms set|clear|lock|release|off|suspend|authorize',
    why: 'Changes what is kept in the bucket.',
  },
  {
    code: 'cloud-change',
    when: 'versioning|quota suspend|clear',
    why: 'Changes what is kept in the bucket.',
  },
  {
    code: 'cloud-access',
    when: 'acl|iam|defacl|anonymous|policy set|ch|public|download',
    kind: 'escalate',
    why: 'Changes who may read the objects.',
  },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'gsutil',
    about: '',
    options: {
      '-o -h --exclude --include --config --filter --profile --region -e -c -f --file --source': 'text',
      '-n --just-print': 'dry',
    },
    kind: 'infrastructure',
    effects: OBJECTS_0_0,
    traits: ['fetches', 'saves', 'sends', 'ignores-input'],
    behaviours: ['toBucket'],
  },
  {
    names: 's3cmd mc azcopy',
    about: '',
    options: {
      '-o -h --exclude --include --config --filter --profile --region -e -m -c -f --file --source': 'text',
      '-n --just-print': 'dry',
    },
    kind: 'infrastructure',
    effects: OBJECTS_0_0,
    traits: ['sends'],
    behaviours: ['toBucket'],
  },
  {
    names: 'b2 s5cmd minio-mc gws',
    about: '',
    options: { '-o -h --exclude --include --config --filter': 'text', '-n --just-print': 'dry' },
    kind: 'infrastructure',
    effects: OBJECTS_0_0,
  },
  {
    names: 'rclone',
    about: '',
    options: {
      '-o -h --exclude --include --config --filter --profile --region -e -c -f --file --source': 'text',
      '-n --just-print': 'dry',
      '--password-command': 'runs',
    },
    kind: 'infrastructure',
    effects: OBJECTS_0_0,
    traits: ['fetches', 'sends'],
    behaviours: ['toBucket'],
  },
];
