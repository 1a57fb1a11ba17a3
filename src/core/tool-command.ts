// Finds the shell command or the code in the input of a tool call, whatever the name of its field.

import { flatInput, readInput } from './flat-input.ts';
import { shellWord } from './text.ts';

/** Input fields in which tools of servers take a shell command: `cmd`, `shellCommand`, `command_line`, `commandToRun`. */
const commandField =
  /^(?:argv|bash|shell|script|exec|cmd|command|(?:shell|cli|bash|terminal|raw|full|remote)_?(?:command|cmd|script)|(?:command|cmd)_?(?:line|string|text|to_?(?:run|execute))|(?:shell|bash)_?code|script_?(?:content|text|body))$/i;

/** Input fields in which tools take a program, with its arguments in another field. */
const programFields = ['program', 'executable', 'binary', 'exe'];

/** Tools that are named after a shell: `mcp__x__bash` with `input`. */
const shellTool = /__(?:ba|z)?sh$|__(?:shell|terminal|console|cmd)$/i;

/** Tools that type into whatever window is in front. */
const typesAnywhere = /__\w*(?:type|type_text|send_keys|keyboard_type|paste_text)$/i;

/** Input fields in which tools take code of another language. */
const codeField =
  /^(?:(?:\w+_)?code(?:_?(?:snippet|block|content|string))?|source(?:_code)?|python|javascript|js|snippet|expression|function|program_text|cell|cell_source|(?:apple|python|js)_?script|script|body_script)$/i;

/** Tools that run such code, by their name. */
const runsCode =
  /exec|run|eval|repl|interpret|python|javascript|node|notebook|jupyter|applescript|osascript|sandbox/i;

/** Tools whose `script` is code of the language in their name, not shell source. */
const otherLanguage = /applescript|osascript|python|javascript|puppeteer|playwright|browser|chrome|jxa/i;

/** Tools that are named after the program whose arguments they take: `run_gcloud_command` with `args`. */
const namedPrograms =
  /(?:^|_)(gcloud|aws|az|kubectl|docker|helm|terraform|git|gh|npm|psql|heroku|flyctl|vercel|redis)(?:_|$)/;

/** Tools that run a command inside a container or on another machine: it is not an argument of the program they are named after. */
const runsInside = /(?:^|_)(?:exec|ssh|shell|bash|sh|terminal|sandbox)(?:_|$)/i;

/** Tools that explain a command and do not run it. */
const onlyExplains = /__(?:describe|explain|help|suggest)_/i;

/** Tools that type into a terminal. */
const typesIntoTerminal =
  /(?:terminal|iterm|tmux|shell|pty|console|process|repl|stdin).*(?:write|send|type|input|paste|keys|interact)|(?:write|send|type|input|paste|interact).*(?:terminal|iterm|tmux|shell|pty|stdin|process|repl)/i;
/** Tools that type into the person's own terminals, in one of which the client may run. */
const personsTerminal =
  /(iterm|tmux|kitty|wezterm|ghostty|zellij|warp|terminal_?app).*(write|send|type|input|paste|key)|(write|send|type|paste)\w*_(terminal|iterm|tmux)/i;
/** Tools that type with the keyboard of the window system. */
const systemKeyboard =
  /(computer|desktop|keyboard|applescript|pyautogui|xdotool|ui_?automation|mac_?os|windows).*(type|key|press|paste|hotkey)/i;
const inBrowser = /chrome|browser|playwright|puppeteer|selenium/i;

/** Whether an MCP tool types where its text would count as typed by the person. */
export const typesAsPerson = (tool_name: string): boolean =>
  tool_name.startsWith('mcp__') &&
  !inBrowser.test(tool_name) &&
  (personsTerminal.test(tool_name) || systemKeyboard.test(tool_name));

/** Input fields with the text that such tools type. */
const typedFields = ['text', 'keys', 'input', 'data', 'content'];

