// Paths and lists of files: `Path("x")`, `os.listdir(x)`, `glob("*.py")`.
import { type Call, derived, joinPath, text, type Value } from '../value.ts';
import { TEMPORARY } from './members.ts';
import type { Result } from './result.ts';

export const home: Result = ({ callee }) =>
  callee.startsWith('Path') ? { ...text('~'), path: true } : text('~');

export const here: Result = () => text('.');

export const temporary: Result = () => text(TEMPORARY);

export function pathOf({ args }: Call): Value {
  return { ...(args.length === 0 ? text('.') : joinPath(args, true)), path: true };
}

export const listed: Result = ({ self, args }) => {
  const folder = self?.path ? self : args[0];
  return folder?.texts
    ? {
        ...derived(
          [folder],
          folder.texts.map((path) => `${path.replace(/\/$/, '')}/*`),
        ),
        glob: true,
        ...(folder.path && { path: true }),
      }
    : undefined;
};

export const globbed: Result = ({ self, args }) => {
  const pattern = self?.path && args[0] ? joinPath([self, args[0]], true) : args[0];
  return pattern?.texts
    ? {
        ...pattern,
        texts: pattern.texts.flatMap(alternatives),
        glob: true,
        ...(self?.path && { path: true }),
      }
    : undefined;
};

/** `~/{.env,.netrc}` stands for two patterns. */
const alternatives = (pattern: string): readonly string[] => {
  const [all = '', list] = /\{([^{}]*,[^{}]*)\}/.exec(pattern) ?? [];
  return list === undefined ? [pattern] : list.split(',').map((option) => pattern.replace(all, () => option));
};
