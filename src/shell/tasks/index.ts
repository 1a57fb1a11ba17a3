// Finds the shell source that a project defines in a file and that a command runs: scripts of a package.json, recipes of a
// Makefile, a justfile or a Taskfile, and so on.
import { cmakeCommands } from './cmake.ts';
import { composerScripts } from './composer-json.ts';
import { justRecipes } from './justfile.ts';
import { recipesToRun } from './makefile.ts';
import { packageScripts } from './package-json.ts';
import { taskCommands } from './taskfile.ts';

interface TaskFile {
  /** The names that the file may have, in the order in which the program looks for them. */
  names: readonly string[];
  /** The shell source that the operands of the program ask for. */
  sources: (text: string, operands: readonly string[]) => readonly string[];
}

/** The kinds of files that define tasks. */
export const taskFiles = {
  'package-json': { names: ['package.json'], sources: packageScripts },
  makefile: { names: ['GNUmakefile', 'makefile', 'Makefile'], sources: recipesToRun },
  justfile: { names: ['justfile', 'Justfile', '.justfile'], sources: justRecipes },
  taskfile: {
    names: ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml', 'Taskfile.dist.yml'],
    sources: taskCommands,
  },
  'composer-json': { names: ['composer.json'], sources: composerScripts },
  cmakelists: { names: ['CMakeLists.txt'], sources: cmakeCommands },
} as const satisfies Record<string, TaskFile>;

export type TaskKind = keyof typeof taskFiles;

/** The tasks that a command runs: the file that defines them, and their shell source. */
export interface FoundTasks {
  file: string;
  sources: readonly string[];
}

/** Where to look for the file of tasks, and how to read it. */
interface FileSearch {
  cwd: string;
  root: string | undefined;
  read: (path: string) => string | undefined;
  /** The file that the command names itself: `make -f x.mk`. */
  named?: string | undefined;
}

/**
 * Looks for the file in a directory and above it, up to the root of the project. `read` returns the text of a file, or
 * undefined if there is none.
 */
export function findTasks(
  kind: TaskKind,
  operands: readonly string[],
  { cwd, root, read, named }: FileSearch,
): FoundTasks | undefined {
  const { names, sources } = taskFiles[kind];
  if (named !== undefined) {
    const text = read(named);
    return text === undefined ? undefined : { file: named, sources: sources(text, operands) };
  }
  for (let folder = cwd; ; folder = folder.slice(0, folder.lastIndexOf('/'))) {
    for (const name of names) {
      const text = read(`${folder}/${name}`);
      if (text !== undefined) return { file: `${folder}/${name}`, sources: sources(text, operands) };
    }
    if (!root || !folder.startsWith(`${root}/`)) return undefined;
  }
}