/** The shell source that a tool call would run; undefined if it runs none. */
export function commandOf(event: {
  tool_name: string;
  tool_input: Readonly<Record<string, unknown>>;
}): string | undefined {
  const { tool_name, tool_input } = event;
  if (tool_name === 'NotebookEdit') return cellCommands(tool_input);
  if (!tool_name.startsWith('mcp__')) {
    const { command } = tool_input;
    if (typeof command !== 'string') return undefined;
    return tool_name === 'PowerShell' ? fromPowerShell(command) : command;
  }
  const first = commandOfMcpTool(tool_name, flatInput(tool_input));
  // A tool may take several steps: `{"steps": [{"command": …}, {"command": …}]}`.
  const steps = readInput(tool_input).objects.map((object) => commandOfMcpTool(tool_name, object));
  const commands = [first, ...steps].filter((source) => source !== undefined);
  return commands.length === 0 ? undefined : [...new Set(commands)].join('\n');
}

function commandOfMcpTool(tool_name: string, input: Readonly<Record<string, unknown>>): string | undefined {
  if (onlyExplains.test(tool_name)) return undefined;
  const program = programInName(tool_name);
  const tool = tool_name.slice(tool_name.lastIndexOf('__') + 2);
  const commands = Object.keys(input)
    .filter((field) => commandField.test(field) && !(/script/i.test(field) && otherLanguage.test(tool_name)))
    .flatMap((field) => sourceOf(input[field]) ?? [])
    .filter((text, _, all) => all.length === 1 || /\s/.test(text) || !isShellName(text))
    .map((text) =>
      withProgram(runsInside.test(tool) ? undefined : program, [text, argumentsOf(input)].join(' ').trim()),
    );
  if (commands.length > 0) return [...new Set(commands)].join('\n');
  const executable = programFields.map((field) => input[field]).find((value) => typeof value === 'string');
  if (executable !== undefined && argumentsOf(input) !== '')
    return `${executable as string} ${argumentsOf(input)}`;
  if (Array.isArray(input.commands) && input.commands.every((command) => typeof command === 'string'))
    return input.commands.join('\n');
  const words = program && sourceOf(input.args ?? input.arguments);
  if (words) return withSubcommand(program as string, tool, words);
  return (
    typedCommand(tool_name, input) ?? (runsCode.test(tool_name) ? codeCommand(tool_name, input) : undefined)
  );
}

/** `shell: 'zsh'` beside a command says only which shell runs it. */
const isShellName = (text: string) =>
  /^(?:\/[\w/]+\/)?(?:ba|z|da|k|fi|pw)?sh(?:\.exe)?$|^(?:cmd|powershell)(?:\.exe)?$/i.test(text);

/** The program that the tool, or else its server, is named after. */
function programInName(tool_name: string): string | undefined {
  const [tool = '', server = ''] = tool_name.replaceAll('-', '_').split('__').reverse();
  const found = (namedPrograms.exec(tool) ?? namedPrograms.exec(server))?.[1];
  return found === 'redis' ? 'redis-cli' : found;
}

/** `az` with `command: 'group delete'` runs `az group delete`. */
function withProgram(program: string | undefined, text: string): string {
  return program === undefined || text.startsWith(program) ? text : `${text}\n${program} ${text}`;
}

/** `git_push` with `args: ['--force']` runs `git push --force`. */
function withSubcommand(program: string, tool: string, words: string): string {
  const sub = tool.replace(new RegExp(`^${program}_`), '').replaceAll('_', '-');
  const isGeneral = sub.includes(program) || /run|exec|command|cli|call|raw/i.test(sub);
  return isGeneral ? `${program} ${words}` : `${program} ${words}\n${program} ${sub} ${words}`;
}

/** Text that the tool types into a shell, a REPL or whatever runs there. */
function typedCommand(tool_name: string, input: Readonly<Record<string, unknown>>): string | undefined {
  const types =
    typesIntoTerminal.test(tool_name) ||
    shellTool.test(tool_name) ||
    (typesAnywhere.test(tool_name) && !inBrowser.test(tool_name));
  const typed = types ? typedFields.map((field) => sourceOf(input[field])).find(Boolean) : undefined;
  return typed !== undefined && looksLikeCode.test(typed)
    ? asHereDocument(interpreterFor('', typed), typed)
    : typed;
}

