// Tables of the functions and methods whose result is known: their names, separated by blanks, and the rule that
// computes the result of a call. result.ts looks calls up here.
import { HOLE } from '../../base/words.ts';
import type { Origin } from '../../types.ts';
import { canonicalModuleName } from '../modules.ts';
import {
  deriveValue,
  eitherValue,
  firstText,
  joinPath,
  joinTexts,
  textsOf,
  textValue,
  UNKNOWN,
  type Value,
} from '../value.ts';
import { decodeAs, reverseText } from './decoding.ts';
import { memberOf, PARENT_PROCESS } from './members.ts';
import {
  listFolder,
  makeGlob,
  makePath,
  returnHome,
  returnTemporaryPath,
  returnWorkingDirectory,
} from './paths.ts';
import type { ResultRule } from './result.ts';
import {
  fillBraces,
  fillPercents,
  joinList,
  replaceText,
  returnFirstArgument,
  returnObject,
  returnUnstripped,
  splitText,
} from './texts.ts';

const returnParentProcess: ResultRule = () => PARENT_PROCESS;

/** `os.getenv("NAME", default)`. */
const readVariable: ResultRule = ({ args }) => {
  const name = firstText(args[0]);
  if (name === 'HOME') return textValue('~');
  const value: Value = {
    origins: [args[0]?.texts ? { kind: 'variable', name } : { kind: 'environment', name: 'env' }],
  };
  // `os.environ.get("BASE_URL", "http://localhost:8000")`: a variable that can't be seen counts as its default.
  return IS_ADDRESS.test(firstText(args[1])) ? eitherValue(value, args[1] ?? UNKNOWN) : value;
};

const IS_ADDRESS = /^[a-z][\w+]*:\/\/|^sqlite:|^:memory:|\.(?:db|sqlite3?)$|^localhost\b/;

/** `require("fs")`. */
const loadModule: ResultRule = ({ args }) => {
  const name = args[0]?.texts?.[0];
  return name && !name.includes(HOLE) ? { fullName: canonicalModuleName(name), origins: [] } : undefined;
};

/** `getattr(os, 'system')`. */
const readMemberByName: ResultRule = ({ args }) => {
  const name = args[1]?.texts?.[0];
  return args[0] && name ? memberOf(args[0], name) : undefined;
};

/** Functions by their full name. */
export const FUNCTIONS: Record<string, ResultRule> = spreadKeys({
  'os.path.join pathlib.join posixpath.join': ({ args }) => joinPath(args, true),
  'path.join File.join Path.join path.posix.join file.path paste0': ({ args }) => joinPath(args, false),
  'path.resolve': ({ args }) => joinPath(args, true),
  'Path PosixPath PurePath pathlib.Path Pathname Pathname.new File java.io.File': makePath,
  'int Integer Number parseInt os.path.expanduser os.path.abspath os.path.realpath os.path.normpath os.path.expandvars File.expand_path File.realpath str String unicode bytes bytearray shlex.quote path.normalize Object.keys Array list set tuple sorted reversed escapeshellarg escapeshellcmd strval trim JSON.stringify path.posix.normalize fs.realpathSync URL URI URI.parse URI.create java.net.URI.create url.parse encodeURIComponent url.fileURLToPath fileURLToPath textwrap.dedent dedent Promise.resolve util.promisify promisify shlex.join':
    returnFirstArgument,
  'RecursiveIteratorIterator IteratorIterator Finder.in': returnFirstArgument,
  'Path.home os.homedir homedir Dir.home os.UserHomeDir dirs.home_dir home_dir home.home_dir': returnHome,
  'filepath.Join path.Join': ({ args }) => joinPath(args, false),
  'Paths.get Path.of PathBuf.from Path.new std.path.Path.new std.path.PathBuf.from': makePath,
  'env.var std.env.var': readVariable,
  'System.getProperty': ({ args }) => (firstText(args[0]) === 'user.home' ? textValue('~') : undefined),
  'format!': ({ args, named }, language) =>
    fillBraces({ callee: 'format', self: args[0], args: args.slice(1), named }, language),
  'os.getppid getppid posix_getppid': returnParentProcess,
  'os.getcwd process.cwd Dir.pwd getcwd os.curdir cwd Path.cwd': returnWorkingDirectory,
  'site.getusersitepackages site.USER_SITE': () => textValue('~/.local/lib/python3/site-packages'),
  'os.path.dirname dirname path.dirname File.dirname': ({ args }) =>
    args[0]?.texts
      ? { ...args[0], texts: args[0].texts.map((path) => path.replace(/\/?[^/]*$/, '') || '.') }
      : args[0],
  'tempfile.mkdtemp tempfile.mkstemp tempfile.TemporaryDirectory tempfile.NamedTemporaryFile tempfile.mktemp fs.mkdtempSync fs.mkdtemp mkdtempSync mkdtemp Dir.mktmpdir Tempfile.new tempdir File.Temp.tempdir sys_get_temp_dir os.tmpdir tmpdir tempfile.gettempdir Dir.tmpdir tempnam':
    returnTemporaryPath,
  'os.listdir os.scandir os.walk fs.readdirSync fs.readdir readdirSync scandir Dir.children Dir.entries Dir.each_child Dir.foreach fs.readdirSync.forEach RecursiveDirectoryIterator DirectoryIterator FilesystemIterator Find.find Files.walk Files.list os.ReadDir fs.read_dir std.fs.read_dir':
    listFolder,
  'glob.glob glob.iglob glob Dir.glob Dir fs.globSync globSync glob.sync fg.sync Sys.glob': makeGlob,
  'os.environ.get os.getenv getenv ENV.fetch environ.get Deno.env.get Sys.getenv System.getenv os.Getenv env.get':
    readVariable,
  'require import __import__ importlib.import_module process.getBuiltinModule createRequire module.require require.call Java.type Packages':
    loadModule,
  'getattr Reflect.get': readMemberByName,
  'Buffer.from codecs.decode Buffer': decodeAs,
  'sprintf format Kernel.format util.format String.format fmt.Sprintf fmt.Sprint': fillPercents,
  'shlex.split': splitText,
  'implode join': joinList,
  strrev: ({ args }) => reverseText({ callee: '', self: args[0], args: [], named: new Map() }, 'php'),
  'List.of Set.of Arrays.asList Stream.of java.util.List.of': ({ args }) => ({ items: args, origins: [] }),
  'String.raw': returnFirstArgument,
  // Statements for a database, wrapped by its library.
  'sqlalchemy.text sqlalchemy.sql.text text sql.SQL psycopg2.sql.SQL psycopg.sql.SQL Prisma.raw @prisma/client.Prisma.raw sqlalchemy.DDL Arel.sql DB.raw':
    returnFirstArgument,
  'dict Object.assign': ({ args }) => deriveValue(args),
  'Command.new process.Command.new std.process.Command.new': ({ args }) => ({
    fullName: 'Command.new()',
    items: args,
    origins: [],
  }),
  'sqlite3.connect': ({ args }) => ({
    fullName: 'sqlite3.connect()',
    ...(args[0]?.texts && { place: firstText(args[0]) }),
    origins: textsOf(args[0]).map((name): Origin => ({ kind: 'file', name })),
  }),
  // The client of one service: `boto3.client('s3')` is `boto3(s3)`.
  'boto3.client boto3.resource boto3.Session().client boto3.Session().resource boto3.session.Session().client boto3.session.Session().resource':
    ({ args, named }) => ({
      fullName: `boto3(${firstText(args[0] ?? named.get('service_name'))})`,
      ...(named.get('endpoint_url')?.texts && { place: firstText(named.get('endpoint_url')) }),
      origins: [],
    }),
});

