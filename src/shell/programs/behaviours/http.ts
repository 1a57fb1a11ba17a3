// Behaviours of HTTP clients: what a request deletes, posts or uploads.

import { effect } from '../../base/effect.ts';
import { pattern } from '../../base/pattern.ts';
import { word } from '../../base/words.ts';
import type { Effect, ShellCommand, Word } from '../../types.ts';
import { type Args, has, hasKind, ofKind, valuesOf } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';
import { REST_RULES } from '../verbs/rest.ts';

/** Ports of databases and similar services: a DELETE request there deletes data, even on this machine. */
const DATA_PORT =
  /:(9200|9300|7700|8108|6333|5984|8086|8500|2379|15672|8001|8444|19530|8983|7474|9000|9090|3100|8200|4001|11434|8123|9091)(\/|\?|$)/;

/** Addresses at which a request other than DELETE deletes data. */
const WIPING = pattern(
  String.raw`
  _delete_by_query|\/_close\b|\/(clear|deleteByQuery|flush|purge|drop|shutdown|truncate)\b([/?]|$)|
  \/_snapshot\/.*_restore|delete_series|clean_tombstones|doDelete|\/_cache\/clear|purge_cache|
  delete-batch|documents\/delete|\/v1\/refunds\b|\/_cluster\/settings
`,
  'i',
);

