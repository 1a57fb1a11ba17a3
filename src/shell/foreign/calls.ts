// Functions of other languages that do what a shell command would, as tables: for each language the full names of the
// functions of each kind. call-kind.ts asks for the kind of a call, and perform.ts has an action for each kind.
import type { TokenLanguage } from './lexical-rules.ts';

/**
 * The kind of a call, in terms of the shell. `shell`: its argument is shell source. `process`: its argument is shell
 * source or a list of words. `words`: its arguments are the words of a command. `argv`: the same, and the second one
 * is the name that the program sees. `eval`: its argument is code of the same language. `module`: it loads a file of
 * code. `open`: it reads or writes a file, as its mode says. `sql`: it gives a statement to a database. `fetch` and
 * `send`: it receives or sends data. `print`: it prints its arguments. `connect`, `dup` and `fork`: parts of a shell that
 * is given to another machine. Any other kind is the name of a command, and does what the command does; `tee` writes a
 * file.
 */
export type CallKind =
  | 'shell'
  | 'process'
  | 'words'
  | 'argv'
  | 'eval'
  | 'module'
  | 'rm'
  | 'rm -r'
  | 'open'
  | 'cat'
  | 'tee'
  | 'chmod'
  | 'mv'
  | 'cp'
  | 'ln'
  | 'sql'
  | 'fetch'
  | 'send'
  | 'cd'
  | 'print'
  | 'kill'
  | 'connect'
  | 'dup'
  | 'fork';

/** For each kind the names of its functions, separated by blanks. */
type Names = Partial<Record<CallKind, string>>;

const PYTHON: Names = {
  shell:
    'os.system os.popen os.popen2 os.popen3 subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell pexpect.run ctypes.CDLL().system CDLL().system ctypes.cdll.LoadLibrary().system get_ipython().system get_ipython().getoutput sh.bash invoke.run fabric.run c.run',
  process:
    'subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen pexpect.spawn pty.spawn psutil.Popen run call check_call check_output Popen system popen getoutput',
  words: 'asyncio.create_subprocess_exec sh.Command',
  argv: 'os.execl os.execle os.execlp os.execlpe os.execv os.execve os.execvp os.execvpe os.posix_spawn os.posix_spawnp execl execlp execv execvp',
  module: '(import) importlib.import_module import_module __import__ runpy.run_path runpy.run_module',
  eval: 'exec eval compile pickle.loads marshal.loads dill.loads cloudpickle.loads',
  'rm -r':
    'shutil.rmtree rmtree send2trash send2trash.send2trash distutils.dir_util.remove_tree dir_util.remove_tree remove_tree',
  rm: 'os.remove os.unlink os.rmdir os.removedirs Path.unlink Path.rmdir',
  open: 'open io.open codecs.open os.open os.fdopen builtins.open gzip.open aiofiles.open',
  cat: 'configparser.ConfigParser().read configparser.RawConfigParser().read load_dotenv dotenv_values dotenv.load_dotenv dotenv.dotenv_values linecache.getlines linecache.getline fileinput.input fileinput.FileInput numpy.loadtxt np.loadtxt np.genfromtxt pandas.read_csv pd.read_csv sqlite3.connect',
  tee: 'os.truncate os.mkfifo os.mknod',
  chmod: 'os.chmod os.lchmod',
  mv: 'shutil.move os.rename os.replace os.renames',
  cp: 'shutil.copy shutil.copy2 shutil.copyfile shutil.copytree copyfile copytree',
  ln: 'os.symlink os.link',
  fetch: 'urllib.request.urlretrieve urlretrieve urllib.urlretrieve wget.download',
  send: 'requests.post requests.put requests.patch requests.get requests.request httpx.post httpx.put httpx.get urllib.request.urlopen urlopen urllib.request.Request http.client.HTTPSConnection smtplib.SMTP aiohttp.post socket.gethostbyname socket.gethostbyname_ex socket.getaddrinfo dns.resolver.resolve dns.resolver.query dns.resolver.Resolver().resolve dns.resolver.Resolver().query',
  cd: 'os.chdir chdir',
  print: 'print sys.stdout.write pprint pprint.pprint sys.stderr.write',
  kill: 'os.kill os.killpg',
  connect: 'socket.create_connection asyncio.open_connection',
  dup: 'os.dup2',
  fork: 'os.fork os.forkpty',
};