/** Methods by their name, whatever they are called on. */
export const METHODS: Record<string, ResultRule> = spreadKeys({
  'strip trim rstrip lstrip chomp slice trimEnd trimStart removesuffix removeprefix delete_suffix':
    returnUnstripped,
  'expanduser absolute as_posix toString to_s encode decode to_path realpath normalize text json read read_text content body dedent stripIndent valueOf copy flat toArray to_a __str__ fspath getPathname getRealPath getPath unwrap unwrap_or_default expect to_string to_owned as_str as_path into clone toFile toPath sorted':
    returnObject,
  // `Command::new("sh").arg("-c").args(["x"])` of Rust.
  'arg args': ({ self, args }) =>
    self?.fullName === 'Command.new()'
      ? { ...self, items: [...(self.items ?? []), ...args.flatMap((arg) => arg.items ?? [arg])] }
      : undefined,
  resolve: ({ self, args }) => (self?.path ? self : joinPath(args, true)),
  joinpath: ({ self, args }) => (self?.path ? { ...joinPath([self, ...args], true), path: true } : undefined),
  join: (call, language) =>
    call.self?.path ? { ...joinPath([call.self, ...call.args], true), path: true } : joinList(call, language),
  'iterdir children each_child': listFolder,
  'glob rglob': makeGlob,
  format: fillBraces,
  'replace replaceAll gsub sub tr': replaceText,
  split: splitText,
  'reverse rev': reverseText,
  concat: ({ self, args }) =>
    self?.items
      ? { items: [...self.items, ...args], origins: [] }
      : self
        ? joinTexts([self, ...args])
        : undefined,
  'get fetch': ({ self, args }) =>
    self && args[0]?.texts && self.fields ? (self.fields.get(firstText(args[0])) ?? UNKNOWN) : undefined,
  __getattribute__: ({ self, args }) =>
    readMemberByName(
      { callee: '', self: undefined, args: [self ?? UNKNOWN, ...args], named: new Map() },
      'python',
    ),
});

/** A table with one entry for each of the names in its keys. */
function spreadKeys(rows: Record<string, ResultRule>): Record<string, ResultRule> {
  return Object.assign(
    Object.create(null),
    Object.fromEntries(
      Object.entries(rows).flatMap(([names, result]) => names.split(' ').map((name) => [name, result])),
    ),
  );
}