/** A query that is restricted by a filter. */
const FILTERED = /"query"\s*:\s*\{\s*"(?!match_all)\w+"\s*:\s*\{\s*"/;

/** Requests that delete something on a server, or send messages to people. */
export const http: Behaviour = {
  effects: (command, args) => (hasKind(args, 'dry') ? [] : requestEffects(command, args, false)),
};

/** `gh api`, `glab api`: a request to GitHub or GitLab. */
export const forgeApi: Behaviour = {
  effects: (command, args) => (args.operands[0]?.text === 'api' ? requestEffects(command, args, true) : []),
};

function requestEffects(command: ShellCommand, args: Args, api: boolean): Effect[] {
  const words = command.words.slice(1).map((w) => w.text);
  const urls = words.filter((text) => /:\/\/|^[\w.-]+(:\d+)?\/|^:\d+\//.test(text) || isLoopback(text));
  const method = methodOf(args, words);
  const mayDeleteData =
    api || urls.length === 0 || urls.some((url) => !isLoopback(url) || DATA_PORT.test(url));
  const out: Effect[] =
    (method === 'DELETE' && mayDeleteData) ||
    wipes(args, words, urls, method) ||
    (mayDeleteData && mutates(words, urls, api)) ||
    deletesByFtp(args)
      ? [deletion(command)]
      : [];
  out.push(...restEffects(command, urls, method === '' && has(args, BODY) ? 'POST' : method, api));
  const posts = urls.some((url) => WEBHOOK.test(url)) && (method === 'POST' || has(args, BODY));
  return posts || has(args, '--mail-rcpt') ? [...out, message(command)] : out;
}

/** The effects by the table of APIs: only the first rule that fits, because the later ones are more general. */
function restEffects(command: ShellCommand, urls: readonly string[], method: string, api: boolean): Effect[] {
  const addresses = api ? [command.words[2]?.text ?? '', ...urls] : urls;
  const writes = /^(POST|PUT|PATCH)$/.test(method);
  const rule = REST_RULES.find((candidate) =>
    addresses.some(
      (url) =>
        (candidate.method === 'any' || writes) &&
        candidate.address.test(url) &&
        candidate.except?.test(url) !== true,
    ),
  );
  if (!rule) return [];
  const { code, kind, why, safer } = rule;
  return [effect(command, { kind, weight: 'risky', code, reason: why, safer })];
}

/** Whether a request other than DELETE deletes data. */
function wipes(args: Args, words: readonly string[], urls: readonly string[], method: string): boolean {
  if (words.some((text) => /"remove_index"/.test(text)) && urls.some((url) => /\/_aliases\b/.test(url)))
    return true;
  const wiping = urls.some((url) => WIPING.test(url)) && !words.some((text) => FILTERED.test(text));
  return wiping && method !== 'GET' && (method !== '' || has(args, BODY));
}

const mutates = (words: readonly string[], urls: readonly string[], api: boolean) =>
  (api || urls.some((url) => /graphql/i.test(url))) && words.some((text) => MUTATION.test(text));

/** `curl -Q 'DELE x' ftp://…`: deletes by an FTP command. */
const deletesByFtp = (args: Args) =>
  valuesOf(args, '-Q --quote').some((w) => /^[-+*]?(DELE|RMD|RNFR|SITE)\b/i.test(w.text));

/** The files that a request uploads: `-d @file`, `-T file`, `-F x=@file`. */
export const uploadsOf = (args: Args): Word[] => [
  ...ofKind(args, 'sends-file').filter((w) => w.text !== '-'),
  ...filesInData(args),
];

/** The files that the data and the headers of a request name: `-d @file`, `-F x=@file`, `-H @file`. */
export const filesInData = (args: Args): Word[] =>
  args.options.flatMap(({ kind, value }) =>
    value && (kind === 'login' || kind === 'sends') ? namedIn(value, kind) : [],
  );

const LOGIN =
  '-u --user --oauth2-bearer -n --netrc --netrc-file -E --cert --password --http-password -auth -a --auth';

/** Whether a request says who sends it, so that it goes to an account somewhere. */
export const hasLogin = (args: Args): boolean =>
  has(args, LOGIN) ||
  valuesOf(args, '-H --header').some((w) => /^[\w-]*(auth|token|key|cookie)[\w-]*:/i.test(w.text));

/** The files in the value of an option: `@file`, `x=@"a",b;type=text/plain`, `name@file`. */
function namedIn(w: Word, kind: 'login' | 'sends'): Word[] {
  if (kind === 'login')
    return w.text.startsWith('@') && w.text !== '@-' ? [{ ...w, text: w.text.slice(1) }] : [];
  const list = /(?:^|=)[@<]([^;]+)/.exec(w.text)?.[1]?.split(',') ?? [];
  const encoded = /^[\w.-]+@([^;,]+)/.exec(w.text)?.[1];
  return [...list, ...(encoded ? [encoded] : [])]
    .map((name) => name.replace(/^"(.*)"$/, '$1'))
    .filter((name) => name !== '-' && name !== '')
    .map((name) => word(name, { origins: w.origins }));
}

/** `pip install http://…`: an attacker on the network can replace the code. */
export function insecureInstalls(command: ShellCommand): Effect[] {
  const words = command.words.slice(1).map((w) => w.text);
  const verb = words.find((text) => /^[a-z]+$/.test(text) && !/^(pip|tool|global)$/.test(text)) ?? '';
  if (!/^(install|i|add|sync|download)$/.test(verb)) return [];
  const insecure = words.find(
    (text) =>
      text === '--trusted-host' ||
      (/^(-[^=]*=)?(git\+)?http:\/\//.test(text) && !isLoopback(text.replace(/^(-[^=]*=)?(git\+)?/, ''))),
  );
  return insecure === undefined
    ? []
    : [
        effect(command, {
          kind: 'fetch-and-run',
          weight: 'risky',
          code: 'fetch-and-run',
          reason: 'Installs code over a connection that does not prove where it comes from.',
          safer: 'the same from an https address',
        }),
      ];
}

const BODY = '-d --data --data-binary --json --data-raw --data-urlencode -F --form';

/** GraphQL mutations that delete or close something. */
const MUTATION =
  /\bmutation\b[\s\S]*\b(?:(?:delete|remove|archive|close|transfer)[A-Z]|[a-z]\w*(?:Delete|Remove)\b)/;

/** Sites where anybody can read what is uploaded. */
const PUBLIC_SITE = pattern(
  String.raw`
  ^(https?:\/\/)?([\w-]+\.)*
  # Paste services and file hosts, and services that show each request that they get.
  (pastebin\.com|transfer\.sh|0x0\.st|file\.io|webhook\.site|requestbin\.\w+|termbin\.com|ix\.io|
  sprunge\.us|paste\.rs|bashupload\.com|temp\.sh|catbox\.moe|dpaste\.\w+|hastebin\.com|oshi\.at|
  gofile\.io|pipedream\.net|interact\.sh|oast\.\w+|burpcollaborator\.net)(\/|:|$)
`,
  'i',
);

/** Uploads to a site where anybody can read them. */
export function publicUploads(command: ShellCommand): Effect[] {
  const words = command.words.slice(1).map((w) => w.text);
  if (!words.some((text) => PUBLIC_SITE.test(text))) return [];
  const carries =
    command.stdin !== undefined ||
    words.some((text) =>
      /^(-d|--data.*|-F|--form.*|-T|--upload-file.*|--post-\w+.*|--json|POST|PUT)$/.test(text),
    );
  return carries ? [publicUpload(command)] : [];
}

const publicUpload = (command: ShellCommand) =>
  effect(command, {
    kind: 'publish',
    weight: 'risky',
    code: 'public-upload',
    reason: 'Puts data where anybody can read it.',
    safer: 'keep it in a file, and tell the person where it is',
  });

/** Webhooks of chat services, where people read what is posted. */
const WEBHOOK = pattern(
  String.raw`
  ^https:\/\/(hooks\.slack\.com\/|slack\.com\/api\/chat\.|(\w+\.)?discord(app)?\.com\/api\/webhooks\/|
  api\.telegram\.org\/bot|[\w.-]*\.webhook\.office\.com\/|chat\.googleapis\.com\/)
`,
  'i',
);

const message = (command: ShellCommand) =>
  effect(command, {
    kind: 'message',
    weight: 'risky',
    code: 'webhook',
    reason: 'Posts a message where people read it.',
    safer: 'show the person the text first',
  });

function methodOf(args: Args, words: readonly string[]): string {
  // The last `-X` wins.
  const given = valuesOf(args, '-X --request --method -method').at(-1)?.text;
  return (given ?? words.find((text) => /^(DELETE|delete|POST|PUT|PATCH)$/.test(text)) ?? '').toUpperCase();
}

const deletion = (command: ShellCommand) =>
  effect(command, {
    kind: 'data',
    weight: 'risky',
    code: 'http-delete',
    reason: 'Asks a server to delete something.',
    safer: 'the same request with GET, to see what it is',
  });

const URL_HOST = /^(?:[a-z][\w+.-]*:\/\/)?(?:[^@/\s]*@)?(\[[^\]]+\]|[^:/?#\s]+)/i;

export function isLoopback(text: string): boolean {
  const host = URL_HOST.exec(text)?.[1] ?? '';
  return /^(localhost|127(\.\d+){3}|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal|.*\.localhost)$/i.test(host);
}
