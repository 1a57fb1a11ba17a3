// Which program a hook starts, as far as its text tells. Pure.

export interface Line {
  /** Words of the command, quotes taken off and known variables filled in. */
  words: string[];
  /** No shell in between. */
  exec: boolean;
}

export interface Around {
  home: string;
  project: string;
  pluginRoot?: string;
}

export function commandLine(handler: Record<string, unknown>, around: Around): Line {
  const command = String(handler.command ?? '');
  const exec = Array.isArray(handler.args);
  const words = exec ? [command, ...(handler.args as unknown[]).map(String)] : shellWords(command);
  return { words: words.map((word) => fill(word, around, exec)), exec };
}

/** Words of a shell command up to the first operator; enough to see what is started. */
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
        (_, double, single, one) => double ?? single ?? one,
      ),
    );
    at = pattern.lastIndex;
  }
}

function fill(word: string, { home, project, pluginRoot }: Around, exec: boolean): string {
  const known = word
    .replace(/\$\{CLAUDE_PROJECT_DIR\}|\$CLAUDE_PROJECT_DIR\b/g, project)
    .replace(/\$\{CLAUDE_PLUGIN_ROOT\}|\$CLAUDE_PLUGIN_ROOT\b/g, pluginRoot ?? '$CLAUDE_PLUGIN_ROOT');
  if (exec) return known; // Without a shell nobody fills in the home.
  return known.replace(/^~(?=\/|$)/, home).replace(/\$\{HOME\}|\$HOME\b/g, home);
}

const interpreters =
  /^(python[\d.]*|node|bun|deno|ruby|perl|php|bash|sh|zsh|dash|fish|pwsh|uv|npx|bunx|tsx|env|exec|timeout|nice|sudo)$/;
/** Interpreters whose next plain word is not a file. */
const runners = /^(uv|npx|bunx|env|exec|timeout|nice|sudo)$/;

export interface Started {
  /** A path, or a name that is looked up. */
  program: string;
  /** The script that an interpreter gets. */
  script?: string;
}

export function startedBy({ words }: Line): Started | undefined {
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

/** The same for all spellings of the same command. */
export function sameKey(handler: Record<string, unknown>, around: Around): string {
  if (handler.type !== 'command')
    return JSON.stringify([handler.type, handler.url, handler.server, handler.tool, handler.prompt]);
  const command = String(handler.command ?? '');
  const args = Array.isArray(handler.args) ? (handler.args as unknown[]).map(String) : [];
  const spelled = [command, ...args]
    .map((word) => fill(word.replaceAll(/["']/g, ''), around, false))
    .join(' ')
    .replaceAll(/(^|\s)~(?=\/)/g, `$1${around.home}`)
    .replaceAll(/\s+/g, ' ')
    .trim();
  // A relative path is looked up in the project.
  return spelled.replace(/(^|\s)(?:\.\/)?(\.[\w-]+\/\S+)/g, `$1${around.project}/$2`);
}
