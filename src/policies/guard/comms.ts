import { matchesWildcard } from '../../core/engine.ts';
import type { EventOf } from '../../core/event.ts';
import { bash, tool } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import { shellWord } from '../../core/text.ts';
import { isOwnTool } from '../../domain/sessions/own-tools.ts';
import { ask, definePolicy, deny } from '../../index.ts';
import type { ShellCommand } from '../../shell/types.ts';
import { type Contact, contactsFile, DIRECT, DRAFT, findContact, parseContacts } from './shared/contacts.ts';
import { recipientsIn, type ToolMessage, toolMessage } from './shared/tool-messages.ts';

/**
 * The record of an attempt to send a message, without its text. Records are stored, so the keys must not change.
 */
export interface Attempt {
  at: number;
  session_id: string;
  tool: string;
  to: string[];
  decision: 'pass' | 'deny';
}

const MAX_ATTEMPTS = 1_000;
const MAILERS =
  /^(mail|mailx|s-nail|mutt|neomutt|sendmail|msmtp|ssmtp|swaks|telegram-send|signal-cli|imsg|slackcat|ntfy)$/;
const READING = /^(read|unread|list|search|get|find|fetch|history|open|show)$/i;
const DRAFTING = /draft/i;

export default definePolicy({
  id: 'guard/comms',
  summary: 'Let the agent send messages only to approved contacts',
  why: 'A sent message can’t be taken back. A person decides once per contact who may be written to; the agent does not decide it in each session.',
  on: 'PreToolUse',
  effects: 'any',
  level: 'deny',
  onError: 'deny',
  options: {
    tools: {
      default: [] as string[],
      weaker: 'fewer items',
      about: 'Wildcards of more tools that send messages, besides those whose name or operation says so.',
    },
    allow: {
      default: [] as string[],
      weaker: 'more items',
      about: 'Wildcards of tools that may send to anybody.',
    },
  },
  state: { scope: 'machine', initial: [] as Attempt[] },
  examples: () => [
    {
      event: tool('mcp__pawl__message_send', { to: 'reviewer', text: 'done' }),
      expect: 'pass',
      title: 'A message to another session of this machine',
    },
    {
      event: tool('mcp__apple__messages', { operation: 'send', phoneNumber: '+43 660 1', message: 'hi' }),
      expect: 'deny',
      title: 'A message to somebody who is no approved contact',
      says: 'pawl contact',
    },
    {
      event: tool('mcp__gmail__send_email', { to: 'Ann <ann@example.com>', body: 'hi' }),
      expect: 'pass',
      title: 'A message to a contact with the tag claude_direct',
      given: {
        files: {
          '/home/me/.pawl/contacts.json':
            '[{"name":"Ann","addresses":["ann@example.com"],"tags":["claude_direct"]}]',
        },
      },
    },
    {
      event: tool('mcp__gmail__send_email', { to: 'ann@example.com', body: 'hi' }),
      expect: 'deny',
      title: 'A message to a contact for whom only drafts may be written',
      says: 'prepare a draft, which is allowed',
      given: {
        files: {
          '/home/me/.pawl/contacts.json':
            '[{"name":"Ann","addresses":["ann@example.com"],"tags":["claude_draft"]}]',
        },
      },
    },
    {
      event: tool('mcp__gmail__create_draft', { to: ['ann@example.com'], body: 'hi' }),
      expect: 'pass',
      title: 'A draft for a contact with the tag claude_draft',
      given: {
        files: {
          '/home/me/.pawl/contacts.json':
            '[{"name":"Ann","addresses":["ann@example.com"],"tags":["claude_draft"]}]',
        },
      },
    },
    {
      event: tool(
        'mcp__gmail__send_email',
        { to: 'ann@example.com' },
        { agent_id: 'a1', agent_type: 'helper' },
      ),
      expect: 'deny',
      title: 'A subagent may not send messages',
      given: {
        files: {
          '/home/me/.pawl/contacts.json':
            '[{"name":"Ann","addresses":["ann@example.com"],"tags":["claude_direct"]}]',
        },
      },
    },
    {
      event: tool('mcp__gmail__send_email', { to: 'ann@example.com' }),
      expect: 'deny',
      title: 'A message under `claude -p`, where no person sees what is sent',
      says: 'prepare a draft, which is allowed',
      given: {
        whyUnattended: '`claude -p` runs without one',
        files: {
          '/home/me/.pawl/contacts.json':
            '[{"name":"Ann","addresses":["ann@example.com"],"tags":["claude_direct"]}]',
        },
      },
    },
    {
      event: tool('mcp__gmail__create_draft', { to: 'ann@example.com' }),
      expect: 'pass',
      title: 'A draft under `claude -p`, which a person sends later',
      given: {
        whyUnattended: '`claude -p` runs without one',
        files: {
          '/home/me/.pawl/contacts.json':
            '[{"name":"Ann","addresses":["ann@example.com"],"tags":["claude_direct"]}]',
        },
      },
    },
    {
      event: tool('mcp__gmail__send_email', { to: 'ann@example.com' }),
      expect: 'deny',
      title: 'A message from a session that works alone under a grant',
      says: 'works alone',
      given: {
        grants: [{ id: 'g1' }],
        files: {
          '/home/me/.pawl/contacts.json':
            '[{"name":"Ann","addresses":["ann@example.com"],"tags":["claude_direct"]}]',
        },
      },
    },
    {
      event: tool('mcp__apple__messages', { operation: 'unread' }),
      expect: 'pass',
      title: 'Lists unread messages',
    },
    { event: tool('mcp__slack__slack_reply_to_thread', { channel_id: 'C1', text: 'hi' }), expect: 'deny' },
    { event: tool('mcp__slack__conversations_add_message', { channel_id: '#all' }), expect: 'deny' },
    { event: tool('mcp__twilio__CreateMessage', { To: '+43 660 1', Body: 'hi' }), expect: 'deny' },
    {
      event: tool('mcp__linkedin__create_post', { text: 'hi' }),
      expect: 'deny',
      title: 'A public post',
    },
    { event: tool('mcp__gmail__modify_email', { messageId: 'm', addLabelIds: ['x'] }), expect: 'pass' },
    {
      event: tool('mcp__postman__sendRequest', { url: 'http://localhost' }),
      expect: 'pass',
      title: 'A request to a program, not to a person',
    },
    { event: tool('mcp__tracker__create_comment', { issue: 'A-1', body: 'done' }), expect: 'pass' },
    {
      event: tool('mcp__acme__ping_everybody', { room: 'all' }),
      expect: 'deny',
      options: { tools: ['mcp__acme__ping*'] },
    },
    {
      event: tool('mcp__slack__post_message', { channel: 'builds' }),
      expect: 'pass',
      options: { allow: ['mcp__slack__post_message'] },
    },
    { event: bash('echo hi | mail -s hello ann@example.com'), expect: 'deny' },
    {
      event: bash(`curl -d '{"text":"hi"}' https://hooks.slack.com/services/T0/B0/x`),
      expect: 'ask',
      title: 'A webhook posts to a channel that people read',
    },
    { event: bash(`curl -d '{"text":"hi"}' https://api.example.com/notes`), expect: 'pass' },
    {
      event: tool('mcp__mac__osascript', { code: 'tell application "Messages" to send "hi" to buddy "Ann"' }),
      expect: 'deny',
    },
    { event: bash(`osascript -e 'tell application "Messages" to activate'`), expect: 'pass' },
    { event: bash('git log --author=ann@example.com'), expect: 'pass' },
  ],
  check(event, context) {
    if (isOwnTool(event.tool_name, context)) return undefined;
    const message = messageOf(event, context, context.options);
    if (!message) return askAboutWebhook(context);
    const contacts = parseContacts(context.files.read(contactsFile(context.pawlHome), 1_000_000));
    const refused = whyRefused(message, contacts, event, context);
    const attempt: Attempt = {
      at: context.now,
      session_id: event.session_id,
      tool: event.tool_name,
      to: message.recipients,
      decision: refused ? 'deny' : 'pass',
    };
    context.state.update((kept) => [...kept, attempt].slice(-MAX_ATTEMPTS));
    return refused && deny(refused.problem, { code: 'comms', instead: refused.instead });
  },
});

