// Behaviours of database clients and file transfer clients whose own commands read and write local files.

import { HOLE, word } from '../../base/words.ts';
import type { ShellCommand, Word } from '../../types.ts';
import { access } from '../access.ts';
import type { Behaviour, FileAccess } from '../behaviour.ts';

interface FileCommand {
  kind: FileAccess['kind'];
  /** The first group of the pattern is the path. */
  pattern: RegExp;
}

const PATH = `["']?([^\\s"';,)]+)`;
const pattern = (before: string) => new RegExp(before + PATH, 'gi');

/** Commands and functions of psql, mysql, sqlite3 and duckdb that name files. */
const IN_SQL: readonly FileCommand[] = [
  {
    kind: 'read',
    pattern: pattern(
      String.raw`(?:^|[\n;])\s*(?:\.(?:import(?:\s+--\w+(?:\s+\d+)?)*|read|restore|open)|\\i|\\ir|\\include|\\\.|source)\s+`,
    ),
  },
  {
    kind: 'write',
    pattern: pattern(
      String.raw`(?:^|[\n;])\s*(?:\.(?:output|once|backup|save|clone|log|excel)|\\o|\\out|\\w|\\write|\\T|tee)\s+(?!\|)`,
    ),
  },
  { kind: 'read', pattern: pattern(String.raw`\\?\bcopy\b[^;]*?\bfrom\s+(?=['"]?[/~.])`) },
  { kind: 'write', pattern: pattern(String.raw`\\?\bcopy\b[^;]*?\bto\s+(?=['"]?[/~.])`) },
  {
    kind: 'read',
    pattern: pattern(
      String.raw`\b(?:readfile|load_file|pg_read_(?:binary_)?file|lo_import|read_(?:text|blob|csv|csv_auto|json|parquet)|load_extension)\s*\(\s*(?=['"])`,
    ),
  },
  { kind: 'write', pattern: pattern(String.raw`\b(?:writefile|pg_file_write)\s*\(\s*(?=['"])`) },
  { kind: 'write', pattern: pattern(String.raw`\blo_export\s*\([^,]*,\s*(?=['"])`) },
  { kind: 'read', pattern: pattern(String.raw`\bload\s+data\s+(?:local\s+)?infile\s+`) },
  { kind: 'write', pattern: pattern(String.raw`\binto\s+(?:out|dump)file\s+`) },
];

/** Commands of ftp, sftp, lftp, smbclient and tftp that write local files; what they send is found elsewhere. */
const IN_TRANSFER: readonly FileCommand[] = [
  { kind: 'write', pattern: pattern(String.raw`(?:^|[\n;"'])\s*(?:re)?get\s+(?:-\w+\s+)*[^\s;"']+\s+`) },
  { kind: 'write', pattern: pattern(String.raw`(?:^|[\n;"'])\s*lcd\s+`) },
];

const typedFiles = (commands: readonly FileCommand[]): Behaviour => ({
  moreFiles(command, _args, world) {
    const texts = [...command.words.slice(1).map((w) => w.text), command.stdin?.text ?? ''];
    return texts
      .filter((text) => /\s|\(/.test(text))
      .flatMap((text) => filesIn(text, commands, command, world.home));
  },
});

const filesIn = (text: string, commands: readonly FileCommand[], command: ShellCommand, home: string) =>
  commands.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map((m) => access(kind, inHome(m[1] as string, home), command)),
  );

/** These programs expand the tilde themselves. */
const inHome = (path: string, home: string): Word => word(path.replace(/^~(?=\/|$)/, home));

export const clientFiles = typedFiles(IN_SQL);
export const transferFiles = typedFiles(IN_TRANSFER);

/** `find … | cpio -o`, `zip -@ a.zip`: the names of the files come on the input. */
export const listedFiles: Behaviour = {
  moreFiles: (command) => {
    const names = (command.stdin?.text ?? '').split('\n').filter((line) => line.trim() !== '');
    // Beyond the limit any file may be meant.
    const listed = names.length > MAX_LISTED ? [...names.slice(0, MAX_LISTED), HOLE] : names;
    return listed.map((line) => access('read', word(line.trim()), command));
  },
};

const MAX_LISTED = 5_000;
