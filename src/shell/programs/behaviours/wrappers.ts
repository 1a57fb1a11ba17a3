// Behaviours of wrappers whose arguments need code to be told apart.
import { oneOf, word } from '../../base/words.ts';
import { type Runner, runInner, stateInside, takeAssignments, withAssignments } from '../../state/inner.ts';
import { recordCommand, runCommand } from '../../state/state.ts';
import type { Word } from '../../types.ts';
import { valuesOf } from '../args.ts';
import { readArgs } from '../read-args.ts';
import { argsOf } from '../registry.ts';
import type { CommandSpec } from '../spec.ts';

const ENV: CommandSpec = {
  syntax: { optionsFirst: true },
  options: { '-u --unset -P': 'text', '-C --chdir': 'cwd', '-S --split-string': 'text' },
};

const SPLIT = /^(-[0iv]*S|--split-string($|=))/;

/** `env -S 'a b' c`: the string is split into words before the rest. */
const env: Runner = (command, state, reader) => {
  // All words after the string, options too, belong to the command.
  const at = command.words.findIndex((o) => SPLIT.test(o.text));
  const end = at < 0 ? undefined : at + (/S$|g$/.test(command.words[at]?.text ?? '') ? 2 : 1);
  const args = readArgs(command.words.slice(1, end), ENV);
  const inner = stateInside(command, state);
  const chdir = valuesOf(args, '-C --chdir')[0];
  if (chdir) inner.cwd = chdir.text.startsWith('/') ? chdir.text : `${command.cwd}/${chdir.text}`;
  const split = valuesOf(args, '-S --split-string').flatMap((w) => splitWords(w, reader.world.home));
  const given = [...split, ...args.operands, ...(end ? command.words.slice(end) : [])];
  const operands = /^--?$/.test(given[0]?.text ?? '') ? given.slice(1) : given;
  const words = takeAssignments(operands, inner);
  if (words.length === 0) return undefined;
  return runInner(withAssignments(command, operands, words), words, inner, reader);
};

/** `env` does not expand `~`, but whoever writes it there means the home. */
const splitWords = (w: Word, home: string): Word[] =>
  w.text
    .trim()
    .split(/\s+/)
    .map((text) => word(text.replace(/^['"]|['"]$/g, '').replace(/^~(?=\/|$)/, home)));

export const runsWithEnvironment = { runs: env };

/** `git-reset --hard`: git's subcommands also exist as programs with a dash. */
const dashed: Runner = (command, state, reader) => {
  const words = [word('git'), word(command.name.slice(4)), ...command.words.slice(1)];
  return runCommand({ ...command, name: 'git', words }, state, reader);
};

export const runsGitSubcommand = { runs: dashed };

/** `/lib64/ld-linux-x86-64.so.2 /bin/rm x`: the loader runs the program it is given. */
const loader: Runner = (command, state, reader) => {
  if (!/^ld-(linux|musl).*\.so/.test(command.name)) return undefined;
  recordCommand(command, reader);
  const at = command.words.findIndex((w, i) => i > 0 && !w.text.startsWith('-'));
  return at < 0 ? undefined : runInner(command, command.words.slice(at), stateInside(command, state), reader);
};

export const runsThroughLoader = { runs: loader };

/** Programs from packages that can do harm. Any other word is taken for a script of the project. */
const NODE_TOOLS =
  'prisma typeorm sequelize sequelize-cli knex drizzle-kit mikro-orm wrangler firebase vercel netlify supabase rimraf cdk sst serverless sls pulumi';

/** `pnpm prisma …` is `pnpm exec prisma …`. */
const nodeTool: Runner = (command, state, reader) => {
  const first = argsOf(command).operands[0];
  if (!first || !oneOf(NODE_TOOLS, first.text)) return undefined;
  recordCommand(command, reader);
  const words = command.words.slice(command.words.indexOf(first));
  return runInner(command, words, stateInside(command, state), reader);
};

export const runsNodeTools = { runs: nodeTool };

/** `uv run -`: runs the input as Python. */
const uvInput: Runner = (command, state, reader) => {
  if (!command.stdin || command.words.at(-1)?.text !== '-') return undefined;
  return runInner(command, [word('python'), word('-')], stateInside(command, state), reader);
};

export const runsPythonInput = { runs: uvInput };
