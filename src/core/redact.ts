// Removes secrets from every text before it is stored or logged. A secret is recognised by its own shape (tokens of
// known services) or by its context (after `--password`, in `TOKEN=…`, in a header, in a URL). When in doubt the text
// is redacted: the worst result is a missing word in a log.

const redactedText = '[redacted]';

/** A rule is tried only on texts that contain one of its hints (lower case), because compiling a pattern is slow. */
interface Rule {
  hints: readonly string[] | RegExp;
  pattern: RegExp;
  /** Replacement for a match; `$1` keeps the context before the secret. */
  replacement: string;
}

const secretWords = 'passw,passphrase,pwd,secret,token,key,credential,bearer,authorization,_auth'.split(',');

/**
 * Names of variables, options and keys that hold a secret. A function, like the rules, so that events without secrets
 * don't pay for it.
 */
const secretNamePattern = () =>
  String.raw`[\w.-]*(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|account[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|client[_-]?key|master[_-]?key|ssh[_-]?key|credentials?|bearer|authorization|session[_-]?key|auth[_-]?key|_auth|authtoken)[\w.-]*`;

/** Matches words that look like a password: with a digit or a special character, which words of prose do not have. */
const secretLook = String.raw`(?=\S{4})\S*(?:\d|[@#$%^&*+~]\w)`;

/** Text after `token:` that is not a secret: the beginning of a sentence, or the place a program reads the value from. */
const notSecret = String.raw`(?:the|an?|are|is|was|were|its?|never|always|must|may|can|no|not|only|we|you|they|this|that|these|if|when|where|do|does|use|see|each|every|all|from|for|in|on|with|by|to)\s+[a-z]{2,}|process\.env\b|import\.meta\.env\b|os\.(?:environ|getenv)\b|ENV\[`;

