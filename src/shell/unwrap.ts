import { has, readArgs, valuesOf } from './args.ts';
import { runMany } from './many.ts';
import { commandName, readHidden, runCommand, runLeaf } from './run.ts';
import { runShell } from './shells.ts';
import { flow, fork, type Reader, remember, type State, scalar } from './state.ts';
import type { Flow, ShellCommand, Word } from './types.ts';
import { readSource } from './walk.ts';
import { HOLE, oneOf, word } from './words.ts';
import { isWrapper, valuesBefore, type Wrapper, wrapper } from './wrappers.ts';

/** A command that runs another one: remember it, then run what it wraps. */
export function unwrap(command: ShellCommand, state: State, reader: Reader): Flow | undefined {
  const many = runMany(command, state, reader);
  if (many) return many;
  if (command.name.startsWith('git-') && oneOf(DASHED, command.name)) {
    const words = [word('git'), word(command.name.slice(4)), ...command.words.slice(1)];
    return runLeaf({ ...command, name: 'git', words }, state, reader);
  }
  const found = findWrapper(command);
  if (!found) return undefined;
  if (command.name === 'env') return runEnv(command, state, reader);
  return runWrapped(command, found, state, reader);
}

/** git's commands as the programs they once were, and still are in its own folder. */
const DASHED =
  'git-reset git-clean git-checkout git-restore git-switch git-push git-branch git-stash git-rm git-reflog git-gc git-prune git-tag git-rebase git-worktree git-update-ref git-filter-branch git-remote git-config';

interface Found {
  wrapper: Wrapper;
  /** The words after the wrapper's name and subcommand. */
  rest: readonly Word[];
}

/** The longest of `name sub sub`, `name sub`, `name` that is in the table. */
function findWrapper(command: ShellCommand): Found | undefined {
  if (command.name.startsWith('ld-') && /^ld-(linux|musl).*\.so/.test(command.name))
    return { wrapper: {}, rest: command.words.slice(1) };
  if (!isWrapper(command.name)) return undefined;
  const values = valuesBefore(command.name).split(' ');
  let key = command.name;
  let found: Found | undefined;
  const base = wrapper(key);
  if (base) found = { wrapper: base, rest: command.words.slice(1) };
  let depth = 0;
  for (let i = 1; i < command.words.length && depth < 3; i++) {
    const text = command.words[i]?.text ?? '';
    if (text.startsWith('-')) {
      if (values.includes(text)) i++;
      continue;
    }
    key += ` ${text}`;
    depth++;
    const sub = wrapper(key);
    if (sub) found = { wrapper: sub, rest: command.words.slice(i + 1) };
    // `pnpm prisma …` is `pnpm exec prisma …`.
    if (!found && depth === 1 && /^(pnpm|yarn|bun)$/.test(command.name) && oneOf(NODE_TOOLS, text))
      return { wrapper: {}, rest: command.words.slice(i) };
  }
  return found;
}

/** Programs of packages that can do harm; other words are scripts of the project. */
const NODE_TOOLS =
  'prisma typeorm sequelize sequelize-cli knex drizzle-kit mikro-orm wrangler firebase vercel netlify supabase rimraf cdk sst serverless sls pulumi';

function runWrapped(
  command: ShellCommand,
  { wrapper: w, rest }: Found,
  state: State,
  reader: Reader,
): Flow | undefined {
  const words = w.singleDash ? rest.map(lowerOption) : rest;
  const args = readArgs(words, {
    values: w.values,
    singleDash: w.singleDash,
    stopAtOperand: w.operands !== 'none',
  });
  if (
    isQuery(
      command,
      args.flags.map((f) => f.name),
    )
  )
    return runLeaf(command, state, reader);
  remember(command, reader);
  readHidden(command, state, reader);
  const inner = innerState(command, w, state);
  const codes = valuesOf(args, w.code ?? '').filter((code) => code.text !== '-');
  if (/^(pwsh|powershell)$/.test(command.name) && codes[0]?.text === HOLE)
    remember({ ...command, code: { text: HOLE, origins: codes[0].origins, by: 'heredoc' } }, reader);
  const outs = codes.map((code) => readSource(code.text, inner, reader));
  const operands = commandOf(args.operands, w);
  const late = w.code?.split(' ').includes(operands[0]?.text ?? '') ? operands[1] : undefined;
  if (late) return readSource(late.text, inner, reader);
  return (
    runOperands(
      command,
      has(args, w.shell ?? '') ? { ...w, operands: 'source' } : w,
      operands,
      inner,
      reader,
    ) ??
    outs[0] ??
    runFed(command, w, args.operands, inner, reader)
  );
}

/** The operands without what belongs to the wrapper itself. */
function commandOf(operands: readonly Word[], w: Wrapper): readonly Word[] {
  const start = w.after ?? (w.afterDashes ? '--' : '');
  const at = start ? operands.findIndex((o) => oneOf(start, o.text)) : -1;
  if (at >= 0) return operands.slice(at + 1);
  return dropDashes(dropDashes(operands).slice(w.skip ?? 0));
}

const lowerOption = (w: Word): Word => (/^-[A-Za-z]/.test(w.text) ? { ...w, text: w.text.toLowerCase() } : w);
const dropDashes = (words: readonly Word[]) => (/^--?$/.test(words[0]?.text ?? '') ? words.slice(1) : words);

/** `command -v git` only asks where it is. */
function isQuery(command: ShellCommand, flags: readonly string[]): boolean {
  return command.name === 'command' && flags.some((f) => f === '-v' || f === '-V');
}

