// Calls of client libraries that move money, or that send something to people, and the commands that do the same
// (services.ts). Money that moves in a sandbox or with a test key is left out.
import { pattern } from '../../base/pattern.ts';
import { isLocalPlace } from '../places.ts';
import { type Call, firstText } from '../value.ts';
import { type CallContext, type CommandWords, knownText, type Service } from './service.ts';

/** Keys and servers with which no real money moves: `sk_test_…`, `environment: 'sandbox'`, `api.sandbox.paypal.com`. */
const TEST_MODE = pattern(
  String.raw`
  # Stripe.
  \b[spr]k_test_|^test_?(?:secret_?|api_?)?key$|^stripe-mock$|localhost:12111|
  # Sandboxes.
  ^sandbox$|^Sandbox\w*Environment$|^(?:https?:\/\/)?[\w.-]*sandbox[\w-]*\.\w|
  # Blockchains for tests.
  \btestnet\b|^(?:ganache|hardhat|anvil)$
`,
  'i',
);

const LIVE_KEY = /\b[spr]k_live_/;

const isTestMode = ({ mentions }: CallContext) => mentions(TEST_MODE) && !mentions(LIVE_KEY);

const paymentCommand = (): CommandWords => ['stripe', 'transfers', 'create'];

const MONEY: readonly Service[] = [
  {
    callee: /^(?:braintree|stripe)\b.*\.(?:delete|del|cancel|refund|void|reverse)$/i,
    command: (_call, _groups, context) =>
      isTestMode(context) ? undefined : ['stripe', 'customers', 'delete'],
    inPrograms: true,
  },
  {
    callee: pattern(String.raw`
      ^(?:stripe|
      Stripe)\b.*\.(?:(?:Refund|Payout|Transfer|Topup|Charge|refunds|payouts|transfers|topups|
      charges)\.create|
      (?:PaymentIntent|paymentIntents|payment_intents|Invoice|invoices)\.(?:confirm|capture|pay))$
    `),
    command: (_call, _groups, context) => (isTestMode(context) ? undefined : paymentCommand()),
  },
  {
    callee: pattern(
      String.raw`
      ^(?:braintree\b.*\.(?:sale|submit_for_settlement)|
      (?:paypalrestsdk|@paypal\/\S*)\b.*(?:Payout|Refund|refund|payouts)\w*\b.*\.(?:create|refund|post)|
      (?:square|squareup)\b.*\.(?:refund_payment|refundPayment|create_payment|createPayment)|
      (?:razorpay|mollie|adyen|@mollie\/\S*|@adyen\/\S*)\b.*\.(?:refunds?|payouts?|
      transfers?)\b.*\.?(?:create)?|
      plaid\b.*\.transfer_create|wise\b.*\.transfers?\.create)$
    `,
      'i',
    ),
    command: (_call, _groups, context) => (isTestMode(context) ? undefined : paymentCommand()),
  },
  {
    callee: pattern(
      String.raw`
      ^(?:ccxt\b.*\.(?:create_?\w*order|createOrder|withdraw|transfer)|
      (?:alpaca\w*|@alpacahq\/\S*)\b.*\.(?:submit_order|createOrder|close_all_positions)|
      binance\b.*\.(?:create_order|order_\w+|withdraw|new_order)|
      (?:web3|ethers)\b.*\.(?:send_transaction|send_raw_transaction|sendTransaction|sendRawTransaction|
      sendSignedTransaction))$
    `,
      'i',
    ),
    command: (_call, _groups, context) =>
      isTestMode(context) || isLocalPlace(context.place) ? undefined : paymentCommand(),
  },
];

/** A mail to the recipients that the code names. */
function mailCommand({ args, named }: Call): CommandWords {
  const to = named.get('to') ?? named.get('To') ?? named.get('to_addrs') ?? named.get('to_emails') ?? args[1];
  const recipients = (to?.items ?? (to ? [to] : []))
    .flatMap((recipient) => knownText(recipient) ?? [])
    .filter((address) => address.includes('@'));
  return ['sendmail', ...(recipients.length > 0 ? recipients : ['somebody'])];
}

const messageCommand = (): CommandWords => ['twilio', 'api:core:messages:create'];

const MESSAGES: readonly Service[] = [
  {
    callee: /^(?:smtplib\.SMTP(?:_SSL)?|aiosmtplib(?:\.SMTP)?)\(?\)?\.(?:sendmail|send_message|send)$/,
    command: (call, _groups, { place }) => (isLocalPlace(place) ? undefined : mailCommand(call)),
  },
  {
    callee: /^(?:nodemailer\.createTransport\(\)|emailjs\b.*)\.(?:sendMail|sendAsync)$/,
    command: (call, _groups, { place, mentions }) =>
      isLocalPlace(place) || mentions(/ethereal|jsonTransport|createTestAccount|streamTransport/)
        ? undefined
        : mailCommand(call),
  },
  {
    callee: pattern(
      String.raw`
      ^(?:(?:@sendgrid\/mail|sendgrid)\b.*\.(?:send|sendMultiple|post)|resend\b.*\.(?:send|create)|
      postmark\w*\b.*\.(?:send\w*)|mailgun\S*\b.*\.(?:create|send)|yagmail\b.*\.send|
      (?:@mailchimp\/\S*|mailchimp_?\w*)\b.*\.(?:send)|boto3\(sesv?2?\)\.send_\w*email|Mail\.deliver|
      Pony\.mail)$
    `,
      'i',
    ),
    command: (call) => mailCommand(call),
  },
  {
    callee:
      /^(?:twilio\b.*|Twilio\b.*)\.(?:messages|calls)\.create$|^boto3\(sns\)\.publish$|^(?:vonage|messagebird|plivo)\b.*\.(?:send\w*|create)$/,
    command: () => messageCommand(),
  },
  {
    callee: pattern(String.raw`
      # Slack.
      ^(?:slack_sdk\b.*|slack\b.*|@slack\/\S*?\(\).*)\.(?:chat_postMessage|chat\.postMessage|
      files_upload\w*|send)$|
      # Discord and Telegram.
      ^(?:discord|discord\.js)\b.*\.send$|
      ^(?:telegram|telebot|telegraf|aiogram|node-telegram-bot-api)\b.*\.(?:send_\w+|send[A-Z]\w+)$|
      # Social networks.
      ^(?:tweepy|twitter-api-v2|praw|snoowrap|atproto|mastodon|Mastodon)\b.*\.(?:create_tweet|
      update_status|tweet|submit|send_post|status_post|toot)$
    `),
    command: () => messageCommand(),
  },
];

export const MONEY_AND_MESSAGES: readonly Service[] = [...MONEY, ...MESSAGES];

/** A function of PHP that sends a mail. */
export const MAIL_FUNCTION: Service = {
  callee: /^mail$/,
  command: ({ args }) => (knownText(args[0])?.includes('@') ? ['sendmail', firstText(args[0])] : undefined),
};
