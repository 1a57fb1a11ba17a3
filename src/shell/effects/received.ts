// Recognises typed code that runs what arrives from the network, or gives a shell to whoever connects.
import { reverseShell } from '../programs/behaviours/sockets.ts';
import { programOf } from '../programs/registry.ts';
import { unexplainedWords } from '../programs/unexplained.ts';
import type { Effect, ShellCommand } from '../types.ts';
import { isRead } from './unknown-program.ts';

/** `while cmd = socket.gets; IO.popen(cmd)`: a variable is filled from a connection and then run. */
const RUNS_RECEIVED =
  /\b(\w+)\s*(?:,\s*\w+\s*)*=\s*(?:assert\()?\w+[:.](?:gets|receive|recv|readline|read)\b[\s\S]{0,400}\b(?:popen|execute|system|exec|shell_exec|check_output|run)\s*\(?\s*\1\b/;

/** `cmd = readline(sock); run(`$cmd`)`: the same with functions. */
const RUNS_READ =
  /\b(\w+)\s*=\s*(?:readline|readuntil|readavailable|recv|fgets|fread|socket_read)\s*\(\s*\$?\w+[\s\S]{0,400}\b(?:run|system|exec|popen|shell_exec|proc_open|passthru)\s*\([\s\S]{0,80}\$\{?\1\b/;

/** `system(readLines(socket))`, `exec [gets $socket]`: the same without a variable. */
const RUNS_AT_ONCE =
  /\b(?:system2?|popen|exec\w*|shell_exec|check_output|run)\b\s*[([][^\n;]{0,40}\b(?:readLines|readline|gets|fgets|recv\w*|receive|socket_read)\b/;

/** Connects to another machine. */
const CONNECTS_OUT =
  /\bSocket\s*\(\s*["'\w]|\bTCPSocket\b|\bTcpClient\b|\bfsockopen\b|\bnet\.(?:connect|Dial)\b|\bconnect\s*\(\s*["'(]/;

const CONNECTS = /socket|TCPServer|ServerSocket|\bnet\b|IO::Socket|\bhttps?\b|Flask|express/i;

/** A server that starts a shell and joins it with a connection. */
const LISTENS = /createServer|TCPServer|HTTPServer|\baccept\s*\(|\.listen\s*\(|Flask\s*\(/;
const STARTS_SHELL =
  /\b(?:spawn|exec\w*|dup2|popen|system|ProcessBuilder|Process\.(?:start|run)|Command(?:::new)?)\b[\s\S]{0,80}['"](?:\/bin\/)?(?:ba|z|da)?sh['"]/;

/** Runs a part of the request that arrives. */
const RUNS_REQUEST =
  /\b(?:exec|execSync|system|popen|shell_exec|passthru|check_output|getoutput|run|spawn)\s*\(\s*[\w.]*\b(?:req|request|q|url|query|body|params|data|cmd|command|path|rfile|args)\b/i;

/** Only code on the command line or in a heredoc counts; programs of people may serve a terminal on purpose. */
export function receivedCode(command: ShellCommand): Effect[] {
  const typed = programOf(command).language && command.code?.by === 'heredoc' ? command.code.text : undefined;
  const unread = unexplainedWords(command).map((w) => w.text);
  const input = isRead(command) ? '' : (command.stdin?.text ?? '');
  return [typed ?? '', input, ...unread].some(runsReceived) ? [reverseShell(command)] : [];
}

function runsReceived(text: string): boolean {
  if (text.length > 20_000 || !CONNECTS.test(text)) return false;
  return (
    RUNS_RECEIVED.test(text) ||
    RUNS_READ.test(text) ||
    (/socket/i.test(text) && RUNS_AT_ONCE.test(text)) ||
    (CONNECTS_OUT.test(text) && STARTS_SHELL.test(text)) ||
    (LISTENS.test(text) && (STARTS_SHELL.test(text) || RUNS_REQUEST.test(text)))
  );
}
