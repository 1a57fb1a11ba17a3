// Derives the result of a call or of a member: paths, the home directory, decoded text, content of files.
import { HOLE, joinOrigins } from '../base/words.ts';
import type { Origin } from '../types.ts';
import type { TokenLanguage } from './lexis.ts';
import { moduleOf } from './modules.ts';
import { placeOf } from './places.ts';
import {
  type Call,
  either,
  elementOf,
  firstText,
  join,
  joinPath,
  made,
  originsIn,
  text,
  textsOf,
  UNKNOWN,
  type Value,
} from './value.ts';

const HOME =
  /^(?:Dir\.home|process\.env\.HOME|os\.environ\.HOME|environ\.HOME|ENV\.HOME|\$ENV\.HOME|\$_ENV\.HOME|\$_SERVER\.HOME|Bun\.env\.HOME|Deno\.env\.HOME)$/;
const ENVIRONMENT =
  /^(?:process\.env|os\.environ|environ|ENV|\$ENV|\$_ENV|Bun\.env|import\.meta\.env|System\.getenv)$/;
const HERE = /^(?:__dirname|import\.meta\.(?:dir|dirname|url)|__FILE__|__dir__|__file__|__DIR__|__filename)$/;

const PARENT = /^(?:process\.ppid|Process\.ppid)$/;
const PARENT_PROCESS: Value = { origins: [{ kind: 'variable', what: 'PPID' }] };

/** Longer chains of members are no name of a function that the tables know. */
const MAX_NAME = 200;

/** A file or folder with a name that is made up when the code runs. */
const TEMPORARY = '/tmp/made';

/** The member of a value: a full name, or a method of something unknown. */
export function memberOf(value: Value, name: string): Value {
  const member = namedMember(value, name);
  return value.place === undefined ? member : { ...member, place: value.place };
}

function namedMember(value: Value, name: string): Value {
  if (name === 'name' && value.texts?.[0] === TEMPORARY) return value;
  if (value.glob && ENTRY_PATH.test(name)) return value;
  if (value.ref === undefined || value.texts)
    return PROPERTIES.test(name) && value.path
      ? propertyOf(value, name)
      : { ref: `.${name}`, self: value, origins: value.origins };
  if (value.ref.length > MAX_NAME) return { self: value, origins: value.origins };
  const ref = moduleOf(`${value.ref}.${name}`);
  if (HOME.test(ref)) return text('~');
  if (HERE.test(ref)) return text('.');
  if (ref === 'sys.executable') return text('python3');
  if (PARENT.test(ref)) return PARENT_PROCESS;
  if (ENVIRONMENT.test(value.ref)) return environment(name, ref);
  return {
    ref,
    self: value.self ?? value,
    origins: ENVIRONMENT.test(ref) ? [{ kind: 'environment', what: 'env' }] : value.origins,
  };
}

const environment = (name: string, ref: string): Value =>
  name === 'keys'
    ? UNKNOWN
    : /^(?:get|fetch|copy|items|values|pop|setdefault|update|to_h|to_a|to_s|inspect|each|map)$/.test(name)
      ? { ref, origins: [{ kind: 'environment', what: 'env' }] }
      : { origins: [{ kind: 'variable', what: name }] };

const PROPERTIES = /^(?:parent|parents|name|stem|suffix|anchor)$/;

/** `entry.path` of a file that was found in a folder. */
const ENTRY_PATH = /^(?:path|fullPath|parentPath)$/;

const propertyOf = (value: Value, name: string): Value =>
  name === 'parent'
    ? { ...value, texts: textsOf(value).map((path) => path.replace(/\/?[^/]*$/, '') || '.') }
    : made([value]);

/** The value of a name that nothing was assigned to. */
export function valueOfName(value: Value): Value {
  return value.ref !== undefined && HERE.test(value.ref) ? text('.') : value;
}

