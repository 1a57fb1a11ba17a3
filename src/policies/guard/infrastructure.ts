import { bash } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { acceptOption, judgeEffects, SHELLS } from './shared/effects.ts';

export default definePolicy({
  id: 'guard/infrastructure',
  summary: 'Stop commands that destroy infrastructure',
  why: 'Clusters, cloud resources and state files are shared and take days to rebuild.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['infrastructure'],
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    { event: bash('terraform destroy'), expect: 'deny' },
    { event: bash('terraform apply -auto-approve'), expect: 'ask' },
    { event: bash('pulumi destroy --yes'), expect: 'deny' },
    { event: bash('kubectl delete ns prod'), expect: 'ask' },
    { event: bash('helm uninstall app'), expect: 'ask' },
    { event: bash('aws s3 rm s3://b --recursive'), expect: 'ask' },
    { event: bash('aws ec2 terminate-instances --instance-ids i-1'), expect: 'ask' },
    { event: bash('gcloud projects delete p'), expect: 'ask' },
    { event: bash('az group delete -n g'), expect: 'ask' },
    { event: bash('gh repo delete me/x'), expect: 'ask' },
    { event: bash(`kubectl patch deploy api -p '{}'`), expect: 'ask' },
    { event: bash('echo "disable server web/a1" | socat - /run/haproxy/admin.sock'), expect: 'ask' },
    { event: bash('echo "show stat" | socat - /run/haproxy/admin.sock'), expect: 'pass' },
    { event: bash('terraform plan'), expect: 'pass' },
    { event: bash('kubectl get pods'), expect: 'pass' },
    { event: bash('kubectl delete pod x --dry-run=client'), expect: 'pass' },
    { event: bash('aws s3 ls'), expect: 'pass' },
    { event: bash('gcloud projects list'), expect: 'pass' },
  ],
  check(_event, context) {
    return judgeEffects(context, ['infrastructure'], context.options.accept);
  },
});
