import { bash } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import { ask, definePolicy, deny } from '../../index.ts';
import { displayWords } from '../../shell/base/words.ts';
import type { Effect, ShellCommand } from '../../shell/types.ts';
import { SHELLS } from './shared/effects.ts';
import { productionIn } from './shared/production.ts';

const subagent = { agent_id: 'a1', agent_type: 'helper' };

export default definePolicy({
  id: 'guard/deploy',
  summary: 'Let people decide what reaches production',
  why: 'A deployment affects all users at once. A subagent does not know what else is going on, so it may not start one.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['deploy', 'infrastructure'],
  level: 'deny',
  onError: 'deny',
  options: {
    branches: {
      default: ['main', 'master'],
      weaker: 'fewer items',
      about: 'Branches that a subagent may not push to.',
    },
    production_branches: {
      default: ['production', 'prod', 'live'],
      weaker: 'fewer items',
      about: 'Branches that are deployed to production.',
    },
    commands: {
      default: [] as string[],
      weaker: 'fewer items',
      about: 'More commands that deploy, given by how they start, for example `make deploy`.',
    },
  },
  examples: () => [
    { event: bash('vercel --prod'), expect: 'ask' },
    { event: bash('gh workflow run deploy.yml -f environment=production'), expect: 'ask' },
    { event: bash('kubectl apply -n production -f app.yaml'), expect: 'ask' },
    { event: bash('git push origin production'), expect: 'ask' },
    { event: bash('git push production topic'), expect: 'ask', title: 'A remote that is named production' },
    { event: bash('make deploy-prod'), expect: 'ask', options: { commands: ['make deploy'] } },
    {
      event: bash('fly deploy', subagent),
      expect: 'deny',
      title: 'A subagent deploys',
    },
    {
      event: bash('git push origin main', subagent),
      expect: 'deny',
      title: 'A subagent pushes to a protected branch',
    },
    ...['vercel', 'vercel web --yes', 'eas build -p ios', 'pulumi up', 'railway up', 'terraform apply'].map(
      (command) => ({
        event: bash(command, subagent),
        expect: 'deny' as const,
        title: 'A subagent deploys with a command that does not say so',
      }),
    ),
    ...[
      './scripts/deploy.sh production',
      'bash scripts/deploy.sh staging',
      'bin/deploy',
      'deploy-prod.sh',
      'python3 deploy_production.py',
      'fastlane release',
      'fastlane ios beta',
    ].map((command) => ({
      event: bash(command, subagent),
      expect: 'deny' as const,
      title: 'A subagent runs a script or a lane that deploys, by its name',
    })),
    ...[
      './deploy-docs-preview.sh',
      './scripts/deploy.sh --dry-run',
      './scripts/deploy.sh --help',
      'DRY_RUN=1 bin/deploy production',
      'bin/deploy plan production',
      'cat deploy.sh; vim deploy.sh; shellcheck deploy.sh; bash -n deploy.sh; git add deploy.sh',
      'kubectl get -f deployment.yaml',
      'bun test deploy.test.ts',
      'fastlane lanes',
    ].map((command) => ({
      event: bash(command, subagent),
      expect: 'pass' as const,
      title: 'A subagent runs a preview or a dry run, or only reads or tests the script',
    })),
    ...[
      './scripts/deploy.sh production',
      'bash scripts/deploy.sh --env=prod',
      './deploy-prod.sh',
      'node scripts/deployProd.mjs',
    ].map((command) => ({
      event: bash(command),
      expect: 'ask' as const,
      title: 'The name of a script or its arguments says production',
    })),
    { event: bash('./scripts/deploy.sh staging'), expect: 'pass' },
    {
      event: bash('./scripts/deploy.sh staging', { cwd: '/home/me/live/app' }),
      expect: 'pass',
      title: 'The name of the project’s folder does not count',
      given: {
        files: { '/home/me/live/app/scripts/deploy.sh': '#!/bin/bash\nrsync -a dist/ host:/srv/app\n' },
      },
    },
    {
      event: bash('pulumi preview && vercel ls && terraform plan', subagent),
      expect: 'pass',
      title: 'A subagent only looks',
    },
    ...[
      'cdk deploy ProdStack',
      'cdk deploy --profile prod',
      'pulumi up -s prod',
      'eas build --profile production',
      'railway up -e production',
      'helmfile -e prod apply',
      'gcloud run deploy api --project acme-prod',
      'AWS_PROFILE=prod cdk deploy',
    ].map((command) => ({
      event: bash(command),
      expect: 'ask' as const,
      title: 'The name of a stack, profile, environment or project says production',
    })),
    {
      event: bash('kubectl apply -f app.yaml'),
      expect: 'ask',
      title: 'The selected context is production',
      given: { files: { '/home/me/.kube/config': 'current-context: "prod-eu"\n' } },
    },
    {
      event: bash('kubectl --context dev apply -f app.yaml'),
      expect: 'pass',
      title: 'The command names another context',
      given: { files: { '/home/me/.kube/config': 'current-context: "prod-eu"\n' } },
    },
    {
      event: bash('cdk deploy'),
      expect: 'ask',
      title: 'The selected profile is production',
      given: { env: { AWS_PROFILE: 'production' } },
    },
    {
      event: bash('cdk deploy ProductCatalog'),
      expect: 'pass',
      title: 'A name that only begins like production',
    },
    {
      event: bash('eas update --message "fix the production bug"'),
      expect: 'pass',
      title: 'A message about production',
    },
    {
      event: bash('NODE_ENV=production vercel deploy'),
      expect: 'pass',
      title: 'NODE_ENV chooses a kind of build, not a place',
    },
    {
      event: bash('git push origin HEAD:refs/heads/main', subagent),
      expect: 'deny',
      title: 'A subagent pushes to a protected branch by its full name',
    },
    {
      event: bash('git push', subagent),
      expect: 'deny',
      title: 'A subagent pushes the checked-out branch, which is protected',
      given: { git: { branch: 'main' } },
    },
    {
      event: bash('git push -u origin HEAD', subagent),
      expect: 'pass',
      title: 'A subagent pushes its own checked-out branch',
      given: { git: { branch: 'topic' } },
    },
    {
      event: bash('git push -u origin', subagent),
      expect: 'deny',
      title: 'A subagent pushes the checked-out branch to a remote',
      given: { git: { branch: 'main' } },
    },
    {
      event: bash('git push --all', subagent),
      expect: 'deny',
      title: 'A subagent pushes every branch',
      given: { git: { branch: 'topic' } },
    },
    {
      event: bash('git push origin HEAD'),
      expect: 'ask',
      given: { git: { branch: 'production' } },
    },
    {
      event: bash('git push origin topic', subagent),
      expect: 'pass',
      title: 'A subagent pushes its own branch',
    },
    {
      event: bash('vercel --prod'),
      expect: 'deny',
      title: 'A session under a grant that does not include production',
      given: { grants: [{ mode: 'build' }] },
    },
    {
      event: bash('vercel --prod'),
      expect: 'pass',
      title: 'A session under a grant that includes production',
      given: { grants: [{ allow: ['production-deploy'] }] },
    },
    {
      event: bash('vercel --prod', subagent),
      expect: 'deny',
      title: 'A subagent of a session whose grant includes production',
      given: { grants: [{ allow: ['production-deploy'] }] },
    },
    {
      event: bash('gh workflow run deploy.yml'),
      expect: 'deny',
      title: 'A session that another one coordinates',
      given: { files: { '.claude/autonomous-state.json': '{"mode":"go","coordinator":false}' } },
    },
    {
      event: bash('vercel --prod'),
      expect: 'ask',
      title: 'A state file can’t allow a deployment',
      given: {
        files: {
          '.claude/autonomous-state.json':
            '{"mode":"go","allowed_prompts":[{"tool":"Bash","prompt":"deploy to production"}]}',
        },
      },
    },
    { event: bash('fly deploy'), expect: 'pass' },
    { event: bash('git push origin main'), expect: 'pass' },
    { event: bash('gh run watch 12'), expect: 'pass' },
  ],
  check(event, context) {
    const { options, shell, git } = context;
    const deploys = shell.effects.filter((e) => e.kind === 'deploy' && isDeploy(e, options, git));
    const own = shell.commands.filter((c) => options.commands.some((start) => textOf(c).startsWith(start)));
    const commands = [...deploys.map((e) => e.command), ...own];
    // In the main session, guard/infrastructure asks about these.
    const applies = shell.effects.filter((e) => e.code === 'iac-apply').map((e) => e.command);
    const [first] = [...commands, ...applies];
    if (!first) return undefined;
    if (event.agent_id || isCoordinated(context))
      return deny(`Subagents may not deploy: ${textOf(first)}`, {
        code: 'deploy-subagent',
        instead: 'report that it is ready, and let the main session deploy',
      });
    const found = commands.find((command) => isProduction(command, options, context));
    if (!found) return undefined;
    const production = textOf(found);
    const grants = context.grants.current();
    if (grants.some(({ allow }) => allow.includes('production-deploy'))) return undefined;
    // Under a grant nobody is there to answer, so a question would only stop the session.
    if (grants[0])
      return deny(`This changes production, and grant ${grants[0].id} does not include that: ${production}`, {
        code: 'deploy-production',
        instead:
          'continue without it and tell the person; `pawl grant --allow production-deploy`, run in their own terminal, would allow it',
      });
    return ask(`This changes production: ${production}`, {
      code: 'deploy-production',
      instead: 'deploy to a preview or staging environment first',
    });
  },
});

