// HTTP requests that code makes: to the metadata service of a cloud, to delete something on a server, or to change
// something. The command is the `curl` that does the same, or that of a well-known service (services.ts).

import { namesMetadata } from '../../base/metadata.ts';
import { pattern } from '../../base/pattern.ts';
import { HOLE } from '../../base/words.ts';
import { type Call, firstText, originsIn, type Value } from '../value.ts';
import type { CommandWords, Service } from './service.ts';

/** Functions that make a request, or prepare one. */
const MAKES_REQUEST = pattern(String.raw`
  (?:^|\.)(?:get|Get|GET|put|Put|post|Post|head|Head|request|Request|fetch|urlopen|urlretrieve|open|
  openStream|openConnection|open-uri|NewRequest|NewRequestWithContext|file_get_contents|fopen|
  curl_init|curl_setopt|axios|got|ky|needle|getJSON|get_response|get_print|start|HTTPS?Connection|
  create_connection|connect|create|uri|newBuilder|GetAsync|GetStringAsync|DownloadString|getprint|
  mirror|json|text|node-fetch|node-fetch\.default|stream|URLSession\.shared\.dataTask|exec|send)$
`);

/** All texts among the object and the arguments of a call. */
const textsIn = ({ self, args, named }: Call): readonly string[] =>
  [...(self ? [self] : []), ...args, ...named.values()]
    .flatMap((value) => [value, ...(value.items ?? [])])
    .flatMap(({ texts }) => texts ?? []);

/** The request to a metadata service, if the call is one. */
function metadataCommand(call: Call): CommandWords | undefined {
  if (IS_MOCK.test(call.callee)) return undefined;
  const takesHost = TAKES_HOST.test(call.callee);
  const address = textsIn(call).find((text) => isMetadataAddress(text, takesHost));
  return address === undefined ? undefined : ['curl', address];
}

/** Libraries that answer a request in a test. */
const IS_MOCK = /^(?:requests_mock|respx|responses|nock|httpretty|httpx_mock|mocker|m)\b/;

/** Functions that take the name of a host. */
const TAKES_HOST = /(?:Connection|[cC]onnect|[dD]ial\w*|request|https?\.get|start|TCPSocket\.(?:new|open))$/;