const NODE: Names = {
  shell:
    'child_process.exec child_process.execSync exec execSync execaCommand execaCommandSync execa.command execa.commandSync shell.exec shelljs.exec $` zx.$` Bun.$` dax.$` sh` execa` $.sync` execa.$` execa.execa`',
  process:
    'child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync child_process.fork spawn spawnSync execFile execFileSync fork execa execaSync execa.sync execa.execa execa.execaSync Bun.spawn Bun.spawnSync Deno.run Deno.Command cross-spawn cross-spawn.sync cross-spawn.spawn tinyexec.x tinyexec.exec nano-spawn process.execve node-pty.spawn pty.spawn java.lang.Runtime.getRuntime().exec java.lang.ProcessBuilder ProcessBuilder',
  module: '(import) require import',
  eval: 'eval Function vm.runInNewContext vm.runInThisContext vm.runInContext vm.Script vm.compileFunction setTimeout setInterval runInNewContext runInThisContext',
  'rm -r':
    'fs.rmSync fs.rm fs.rmdirSync fs.rmdir fs.removeSync fs.remove fs.emptyDirSync fs.emptyDir rmSync rmdirSync rimraf rimraf.sync rimraf.rimraf rimraf.rimrafSync rimrafSync rimraf.default del del.sync del.deleteAsync del.deleteSync del.default trash Deno.remove Deno.removeSync shell.rm removeSync emptyDirSync',
  rm: 'fs.unlinkSync fs.unlink unlinkSync unlink',
  cat: 'fs.readFile fs.readFileSync fs.createReadStream fs.readvSync readFile readFileSync createReadStream Bun.file Deno.readTextFile Deno.readTextFileSync Deno.readFile Deno.readFileSync dotenv.config shell.cat java.io.FileReader java.io.FileInputStream java.nio.file.Files.readString java.nio.file.Files.readAllLines java.nio.file.Files.readAllBytes',
  open: 'fs.open fs.openSync openSync Deno.open Deno.openSync',
  tee: 'fs.writeFileSync fs.writeFile fs.appendFileSync fs.appendFile fs.truncateSync fs.truncate fs.createWriteStream fs.outputFile fs.outputFileSync fs.writeJson fs.writeJsonSync fs.writeJSON writeFileSync writeFile appendFileSync appendFile createWriteStream Bun.write Deno.writeTextFile Deno.writeTextFileSync Deno.writeFile Deno.writeFileSync java.io.FileWriter java.io.FileOutputStream java.io.PrintWriter java.nio.file.Files.write java.nio.file.Files.writeString',
  chmod: 'fs.chmod fs.chmodSync chmodSync Deno.chmod Deno.chmodSync',
  mv: 'fs.rename fs.renameSync fs.move fs.moveSync renameSync Deno.rename Deno.renameSync shell.mv',
  cp: 'fs.copyFile fs.copyFileSync fs.cp fs.cpSync fs.copy fs.copySync copyFileSync cpSync Deno.copyFile Deno.copyFileSync shell.cp',
  ln: 'fs.symlink fs.symlinkSync fs.link fs.linkSync symlinkSync',
  send: 'fetch axios axios.post axios.put axios.get axios.patch axios.request got got.post got.put http.request https.request http.get https.get http.request().write http.request().end https.request().write https.request().end undici.fetch undici.request navigator.sendBeacon node-fetch node-fetch.default XMLHttpRequest ky.post superagent.post request.post request needle dns.resolve dns.resolve4 dns.resolve6 dns.resolveTxt dns.resolveAny dns.resolveCname dns.lookup dns.promises.resolve dns.promises.resolve4 dns.promises.resolveTxt dns.promises.lookup dns/promises.resolve dns/promises.resolve4 dns/promises.lookup dns/promises.resolveTxt dns.Resolver().resolve dns.Resolver().resolve4 dns.promises.Resolver().resolve4 Deno.resolveDns dgram.createSocket().send',
  cd: 'process.chdir shell.cd',
  print:
    'console.log console.error console.info console.warn console.debug console.dir console.table process.stdout.write process.stderr.write',
  kill: 'process.kill',
  connect: 'net.connect net.createConnection net.Socket().connect net.Socket net.Socket.connect tls.connect',
};