const looksLikeCode =
  /^\s*(?:import |from \w+ import |const |let |var |def |print\(|[\w.]+\([^)]*\)?|\w+ = [\w.]+\()/;

const argumentsOf = ({ args, params, arguments: words }: Readonly<Record<string, unknown>>) =>
  [args, ...[params, words].filter(Array.isArray)].map(sourceOf).find((source) => source !== undefined) ?? '';

/**
 * Translates PowerShell for the shell reader. In PowerShell a backslash separates the parts of a path, a backtick escapes
 * as a backslash does in a shell, and environment variables are `$env:NAME`.
 */
const fromPowerShell = (source: string) =>
  source
    .replaceAll('\\', '/')
    .replace(/`\r?\n/g, ' ')
    .replaceAll('`', '')
    .replace(
      /\$(?:env:(\w+)|\{env:(\w+)\})/gi,
      (_, plain = '', braced = '') => `$${homeName(plain + braced)}`,
    );

const homeName = (name: string) => (/^(userprofile|homepath)$/i.test(name) ? 'HOME' : name);

/** A command, or a list of its words. */
function sourceOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string')) return undefined;
  return (value as string[]).map(shellWord).join(' ');
}

/** The code of a tool that runs code, as the command that would run it. */
function codeCommand(tool: string, input: Readonly<Record<string, unknown>>): string | undefined {
  const field = Object.keys(input).find((name) => codeField.test(name) && typeof input[name] === 'string');
  const code = field === undefined ? undefined : (input[field] as string);
  if (field === undefined || code === undefined || !/[\s(]/.test(code)) return undefined;
  const language = [input.language, input.lang, input.kernel, input.runtime].find(
    (value) => typeof value === 'string',
  );
  return asHereDocument(interpreterFor(`${language ?? ''} ${field} ${tool}`, code), code);
}

/** The interpreter of the language that a name contains; otherwise Python or JavaScript, by how the code looks. */
function interpreterFor(names: string, code: string): string {
  if (/applescript|osascript/i.test(names)) return 'osascript';
  if (/\b(?:ba|z)?sh\b|shell|terminal/i.test(names)) return 'bash';
  if (/ruby/i.test(names)) return 'ruby';
  if (/php/i.test(names)) return 'php';
  if (/py(?:thon)?\b|python|jupyter|notebook|pandas/i.test(names)) return 'python3';
  if (/javascript|typescript|node|deno|bun|[_ ]js\b/i.test(names)) return 'node';
  return /\brequire\(|\bconst |\bawait |=>|;\s*$/.test(code) ? 'node' : 'python3';
}

const asHereDocument = (interpreter: string, code: string) =>
  `${interpreter} <<'END_OF_CODE'\n${code}\nEND_OF_CODE`;

/** The code in a notebook's cell with its `!cmd` lines, the shell source after `%%bash`, or the file of `%%writefile`. */
function cellCommands({ new_source, cell_type }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof new_source !== 'string' || cell_type === 'markdown' || new_source.trim() === '')
    return undefined;
  const cell = /^\s*%%(?:(?:ba|z)?sh|script|sx|system|!)(?!\w)[^\n]*\n([\s\S]*)/.exec(new_source)?.[1];
  if (cell !== undefined) return cell;
  const written = /^\s*%%(?:writefile|file)\s+(?:-a\s+)?(\S+)[^\n]*\n([\s\S]*)/.exec(new_source);
  if (written) return `cat > ${written[1]} <<'END_OF_CODE'\n${written[2]}\nEND_OF_CODE`;
  const otherCell = /^\s*%%(ruby|perl)\b[^\n]*\n([\s\S]*)/.exec(new_source);
  return otherCell
    ? asHereDocument(otherCell[1] as string, otherCell[2] as string)
    : asHereDocument('python3', new_source);
}
