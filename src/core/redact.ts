// Secrets leave every text before it is stored or logged. Two ways to know one: by its own shape (tokens of
// known services) or by its place (after `--password`, in `TOKEN=…`, in a header, in a URL).
// When in doubt a text is redacted: what we lose is a word in a log.

const mark = '[redacted]';

/** Tokens that give themselves away. Matched anywhere, replaced whole. */
const shapes = [
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}/, // JSON web tokens
  /\b(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{12,}/,
  /\b(?:gh[pousr]_|github_pat_|glpat-|gldt-|glrt-|glsa_|npm_|pypi-|hf_|dop_v1_|doo_v1_|dp\.pt\.|hvs\.|hvb\.|lin_api_|ntn_|secret_|shp(?:at|ca|pa|ss)_|sq0(?:atp|csp)-|rubygems_|sbp_|vercel_|fo1_|pat_|nvapi-|xai-|gsk_|r8_|tfp_|figd_|PMAK-|dckr_pat_|cio_|atlasv1\.)[\w.-]{10,}/,
  /\b(?:sk|pk|rk|whsec)[-_](?:live|test|ant|proj|or|svcacct|admin)?[-_]?[A-Za-z0-9_-]{16,}/,
  /\bxox[abeoprs]-[\w-]{8,}/,
  /\bhooks\.slack\.com\/(?:services|workflows)\/[\w/+-]+/,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/[\w/-]+/,
  /\bAIza[\w-]{30,}/,
  /\bya29\.[\w-]{20,}/,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/,
  /\b(?:SK|AC|key-)[0-9a-f]{32}\b/,
  /\bdapi[0-9a-f]{32}\b/,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/,
  /\d{8,10}:[A-Za-z0-9_-]{35}(?![\w-])/, // Telegram bots
  /\b[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,}/, // Discord bots
  /\b(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{40,}/, // long, mixed, unnamed
];

const secretName = String.raw`[\w.-]*(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|account[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|client[_-]?key|master[_-]?key|ssh[_-]?key|credentials?|bearer|authorization|session[_-]?key|auth[_-]?key|_auth|authtoken)[\w.-]*`;
const quoted = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;

/** Values that stand behind a telling name. `$1` is kept. */
const places: [RegExp, string][] = [
  // https://user:secret@host
  [/([a-z][a-z0-9+.-]*:\/\/[^\s:@/'"]*:)[^\s@'"]+(?=@)/, `$1${mark}`],
  // https://secret@github.com (a token as the only user info)
  [/(https?:\/\/)[^\s:@/'"]{16,}(?=@)/, `$1${mark}`],
  // Authorization: Bearer …, X-Api-Key: …, Cookie: …
  [
    /(\b(?:proxy-)?authorization\s*[:=]\s*(?:"|')?(?:(?:bearer|basic|token|digest|apikey|negotiate)\s+)?)[^\s"',;]+/,
    `$1${mark}`,
  ],
  [/(\b(?:set-)?cookie\s*:\s*)[^"'\n]+/, `$1${mark}`],
  [/(\bx-[\w-]*(?:key|token|secret|auth)[\w-]*\s*:\s*)[^\s"',;]+/, `$1${mark}`],
  [/(\b(?:bearer|basic)\s+)[\w.+/=~-]{12,}/, `$1${mark}`],
  // "password": "…", password: …, PASSWORD='…', &token=…
  [
    new RegExp(
      String.raw`((?:^|[\s"'{,;&?(\[\\]|--?)${secretName}\\?["']?\s*(?:=|:=|=>|:)\s*\\?)(?:${quoted}|[^\s"'&,;)\]}\\]+)`,
    ),
    `$1${mark}`,
  ],
  // --password …, --token …
  [new RegExp(String.raw`(\s--?(?!no-)${secretName}\s+)(?!-)(?:${quoted}|[^\s"']+)`), `$1${mark}`],
  // sshpass -p …, mysql -p…, curl -u user:…, docker login -p …, redis-cli -a …
  [new RegExp(String.raw`(\bsshpass\s+-p\s*)(?:${quoted}|\S+)`), `$1${mark}`],
  [
    new RegExp(String.raw`(\bmy(?:sql|sqldump|sqladmin)\b[^|;&\n]*?\s-p)(?:${quoted}|[^\s-][^\s]*)`),
    `$1${mark}`,
  ],
  [
    new RegExp(String.raw`(\b(?:login|redis-cli|az|sqlcmd)\b[^|;&\n]*?\s-[paP]\s+)(?:${quoted}|\S+)`),
    `$1${mark}`,
  ],
  [/(\s(?:-u|--user|--proxy-user)[\s=]?(?:"|')?[^\s:"']+:)[^\s"']+/, `$1${mark}`],
  // machine … login … password …
  [/(\bpassword\s+)(?![-=:])\S+/, `$1${mark}`],
  [/(\bidentified\s+by\s+)(?:"[^"]*"|'[^']*'|\S+)/, `$1${mark}`],
];

let compiled: [RegExp, string][] | undefined;

/** Built on first use: most answers are silent and most events short. */
function rules(): [RegExp, string][] {
  compiled ??= [
    ...shapes.map((shape): [RegExp, string] => [new RegExp(shape.source, 'g'), mark]),
    ...places.map(([place, kept]): [RegExp, string] => [new RegExp(place.source, 'gi'), kept]),
  ];
  return compiled;
}

export function redact(text: string): string {
  if (text.length < 6) return text;
  return rules().reduce((rest, [pattern, kept]) => rest.replace(pattern, kept), text);
}

/** Redacts every string in a value. Under a telling key the whole value goes. */
export function redactDeep(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(redactDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      isTelling(key) && typeof one === 'string' ? mark : redactDeep(one),
    ]),
  );
}

function isTelling(key: string): boolean {
  return (
    new RegExp(`^${secretName}$`, 'i').test(key) &&
    !/tokens?$/i.test(key.replace(/(?:auth|access|api|secret|bearer|refresh|id|session)[_-]?token$/i, ''))
  );
}

export function clip(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
