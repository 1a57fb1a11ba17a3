// Finds the program that a hook starts, as far as its text shows. Pure.

export interface CommandLine {
  /** Words of the command, with quotes removed and known variables expanded. */
  words: string[];
  /** Started directly, without a shell. */
  exec: boolean;
}

/** The values of `~`, CLAUDE_PROJECT_DIR and CLAUDE_PLUGIN_ROOT in a hook's command. */
export interface HookPaths {
  home: string;
  project: string;
  pluginRoot?: string;
}

export function commandLine(handler: Record<string, unknown>, paths: HookPaths): CommandLine {
  const command = String(handler.command ?? '');
  const exec = Array.isArray(handler.args);
  const words = exec ? [command, ...(handler.args as unknown[]).map(String)] : shellWords(command);
  return { words: words.map((word) => expand(word, paths, exec)), exec };
}

/** All words of a command, also those behind an operator or inside a quoted command, with known variables expanded. */
export function allWords(handler: Record<string, unknown>, paths: HookPaths): string[] {
  return String(handler.command ?? '')
    .split(/[\s"';&|()<>`]+/)
    .filter(Boolean)
    .map((word) => expand(word, paths, false));
}

/** The words of a shell command up to the first operator, which is enough to find the program. */
export function shellWords(command: string): string[] {
  const words: string[] = [];
  let at = 0;
  const pattern = /\s*(?:([;&|()<>\n])|((?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s;&|()<>"'\\])+))/y;
  for (;;) {
    pattern.lastIndex = at;
    const match = pattern.exec(command);
    if (!match || match[1]) return words;
    words.push(
      match[2]!.replace(
        /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g,
        (_, double, single, escaped) => double ?? single ?? escaped,
      ),
    );
    at = pattern.lastIndex;
  }
}

function expand(word: string, { home, project, pluginRoot }: HookPaths, exec: boolean): string {
  const known = word
    .replace(/\$\{CLAUDE_PROJECT_DIR\}|\$CLAUDE_PROJECT_DIR\b/g, project)
    .replace(/\$\{CLAUDE_PLUGIN_ROOT\}|\$CLAUDE_PLUGIN_ROOT\b/g, pluginRoot ?? '$CLAUDE_PLUGIN_ROOT');
  if (exec) return known; // Without a shell, `~` and `$HOME` are not expanded.
  return known.replace(/^~(?=\/|$)/, home).replace(/\$\{HOME\}|\$HOME\b/g, home);
}

const interpreters =
  /^(python[\d.]*|node|bun|deno|ruby|perl|php|bash|sh|zsh|dash|fish|pwsh|uv|npx|bunx|tsx|env|exec|timeout|nice|sudo)$/;
/** Interpreters whose next argument is not a script. */
const runners = /^(uv|npx|bunx|env|exec|timeout|nice|sudo)$/;

export interface StartedProgram {
  /** A path, or a name that is looked up on the PATH. */
  program: string;
  /** The script that an interpreter runs. */
  script?: string;
}

export function findProgram({ words }: CommandLine): StartedProgram | undefined {
  const rest = words.filter((word, at) => at > 0 || !/^\w+=/.test(word));
  const first = rest.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const program = rest[first];
  if (!program) return undefined;
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (!interpreters.test(name) || runners.test(name)) return { program };
  const script = rest
    .slice(first + 1)
    .find((word, at, all) => !word.startsWith('-') && !/^-[cem]$/.test(all[at - 1] ?? ''));
  const inline = rest.slice(first + 1).some((word) => /^-\w*[ce]$/.test(word) || word === '-m');
  return inline || script === undefined ? { program } : { program, script };
}

/** A key that is the same for all spellings of a command. */
export function commandKey(handler: Record<string, unknown>, paths: HookPaths): string {
  if (handler.type !== 'command')
    return JSON.stringify([handler.type, handler.url, handler.server, handler.tool, handler.prompt]);
  const command = String(handler.command ?? '');
  const args = Array.isArray(handler.args) ? (handler.args as unknown[]).map(String) : [];
  const spelled = [command, ...args]
    .map((word) => expand(word.replaceAll(/["']/g, ''), paths, false))
    .join(' ')
    .replaceAll(/(^|\s)~(?=\/)/g, `$1${paths.home}`)
    .replaceAll(/\s+/g, ' ')
    .trim();
  // A relative path starts at the project's folder.
  return spelled.replace(/(^|\s)(?:\.\/)?(\.[\w-]+\/\S+)/g, `$1${paths.project}/$2`);
}