/** A webhook has no recipient that could be looked up, so the person is asked. */
function askAboutWebhook({ shell }: Facts) {
  const post = shell.effects.find((e) => e.kind === 'message');
  return post && ask(post.reason, { code: post.code, ...(post.safer && { instead: post.safer }) });
}

type Options = { tools: readonly string[]; allow: readonly string[] };

interface Refusal {
  problem: string;
  instead: string;
}

const leaveToPerson = 'write the text to a file, and let the person send it';

function whyRefused(
  { recipients, isDraft }: ToolMessage,
  contacts: readonly Contact[],
  event: EventOf<'PreToolUse'>,
  facts: Facts,
): Refusal | undefined {
  const refused = (problem: string, instead = leaveToPerson) => ({ problem, instead });
  if (event.agent_id) return refused('Subagents may not send messages to people');
  const lacks = (tags: readonly string[]) =>
    recipients.find((address) => !findContact(contacts, address)?.tags.some((tag) => tags.includes(tag)));
  const mayDraft = recipients.length > 0 && lacks([DIRECT, DRAFT]) === undefined;
  const asDraft = mayDraft ? 'prepare a draft, which is allowed; the person sends it' : leaveToPerson;
  const unattended = isDraft ? undefined : whyUnattended(facts);
  if (unattended)
    return refused(
      `Only a session with a person at the keyboard may send messages to people (${unattended})`,
      asDraft,
    );
  if (recipients.length === 0) return refused('This sends a message, but its recipient can’t be determined');
  const stranger = lacks(isDraft ? [DIRECT, DRAFT] : [DIRECT]);
  if (stranger === undefined) return undefined;
  if (mayDraft) return refused(`“${stranger}” is a contact for drafts, not for sending`, asDraft);
  return refused(
    `“${stranger}” is not a contact that the agent may ${isDraft ? 'prepare drafts for' : 'write to'}. A person can run \`pawl contact add ${shellWord(stranger)} --tag ${isDraft ? DRAFT : DIRECT}\``,
  );
}