/** Tokens with a recognisable shape. They match anywhere and are replaced entirely. */
function tokenPatterns(): [hints: readonly string[] | RegExp, pattern: RegExp][] {
  return [
    [
      ['-----begin'],
      /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
    ],
    [['eyj'], /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}/g], // JSON web tokens
    [['akia', 'asia', 'agpa', 'aida', 'aroa', 'anpa'], /\b(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{12,}/g],
    [
      /[a-z][a-z\d]\w{0,9}[_.-][\w.-]{10}/i,
      /\b(?:gh[pousr]_|github_pat_|glpat-|gldt-|glrt-|glsa_|npm_|pypi-|hf_|dop_v1_|doo_v1_|dp\.pt\.|hvs\.|hvb\.|lin_api_|ntn_|secret_|shp(?:at|ca|pa|ss)_|sq0(?:atp|csp)-|rubygems_|sbp_|vercel_|fo1_|pat_|nvapi-|xai-|gsk_|r8_|tfp_|figd_|PMAK-|dckr_pat_|cio_|atlasv1\.)[\w.-]{10,}/g,
    ],
    [
      /(?:sk|pk|rk|whsec)[-_]/,
      /\b(?:sk|pk|rk|whsec)[-_](?:live|test|ant|proj|or|svcacct|admin)?[-_]?[A-Za-z0-9_-]{16,}/g,
    ],
    [['xox'], /\bxox[abeoprs]-[\w-]{8,}/g],
    [['hooks.slack'], /\bhooks\.slack\.com\/(?:services|workflows)\/[\w/+-]+/g],
    [['/webhooks/'], /\bdiscord(?:app)?\.com\/api\/webhooks\/[\w/-]+/g],
    [['aiza'], /\bAIza[\w-]{30,}/g],
    [['ya29'], /\bya29\.[\w-]{20,}/g],
    [['sg.'], /\bSG\.[\w-]{16,}\.[\w-]{16,}/g],
    [/[0-9a-f]{32}/, /\b(?:SK|AC|key-|dapi)[0-9a-f]{32}\b/g],
    [['age-secret'], /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/g],
    [/\d{8}:/, /\d{8,10}:[A-Za-z0-9_-]{35}(?![\w-])/g], // Telegram bots
    [/[MNO][\w-]{23,25}\./, /\b[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,}/g], // Discord bots
    [/[\w-]{40}/, /\b(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{40,}/g], // any long word of mixed characters
  ];
}

/** Secrets recognised by the text before them, which is the first group and is kept. */
function contextPatterns(): [hints: readonly string[] | RegExp, pattern: RegExp][] {
  const name = secretNamePattern();
  const quoted = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
  return [
    // https://user:secret@host, and a token as the only user info
    [['://'], /([a-z][a-z0-9+.-]*:\/\/[^\s:@/'"]*:)[^\s@'"]+(?=@)/gi],
    [['://'], /(https?:\/\/)[^\s:@/'"]{16,}(?=@)/gi],
    // Authorization: Bearer …, X-Api-Key: …, Cookie: …
    [
      ['authorization'],
      /(\b(?:proxy-)?authorization\s*[:=]\s*(?:"|')?(?:(?:bearer|basic|token|digest|apikey|negotiate)\s+)?)[^\s"',;]+/gi,
    ],
    [['cookie'], /(\b(?:set-)?cookie\s*:\s*)[^"'\n]+/gi],
    [['x-'], /(\bx-[\w-]*(?:key|token|secret|auth)[\w-]*\s*:\s*)[^\s"',;]+/gi],
    [
      ['bearer', 'basic'],
      // "basic authentication" is not a secret: it has neither digits nor capitals inside.
      /(\b(?:[Bb]earer|BEARER|[Bb]asic|BASIC)\s+)(?=\S*(?:\d|=|[a-z][A-Z]))[\w.+/=~-]{12,}/g,
    ],
    // "password": "…", password: …, PASSWORD='…', &token=…
    [
      secretWords,
      new RegExp(
        String.raw`((?:^|[\s"'{,;&?(\[\\=:]|--?)${name}\\?["']?\s*(?:=|:=|=>|:)\s*\\?)(?!\[redacted|${notSecret})(?:${quoted}|[^\s"'&,;)\]}\\]+)`,
        'gi',
      ),
    ],
    // DB_PASS=…, -passin pass:…
    [
      ['pass'],
      new RegExp(String.raw`((?:^|[\s"'{,;&?(=]|--?)(?:[\w.]*[_-])?pass=)(?:${quoted}|[^\s"'&,;)]+)`, 'gi'),
    ],
    [['pass:'], /(\spass:)[^\s"']+/gi],
    // --password …, --token …
    [secretWords, new RegExp(String.raw`((?:^|\s)--?(?!no-)${name}\s+)(?![-<])(?:${quoted}|[^\s"']+)`, 'gi')],
    // sshpass -p …, mysql -p…, docker login -p …, redis-cli -a …, curl -u user:…
    [['sshpass'], new RegExp(String.raw`(\bsshpass\s+-p\s*)(?:${quoted}|\S+)`, 'gi')],
    [
      ['mysql'],
      new RegExp(String.raw`(\bmy(?:sql|sqldump|sqladmin)\b[^|;&\n]*?\s-p)(?:${quoted}|[^\s-][^\s]*)`, 'gi'),
    ],
    [
      ['login', 'redis-cli', 'sqlcmd'],
      new RegExp(String.raw`(\b(?:login|redis-cli|az|sqlcmd)\b[^|;&\n]*?\s-[paP]\s+)(?:${quoted}|\S+)`, 'gi'),
    ],
    [['-u', '--user', '--proxy-user'], /(\s(?:-u|--user|--proxy-user)[\s=]?(?:"|')?[^\s:"']+:)[^\s"']+/gi],
    [['-u'], /(\s-U\s*(?:"|')?[^\s%"']+%)[^\s"']+/g],
    // openssl enc -k …, vault login …, htpasswd -b file user …, 7z -p…, echo … | docker login --password-stdin
    [['openssl'], new RegExp(String.raw`(\bopenssl\b[^|;&\n]*?\s-k\s+)(?:${quoted}|\S+)`, 'gi')],
    [['vault login'], new RegExp(String.raw`(\bvault\s+login\s+)(?!-)(?:${quoted}|\S+)`, 'gi')],
    [['htpasswd'], new RegExp(String.raw`(\bhtpasswd\s+-\w*b\w*\s+\S+\s+\S+\s+)(?:${quoted}|\S+)`, 'gi')],
    [
      ['7z', 'rar'],
      new RegExp(String.raw`(\b(?:7z[ar]?|(?:un)?rar)\b[^|;&\n]*?\s-p)(?:${quoted}|\S+)`, 'gi'),
    ],
    [
      ['-stdin'],
      new RegExp(
        String.raw`(\b(?:echo|printf)\s+(?:-\w+\s+)?)(?:${quoted}|[^\s|]+)(?=[^|\n]*\|[^|\n]*password-stdin)`,
        'gi',
      ),
    ],
    // echo me:… | chpasswd
    [
      ['chpasswd'],
      /(\b(?:echo|printf)\s+(?:-\w+\s+)?["']?[^\s:|"']+:)[^\s|"']+(?=[^|\n]*\|[^|\n]*chpasswd)/gi,
    ],
    // gh auth login --with-token <<< …
    [
      ['-stdin', 'with-token'],
      new RegExp(String.raw`(--(?:password-stdin|with-token)\b[^|;&\n]*<<<\s*)(?:${quoted}|\S+)`, 'gi'),
    ],
    // aws configure set aws_secret_access_key …, set -x API_KEY …, but not "set password policy"
    [
      [' set ', 'set -', 'setx ', 'setenv '],
      new RegExp(
        String.raw`(\bset(?:x|env)?\s+(?:-\w+\s+)*(?:(?=\S*[_.-])${name}|${name}(?=\s+${secretLook}))\s+)(?!-)(?:${quoted}|\S+)`,
        'gi',
      ),
    ],
    // fly secrets set KEY=…, gh secret set NAME --body …, pulumi config set --secret name …
    [
      ['secret set', 'secrets set'],
      new RegExp(
        String.raw`((?<=\bsecrets?\s+set\b[^|;&\n]*)(?:\w=|\s--body[\s=]|\s-b\s*))(?:${quoted}|\S+)`,
        'gi',
      ),
    ],
    [['--secret'], new RegExp(String.raw`(\bset\b[^|;&\n]*\s--secret\s+\S+\s+)(?:${quoted}|\S+)`, 'gi')],
    ...commandPatterns().map(([hint, before]): [readonly string[], RegExp] => [
      [hint],
      new RegExp(String.raw`(\b${before})(?:${quoted}|\S+)`, 'g'),
    ]),
    // machine … login … password …; "the password is …". In prose a password is followed by ordinary words, too.
    [['password '], /(\blogin\s+\S+\s+password\s+)\S+/gi],
    [
      ['password '],
      new RegExp(String.raw`(\bpassword\s+(?:(?:is|was|will be|of)\s+)?)(?![-=:])(?=${secretLook})\S+`, 'gi'),
    ],
    [['identified'], /(\bidentified\s+by\s+)(?:"[^"]*"|'[^']*'|\S+)/gi],
  ];
}

/** Programs that take a secret as a one-letter option or as an operand: a hint, and the text before the secret. */
const commandPatterns = (): readonly [hint: string, before: string][] => [
  ['ldap', String.raw`ldap\w+[^|;&\n]*?\s-w\s*`],
  ['zip -', String.raw`(?:un)?zip[^|;&\n]*?\s-P\s*`],
  ['ssh-keygen', String.raw`ssh-keygen[^|;&\n]*?\s-[NP]\s+`],
  ['twine', String.raw`twine[^|;&\n]*?\s-p\s+`],
  ['cargo login', String.raw`cargo\s+login\s+(?!-)`],
  ['rabbitmqctl', String.raw`rabbitmqctl\s+(?:add_user|change_password)\s+\S+\s+`],
  ['freerdp', String.raw`\w*freerdp[^|;&\n]*?\s/p:`],
  ['http -a', String.raw`https?\s+-a\s*[^\s:]+:`],
  ['https -a', String.raw`https?\s+-a\s*[^\s:]+:`],
];

let cachedRules: Rule[] | undefined;

function rules(): Rule[] {
  cachedRules ??= [
    ...tokenPatterns().map(([hints, pattern]) => ({ hints, pattern, replacement: redactedText })),
    ...contextPatterns().map(([hints, pattern]) => ({ hints, pattern, replacement: `$1${redactedText}` })),
  ];
  return cachedRules;
}

/**
 * Most texts contain none of these and are returned at once: a substring search is cheaper than compiling a pattern.
 */
const wordHints = 'pass,pwd,secret,token,key,cred,auth,cookie,bearer,basic'.split(',');
const programHints = 'login,openssl,7z,rar,redis,sql,ldap,twine,rabbitmq,freerdp'.split(',');
const otherHints = 'identified,zip -,http -a,https -a,://,x-,-u,---'.split(',');

/** True for texts with one of the hints, with digits before a colon, or with a word long enough to be a token. */
function mayHoldSecret(lower: string): boolean {
  for (const hint of wordHints) if (lower.includes(hint)) return true;
  for (const hint of programHints) if (lower.includes(hint)) return true;
  for (const hint of otherHints) if (lower.includes(hint)) return true;
  if (lower.includes(':') && /\d:/.test(lower)) return true;
  for (const word of lower.split(' ')) if (word.length >= 16) return /[\w.-]{16}/.test(lower);
  return false;
}

export function redact(text: string): string {
  const lower = text.toLowerCase();
  if (!mayHoldSecret(lower)) return text;
  const hinted = rules().filter(({ hints }) =>
    hints instanceof RegExp ? hints.test(text) : hints.some((hint) => lower.includes(hint)),
  );
  return hinted.reduce((rest, { pattern, replacement }) => rest.replace(pattern, replacement), text);
}

/** Redacts every string in a value. A string under a secret key such as `password` is replaced entirely. */
export function redactDeep(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(redactDeep);
  if (typeof value !== 'object' || value === null) return value;
  const clean: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const child = (value as Record<string, unknown>)[key];
    clean[key] = isSecretKey(key) && typeof child === 'string' ? redactedText : redactDeep(child);
  }
  return clean;
}

/** True for `access_token`; false for `input_tokens`, which is a count. */
function isSecretKey(key: string): boolean {
  const lower = key.toLowerCase();
  let hasSecretWord = false;
  for (const word of secretWords) hasSecretWord ||= lower.includes(word);
  if (!hasSecretWord) return false;
  if (
    /tokens$|(?:max|min|num|count|total|limit)[_-]?token$|keyword|keyboard|_key_?path|public[_-]?key/i.test(
      key,
    )
  )
    return false;
  return new RegExp(`^${secretNamePattern()}$`, 'i').test(key);
}
