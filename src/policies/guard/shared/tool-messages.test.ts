// MCP tools that send a message to people: by each verb, object, server and field of a recipient.
import { expect, test } from 'bun:test';
import { recipientsIn, toolMessage } from './tool-messages.ts';

const words = (text: string) => text.trim().split(/\s+/);
const isMessage = (tool: string) => toolMessage(`mcp__${tool}`, { to: 'a' }) !== undefined;
/** The tools that should count as messages but don't, and those that do but should not. */
const mistakes = (yes: readonly string[], no: readonly string[] = []) => [
  ...yes.filter((tool) => !isMessage(tool)),
  ...no.filter(isMessage),
];

const messengers = words(`
  slack discord telegram whatsapp signal imessage messages teams mattermost zulip matrix rocketchat rocket_chat wechat
  viber twilio vonage messagebird plivo mail outlook smtp resend sendgrid postmark mailchimp mailgun ses aws_ses intercom
  twitter linkedin facebook instagram reddit mastodon bluesky threads pushover ntfy apple vapi retell line phone my_line`);

test('whatever a server for messages sends is a message', () => {
  expect(mistakes(messengers.map((server) => `${server}__send_note`))).toEqual([]);
  expect(
    mistakes([], words('acme__send_note online__send_note sessions__send_note airline__send_note')),
  ).toEqual([]);
});

test('the verb of a tool says that it sends a message', () => {
  const surely = words('send reply forward tweet dm broadcast notify compose draft');
  expect(mistakes(surely.map((verb) => `slack__${verb}_note`))).toEqual([]);
  const others = words('push post dispatch publish submit schedule create add prepare save make retweet');
  expect(mistakes(others.map((verb) => `slack__${verb}_message`))).toEqual([]);
  expect(
    mistakes([], words('slack__get_message slack__list_messages slack__delete_message docker__compose_up')),
  ).toEqual([]);
});

test('the object of a tool says that it is a message, whatever the server is called', () => {
  const things = words(`
    message email mail sms mms dm tweet chat whatsapp imessage fax newsletter telegram direct announcement call draft reply
    voicemail broadcast`);
  expect(mistakes(things.map((object) => `acme__send_${object}`))).toEqual([]);
  expect(mistakes(words('acme__submit_message acme__schedule_message acme__prepare_message'))).toEqual([]);
  expect(mistakes([], words('acme__create_message acme__send_item acme__send_mailing'))).toEqual([]);
});

test('a post on a public network is a message', () => {
  const networks = words(`
    twitter x linkedin facebook instagram reddit mastodon bluesky threads tiktok youtube medium substack dev_to devto
    hashnode`);
  expect(mistakes(networks.map((server) => `${server}__post_item`))).toEqual([]);
  const posts = words('post thread tweet share story reel video article');
  expect(mistakes(posts.map((object) => `tiktok__create_${object}`))).toEqual([]);
  expect(
    mistakes([], words('tiktok__create_list tiktok__publish_list xerox__post_item max__post_item')),
  ).toEqual([]);
});

test('an object that is sent to a program is no message, unless the name says that it is one', () => {
  const things = words(`
    request key keystroke input command event signal control character transaction fund packet query http rpc raw stdin
    text_to_terminal invoice payment filter label folder mailbox template contact reaction webhook channel attachment search
    thread_label comment issue span log metric prompt`);
  const single = things.filter((object) => !object.includes('_'));
  expect(
    mistakes(
      [],
      single.map((object) => `slack__send_${object}`),
    ),
  ).toEqual([]);
  expect(mistakes(single.map((object) => `twitter__send_${object}`))).toEqual([]);
  expect(
    mistakes(words('slack__send_channel_message slack__send_template_email acme__send_template_sms')),
  ).toEqual([]);
});

test('drafts are told from messages that are sent', () => {
  const isDraft = (tool: string) => toolMessage(`mcp__${tool}`, { to: 'a' })?.isDraft;
  expect(
    words('mail__draft_email mail__create_draft mail__compose_email mail__prepare_email').map(isDraft),
  ).toEqual([true, true, true, true]);
  expect(isDraft('mail__send_email')).toBe(false);
});

test('fields that name a recipient are found', () => {
  const fields = words(`
    to cc bcc to_email toemail to_number to_address to_recipients recipient recipients recipient_id recipientemail
    recipient_jid phone phone_number phonenumber email address addresses channel channel_id channel_name chat_id user
    user_id username contact conversation conversation_id room room_id thread thread_id thread_ts jid handle`);
  expect(fields.filter((field) => recipientsIn({ [field]: 'a' }).length === 0)).toEqual([]);
  expect(recipientsIn({ to: 'a, b;c', from: 'd', token: 'e', into: 'f', users: 'g' })).toEqual([
    'a',
    'b',
    'c',
  ]);
  expect(recipientsIn({ chat_id: 5, to: true })).toEqual(['5']);
});
