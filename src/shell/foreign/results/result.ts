// The result of a call, as far as it is known. record-call.ts passes every call; the tables of functions with a known
// result are asked first (tables.ts), then the name tells whether the result was fetched, read from a file, decoded or
// printed by a program.
import { pattern } from '../../base/pattern.ts';
import { joinOrigins } from '../../base/words.ts';
import type { Origin } from '../../types.ts';
import type { TokenLanguage } from '../lexical-rules.ts';
import { placeOf } from '../places.ts';
import { type Call, deriveValue, firstText, methodName, originsIn, textsOf, type Value } from '../value.ts';
import { decodeText } from './decoding.ts';
import { NETWORK } from './elements.ts';
import { FUNCTIONS, METHODS } from './tables.ts';

/** Computes the result of a call; undefined if nothing is known about it. */
export type ResultRule = (call: Call, language: TokenLanguage) => Value | undefined;

export function resultOf(call: Call, language: TokenLanguage): Value {
  const { callee, self, args } = call;
  const name = methodName(callee);
  const known =
    FUNCTIONS[callee]?.(call, language) ??
    (self || callee.startsWith('.') ? METHODS[name]?.(call, language) : undefined);
  if (known) return known;
  if (ENVIRONMENT_COPY.test(callee)) return { origins: [{ kind: 'environment', name: 'env' }] };
  if (callee === '(shell)' || RUNS_PROGRAM.test(callee))
    return { origins: joinOrigins(outputOrigins(call), ...args.map((arg) => originsIn(arg))) };
  if (DECODES.test(name)) return decodeText(call);
  if (FETCHES.test(callee) || isDownload(name, args))
    return { fullName: `${callee}()`, origins: joinOrigins(NETWORK, ...args.map((arg) => originsIn(arg))) };
  if (READS_FILE.test(callee) || READS_FILE.test(name)) return fileContent(call);
  const place = placeOf(call) ?? [...call.named.values()].find((value) => value.place !== undefined)?.place;
  return {
    ...deriveValue([self, ...args]),
    ...(place !== undefined && { place }),
    fullName: `${callee}()`,
  };
}

/** `os.environ.items()`, `ENV.to_h`. */
const ENVIRONMENT_COPY =
  /^(?:process\.env|os\.environ|environ|ENV|Bun\.env)\.(?:items|values|copy|to_h|to_a|inspect|to_s)$/;

/** Functions that return the output of a program. */
const RUNS_PROGRAM =
  /(?:^|\.)(?:check_output|getoutput|popen|execSync|spawnSync|execFileSync|shell_exec|capture2|run)$/;

const PROCESS_LIST: readonly Origin[] = [{ kind: 'command', name: 'ps' }];

/** The origins of the output of a program: a list of processes, or for `curl …` the network. */
function outputOrigins({ args }: Call): readonly Origin[] {
  const words = args[0]?.items ? args[0].items.map(firstText).join(' ') : firstText(args[0]);
  if (/^\s*(?:ps|pgrep|pidof|tasklist)\b/.test(words)) return PROCESS_LIST;
  return /^\s*(?:curl|wget)\b/.test(words) ? NETWORK : [];
}

/** Functions that decode, decompress or assemble text. */
const DECODES = pattern(String.raw`
  ^(?:
  # Python and Ruby: b64decode, urlsafe_b64decode, unhexlify.
  (?:urlsafe_|standard_)?b(?:16|32|64|85)decode|a85decode|a2b_\w+|unhexlify|fromhex|atob|decode64|
  strict_decode64|urlsafe_decode64|
  # PHP and Perl.
  base64_decode|hex2bin|decode_base64|gzuncompress|gzinflate|str_rot13|decompress|unpack|pack|
  # JavaScript, Python and PHP: String.fromCharCode(…), chr(…).
  fromCharCode|chr|inflateSync|gunzipSync|convert_uudecode|decodestring|decodebytes|Inflate
  )$
`);

/** Functions that return what they receive from the network. */
const FETCHES = pattern(String.raw`
  # Whatever the library: urlopen(url), socket.recv(n).
  (?:^|\.)(?:urlopen|fetch|recv|recvfrom)$|
  # requests.get(url) and the like.
  ^(?:requests|httpx|axios|got|http|https|LWP\.Simple|Net\.HTTP|URI|open-uri|aiohttp|undici|ky|superagent|needle|Faraday|HTTParty)\.(?:get|post|request|open|text|stream|get_response|put)$|
  # Functions that are called by their whole name.
  ^(?:curl_exec|axios|got|urllib\.request\.urlretrieve)$
`);

/** Whether a function whose name says so is given an address: `get("https://…")`, `download(url)`. */
const isDownload = (name: string, args: readonly Value[]) =>
  /^(?:get|fetch|download|load|open|read|request|mirror|curl|wget)(?:_?\w*)?$/i.test(name) &&
  /^https?:\/\//.test(args[0]?.texts?.[0] ?? '');

/** Functions that return a file or its content. */
const READS_FILE = pattern(String.raw`
  ^(?:
  # JavaScript, Python, PHP and Perl.
  open|readFile|readFileSync|create(?:Read|Write)Stream|read_text|read_bytes|file_get_contents|
  readfile|readlines|slurp|fopen|readTextFile|readTextFileSync|readLines|
  # Ruby.
  File\.(?:read|open|new|readlines)|IO\.(?:read|readlines|binread)|
  # Others.
  Bun\.file|io\.open|os\.open|load_dotenv|dotenv_values
  )$
`);

/** `open('.env')`: everything that is read from it comes from that file. */
function fileContent({ callee, self, args, named }: Call): Value {
  const path = args[0] ?? named.get('file') ?? (self?.path || self?.texts ? self : undefined);
  if (!path?.texts)
    return { fullName: `${callee}()`, origins: joinOrigins(originsIn(self), originsIn(path)) };
  const origins = textsOf(path).map(
    (name): Origin => ({ kind: /^https?:/.test(name) ? 'network' : 'file', name }),
  );
  return { fullName: `${callee}()`, origins: joinOrigins(origins, path.origins) };
}
