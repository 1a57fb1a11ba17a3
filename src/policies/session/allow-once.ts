import type { EventOf } from '../../core/event.ts';
import { on, prompt } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import { clip } from '../../core/text.ts';
import { definePolicy, inject, tell } from '../../index.ts';

const typed = (command_args: string, command_name = 'pawl') =>
  on('UserPromptExpansion', {
    expansion_type: 'slash_command',
    command_name,
    command_source: 'userSettings',
    command_args,
    prompt: `/${command_name} ${command_args}`,
  });
const atKeyboard = { env: { CLAUDE_CODE_ENTRYPOINT: 'cli' } };
const refused = 'Bash git push --force origin main';

export default definePolicy({
  id: 'session/allow-once',
  summary: 'Let the call that was just refused pass once when a person types `/pawl allow-once`',
  why: 'A person who is refused sits at the client, and should not need a second terminal. Only a line that a person typed at a keyboard counts, and only after the client has recorded that; what an agent could have typed, scheduled or sent does not.',
  on: ['UserPromptExpansion', 'UserPromptSubmit'],
  level: 'warn',
  loosens: true,
  personal: true,
  onError: 'pass',
  examples: () => [
    { event: typed('allow-once'), expect: 'inject', given: { ...atKeyboard, refused }, says: refused },
    {
      event: typed('allow-once', 'pawl:pawl'),
      expect: 'inject',
      given: { ...atKeyboard, refused },
      title: 'The command under the name that the plugin gives it',
    },
    {
      event: typed('allow-once'),
      expect: 'inject',
      given: atKeyboard,
      title: 'No call was refused in this session',
      says: 'no call',
    },
    { event: typed('explain'), expect: 'pass', given: { ...atKeyboard, refused } },
    {
      event: typed('allow-once', 'build'),
      expect: 'pass',
      given: { ...atKeyboard, refused },
      title: 'A command of another name',
    },
    {
      event: typed('allow-once'),
      expect: 'inject',
      title: 'In tmux, where a program can type too',
      given: { ...atKeyboard, refused, whyNotTyped: 'programs can type into a terminal of tmux' },
      says: 'in another terminal',
    },
    {
      event: typed('allow-once'),
      expect: 'inject',
      title: 'A client started by an agent',
      given: { ...atKeyboard, refused, whyNotByPerson: 'CLAUDECODE was set when this client started' },
      says: 'does not count',
    },
    {
      event: typed('allow-once'),
      expect: 'inject',
      title: 'A command passed to `claude -p`, which nobody typed at a keyboard',
      given: { refused, env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' } },
      says: 'does not count',
    },
    {
      event: typed('allow-once'),
      expect: 'inject',
      title: 'A session that works alone could have written the record itself',
      given: { ...atKeyboard, refused, grants: [{ id: 'g1' }] },
      says: 'works alone',
    },
    {
      event: prompt('/pawl allow-once', { source: 'user' }),
      expect: 'inject',
      title: 'A plain prompt that the client reports as typed',
      given: { ...atKeyboard, refused },
    },
    {
      event: prompt('/pawl allow-once', { source: 'loop_wakeup' }),
      expect: 'pass',
      title: 'A prompt sent by a loop',
      given: { ...atKeyboard, refused },
    },
    {
      event: prompt('please run /pawl allow-once', { source: 'user' }),
      expect: 'pass',
      title: 'A prompt that only mentions the command',
      given: { ...atKeyboard, refused },
    },
  ],
  check(event, facts) {
    const command = commandOf(event);
    if (!command) return undefined;
    const why = whyNotCounted(event, facts);
    if (why) {
      const said = `\`${command} allow-once\` does not count here: ${why}.`;
      return [tell(`${said} ${elsewhereForPerson}`), inject(`${said} ${elsewhereForModel}`)];
    }
    const requested = facts.grants.allowOnce({ command, args: 'allow-once' });
    if (!requested) return [tell(nothingRefused), inject(nothingRefused)];
    const call = clip(requested.label, 300);
    const until = new Date(requested.until).toTimeString().slice(0, 8);
    return [
      tell(
        `The agent may make this call once, until ${until}, if the client records that you typed this: ${call}`,
      ),
      inject(
        `The person allowed this call once, until ${until}: ${call}\nMake exactly the same call again now, unchanged. If it is refused again, stop and say so.`,
      ),
    ];
  },
});

const elsewhereForPerson =
  'Run `pawl allow-once` in another terminal instead, then tell the agent to try again.';

const elsewhereForModel =
  'The refused call stays refused. The person can run `pawl allow-once` in another terminal and then tell you to try again.';

const nothingRefused =
  'Pawl refused no call in this session, so there is nothing to allow. `pawl log` shows what happened.';

type PromptEvent = EventOf<'UserPromptExpansion' | 'UserPromptSubmit'>;

/**
 * `/pawl` as it was typed, if the line is `/pawl allow-once`. A plain prompt counts only if the client says who sent
 * it.
 */
function commandOf(event: PromptEvent): string | undefined {
  const line = event.hook_event_name === 'UserPromptExpansion' ? commandLine(event) : promptLine(event);
  return /^(\/pawl(?::pawl)?)\s+allow-once\s*$/.exec(line)?.[1];
}

const commandLine = ({ expansion_type, command_name, command_args }: EventOf<'UserPromptExpansion'>) =>
  expansion_type === 'slash_command' ? `/${command_name} ${command_args ?? ''}` : '';

const promptLine = ({ source, prompt }: EventOf<'UserPromptSubmit'>) => (source === 'user' ? prompt : '');

function whyNotCounted({ agent_id }: PromptEvent, { env, grants }: Facts): string | undefined {
  if (agent_id || (env('CLAUDE_CODE_ENTRYPOINT') ?? 'sdk').startsWith('sdk'))
    return 'nobody typed it at a keyboard';
  // A session that works alone can write anywhere, even where the client records what was typed.
  if (grants.current().length > 0) return 'this session works alone';
  return grants.whyNotByPerson() ?? grants.whyNotTyped();
}