/** Values for the parameters of a function that is passed to this one. */
export function callbackValues(callee: Value): readonly Value[] {
  const name = callee.ref?.slice(callee.ref.lastIndexOf('.') + 1) ?? '';
  const self = callee.self ?? UNKNOWN;
  if (
    /^(?:forEach|map|each|filter|flatMap|some|every|each_child|each_line|select|collect|each_entry|find)$/.test(
      name,
    )
  )
    return [elementsOf(self, 1)[0] ?? UNKNOWN];
  if (/^(?:then|tap|finally|and_then)$/.test(name)) return [self];
  // `https.get(url, (response) => …)`
  if (/^https?\.(?:get|request)$/.test(callee.ref ?? '')) return [{ ref: 'response', origins: NETWORK }];
  if (/^(?:on|once)$/.test(name))
    return [{ origins: joinOrigins(originsIn(self), NETWORK_OBJECT.test(self.ref ?? '') ? NETWORK : []) }];
  return [];
}

const NETWORK_OBJECT = /socket|response|^res$/i;
const NETWORK: readonly Origin[] = [{ kind: 'network', what: 'network' }];

/** The values that a loop with this many names gets from a value. */
export function elementsOf(value: Value, count: number): readonly Value[] {
  const element = elementOf(value);
  // `for name, value in os.environ.items()`, `for name in os.environ`: a name is no secret.
  if (ENVIRONMENT.test(value.ref ?? '')) return Array.from({ length: count }, () => UNKNOWN);
  if (count === 2 && element.origins.some(({ kind }) => kind === 'environment')) return [UNKNOWN, element];
  // `for folder, folders, files in os.walk(x)`, `for key, value in …`.
  return Array.from({ length: count }, () => element);
}

type Result = (call: Call, language: TokenLanguage) => Value | undefined;

/** The result of a call, as far as it is known. */
export function resultOf(call: Call, language: TokenLanguage): Value {
  const { callee, self, args } = call;
  const name = callee.slice(callee.lastIndexOf('.') + 1);
  const known =
    FUNCTIONS[callee]?.(call, language) ??
    (self || callee.startsWith('.') ? METHODS[name]?.(call, language) : undefined);
  if (known) return known;
  if (ENVIRONMENT_COPY.test(callee)) return { origins: [{ kind: 'environment', what: 'env' }] };
  if (callee === '(shell)' || RUNNERS.test(callee))
    return { origins: joinOrigins(outputOrigins(call), ...args.map((arg) => originsIn(arg))) };
  if (DECODERS.test(name)) return decoded(call);
  if (FETCHERS.test(callee) || isDownload(name, args))
    return { ref: `${callee}()`, origins: joinOrigins(NETWORK, ...args.map((arg) => originsIn(arg))) };
  if (READERS.test(callee) || READERS.test(name)) return fileContent(call);
  const place = placeOf(call) ?? [...call.named.values()].find((value) => value.place !== undefined)?.place;
  return {
    ...made([self, ...args]),
    ...(place !== undefined && { place }),
    ref: `${callee}()`,
  };
}

/** `os.environ.items()`, `ENV.to_h`. */
const ENVIRONMENT_COPY =
  /^(?:process\.env|os\.environ|environ|ENV|Bun\.env)\.(?:items|values|copy|to_h|to_a|inspect|to_s)$/;

const RUNNERS =
  /(?:^|\.)(?:check_output|getoutput|popen|execSync|spawnSync|execFileSync|shell_exec|capture2|run)$/;

const PROCESS_LIST: readonly Origin[] = [{ kind: 'command', what: 'ps' }];

/** `curl …` in a shell: the output comes from the network. */
function outputOrigins({ args }: Call): readonly Origin[] {
  const words = args[0]?.items ? args[0].items.map(firstText).join(' ') : firstText(args[0]);
  if (/^\s*(?:ps|pgrep|pidof|tasklist)\b/.test(words)) return PROCESS_LIST;
  return /^\s*(?:curl|wget)\b/.test(words) ? NETWORK : [];
}

const DECODERS =
  /^(?:(?:urlsafe_|standard_)?b(?:16|32|64|85)decode|a85decode|a2b_\w+|unhexlify|fromhex|atob|decode64|strict_decode64|urlsafe_decode64|base64_decode|hex2bin|decode_base64|gzuncompress|gzinflate|str_rot13|decompress|unpack|pack|fromCharCode|chr|inflateSync|gunzipSync|convert_uudecode|decodestring|decodebytes|Inflate)$/;

