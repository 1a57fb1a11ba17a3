// Judges tools other than a shell that hand secrets out: addresses of credentials, keys in what is sent, statements that
// show passwords.
import type { EventOf } from '../../../../core/event.ts';
import { flatInput } from '../../../../core/flat-input.ts';
import { ask } from '../../../../index.ts';
import { namesMetadata } from '../../../../shell/base/metadata.ts';
import type { PathAccess } from '../file-access.ts';
import { isCredentialUrl, LITERAL_SECRET, SECRETS_BY_SQL, SENDS_COOKIES } from '../sensitive.ts';
import { snakeCase } from '../tool-name.ts';
import { type Context, sensitivityOf } from './files.ts';

/** Judges a tool that fetches an address which hands out credentials. Shell commands are judged by their effects. */
export function judgeAddress({ tool_input }: EventOf<'PreToolUse'>) {
  if (tool_input.command) return undefined;
  const texts = Object.values(flatInput(tool_input)).filter((value) => typeof value === 'string');
  const metadata = texts.find(isMetadataUrl);
  if (metadata)
    return ask(`Asks ${metadata} for the metadata of this machine, which include its credentials`, {
      code: 'instance-metadata',
      instead: 'ask the person for the one value you need',
    });
  const admin = texts.find(isCredentialUrl);
  if (admin === undefined) return undefined;
  return ask(`Fetches ${admin}, an address that hands out secrets or controls a machine`, {
    code: 'secret-address',
    instead: 'ask the person for the one value you need',
  });
}

export function judgeSent(event: EventOf<'PreToolUse'>, accesses: readonly PathAccess[], context: Context) {
  const settings = { ...context.options, projectRoot: context.project.root, home: context.home };
  const uploaded = UPLOADS.test(event.tool_name)
    ? accesses.find((t) => t.command === undefined && sensitivityOf(t, settings) === 'private')
    : undefined;
  if (uploaded)
    return ask(`Sends ${uploaded.text}, which is private, with ${event.tool_name}`, {
      code: 'secret-sent',
      instead: 'send only what the other side needs',
    });
  if (!sendsSecret(event)) return undefined;
  return ask(`Sends a key or a token with ${event.tool_name}`, {
    code: 'secret-sent',
    instead: 'leave the secret out',
  });
}

/** Judges a statement that shows the passwords of a database, or a file of the machine it runs on. */
export function judgeQuery({ tool_name, tool_input }: EventOf<'PreToolUse'>) {
  if (!tool_name.startsWith('mcp__')) return undefined;
  const query = Object.entries(flatInput(tool_input)).find(
    ([field, text]) => /sql|quer|statement/i.test(field) && SECRETS_BY_SQL.test(String(text)),
  );
  if (!query) return undefined;
  return ask(`Reads passwords, secrets or files of the machine by a statement that ${tool_name} runs`, {
    code: 'secret-query',
    instead: 'select only the columns that you need',
  });
}

/** MCP tools whose input leaves this machine. */
const SENDS =
  /(^|_)(create|send|post|publish|push|upload|comment|share|fetch|request|navigate|gist|reply|submit|http|search|add|update|put|write|append|insert)/i;

/** Tools that send a file. */
const UPLOADS = /upload|attach|send_?file|share_?file|^SendUserFile$|^Artifact$/i;

/** Servers that keep what they are given on this machine. */
const STAYS_HERE = /^mcp__[^_]*(filesystem|memory|serena|sqlite|git|jetbrains|ide)__/i;

/** Whether an address that is fetched, or the input of a tool, holds a key or a token. A signed link is no login. */
function sendsSecret({ tool_name, tool_input }: EventOf<'PreToolUse'>): boolean {
  const outward =
    /^Web(Fetch|Search)$/.test(tool_name) ||
    (tool_name.startsWith('mcp__') &&
      !STAYS_HERE.test(tool_name) &&
      SENDS.test(snakeCase(tool_name.slice(tool_name.lastIndexOf('__')))));
  const text = JSON.stringify(tool_input);
  if (tool_name.startsWith('mcp__') && SENDS_COOKIES.test(text)) return true;
  return outward && LITERAL_SECRET.test(text) && !/X-Amz-(Credential|Signature)/i.test(text);
}

const isMetadataUrl = (text: string) =>
  /^\w+:\/\//.test(text) && (namesMetadata(text) || namesMetadata(plainUrl(text)));

/** The address as a browser reads it: `http://0xa9.254.169.254` is `http://169.254.169.254`. */
function plainUrl(text: string): string {
  try {
    return new URL(text).href;
  } catch {
    return text;
  }
}
