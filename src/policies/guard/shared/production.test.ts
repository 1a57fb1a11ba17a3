// Commands that are about production: by their words, by variables, or by what was selected before.
import { expect, test } from 'bun:test';
import { parseEvent } from '../../../core/event.ts';
import { bash } from '../../../core/examples.ts';
import type { Given } from '../../../core/policy.ts';
import { fakeFacts } from '../../../facts/fake/facts.ts';
import { isProductionName, productionIn } from './production.ts';

function production(command: string, given: Given = {}): string | undefined {
  const parsed = parseEvent(JSON.stringify(bash(command)));
  if (parsed.kind !== 'event') throw new Error('no event');
  const facts = fakeFacts(parsed.event, given);
  return productionIn(facts.shell.commands.at(-1)!, facts);
}

test('names of production, and names that only look like them', () => {
  const yes = 'prod production prd live PROD app-prod-eu ProdStack AppPRODStack my_prod prod2 eu/live';
  const no = 'product prodigy reproduce alive living preprod staging deliver';
  expect(yes.split(' ').filter((name) => !isProductionName(name))).toEqual([]);
  expect(no.split(' ').filter(isProductionName)).toEqual([]);
});

test.each<[string, string | undefined]>([
  ['cdk deploy ProdStack', 'ProdStack'],
  ['helm upgrade app --namespace=prod', '--namespace=prod'],
  ['sls deploy --stage prod', 'prod'],
  ['STAGE=prod make deploy', 'prod'],
  ['NODE_ENV=production make deploy', undefined],
  ['BABEL_ENV=production make deploy', undefined],
  ['cdk deploy App -m "to prod"', undefined],
  ['cdk deploy App --message prod', undefined],
  ['cdk deploy App --message=prod', undefined],
  ['cdk deploy App --description prod', undefined],
  ['cdk deploy App --title prod', undefined],
  ['cdk deploy App --comment prod', undefined],
  ['cdk deploy App --note prod', undefined],
  ['cdk deploy App --notes prod', undefined],
  ['cdk deploy App --change-cause prod', undefined],
  ['cdk deploy App --message=x prod', 'prod'],
  ['cdk deploy App -m x prod', 'prod'],
  ['cdk deploy App --noted prod', 'prod'],
  ['prod deploy', undefined],
])('production that is named by: %s', (command, expected) => {
  expect(production(command)).toBe(expected);
});

const config = (name: string) => `apiVersion: v1\ncurrent-context: ${name}\nkind: Config\n`;
const kube = { files: { '/home/me/.kube/config': config('prod-eu') } };

test.each<[string, Given, string | undefined]>([
  ...['kubectl', 'oc', 'helm', 'helmfile', 'skaffold', 'kustomize'].map((name): [string, Given, string] => [
    `${name} apply`,
    kube,
    'prod-eu',
  ]),
  ['kubectl apply', { files: { '/home/me/.kube/config': config('"prod"') } }, 'prod'],
  ['kubectl apply', { files: { '/home/me/.kube/config': config('dev') } }, undefined],
  ['kubectl apply', {}, undefined],
  ['kubectl --context dev apply', kube, undefined],
  ['kubectl --context=dev apply', kube, undefined],
  ['helm --kube-context dev upgrade', kube, undefined],
  ['kubectl --kubeconfig x apply', kube, undefined],
  ['kubectl --contexts apply', kube, 'prod-eu'],
  ['kubectl apply', { ...kube, env: { KUBECONFIG: '/x/dev:/x/prod' } }, undefined],
  ['kubectl apply', { files: { '/x/a': config('prod-us') }, env: { KUBECONFIG: '/x/a:/x/b' } }, 'prod-us'],
  ...['aws', 'cdk', 'sam', 'sst', 'serverless', 'sls', 'copilot', 'amplify', 'chalice', 'zappa', 'eb'].map(
    (name): [string, Given, string] => [`${name} deploy`, { env: { AWS_PROFILE: 'prod' } }, 'prod'],
  ),
  ['aws deploy', { env: { AWS_DEFAULT_PROFILE: 'live' } }, 'live'],
  ['aws deploy --profile dev', { env: { AWS_PROFILE: 'prod' } }, undefined],
  ['cdk deploy --aws-profile=dev', { env: { AWS_PROFILE: 'prod' } }, undefined],
  ['sls deploy --stage dev', { env: { AWS_PROFILE: 'prod' } }, undefined],
  ['AWS_PROFILE=dev aws deploy', { env: { AWS_PROFILE: 'prod' } }, undefined],
  ['AWS_REGION=x aws deploy', { env: { AWS_PROFILE: 'prod' } }, 'prod'],
  ['gcloud app deploy', { env: { CLOUDSDK_CORE_PROJECT: 'app-prod' } }, 'app-prod'],
  ['gcloud app deploy', { env: { GOOGLE_CLOUD_PROJECT: 'app-prod' } }, 'app-prod'],
  ['gcloud app deploy --project dev', { env: { GOOGLE_CLOUD_PROJECT: 'app-prod' } }, undefined],
  ['terraform apply', { env: { AWS_PROFILE: 'prod' } }, undefined],
])('production that is named by: %s with %p', (command, given, expected) => {
  expect(production(command, given)).toBe(expected);
});
