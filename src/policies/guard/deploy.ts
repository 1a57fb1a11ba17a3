import { bash } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import { ask, definePolicy, deny } from '../../index.ts';
import type { Effect } from '../../shell/types.ts';
import { SHELLS } from './effects.ts';

const PRODUCTION = /(^|[^a-z])(prod|production|prd|live)([^a-z]|$)/i;

export default definePolicy({
  id: 'guard/deploy',
  summary: 'Let people decide what reaches production',
  why: 'A deployment is seen by everybody at once. A subagent has no view of what else is going on, so it may not start one.',
  on: 'PreToolUse',
  tools: SHELLS,
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
    const { options, shell } = context;
    const found = shell.effects.filter((e) => e.kind === 'deploy' && isDeploy(e, options));
    const own = shell.commands.find((c) => options.commands.some((start) => textOf(c).startsWith(start)));
    const texts = [...found.map((e) => textOf(e.command)), ...(own ? [textOf(own)] : [])];
    const text = texts[0];
    if (text === undefined) return undefined;
    if (event.agent_id || isHelper(context))
      return deny(`Subagents may not deploy: ${text}`, {
        code: 'deploy-subagent',
        instead: 'report that it is ready, and let the main session deploy',
      });
    const production = texts.find((one) => isProduction(one, options));
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
function isDeploy(effect: Effect, options: Options): boolean {
  if (effect.command.name !== 'git') return true;
  return pushed(textOf(effect.command)).some((ref) =>
    [...options.branches, ...options.production_branches].includes(ref),
  );
}

function pushed(text: string): string[] {
  const words = text.split(' ').filter((w) => !w.startsWith('-'));
  const at = words.indexOf('push');
  return at < 0 ? [] : words.slice(at + 2).map((w) => w.replace(/^\+/, '').replace(/^.*:/, ''));
}

function isProduction(text: string, options: Options): boolean {
  if (text.startsWith('git ')) return pushed(text).some((ref) => options.production_branches.includes(ref));
  return PRODUCTION.test(text);
}