function innerState(command: ShellCommand, w: Wrapper, state: State): State {
  const remote = command.remote || w.remote === true;
  return fork(state, {
    via: [...command.via, command.name],
    remote,
    stdin: command.stdin,
    cwd: w.remote ? undefined : command.cwd,
  });
}

function runOperands(
  command: ShellCommand,
  w: Wrapper,
  operands: readonly Word[],
  inner: State,
  reader: Reader,
) {
  if (operands.length === 0 || w.operands === 'none') return undefined;
  if (w.operands === 'source') {
    const first = operands[0] as Word;
    // `ssh host "$(base64 -d x)"`
    if (first.text === HOLE && first.origins.some((o) => o.kind === 'decoded' || o.kind === 'network'))
      remember({ ...command, code: flow(undefined, first.origins) }, reader);
    return readSource(joinSource(operands), inner, reader);
  }
  if (w.operands === 'each') {
    for (const operand of operands) readSource(operand.text, inner, reader);
    return undefined;
  }
  const words = w.assignments ? takeAssignments(operands, inner) : operands;
  if (words.length === 0) return undefined;
  // `pnpm -c dlx 'a b'`: a line for the shell.
  if (w.versioned && words.length === 1 && /\s/.test(words[0]?.text ?? ''))
    return readSource(words[0]?.text ?? '', inner, reader);
  return runInner(
    withTaken(command, operands, words),
    w.versioned ? withoutVersion(words) : words,
    inner,
    reader,
  );
}

/** `npx tool@3 …` */
const withoutVersion = ([first, ...rest]: readonly Word[]): readonly Word[] =>
  first ? [{ ...first, text: first.text.replace(/(?<=[^/])@[\w.^~*-]+$/, '') }, ...rest] : rest;

/** What `ssh` and `watch` do with their arguments: join them with blanks and give them to a shell. */
const joinSource = (words: readonly Word[]) => words.map((w) => w.text.replace(/^\/[ck]$/i, '')).join(' ');

/** `ssh host`, `su`, `sudo -s` with something to read: a shell that runs its input. */
function runFed(
  command: ShellCommand,
  w: Wrapper,
  operands: readonly Word[],
  inner: State,
  reader: Reader,
): Flow | undefined {
  // `uv run -`
  if (command.name === 'uv' && command.stdin && command.words.at(-1)?.text === '-')
    return runInner(command, [word('python'), word('-')], inner, reader);
  const feeds = /^(ssh|su|sudo|doas|rsh|chroot|wsl|nsenter|unshare|pwsh|powershell)$/.test(command.name);
  if (!feeds || !command.stdin || operands.length < (w.skip ?? 0))
    return { text: undefined, origins: [], by: 'pipe' };
  return runShell(
    { ...command, name: 'sh', words: [word('sh')], via: inner.via, remote: inner.remote, cwd: inner.cwd },
    inner,
    reader,
  );
}

export function runInner(command: ShellCommand, words: readonly Word[], inner: State, reader: Reader): Flow {
  // `rm() { command rm "$@"; }`: a wrapper runs the program, not the function.
  const own = words[0]?.text ?? '';
  if (inner.functions.has(own) && !/^(time|noglob|nocorrect)$/.test(command.name))
    inner.functions = new Map([...inner.functions].filter(([name]) => name !== own));
  const next: ShellCommand = {
    ...command,
    name: commandName(words[0]),
    words,
    via: inner.via,
    remote: inner.remote,
    cwd: inner.cwd,
    stdin: inner.stdin,
  };
  return runCommand(next, inner, reader);
}

/** What a wrapper sets is set for the command like what stands in front of it. */
function withTaken(command: ShellCommand, all: readonly Word[], rest: readonly Word[]): ShellCommand {
  const taken = all.slice(0, all.length - rest.length).map((w) => {
    const at = w.text.indexOf('=');
    return { name: w.text.slice(0, at), value: { ...w, text: w.text.slice(at + 1) } };
  });
  return taken.length > 0 ? { ...command, assignments: [...command.assignments, ...taken] } : command;
}

function takeAssignments(words: readonly Word[], state: State): readonly Word[] {
  let i = 0;
  for (; i < words.length; i++) {
    const m = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[i]?.text ?? '');
    if (!m) break;
    state.vars.set(m[1] as string, scalar({ ...(words[i] as Word), text: m[2] as string }));
  }
  return words.slice(i);
}

const SPLIT = /^(-[0iv]*S|--split-string($|=))/;

/** `env -S 'a b' c`: the string is split into words before the rest. */
function runEnv(command: ShellCommand, state: State, reader: Reader): Flow {
  const w = { values: '-u --unset -C --chdir -P -S --split-string', assignments: true };
  // What stands behind the string is the command's, its options too.
  const at = command.words.findIndex((o) => SPLIT.test(o.text));
  const end = at < 0 ? undefined : at + (/S$|g$/.test(command.words[at]?.text ?? '') ? 2 : 1);
  const own = readArgs(command.words.slice(1, end), { values: w.values, stopAtOperand: true });
  const args = { ...own, operands: [...own.operands, ...(end ? command.words.slice(end) : [])] };
  const inner = innerState(command, w, state);
  const chdir = valuesOf(args, '-C --chdir')[0];
  if (chdir) inner.cwd = chdir.text.startsWith('/') ? chdir.text : `${command.cwd}/${chdir.text}`;
  const split = valuesOf(args, '-S --split-string').flatMap((v) =>
    v.text
      .trim()
      .split(/\s+/)
      .map((t) => word(t.replace(/^['"]|['"]$/g, ''))),
  );
  const operands = dropDashes([...split, ...args.operands]);
  const words = takeAssignments(operands, inner);
  if (words.length === 0) return runLeaf(command, state, reader);
  return runInner(withTaken(command, operands, words), words, inner, reader);
}
