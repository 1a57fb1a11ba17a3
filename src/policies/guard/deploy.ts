import { bash } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import { ask, definePolicy, deny } from '../../index.ts';
import type { Effect } from '../../shell/types.ts';
import { SHELLS } from './shared/effects.ts';

const PRODUCTION = /(^|[^a-z])(prod|production|prd|live)([^a-z]|$)/i;

export default definePolicy({
  id: 'guard/deploy',
  summary: 'Let people decide what reaches production',
  why: 'A deployment is seen by everybody at once. A subagent has no view of what else is going on, so it may not start one.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['deploy'],
  level: 'deny',
  onError: 'deny',
  options: {
    branches: { default: ['main', 'master'], about: 'Branches a subagent may not push to.' },
    production_branches: { default: ['production', 'prod', 'live'], about: 'Branches that are production.' },
    commands: {
      default: [] as string[],
      about: 'More commands that deploy, by their beginning: `make deploy`.',
    },
  },
  examples: () => [
    { event: bash('vercel --prod'), expect: 'ask' },
    { event: bash('gh workflow run deploy.yml -f environment=production'), expect: 'ask' },
    { event: bash('kubectl apply -n production -f app.yaml'), expect: 'ask' },
    { event: bash('git push origin production'), expect: 'ask' },
    { event: bash('make deploy-prod'), expect: 'ask', options: { commands: ['make deploy'] } },
    {
      event: bash('fly deploy', { agent_id: 'a1', agent_type: 'helper' }),
      expect: 'deny',
      title: 'A subagent',
    },
    {
      event: bash('git push origin main', { agent_id: 'a1', agent_type: 'helper' }),
      expect: 'deny',
      title: 'A subagent',
    },
    {
      event: bash('git push origin HEAD:refs/heads/main', { agent_id: 'a1', agent_type: 'helper' }),
      expect: 'deny',
      title: 'A subagent, by the long name',
    },
    {
      event: bash('git push', { agent_id: 'a1', agent_type: 'helper' }),
      expect: 'deny',
      title: 'A subagent, the branch that is checked out',
      given: { git: { branch: 'main' } },
    },
    {
      event: bash('git push -u origin HEAD', { agent_id: 'a1', agent_type: 'helper' }),
      expect: 'pass',
      title: 'A subagent, its own branch is checked out',
      given: { git: { branch: 'topic' } },
    },
    {
      event: bash('git push --all', { agent_id: 'a1', agent_type: 'helper' }),
      expect: 'deny',
      title: 'A subagent, every branch',
      given: { git: { branch: 'topic' } },
    },
    {
      event: bash('git push origin HEAD'),
      expect: 'ask',
      given: { git: { branch: 'production' } },
    },
    {
      event: bash('git push origin topic', { agent_id: 'a1', agent_type: 'helper' }),
      expect: 'pass',
      title: 'A subagent, its own branch',
    },
    {
      event: bash('vercel --prod'),
      expect: 'deny',
      title: 'Working alone, without a word about production',
      given: { grants: [{ mode: 'build' }] },
    },
    {
      event: bash('vercel --prod'),
      expect: 'pass',
      title: 'A person’s grant that says so',
      given: { grants: [{ allow: ['production-deploy'] }] },
    },
    {
      event: bash('vercel --prod', { agent_id: 'a1', agent_type: 'helper' }),
      expect: 'deny',
      title: 'A subagent asks for more than its parent may give',
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
      title: 'What a state file allows itself counts for nothing',
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
    const found = shell.effects.filter((e) => e.kind === 'deploy' && isDeploy(e, options, git));
    const own = shell.commands.find((c) => options.commands.some((start) => textOf(c).startsWith(start)));
    const texts = [...found.map((e) => textOf(e.command)), ...(own ? [textOf(own)] : [])];
    const text = texts[0];
    if (text === undefined) return undefined;
    if (event.agent_id || isHelper(context))
      return deny(`Subagents may not deploy: ${text}`, {
        code: 'deploy-subagent',
        instead: 'report that it is ready, and let the main session deploy',
      });
    const production = texts.find((one) => isProduction(one, options, git));
    if (!production) return undefined;
    const grants = context.grants.current();
    if (grants.some(({ allow }) => allow.includes('production-deploy'))) return undefined;
    // Where a person let the session work alone there is nobody to ask, and a question would only stop it.
    if (grants[0])
      return deny(`This changes production, and grant ${grants[0].id} does not include that: ${production}`, {
        code: 'deploy-production',
        instead:
          'go on without it and tell the person; `pawl grant --allow production-deploy`, at their own terminal, would allow it',
      });
    return ask(`This changes production: ${production}`, {
      code: 'deploy-production',
      instead: 'deploy to a preview or staging environment first',
    });
  },
});

/** A session that another one coordinates says so in its state file. It can make itself smaller, not larger. */
function isHelper({ files, project }: Facts): boolean {
  const text = files.read(`${project.root}/.claude/autonomous-state.json`, 100_000);
  return text !== undefined && /"coordinator"\s*:\s*false/.test(text);
}

type Options = { branches: readonly string[]; production_branches: readonly string[] };

const textOf = (command: Effect['command']) =>
  command.words.map((w) => w.text.replaceAll('\u0000', '…')).join(' ');

/** A push deploys only when it goes to a protected branch. */
function isDeploy(effect: Effect, options: Options, git: Facts['git']): boolean {
  if (effect.command.name !== 'git') return true;
  return pushesTo([...options.branches, ...options.production_branches], textOf(effect.command), git);
}

/** Without a name it is the branch that is checked out, and a pattern may be any. */
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

function isProduction(text: string, options: Options, git: Facts['git']): boolean {
  if (text.startsWith('git ')) return pushesTo(options.production_branches, text, git);
  return PRODUCTION.test(text);
}
