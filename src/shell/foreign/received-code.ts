// Recognises code that runs what arrives from the network, or gives a shell to whoever connects. It looks at the source by
// regular expressions, because the parts of such code are often in several functions.
import { pattern } from '../base/pattern.ts';

/** `while cmd = socket.gets; IO.popen(cmd)`: a variable is filled from a connection and then run. */
const RUNS_READ_FUNCTION = pattern(String.raw`
  # A variable that is filled from a connection,
  \b(\w+)\s*(?:,\s*\w+\s*)*=\s*(?:assert\()?\w+[:.](?:gets|receive|recv|readline|read)\b
  # and a call after it that runs the variable.
  [\s\S]{0,400}\b(?:popen|execute|system|exec|shell_exec|check_output|run)\s*\(?\s*\1\b
`);

/** `cmd = readline(sock); run(`$cmd`)`: the same with functions. */
const RUNS_READ = pattern(String.raw`
  # A variable that is filled by a function,
  \b(\w+)\s*=\s*(?:readline|readuntil|readavailable|recv|fgets|fread|socket_read)\s*\(\s*\$?\w+
  # and a call after it that runs the variable.
  [\s\S]{0,400}\b(?:run|system|exec|popen|shell_exec|proc_open|passthru)\s*\([\s\S]{0,80}\$\{?\1\b
`);

/** `system(readLines(socket))`, `exec [gets $socket]`: the same without a variable. */
const RUNS_WITHOUT_VARIABLE =
  /\b(?:system2?|popen|exec\w*|shell_exec|check_output|run)\b\s*[([][^\n;]{0,40}\b(?:readLines|readline|gets|fgets|recv\w*|receive|socket_read)\b/;

/** Connects to another machine. */
const CONNECTS_OUT =
  /\bSocket\s*\(\s*["'\w]|\bTCPSocket\b|\bTcpClient\b|\bfsockopen\b|\bnet\.(?:connect|Dial)\b|\bconnect\s*\(\s*["'(]/;

/** Without one of these, code does not use the network. */
const NAMES_NETWORK = /socket|TCPServer|ServerSocket|\bnet\b|IO::Socket|\bhttps?\b|Flask|express/i;

/** Waits for connections. */
const IS_SERVER = /createServer|TCPServer|HTTPServer|\baccept\s*\(|\.listen\s*\(|Flask\s*\(/;
/** Starts a shell, or replaces its input and output. */
const STARTS_SHELL =
  /\b(?:spawn|exec\w*|dup2|popen|system|ProcessBuilder|Process\.(?:start|run)|Command(?:::new)?)\b[\s\S]{0,80}['"](?:\/bin\/)?(?:ba|z|da)?sh['"]/;

/** Runs a part of the request that arrives. */
const RUNS_REQUEST =
  /\b(?:exec|execSync|system|popen|shell_exec|passthru|check_output|getoutput|run|spawn)\s*\(\s*[\w.]*\b(?:req|request|q|url|query|body|params|data|cmd|command|path|rfile|args|line)\b/i;

/** Longer code is a program, which may serve a terminal on purpose. */
const MAX_LENGTH = 20_000;

/** Whether code runs what it receives. */
export function runsReceived(code: string): boolean {
  if (code.length > MAX_LENGTH || !NAMES_NETWORK.test(code)) return false;
  return (
    RUNS_READ_FUNCTION.test(code) ||
    RUNS_READ.test(code) ||
    (/socket/i.test(code) && RUNS_WITHOUT_VARIABLE.test(code)) ||
    (CONNECTS_OUT.test(code) && STARTS_SHELL.test(code)) ||
    (IS_SERVER.test(code) && (STARTS_SHELL.test(code) || RUNS_REQUEST.test(code)))
  );
}