const RUBY: Names = {
  shell: '(shell)',
  process:
    'system exec spawn Kernel.system Kernel.exec Kernel.spawn Process.spawn Process.exec IO.popen popen Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen2 Open3.popen2e Open3.popen3 Open3.pipeline Kernel.` PTY.spawn sh TTY.Command.run',
  eval: 'eval instance_eval class_eval module_eval Kernel.eval RubyVM.InstructionSequence.compile binding.eval',
  module: 'require load require_relative',
  'rm -r':
    'FileUtils.rm_rf FileUtils.rm_r FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure FileUtils.rmtree FileUtils.remove_file rm_rf rm_r rmtree remove_dir Pathname.rmtree',
  rm: 'File.delete File.unlink FileUtils.rm FileUtils.rm_f FileUtils.remove Dir.rmdir Dir.delete Dir.unlink rm_f',
  open: 'open File.open File.new IO.open Kernel.open URI.open',
  cat: 'File.read File.readlines IO.read IO.readlines IO.binread File.binread File.foreach IO.foreach Dotenv.load YAML.load_file',
  tee: 'File.write IO.write File.binwrite IO.binwrite File.truncate FileUtils.touch',
  chmod: 'File.chmod FileUtils.chmod FileUtils.chmod_R',
  mv: 'File.rename FileUtils.mv FileUtils.move',
  cp: 'FileUtils.cp FileUtils.cp_r FileUtils.copy FileUtils.copy_file IO.copy_stream FileUtils.install',
  ln: 'File.symlink FileUtils.ln_s FileUtils.ln_sf',
  send: 'Net.HTTP.post Net.HTTP.post_form Net.HTTP.get HTTParty.post Faraday.post RestClient.post URI.open Net.HTTP.start Resolv.getaddress Resolv.getaddresses Resolv.DNS.new().getaddress Resolv.DNS.new().getresource Resolv.DNS.new().getresources Addrinfo.getaddrinfo Socket.gethostbyname TCPSocket.gethostbyname',
  cd: 'Dir.chdir FileUtils.cd',
  print: 'puts print p pp $stdout.puts STDOUT.puts $stdout.write printf',
  kill: 'Process.kill',
  connect: 'TCPSocket.new TCPSocket.open TCPSocket UNIXSocket.new',
  fork: 'fork Process.fork Kernel.fork',
};

const PERL: Names = {
  shell: '(shell) readpipe shell',
  words: 'system exec CORE.system CORE.exec IPC.System.Simple.system run IPC.Run.run capture open2 open3',
  eval: 'eval',
  module: 'do require',
  'rm -r': 'rmtree remove_tree File.Path.rmtree File.Path.remove_tree',
  rm: 'unlink rmdir CORE.unlink',
  open: 'open sysopen IO.File.new CORE.open',
  cat: 'slurp read_file File.Slurp.read_file',
  tee: 'truncate write_file File.Slurp.write_file',
  chmod: 'chmod',
  mv: 'rename move File.Copy.move mv',
  cp: 'copy File.Copy.copy cp',
  ln: 'symlink link',
  send: 'LWP.UserAgent.new().post LWP.UserAgent.new.post HTTP.Tiny.new().post HTTP.Tiny.new.post LWP.Simple.get gethostbyname',
  cd: 'chdir',
  print: 'print printf say',
  kill: 'kill',
  connect: 'connect IO.Socket.INET IO.Socket.INET.new IO.Socket.new socket',
  dup: 'dup2 POSIX.dup2',
  fork: 'fork',
};

const PHP: Names = {
  shell: '(shell) system exec shell_exec passthru popen',
  process: 'proc_open',
  words: 'pcntl_exec',
  eval: 'eval create_function',
  module: 'include include_once require require_once',
  rm: 'unlink rmdir array_map array_walk',
  'rm -r': 'Storage.deleteDirectory File.deleteDirectory File.cleanDirectory',
  open: 'fopen SplFileObject',
  cat: 'file_get_contents readfile file highlight_file show_source parse_ini_file fread',
  tee: 'file_put_contents touch ftruncate',
  chmod: 'chmod',
  mv: 'rename move_uploaded_file',
  cp: 'copy',
  ln: 'symlink link',
  send: 'curl_setopt curl_exec curl_init mail Http.post gethostbyname gethostbynamel dns_get_record checkdnsrr',
  sql: 'mysqli_query mysqli_multi_query mysqli_real_query mysqli_prepare mysql_query pg_query pg_query_params pg_send_query pg_prepare sqlsrv_query odbc_exec oci_parse DB.statement DB.unprepared',
  cd: 'chdir',
  print: 'print echo var_dump print_r printf',
  kill: 'posix_kill',
  connect: 'fsockopen pfsockopen socket_connect stream_socket_client',
  fork: 'pcntl_fork',
};

