import type { EventOf } from '../../core/event.ts';
import { on, prompt } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import { exactSpan } from '../../core/text.ts';
import { definePolicy, tell } from '../../index.ts';

const typed = (command_name: string, command_source = 'userSettings') =>
  on('UserPromptExpansion', {
    expansion_type: 'slash_command',
    command_name,
    command_source,
    command_args: '',
    prompt: `/${command_name}`,
  });
const atKeyboard = { env: { CLAUDE_CODE_ENTRYPOINT: 'cli' } };
const commands = { build: { for: '8h' }, ship: { allow: ['production-deploy'] } };

export default definePolicy({
  id: 'autonomy/typed-command',
  summary: 'Give a grant when a person types one of their slash commands for unattended work',
  why: 'A person who types /build and leaves has said that it may continue without them. Only commands named in the person’s own config count, and only if they were typed at a keyboard: a trusted project could change what its command does with the next pull, so it can’t name one.',
  on: ['UserPromptExpansion', 'UserPromptSubmit'],
  level: 'warn',
  loosens: true,
  personal: true,
  options: {
    commands: {
      default: {} as Record<string, unknown>,
      weaker: 'changed',
      about:
        'Commands by name: {"build": {"for": "8h", "mode": "build", "worktrees": true, "allow": ["production-deploy"], "projects": ["~/code/app"]}}. `projects` lists the repositories whose own command of that name counts too.',
    },
    unattended: {
      default: false,
      weaker: true,
      about: 'Commands passed to `claude -p` and the SDK count as typed.',
    },
  },
  examples: () => [
    {
      event: typed('build'),
      expect: 'pass',
      title: 'A command that the config does not name',
      given: atKeyboard,
    },
    { event: typed('build'), expect: 'tell', given: atKeyboard, options: { commands }, says: 'grant g2' },
    {
      event: typed('ship'),
      expect: 'tell',
      given: atKeyboard,
      options: { commands },
      says: 'production-deploy',
    },
    {
      event: typed('ship'),
      expect: 'tell',
      title: 'A session that already works alone gets no additional permission',
      given: { ...atKeyboard, grants: [{ id: 'g1' }] },
      options: { commands },
      says: 'does not include production-deploy',
    },
    {
      event: typed('build', 'projectSettings'),
      expect: 'pass',
      title: 'A repository’s command with the same name',
      given: atKeyboard,
      options: { commands },
    },
    {
      event: typed('build', 'projectSettings'),
      expect: 'tell',
      title: 'A repository’s command, in a repository that the config names',
      given: atKeyboard,
      options: { commands: { build: { projects: ['~/project'] } } },
    },
    {
      event: typed('build'),
      expect: 'pass',
      title: 'A command passed to `claude -p`, which nobody typed at a keyboard',
      given: { env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' } },
      options: { commands },
    },
    {
      event: typed('build'),
      expect: 'pass',
      title: 'A client started by an agent',
      given: { ...atKeyboard, whyNotByPerson: 'CLAUDECODE was set when this client started' },
      options: { commands },
    },
    {
      event: typed('build'),
      expect: 'tell',
      title: 'In tmux, where a program can type too',
      given: { ...atKeyboard, whyNotTyped: 'programs can type into a terminal of tmux' },
      options: { commands },
      says: 'gives no grant here',
    },
    {
      event: prompt('/build it', { source: 'user' }),
      expect: 'tell',
      title: 'A plain prompt that the client reports as typed',
      given: atKeyboard,
      options: { commands },
    },
    {
      event: prompt('/build it', { source: 'loop_wakeup' }),
      expect: 'pass',
      title: 'A prompt sent by a loop',
      given: atKeyboard,
      options: { commands },
    },
    {
      event: prompt('<task-notification>\n/build\n</task-notification>'),
      expect: 'pass',
      title: 'A notification of a background task',
      given: atKeyboard,
      options: { commands },
    },
  ],
  check(event, context) {
    const { options, grants } = context;
    const name = commandOf(event);
    const entry = name === undefined ? undefined : options.commands[name];
    if (!name || !entry || !isTypedByPerson(event, entry, context, options.unattended)) return undefined;
    const { mode, time, allow: requested, worktrees } = grantTerms(entry, name);
    const whyNotTyped = options.unattended ? undefined : grants.whyNotTyped();
    if (whyNotTyped)
      return tell(
        `/${name} gives no grant here: ${whyNotTyped}. Run \`pawl grant --for ${forOption(time)}\` in your own terminal instead.`,
      );
    // A session that works alone can write anywhere, even where the client records what was typed, so more permissions
    // need a terminal.
    const current = grants.current();
    const allow = requested.filter((permission) =>
      current.every((grant) => grant.allow.includes(permission)),
    );
    const withheld = requested.filter((permission) => !allow.includes(permission));
    const origins = options.unattended ? ['human', 'sdk'] : ['human'];
    const id = grants.request({ mode, for_ms: time, allow, worktrees, by: `/${name}`, origins });
    const included = allow.length > 0 ? `, with ${allow.join(', ')}` : '';
    const excluded =
      withheld.length > 0
        ? ` It does not include ${withheld.join(', ')}, because this session already works alone; run \`pawl grant --allow ${withheld[0]}\` in your own terminal to add that.`
        : '';
    return tell(
      `/${name}: if the client records that you typed it, this session may work alone (grant ${id}, ${mode}${included}) until it has been idle for ${exactSpan(time)}. \`pawl revoke ${id}\` ends it.${excluded}`,
    );
  },
});

type PromptEvent = EventOf<'UserPromptExpansion' | 'UserPromptSubmit'>;

/** A plain prompt counts only if the client reports that it was typed. */
function commandOf(event: PromptEvent): string | undefined {
  if (event.hook_event_name === 'UserPromptExpansion')
    return event.expansion_type === 'slash_command' ? event.command_name : undefined;
  return event.source === 'user' ? /^\/([\w:-]+)(\s|$)/.exec(event.prompt)?.[1] : undefined;
}

function isTypedByPerson(event: PromptEvent, entry: unknown, facts: Facts, unattended: boolean): boolean {
  const startedByProgram = (facts.env('CLAUDE_CODE_ENTRYPOINT') ?? 'sdk').startsWith('sdk');
  if (event.agent_id || (startedByProgram && !unattended)) return false;
  const source = 'command_source' in event ? event.command_source : undefined;
  if (source !== undefined && source !== 'userSettings' && !isNamedProject(entry, facts)) return false;
  return facts.grants.whyNotByPerson() === undefined;
}

function isNamedProject(entry: unknown, { project, home }: Facts): boolean {
  const roots = (entry as { projects?: unknown }).projects;
  const full = (root: unknown) => String(root).replace(/^~(?=\/|$)/, home);
  return Array.isArray(roots) && roots.some((root) => full(root) === project.repository);
}

const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function grantTerms(entry: unknown, name: string) {
  const terms = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
  const [, count, unit] = /^(\d+)\s*(m|h|d)$/.exec(String(terms.for ?? '8h')) ?? [];
  return {
    mode: typeof terms.mode === 'string' ? terms.mode : name,
    // At most a week, after which a person has to give it again.
    time: Math.min(count ? Number(count) * units[unit!]! : 8 * units.h!, 7 * units.d!),
    allow: Array.isArray(terms.allow) ? terms.allow.map(String) : [],
    worktrees: terms.worktrees === true,
  };
}

/** A duration as `--for` takes it: `8h`, `90m`. */
const forOption = (ms: number) => (ms % 3_600_000 === 0 ? `${ms / 3_600_000}h` : `${ms / 60_000}m`);