/** Whether a text is the address of a metadata service, or its host for functions that take one. */
const isMetadataAddress = (text: string, takesHost: boolean): boolean => {
  // `/proxy?url=http://169.254.169.254/` is a request to another server.
  const address = text.split('?')[0] as string;
  if (/^https?:\/\//.test(address)) return namesMetadata(address);
  return takesHost && /^(?:[\d.]+(?::\d+)?|metadata\.[\w.]+)$/.test(address) && namesMetadata(address);
};

/** Methods of HTTP clients that send a DELETE request: `requests.delete(url)`. */
const DELETE_METHOD = pattern(String.raw`
  ^(?:requests|httpx|aiohttp|urllib3|niquests|axios|got|ky|superagent|needle|request|undici|HTTParty|
  RestClient|Faraday|HTTP|Http|Excon|Typhoeus|GuzzleHttp\.Client|LWP\.UserAgent|HTTP\.Tiny|
  Mojo\.UserAgent|resty|cy)\b(?:[^[\]]*)\.(?:delete|del|delete_request)$
`);

/** Functions that take the HTTP method as one of their first arguments: `requests.request('DELETE', url)`. */
const TAKES_METHOD_FIRST = pattern(String.raw`
  ^(?:requests|httpx|aiohttp|urllib3|GuzzleHttp\.Client|http|https|undici|LWP\.UserAgent|
  HTTP\.Request|HTTP\.Tiny|Faraday|superagent)\b.*\.?(?:request|new|NewRequest|NewRequestWithContext|
  run_request|fetch|send|build_request|open)$
`);

/** Functions that take the HTTP method by name: `fetch(url, { method: 'DELETE' })`. */
const TAKES_METHOD_BY_NAME =
  /(?:^|\.)(?:fetch|axios|got|ky|node-fetch|request|Request|urlopen|curl_setopt|ajax|needle|node-fetch\.default|fetchJson)$/;

const isDelete = (value: Value | undefined) => /^delete$/i.test(firstText(value));

/** The request that deletes something, if the call makes one. */
function commandOfDeletion(call: Call): CommandWords | undefined {
  const { callee, args, named } = call;
  const method = named.get('method') ?? named.get('type') ?? named.get('customrequest');
  const deletes =
    DELETE_METHOD.test(callee) ||
    (TAKES_METHOD_FIRST.test(callee) &&
      (args.slice(0, 2).some(isDelete) ||
        args.some(({ fullName }) => /\.MethodDelete$/.test(fullName ?? '')))) ||
    (TAKES_METHOD_BY_NAME.test(callee) && isDelete(method)) ||
    (callee === 'curl_setopt' && /CUSTOMREQUEST$/.test(args[1]?.fullName ?? '') && isDelete(args[2])) ||
    /^Net\.HTTP\.Delete\.new$/.test(callee) ||
    (/^HTTP\.Request\b/.test(callee) && named.has('DELETE'));
  return deletes ? deleteCommand(call) : undefined;
}

/**
 * The command for a DELETE request. A request to an unknown address is judged only if it sends a credential of the
 * environment.
 */
function deleteCommand({ callee, args, named, self }: Call): CommandWords | undefined {
  const host = named.get('host') ?? named.get('hostname');
  if (host?.texts) return ['curl', '-X', 'DELETE', `https://${firstText(host)}/`];
  const addresses = [
    ...args.filter(({ fields }) => !fields),
    ...['url', 'uri', 'DELETE'].map((name) => named.get(name)),
  ];
  const texts = addresses.flatMap((value) => value?.texts ?? []);
  const address = texts.find((text) => HAS_HOST.test(text));
  if (address) return ['curl', '-X', 'DELETE', address];
  const place = self?.place;
  if (place !== undefined && /^https?:/.test(place)) return ['curl', '-X', 'DELETE', place];
  // A path without a server is one of a test client or of the program itself.
  if (texts.some((text) => /^\.?\//.test(text))) return undefined;
  const sendsCredential = [...named].some(
    ([name, value]) =>
      /^(?:headers|auth)$/i.test(name) && originsIn(value).some(({ kind }) => kind === 'variable'),
  );
  return sendsCredential || callee === 'curl_setopt'
    ? ['curl', '-X', 'DELETE', `https://${HOLE}`]
    : undefined;
}

/** An address whose host is not computed. */
const HAS_HOST = new RegExp(`^https?://[^${HOLE}]`);

/** Methods and functions that change something on a server. */
const CHANGING_METHOD = pattern(String.raw`
  ^(?:requests|httpx|aiohttp|niquests|axios|got|ky|superagent|needle|undici|HTTParty|RestClient|
  Faraday|HTTP|Http|Net\.HTTP|http|resty|LWP\.UserAgent|HTTP\.Tiny|
  GuzzleHttp\.Client)\b[^[\]]*\.(post|put|patch|Post|PostForm|post_form|Put|Patch)$
`);

/** Well-known services, and the command that does the same as a request that changes something there. */
const KNOWN_SERVICES: readonly (readonly [address: RegExp, words: CommandWords])[] = [
  [
    /^https:\/\/api\.stripe\.com\/v1\/(?:refunds|payouts|transfers|topups|charges)/,
    ['stripe', 'transfers', 'create'],
  ],
  [/^https:\/\/api(?:-m)?\.paypal\.com\/.*(?:payouts|refund)/, ['stripe', 'transfers', 'create']],
  [/^https:\/\/api\.twilio\.com\/.*\/(?:Messages|Calls)/, ['twilio', 'api:core:messages:create']],
  [
    /^https:\/\/(?:api\.sendgrid\.com\/v3\/mail\/send|api\.(?:eu\.)?mailgun\.net\/.*\/messages|api\.resend\.com\/emails|api\.postmarkapp\.com\/email)/,
    ['sendgrid', 'mail', 'send'],
  ],
  [
    /^https:\/\/(?:api\.(?:twitter|x)\.com\/2\/tweets|api\.linkedin\.com\/.*posts)/,
    ['twilio', 'api:core:messages:create'],
  ],
  [
    /^https:\/\/api\.github\.com\/(?:repos\/[^/]+\/[^/]+\/?$|repos\/.*\/(?:transfer|collaborators|protection|keys|hooks)|orgs\/)/,
    ['gh', 'api', '-X', 'DELETE', 'repos/x'],
  ],
];

/** Variables that hold the address at which people read a message. */
const CHAT_VARIABLE =
  /(?:SLACK|DISCORD|TEAMS|MATTERMOST|TELEGRAM|CHAT)\w*(?:HOOK|URL)|(?:SLACK|DISCORD|TEAMS)$/i;

/** A request that changes something, as `curl` would make it. */
function changeCommand({ callee, args, named }: Call): CommandWords | undefined {
  const verb = changingVerb(callee, named);
  if (verb === undefined) return undefined;
  if (args[0] && isChatAddress(args[0])) return ['curl', '-d', HOLE, 'https://hooks.slack.com/services/x'];
  const address = [...args, named.get('url')]
    .flatMap((value) => value?.texts ?? [])
    .find((text) => HAS_HOST.test(text));
  if (address === undefined) return undefined;
  const knownService = KNOWN_SERVICES.find(([pattern]) => pattern.test(address));
  return knownService ? knownService[1] : ['curl', '-X', verb, '-d', HOLE, address];
}

/** The HTTP method of a request that changes something: in the name of the function, or in the argument `method`. */
function changingVerb(callee: string, named: Call['named']): string | undefined {
  const name = CHANGING_METHOD.exec(callee)?.[1];
  if (name !== undefined) return name.replace(/_?form$/i, '').toUpperCase();
  const method = firstText(named.get('method')).toUpperCase();
  return TAKES_METHOD_BY_NAME.test(callee) && /^(?:POST|PUT|PATCH)$/.test(method) ? method : undefined;
}

/** `os.environ['SLACK_WEBHOOK_URL']`: the address is not known, but the name of its variable tells. */
const isChatAddress = ({ texts, origins }: Value): boolean =>
  !texts && origins.some(({ kind, name }) => kind === 'variable' && CHAT_VARIABLE.test(name));

export const HTTP_REQUESTS: readonly Service[] = [
  { callee: /./, command: changeCommand },
  { callee: MAKES_REQUEST, command: metadataCommand },
  { callee: /./, command: commandOfDeletion },
  {
    callee:
      /^(?:java\.net\.http\.)?HttpRequest\.newBuilder\(\).*\.DELETE$|\.newBuilder\(\)(?:\.uri\(\))?\.DELETE$/,
    command: ({ self }) =>
      self?.place && /^http:\/\/(?:localhost|127)/.test(self.place)
        ? undefined
        : ['curl', '-X', 'DELETE', self?.place ?? 'https://host.example'],
  },
];