const LUA: Names = {
  shell: 'os.execute io.popen (shell)',
  eval: 'loadstring load dostring',
  module: 'dofile require loadfile',
  rm: 'os.remove',
  'rm -r': 'lfs.rmdir',
  open: 'io.open io.lines io.input io.output',
  mv: 'os.rename',
  print: 'print io.write',
  cd: 'lfs.chdir',
  connect: 'socket.connect socket.tcp().connect',
};

const R: Names = {
  shell: 'system shell pipe (shell)',
  words: 'system2 processx.run',
  eval: 'parse eval',
  module: 'source sys.source devtools.source_url source_url',
  'rm -r': 'unlink',
  rm: 'file.remove',
  cat: 'readLines read.csv file readRDS scan read.table',
  tee: 'writeLines sink write.csv write',
  chmod: 'Sys.chmod',
  mv: 'file.rename',
  cp: 'file.copy',
  fetch: 'download.file',
  cd: 'setwd',
  print: 'print cat message',
};

const OTHER: Names = {
  shell:
    '(shell) system shell run sh exec cmd os.system Runtime.getRuntime().exec Sys.command shellCmd execShellCmd :os.cmd os.cmd shell_exec',
  process:
    'System.cmd Process ProcessBuilder Process.apply Process.run Process.runSync Process.start Process.new Process.exec Open3.capture3 System.shell proc.run subprocess.run System.Diagnostics.Process.Start Process.Start commandLine',
  module: 'include',
  fetch: 'download Downloads.download',
  'rm -r':
    'File.rm_rf File.rm_rf! FileUtils.rm_rf rm FileManager.default.removeItem deltree removeDir FileUtils.deleteDirectory Directory.Delete System.IO.Directory.Delete rmtree os.remove_all remove_all fs.remove_all',
  rm: 'File.rm File.rm! File.delete File.unlink Files.delete Files.deleteIfExists removeFile unlink std.file.remove os.remove',
  cat: 'File.read File.read! readFile Files.readString Files.readAllLines slurp File.readText read io.open FileReader java.io.FileReader FileInputStream java.io.FileInputStream Scanner File.ReadAllText System.IO.File.ReadAllText',
  tee: 'File.write File.write! Files.writeString writeFile spit Files.write FileWriter java.io.FileWriter FileOutputStream java.io.FileOutputStream PrintWriter File.WriteAllText System.IO.File.WriteAllText',
  open: 'open io.open',
  mv: 'File.rename Files.move mv',
  cp: 'File.cp Files.copy cp',
  eval: 'eval Code.eval_string Eval.me',
  connect:
    'Socket java.net.Socket Socket.connect Socket.new Socket.tcp TCPSocket.new TCPSocket Sockets.connect :gen_tcp.connect gen_tcp.connect',
  print: 'print println IO.puts puts',
  cd: 'cd File.cd! Dir.chdir',
};

const COMPILED: Names = {
  shell: 'system popen std.system std.popen _popen',
  process:
    'exec.Command exec.CommandContext Command.new process.Command.new std.process.Command.new Runtime.getRuntime().exec ProcessBuilder os.StartProcess Process.Start System.Diagnostics.Process.Start',
  argv: 'execl execlp execle execv execvp execve execvpe syscall.Exec unix.Exec libc.execv libc.execve',
  'rm -r':
    'os.RemoveAll fs.remove_dir_all std.fs.remove_dir_all std.filesystem.remove_all filesystem.remove_all fs.remove_all remove_dir_all FileUtils.deleteDirectory Directory.Delete nftw',
  rm: 'os.Remove unlink remove rmdir fs.remove_file std.fs.remove_file fs.remove_dir remove_file Files.delete Files.deleteIfExists File.Delete std.remove std.filesystem.remove syscall.Unlink',
  cat: 'os.ReadFile ioutil.ReadFile os.Open fs.read_to_string std.fs.read_to_string fs.read File.open FileReader FileInputStream java.io.FileReader java.io.FileInputStream Files.readString Files.readAllBytes Files.readAllLines File.ReadAllText',
  tee: 'os.WriteFile ioutil.WriteFile os.Create os.Truncate fs.write std.fs.write File.create Files.writeString Files.write File.WriteAllText FileWriter truncate FileOutputStream java.io.FileWriter java.io.FileOutputStream PrintWriter',
  open: 'fopen std.ofstream os.OpenFile',
  chmod: 'os.Chmod chmod fs.set_permissions',
  mv: 'os.Rename fs.rename std.fs.rename rename Files.move File.Move',
  cp: 'fs.copy std.fs.copy Files.copy File.Copy',
  cd: 'os.Chdir chdir',
  connect:
    'net.Dial net.DialTimeout tls.Dial TcpStream.connect net.TcpStream.connect std.net.TcpStream.connect Socket java.net.Socket TcpClient System.Net.Sockets.TcpClient syscall.Connect unix.Connect connect syscall.Accept unix.Accept accept TcpListener.bind net.Listen',
  send: 'net.LookupHost net.LookupIP net.LookupTXT net.LookupAddr InetAddress.getByName java.net.InetAddress.getByName getaddrinfo gethostbyname http.Post http.PostForm',
  dup: 'dup2 dup3 syscall.Dup2 syscall.Dup3 unix.Dup2 libc.dup2 libc.dup3',
};