const FETCHERS =
  /(?:^|\.)(?:urlopen|fetch|recv|recvfrom)$|^(?:requests|httpx|axios|got|http|https|LWP\.Simple|Net\.HTTP|URI|open-uri|aiohttp|undici|ky|superagent|needle|Faraday|HTTParty)\.(?:get|post|request|open|text|stream|get_response|put)$|^(?:curl_exec|axios|got|urllib\.request\.urlretrieve)$/;

/** Whether a function whose name says so is given an address: `get("https://…")`, `download(url)`. */
const isDownload = (name: string, args: readonly Value[]) =>
  /^(?:get|fetch|download|load|open|read|request|mirror|curl|wget)(?:_?\w*)?$/i.test(name) &&
  /^https?:\/\//.test(args[0]?.texts?.[0] ?? '');

const READERS =
  /^(?:open|readFile|readFileSync|create(?:Read|Write)Stream|read_text|read_bytes|file_get_contents|readfile|readlines|slurp|fopen|readTextFile|readTextFileSync|readLines|File\.(?:read|open|new|readlines)|IO\.(?:read|readlines|binread)|Bun\.file|io\.open|os\.open|load_dotenv|dotenv_values)$/;

/** `open('.env')`: everything that is read from it comes from that file. */
function fileContent({ callee, self, args, named }: Call): Value {
  const path = args[0] ?? named.get('file') ?? (self?.path || self?.texts ? self : undefined);
  if (!path?.texts) return { ref: `${callee}()`, origins: joinOrigins(originsIn(self), originsIn(path)) };
  const origins = textsOf(path).map(
    (what): Origin => ({ kind: /^https?:/.test(what) ? 'network' : 'file', what }),
  );
  return { ref: `${callee}()`, origins: joinOrigins(origins, path.origins) };
}

/** Text that a decoder returns: computed if it can be, and in any case known to be decoded. */
function decoded({ callee, self, args }: Call): Value {
  const name = callee.slice(callee.lastIndexOf('.') + 1);
  const input = args[0] ?? self;
  const source = input?.texts?.[0];
  const encoding = /hex|16/.test(name) ? 'hex' : /64|atob/.test(name) ? 'base64' : undefined;
  const origins = joinOrigins([{ kind: 'decoded', what: name }], originsIn(input));
  if (!encoding || source === undefined || source.includes(HOLE)) return { origins };
  return { texts: [decode(source, encoding)], origins };
}

const decode = (source: string, encoding: 'hex' | 'base64') =>
  Buffer.from(source.replace(/\s/g, ''), encoding).toString().replaceAll('\u0000', '');

/** `data.decode('utf-8')` is the data; `posixpath.normalize(x)`, a function of a module, is its argument. */
const same: Result = ({ self, args }) =>
  self && (self.texts || self.path || self.origins.length > 0) ? self : (args[0] ?? self);
const first: Result = ({ callee, args }) => {
  if (args[0]?.ref === undefined || !ENVIRONMENT.test(args[0].ref)) return args[0];
  // `sorted(os.environ)` has the names; `JSON.stringify(process.env)` is a text, which has no variables as members.
  return LISTS.test(callee) ? UNKNOWN : { origins: args[0].origins };
};
const LISTS = /^(?:sorted|list|tuple|set|Array|reversed|Object\.keys)$/;
/** `x.rstrip('/')`: the argument says what is taken away. `str.strip(x)` is called on the type. */
const stripped: Result = ({ self, args }) =>
  self && !/^(?:str|bytes|unicode|String)$/.test(self.ref ?? '') ? self : args[0];
const home: Result = ({ callee }) => (callee.startsWith('Path') ? { ...text('~'), path: true } : text('~'));
const here: Result = () => text('.');
const parentProcess: Result = () => PARENT_PROCESS;
const temporary: Result = () => text(TEMPORARY);

function pathOf({ args }: Call): Value {
  return { ...(args.length === 0 ? text('.') : joinPath(args, true)), path: true };
}

const listed: Result = ({ self, args }) => {
  const folder = self?.path ? self : args[0];
  return folder?.texts
    ? {
        ...made(
          [folder],
          folder.texts.map((path) => `${path.replace(/\/$/, '')}/*`),
        ),
        glob: true,
        ...(folder.path && { path: true }),
      }
    : undefined;
};

