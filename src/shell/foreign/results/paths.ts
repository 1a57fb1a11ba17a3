// Results of calls that return paths and lists of files: `Path("x")`, `os.listdir(x)`, `glob("*.py")`. tables.ts refers
// to these rules. A list of files is a value whose text is a pattern: `x/*`.
import { type Call, deriveValue, joinPath, textValue, type Value } from '../value.ts';
import { TEMPORARY_PATH } from './members.ts';
import type { ResultRule } from './result.ts';

export const returnHome: ResultRule = ({ callee }) =>
  callee.startsWith('Path') ? { ...textValue('~'), path: true } : textValue('~');

export const returnWorkingDirectory: ResultRule = () => textValue('.');

export const returnTemporaryPath: ResultRule = () => textValue(TEMPORARY_PATH);

/** `Path('a', 'b')`: an object for the joined path. */
export function makePath({ args }: Call): Value {
  return { ...(args.length === 0 ? textValue('.') : joinPath(args, true)), path: true };
}

/** `os.listdir(x)`: every file of the folder. */
export const listFolder: ResultRule = ({ self, args }) => {
  const folder = self?.path ? self : args[0];
  return folder?.texts
    ? {
        ...deriveValue(
          [folder],
          folder.texts.map((path) => `${path.replace(/\/$/, '')}/*`),
        ),
        glob: true,
        ...(folder.path && { path: true }),
      }
    : undefined;
};

/** `glob(pattern)`, `Path(x).glob(pattern)`: the files that match. */
export const makeGlob: ResultRule = ({ self, args }) => {
  const pattern = self?.path && args[0] ? joinPath([self, args[0]], true) : args[0];
  return pattern?.texts
    ? {
        ...pattern,
        texts: pattern.texts.flatMap(expandBraces),
        glob: true,
        ...(self?.path && { path: true }),
      }
    : undefined;
};

/** `~/{.env,.netrc}` stands for two patterns. */
const expandBraces = (pattern: string): readonly string[] => {
  const [all = '', list] = /\{([^{}]*,[^{}]*)\}/.exec(pattern) ?? [];
  return list === undefined ? [pattern] : list.split(',').map((option) => pattern.replace(all, () => option));
};