function whyUnattended({ grants, session, env }: Facts): string | undefined {
  const mode = env('CLAUDE_SESSION_MODE');
  if (mode && !session.mode.attended) return `mode ${mode}`;
  const [grant] = grants.current();
  return grant ? `this session works alone under grant ${grant.id}` : grants.whyUnattended();
}

function messageOf(event: EventOf<'PreToolUse'>, facts: Facts, options: Options): ToolMessage | undefined {
  const { tool_name, tool_input } = event;
  if (tool_name === 'Bash') return messageFromShell(facts);
  const isOneOf = (names: readonly string[]) =>
    names.some((wildcard) => matchesWildcard(wildcard, tool_name));
  if (!tool_name.startsWith('mcp__') || isOneOf(options.allow)) return undefined;
  return (
    toolMessage(tool_name, tool_input) ??
    (isOneOf(options.tools) ? configuredMessage(event) : undefined) ??
    messageFromShell(facts)
  );
}

/** The message of a tool that sends messages because the config says so. */
function configuredMessage({ tool_name, tool_input }: EventOf<'PreToolUse'>): ToolMessage | undefined {
  const operation =
    String(tool_input.operation ?? tool_input.action ?? '') ||
    (tool_name.slice(tool_name.lastIndexOf('__') + 2).split('_')[0] ?? '');
  if (READING.test(operation)) return undefined;
  return { recipients: recipientsIn(tool_input), isDraft: DRAFTING.test(`${tool_name} ${operation}`) };
}

/** AppleScript that makes a program send a message. */
const scriptsMessage = ({ name, code, words }: ShellCommand) =>
  name === 'osascript' &&
  /application\s+"(?:Messages|Mail|WhatsApp|Telegram|Microsoft Outlook)"[\s\S]*\bsend\b/i.test(
    [code?.text ?? '', ...words.map((w) => w.text)].join('\n'),
  );

function messageFromShell({ shell }: Facts): ToolMessage | undefined {
  const sender = shell.commands.find(
    (c) => MAILERS.test(c.name) && !c.words.some((w) => /^(--version|--help|-V)$/.test(w.text)),
  );
  if (!sender) return shell.commands.some(scriptsMessage) ? { recipients: [], isDraft: false } : undefined;
  const recipients = sender.words
    .slice(1)
    .map((w) => w.text)
    .filter((text) => /^[^\s@-][^\s@]*@[^\s@]+$|^\+\d{6,}$/.test(text));
  return { recipients, isDraft: false };
}