const globbed: Result = ({ self, args }) => {
  const pattern = self?.path && args[0] ? joinPath([self, args[0]], true) : args[0];
  return pattern?.texts
    ? {
        ...pattern,
        texts: pattern.texts.flatMap(alternatives),
        glob: true,
        ...(self?.path && { path: true }),
      }
    : undefined;
};

/** `~/{.env,.netrc}` stands for two patterns. */
const alternatives = (pattern: string): readonly string[] => {
  const [all = '', list] = /\{([^{}]*,[^{}]*)\}/.exec(pattern) ?? [];
  return list === undefined ? [pattern] : list.split(',').map((one) => pattern.replace(all, () => one));
};

const environmentOf: Result = ({ args }) => {
  const name = firstText(args[0]);
  if (name === 'HOME') return text('~');
  const value: Value = {
    origins: [args[0]?.texts ? { kind: 'variable', what: name } : { kind: 'environment', what: 'env' }],
  };
  // `os.environ.get("BASE_URL", "http://localhost:8000")`: a variable that can't be seen counts as its default.
  return ADDRESS.test(firstText(args[1])) ? either(value, args[1] ?? UNKNOWN) : value;
};

const ADDRESS = /^[a-z][\w+]*:\/\/|^sqlite:|^:memory:|\.(?:db|sqlite3?)$|^localhost\b/;

const moduleResult: Result = ({ args }) => {
  const name = args[0]?.texts?.[0];
  return name && !name.includes(HOLE) ? { ref: moduleOf(name), origins: [] } : undefined;
};

/** `'x'.join(list)` in Python, `list.join('x')` elsewhere. */
const joined: Result = ({ self, args }, language) => {
  if (language === 'perl')
    return join(
      args.slice(1).flatMap((arg) => arg.items ?? [arg]),
      args[0]?.texts?.[0] ?? '',
    );
  const [list, between] =
    language === 'python'
      ? [args[0], self]
      : [
          self?.items ? self : args.find((arg) => arg.items),
          self?.items ? args[0] : args.find((arg) => arg.texts),
        ];
  const items = list?.items;
  return items ? join(items, between?.texts?.[0]) : made([self, ...args]);
};

