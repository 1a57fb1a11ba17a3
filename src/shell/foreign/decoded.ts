// Recognises code that hides what it runs: decoded or fetched just before, or typed by someone at the other end.

export const opensShell = (text: string) =>
  /socket|fsockopen|TCPSocket|\bnet\.(connect|createConnection)|\(['"](node:)?net['"]\)/i.test(text) &&
  /(dup2|pty\.spawn|subprocess|exec|spawn|\/bin\/(ba)?sh|system)/.test(text) &&
  /connect|fsockopen|TCPSocket/i.test(text);

export const FETCHES = /urlopen|requests\.get|fetch\(|https?:|curl |wget |Net::HTTP|LWP/;
const DECODES = /b64decode|decode64|fromhex|atob|Buffer\.from|unhexlify|decode\(|base64|unpack\(/;

const SHELLED = '(?:system|popen|run|call|check_call|check_output|Popen|getoutput|execSync|exec)';
const DECODER = '(?:urlsafe_)?(?:b64decode|b32decode|unhexlify|fromhex|atob|decode64)';

/** `os.system(b64decode(x))`, or the same by way of a variable. */
const shellsDecoded = (text: string) =>
  new RegExp(
    `\\b${SHELLED}\\s*\\(\\s*(?:args\\s*=\\s*)?[\\w.]*${DECODER}\\b(?![^;\\n]*shell\\s*=\\s*False)`,
  ).test(text) ||
  new RegExp(`(\\w+)\\s*=\\s*[\\w.]*${DECODER}\\b[\\s\\S]*\\b${SHELLED}\\s*\\(\\s*\\1\\b`).test(text);

export const runsDecoded = (text: string) =>
  (DECODES.test(text) && shellsDecoded(text)) ||
  evaluatesDecoded(text) ||
  /\b(include|require)(_once)?\b[\s(]*['"]https?:/.test(text);

const evaluatesDecoded = (text: string) =>
  // The content of strings is not code of this language.
  /\b(exec|eval|compile|loadstring|instance_eval|new Function|runIn\w*Context)\b\s*[(`"'\s]|\.then\(\s*eval\s*\)/.test(
    text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, "''"),
  ) &&
  (DECODES.test(text) || FETCHES.test(text));