/** A session coordinated by another one says so in its state file. The file can only reduce what it may do. */
function isCoordinated({ files, project }: Facts): boolean {
  const text = files.read(`${project.root}/.claude/autonomous-state.json`, 100_000);
  return text !== undefined && /"coordinator"\s*:\s*false/.test(text);
}

type Options = { branches: readonly string[]; production_branches: readonly string[] };

const textOf = (command: ShellCommand) => displayWords(command.words);

/** A push counts as a deploy only if it goes to a protected branch. */
function isDeploy(effect: Effect, options: Options, git: Facts['git']): boolean {
  if (effect.command.name !== 'git') return true;
  return (
    pushesTo([...options.branches, ...options.production_branches], textOf(effect.command), git) ||
    pushesToRemote(effect.command, options)
  );
}

/** Without a branch name, the checked-out branch is pushed; a pattern may match any branch. */
function pushesTo(branches: readonly string[], text: string, git: Facts['git']): boolean {
  const all = text.split(' ');
  if (all.some((word) => /^--(all|branches|mirror)$/.test(word))) return true;
  const words = all.filter((word) => !word.startsWith('-'));
  const remote = all.some((word) => word.startsWith('--repo')) ? 0 : 1;
  const named = words.slice(words.indexOf('push') + 1 + remote);
  const refs = (named.length > 0 ? named : ['HEAD']).map((word) =>
    word
      .replace(/^\+/, '')
      .replace(/^.*:/, '')
      .replace(/^(refs\/)?heads\//, ''),
  );
  return refs.some((ref) => {
    if (ref === '' || ref.includes('*')) return true;
    return branches.includes(ref === 'HEAD' || ref === '@' ? (git.branch() ?? '') : ref);
  });
}

/** `git push production main`: a remote that is named after where it deploys. */
const pushesToRemote = ({ words }: ShellCommand, { production_branches }: Options) => {
  const remote = words.slice(words.findIndex((w) => w.text === 'push') + 1).find((w) => !/^-/.test(w.text));
  return production_branches.includes(remote?.text ?? '');
};

function isProduction(command: ShellCommand, options: Options, facts: Facts): boolean {
  if (command.name === 'git')
    return (
      pushesTo(options.production_branches, textOf(command), facts.git) || pushesToRemote(command, options)
    );
  return productionIn(command, facts) !== undefined;
}