const filledIn: Result = ({ self, args, named }) => {
  let i = 0;
  const pieces = firstText(self).split(/(\{\w*(?::[^{}]*)?\})/);
  const values = pieces.map((piece) => {
    const name = /^\{(\w*)/.exec(piece)?.[1];
    if (name === undefined) return text(piece);
    return (/^\d*$/.test(name) ? args[name === '' ? i++ : Number(name)] : named.get(name)) ?? UNKNOWN;
  });
  return self?.texts ? join(values) : made([self, ...args]);
};

const printedFormat: Result = ({ args }) => {
  let i = 1;
  const pieces = firstText(args[0]).split(/(%[-\d.]*[sdif])/);
  return join(pieces.map((piece) => (/^%[-\d.]*[sdif]$/.test(piece) ? (args[i++] ?? UNKNOWN) : text(piece))));
};

const replaced: Result = ({ self, args }) => {
  const [from, to] = [args[0]?.texts?.[0], args[1]?.texts?.[0]];
  if (!self?.texts || from === undefined || to === undefined || from === '') return made([self, ...args]);
  return made(
    [self],
    self.texts.map((one) => one.replaceAll(from, to).slice(0, 20_000)),
  );
};

const splitUp: Result = ({ self, args, callee }) => {
  const whole = callee.startsWith('shlex') ? args[0] : self;
  const by = callee.startsWith('shlex') ? undefined : args[0]?.texts?.[0];
  const source = whole?.texts?.[0];
  if (source === undefined || source.length > 2_000) return made([self, ...args]);
  const parts =
    by === undefined || by === ' ' ? source.trim().split(/\s+/) : by === '' ? [...source] : source.split(by);
  return {
    items: parts.slice(0, 256).map((one) => ({ texts: [one], origins: whole?.origins ?? [] })),
    origins: [],
  };
};

const reversed: Result = ({ self }) => {
  if (self?.items)
    return { items: [...self.items].reverse(), origins: [{ kind: 'decoded', what: 'reversed' }] };
  return {
    ...made(
      [self],
      self?.texts?.map((one) => [...one].reverse().join('')),
    ),
    origins: joinOrigins(originsIn(self), [{ kind: 'decoded', what: 'reversed' }]),
  };
};

/** `Buffer.from(x, 'base64')`, `codecs.decode(x, 'hex')`. */
const decodedAs: Result = (call) => {
  const encoding = firstText(call.args[1]);
  if (!/^(?:base64|base64url|hex|rot_?13|zlib|bz2)/.test(encoding)) return call.args[0];
  return decoded({
    ...call,
    callee: /hex/.test(encoding) ? 'unhexlify' : /base64/.test(encoding) ? 'b64decode' : 'rot13',
  });
};

const member: Result = ({ args }) => {
  const name = args[1]?.texts?.[0];
  return args[0] && name ? memberOf(args[0], name) : undefined;
};

/** Functions by their full name. */
const FUNCTIONS: Record<string, Result> = table({
  'os.path.join pathlib.join posixpath.join': ({ args }) => joinPath(args, true),
  'path.join File.join Path.join path.posix.join file.path paste0': ({ args }) => joinPath(args, false),
  'path.resolve': ({ args }) => joinPath(args, true),
  'Path PosixPath PurePath pathlib.Path Pathname Pathname.new File java.io.File': pathOf,
  'int Integer Number parseInt os.path.expanduser os.path.abspath os.path.realpath os.path.normpath os.path.expandvars File.expand_path File.realpath str String unicode bytes bytearray shlex.quote path.normalize Object.keys Array list set tuple sorted reversed escapeshellarg escapeshellcmd strval trim JSON.stringify path.posix.normalize fs.realpathSync URL URI URI.parse URI.create java.net.URI.create url.parse encodeURIComponent url.fileURLToPath fileURLToPath textwrap.dedent dedent Promise.resolve util.promisify promisify shlex.join':
    first,
  'RecursiveIteratorIterator IteratorIterator Finder.in': first,
  'Path.home os.homedir homedir Dir.home os.UserHomeDir dirs.home_dir home_dir home.home_dir': home,
  'filepath.Join path.Join': ({ args }) => joinPath(args, false),
  'Paths.get Path.of PathBuf.from Path.new std.path.Path.new std.path.PathBuf.from': pathOf,
  'env.var std.env.var': environmentOf,
  'System.getProperty': ({ args }) => (firstText(args[0]) === 'user.home' ? text('~') : undefined),
  'format!': ({ args, named }, language) =>
    filledIn({ callee: 'format', self: args[0], args: args.slice(1), named }, language),
  'os.getppid getppid posix_getppid': parentProcess,
  'os.getcwd process.cwd Dir.pwd getcwd os.curdir cwd Path.cwd': here,
  'site.getusersitepackages site.USER_SITE': () => text('~/.local/lib/python3/site-packages'),
  'os.path.dirname dirname path.dirname File.dirname': ({ args }) =>
    args[0]?.texts
      ? { ...args[0], texts: args[0].texts.map((one) => one.replace(/\/?[^/]*$/, '') || '.') }
      : args[0],
  'tempfile.mkdtemp tempfile.mkstemp tempfile.TemporaryDirectory tempfile.NamedTemporaryFile tempfile.mktemp fs.mkdtempSync fs.mkdtemp mkdtempSync mkdtemp Dir.mktmpdir Tempfile.new tempdir File.Temp.tempdir sys_get_temp_dir os.tmpdir tmpdir tempfile.gettempdir Dir.tmpdir tempnam':
    temporary,
  'os.listdir os.scandir os.walk fs.readdirSync fs.readdir readdirSync scandir Dir.children Dir.entries Dir.each_child Dir.foreach fs.readdirSync.forEach RecursiveDirectoryIterator DirectoryIterator FilesystemIterator Find.find Files.walk Files.list os.ReadDir fs.read_dir std.fs.read_dir':
    listed,
  'glob.glob glob.iglob glob Dir.glob Dir fs.globSync globSync glob.sync fg.sync Sys.glob': globbed,
  'os.environ.get os.getenv getenv ENV.fetch environ.get Deno.env.get Sys.getenv System.getenv os.Getenv env.get':
    environmentOf,
  'require import __import__ importlib.import_module process.getBuiltinModule createRequire module.require require.call Java.type Packages':
    moduleResult,
  'getattr Reflect.get': member,
  'Buffer.from codecs.decode Buffer': decodedAs,
  'sprintf format Kernel.format util.format String.format fmt.Sprintf fmt.Sprint': printedFormat,
  'shlex.split': splitUp,
  'implode join': joined,
  strrev: ({ args }) => reversed({ callee: '', self: args[0], args: [], named: new Map() }, 'php'),
  'List.of Set.of Arrays.asList Stream.of java.util.List.of': ({ args }) => ({ items: args, origins: [] }),
  'String.raw': first,
  // Statements for a database, wrapped by its library.
  'sqlalchemy.text sqlalchemy.sql.text text sql.SQL psycopg2.sql.SQL psycopg.sql.SQL Prisma.raw @prisma/client.Prisma.raw sqlalchemy.DDL Arel.sql DB.raw':
    first,
  'dict Object.assign': ({ args }) => made(args),
  'Command.new process.Command.new std.process.Command.new': ({ args }) => ({
    ref: 'Command.new()',
    items: args,
    origins: [],
  }),
  'sqlite3.connect': ({ args }) => ({
    ref: 'sqlite3.connect()',
    ...(args[0]?.texts && { place: firstText(args[0]) }),
    origins: textsOf(args[0]).map((what): Origin => ({ kind: 'file', what })),
  }),
  // The client of one service: `boto3.client('s3')` is `boto3(s3)`.
  'boto3.client boto3.resource boto3.Session().client boto3.Session().resource boto3.session.Session().client boto3.session.Session().resource':
    ({ args, named }) => ({
      ref: `boto3(${firstText(args[0] ?? named.get('service_name'))})`,
      ...(named.get('endpoint_url')?.texts && { place: firstText(named.get('endpoint_url')) }),
      origins: [],
    }),
});

/** Methods by their name, whatever they are called on. */
const METHODS: Record<string, Result> = table({
  'strip trim rstrip lstrip chomp slice trimEnd trimStart removesuffix removeprefix delete_suffix': stripped,
  'expanduser absolute as_posix toString to_s encode decode to_path realpath normalize text json read read_text content body dedent stripIndent valueOf copy flat toArray to_a __str__ fspath getPathname getRealPath getPath unwrap unwrap_or_default expect to_string to_owned as_str as_path into clone toFile toPath sorted':
    same,
  // `Command::new("sh").arg("-c").args(["x"])` of Rust.
  'arg args': ({ self, args }) =>
    self?.ref === 'Command.new()'
      ? { ...self, items: [...(self.items ?? []), ...args.flatMap((arg) => arg.items ?? [arg])] }
      : undefined,
  resolve: ({ self, args }) => (self?.path ? self : joinPath(args, true)),
  joinpath: ({ self, args }) => (self?.path ? { ...joinPath([self, ...args], true), path: true } : undefined),
  join: (call, language) =>
    call.self?.path ? { ...joinPath([call.self, ...call.args], true), path: true } : joined(call, language),
  'iterdir children each_child': listed,
  'glob rglob': globbed,
  format: filledIn,
  'replace replaceAll gsub sub tr': replaced,
  split: splitUp,
  'reverse rev': reversed,
  concat: ({ self, args }) =>
    self?.items ? { items: [...self.items, ...args], origins: [] } : self ? join([self, ...args]) : undefined,
  'get fetch': ({ self, args }) =>
    self && args[0]?.texts && self.fields ? (self.fields.get(firstText(args[0])) ?? UNKNOWN) : undefined,
  __getattribute__: ({ self, args }) =>
    member({ callee: '', self: undefined, args: [self ?? UNKNOWN, ...args], named: new Map() }, 'python'),
});

/** A table with one entry for each of the names in its keys. */
function table(rows: Record<string, Result>): Record<string, Result> {
  return Object.assign(
    Object.create(null),
    Object.fromEntries(
      Object.entries(rows).flatMap(([names, result]) => names.split(' ').map((name) => [name, result])),
    ),
  );
}
