// Recognises tools of servers that send or draft a message to people, by their name and operation.

import { readInput } from '../../../core/flat-input.ts';
import { pattern } from '../../../shell/base/pattern.ts';
import { actionsOf, type ToolAction } from './tool-name.ts';

export interface ToolMessage {
  recipients: string[];
  isDraft: boolean;
}

const SENDS =
  /^(send|push|reply|forward|tweet|retweet|dm|broadcast|notify|post|dispatch|publish|submit|schedule|create|add|compose|draft|prepare|save|make)$/;

/** Verbs that mean a message if the server or one other word is about messages. */
const SURELY_SENDS = /^(send|reply|forward|tweet|dm|broadcast|notify|compose|draft)$/;

const MESSAGES =
  /^(message|email|mail|sms|mms|dm|tweet|chat|whatsapp|imessage|fax|newsletter|telegram|direct|announcement|call|draft|reply|voicemail|broadcast)$/;

/** Servers whose purpose is writing to people. */
const MESSENGERS = pattern(`
  # Chat.
  slack|discord|telegram|whatsapp|signal|imessage|messages|teams|mattermost|zulip|matrix|rocket_?chat|
  wechat|viber|
  # Phone and mail.
  twilio|vonage|messagebird|plivo|mail|outlook|smtp|resend|sendgrid|postmark|mailchimp|mailgun|
  (^|_)ses($|_)|intercom|
  # Social networks, and notifications.
  twitter|linkedin|facebook|instagram|reddit|mastodon|bluesky|threads|pushover|ntfy|apple|vapi|retell|
  (^|_)(line|phone)(_|$)
`);

const NETWORKS =
  /twitter|(^|_)x($|_)|linkedin|facebook|instagram|reddit|mastodon|bluesky|threads|tiktok|youtube|medium|substack|dev_?to|hashnode/;

/** Things that are sent to a program and not to a person. */
const TO_PROGRAMS = pattern(`
  ^(request|key|keystroke|input|command|event|signal|control|character|transaction|fund|packet|query|
  http|rpc|raw|stdin|text_to_terminal|invoice|payment|filter|label|folder|mailbox|template|contact|
  reaction|webhook|channel|attachment|search|thread_label|comment|issue|span|log|metric|prompt)$
`);

const DRAFTS = /(^|_)(draft|compose|prepare)/;

const RECIPIENT = pattern(
  `
  ^(to|cc|bcc|to_?(email|number|address|recipients)s?|recipients?|recipient_?(id|email|jid)|
  phone(_?number)?|email|address(es)?|channel(_?id|_?name)?|chat_?id|user(_?id|name)?|contact|
  conversation(_?id)?|room(_?id)?|thread(_?id|_ts)?|jid|handle)$
`,
  'i',
);

/** The message that a tool call sends or drafts; undefined if it is none. */
export function toolMessage(
  tool_name: string,
  input: Readonly<Record<string, unknown>>,
): ToolMessage | undefined {
  const actions = actionsOf(tool_name, input);
  const [named] = actions;
  // `messages` with `operation: 'read'`: the operation decides.
  const sending = actions.filter(isMessage).at(-1);
  if (!sending || (sending === named && actions.length > 1 && actions.at(-1)?.onlyReads)) return undefined;
  return { recipients: recipientsIn(input), isDraft: DRAFTS.test(sending.name) };
}

/** Words that are verbs only in the names of tools for messages. Elsewhere they are things (Docker Compose) or harmless. */
const MESSAGE_VERB = /^(compose|prepare)(?=_)/;

function isMessage({ server, name, verb: known, objects, onlyReads }: ToolAction): boolean {
  const verb = known ?? MESSAGE_VERB.exec(name)?.[0];
  if (onlyReads || verb === undefined || !SENDS.test(verb)) return false;
  if (
    objects.some((object) => TO_PROGRAMS.test(object)) &&
    !NETWORKS.test(server) &&
    !objects.some((object) => /^(message|email|sms)$/.test(object))
  )
    return false;
  const speaksOfMessage = objects.some((object) => MESSAGES.test(object));
  if (SURELY_SENDS.test(verb)) return speaksOfMessage || MESSENGERS.test(server);
  if (verb === 'post' || verb === 'publish')
    return speaksOfMessage || (NETWORKS.test(server) && verb === 'post');
  const isPost =
    NETWORKS.test(server) &&
    objects.some((object) => /^(post|thread|tweet|share|story|reel|video|article)$/.test(object));
  return isPost || (speaksOfMessage && (MESSENGERS.test(server) || /^(submit|schedule|prepare)$/.test(verb)));
}

export const recipientsIn = (input: Readonly<Record<string, unknown>>): string[] =>
  readInput(input).fields.flatMap(([key, value]) => (RECIPIENT.test(key) ? addresses(value) : []));

function addresses(value: unknown): string[] {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .split(/[,;]\s*/)
        .filter(Boolean)
    : [];
}
