// The functions and methods whose result is known, by their name.
import { HOLE } from '../../base/words.ts';
import type { Origin } from '../../types.ts';
import { moduleOf } from '../modules.ts';
import { derived, either, firstText, join, joinPath, text, textsOf, UNKNOWN, type Value } from '../value.ts';
import { decodedAs, reversed } from './decoding.ts';
import { memberOf, PARENT_PROCESS } from './members.ts';
import { globbed, here, home, listed, pathOf, temporary } from './paths.ts';
import type { Result } from './result.ts';
import { filledIn, first, joined, printedFormat, replaced, same, splitUp, stripped } from './texts.ts';

const parentProcess: Result = () => PARENT_PROCESS;

const environmentOf: Result = ({ args }) => {
  const name = firstText(args[0]);
  if (name === 'HOME') return text('~');
  const value: Value = {
    origins: [args[0]?.texts ? { kind: 'variable', name: name } : { kind: 'environment', name: 'env' }],
  };
  // `os.environ.get("BASE_URL", "http://localhost:8000")`: a variable that can't be seen counts as its default.
  return ADDRESS.test(firstText(args[1])) ? either(value, args[1] ?? UNKNOWN) : value;
};

const ADDRESS = /^[a-z][\w+]*:\/\/|^sqlite:|^:memory:|\.(?:db|sqlite3?)$|^localhost\b/;

const moduleResult: Result = ({ args }) => {
  const name = args[0]?.texts?.[0];
  return name && !name.includes(HOLE) ? { ref: moduleOf(name), origins: [] } : undefined;
};

export const member: Result = ({ args }) => {
  const name = args[1]?.texts?.[0];
  return args[0] && name ? memberOf(args[0], name) : undefined;
};

/** Functions by their full name. */
export const FUNCTIONS: Record<string, Result> = table({
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
      ? { ...args[0], texts: args[0].texts.map((path) => path.replace(/\/?[^/]*$/, '') || '.') }
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
  'dict Object.assign': ({ args }) => derived(args),
  'Command.new process.Command.new std.process.Command.new': ({ args }) => ({
    ref: 'Command.new()',
    items: args,
    origins: [],
  }),
  'sqlite3.connect': ({ args }) => ({
    ref: 'sqlite3.connect()',
    ...(args[0]?.texts && { place: firstText(args[0]) }),
    origins: textsOf(args[0]).map((name): Origin => ({ kind: 'file', name })),
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
export const METHODS: Record<string, Result> = table({
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