const NAMES: Record<TokenLanguage, Names> = {
  python: PYTHON,
  node: NODE,
  ruby: RUBY,
  perl: PERL,
  php: PHP,
  lua: LUA,
  r: R,
  other: OTHER,
  compiled: COMPILED,
};

/** Names of methods. The kind holds only for some objects: a path, a connection. kindOfMethod decides that. */
const METHODS: Partial<Record<CallKind, string>> = {
  rm: 'unlink rmdir unlinkSync delete',
  'rm -r': 'rmtree rmSync rmdirSync deleteDir deleteRecursively',
  cat: 'read_text read_bytes readText readLines',
  open: 'open',
  tee: 'write_text write_bytes touch',
  chmod: 'chmod',
  mv: 'rename replace',
  sql: 'execute executemany executescript execute_async exec_driver_sql query exec raw executeRaw executeRawUnsafe $executeRaw $executeRawUnsafe $queryRaw $queryRawUnsafe queryRaw queryRawUnsafe queryArray queryObject run do prepare unsafe batch sql command statement unprepared multi_query real_query execute_query exec_query exec_params exec_update async_exec executeQuery executeUpdate executeLargeUpdate executeStatement executeSql addBatch prepareStatement createNativeQuery nativeQuery Exec ExecContext MustExec Query QueryRow QueryContext ExecuteNonQuery ExecuteNonQueryAsync ExecuteSqlRaw FromSqlRaw run_sql execute_sql selectrow_array selectall_arrayref fetch_all all each scalars simple_query exec_sql executemultiple execute_many read_sql_query runSQL',
  shell: 'execSync',
  process: 'spawnSync execFileSync',
  connect: 'connect connect_ex',
  dup: 'dup2',
  send: 'post send sendall sendmail send_message storbinary storlines put_object upload_fileobj upload_blob',
};

/** Made when a language is first needed. */
const kindsByLanguage = new Map<TokenLanguage, ReadonlyMap<string, CallKind>>();

/** The kind of each function of a language, by its full name. */
function kindsByName(language: TokenLanguage): ReadonlyMap<string, CallKind> {
  const known = kindsByLanguage.get(language);
  if (known) return known;
  const names = invertNames(NAMES[language]);
  // PHP does not distinguish upper and lower case in names of functions.
  const kinds =
    language === 'php' ? new Map([...names].map(([name, kind]) => [name.toLowerCase(), kind])) : names;
  kindsByLanguage.set(language, kinds);
  return kinds;
}

function invertNames(names: Names): ReadonlyMap<string, CallKind> {
  const entries = Object.entries(names) as [CallKind, string][];
  return new Map(
    entries.flatMap(([kind, list]) => list.split(' ').map((name): [string, CallKind] => [name, kind])),
  );
}

let methodKinds: ReadonlyMap<string, CallKind> | undefined;

/** The kind of a function; undefined for all functions that the guard need not know. */
export const callKindOf = (language: TokenLanguage, callee: string): CallKind | undefined =>
  kindsByName(language).get(language === 'php' ? callee.toLowerCase() : callee);

/** The kind of a method, whatever object it belongs to. The caller decides whether the object fits. */
export function methodKind(name: string): CallKind | undefined {
  methodKinds ??= invertNames(METHODS);
  return methodKinds.get(name);
}

/** Functions that are in no table, but whose result or arguments matter when they are called without parentheses. */
const OTHER_BARE_CALLEES =
  /^(?:glob|join|push|File\.join|return|require|sprintf|shift|split|lc|uc|readline|decode_base64|MIME\.Base64\.decode_base64)$/;

/** Whether a function matters if it is called without parentheses. */
export const mayBeBareCallee = (language: TokenLanguage, callee: string): boolean =>
  callKindOf(language, callee) !== undefined || OTHER_BARE_CALLEES.test(callee);
