// Recognises code that searches the disk for secrets: it lists a home or the whole machine, names files that hold secrets
// or words such as “password”, and reads what it finds. The result is the commands that would do the same, which foreign.ts runs.
import { pattern } from '../base/pattern.ts';
import { HOLE } from '../base/words.ts';
import { callKindOf, methodKind } from './calls.ts';
import type { TokenLanguage } from './lexical-rules.ts';
import { type Call, firstText, methodName, type Value } from './value.ts';

/** Folders that hold more than one project. */
const IS_WIDE_FOLDER =
  /^(?:\/|~\/?|\/(?:home|root|Users|etc|var|opt|srv|mnt|media|private)(?:\/\w+)?\/?|[A-Z]:[\\/]+(?:Users[\\/]*)?)$/;

/** Functions that list the files of a folder. */
const LISTS_FILES = pattern(String.raw`
  (?:^|\.)(?:walk|walkSync|fwalk|scandir|listdir|readdir|readdirSync|rglob|iterdir|globSync|opendir|
  opendirSync|children|each_child|entries|find|finddepth|WalkDir|Walk|ReadDir|read_dir|
  RecursiveDirectoryIterator|DirectoryIterator|klawSync|klaw|walkdir|WalkDir\.new)$
`);

/** Names of files that hold secrets, as code compares or matches them. */
const SECRET_FILE = pattern(
  String.raw`
  # Keys of SSH.
  \bid_(?:rsa|dsa|ecdsa|ed25519)\b|
  # Hidden files with logins, and credentials of clouds and clusters.
  \\?\.(?:netrc|pgpass|npmrc|pypirc|git-credentials|my\\?\.cnf|env|htpasswd|kdbx|aws\/credentials|
  kube\/config)\b(?![\w.(])|
  # Wallets, browsers and the system.
  \b(?:wallet\\?\.dat|logins\\?\.json|key4\\?\.db|Login Data|shadow)\b(?=['"|)$])
`,
  'g',
);

/** Words by which code recognises a secret in a text. */
const SECRET_WORD = /pass(?:word|wd|phrase)|secret|api[_-]?key|private[_ -]?key|credential|\btoken\b|AKIA/i;

/** The commands that read or search the same files: `cat ~/x/.netrc`, `grep -r password ~`. */
export function findSecretSearches(
  calls: readonly Call[],
  code: string,
  texts: readonly string[],
  language: TokenLanguage,
): readonly (readonly string[])[] {
  const folders = calls.filter(({ callee }) => LISTS_FILES.test(callee)).flatMap(pathsInCall);
  const [folder] = folders.filter((path) => IS_WIDE_FOLDER.test(path));
  if (folder === undefined || !calls.some((call) => readsComputedPath(call, language))) return [];
  const folderPath = folder.replace(/\/$/, '');
  const files = [...new Set(code.match(SECRET_FILE) ?? [])];
  const reads = files.map((name) => ['cat', `${folderPath}/*/${name.replaceAll('\\', '')}`]);
  // A text of several words is a message to a person.
  const looksForPasswords =
    IS_PERSONAL_FOLDER.test(folder) &&
    texts.some((text) => SECRET_WORD.test(text) && !/\s\w+\s\w+\s/.test(text));
  return looksForPasswords ? [...reads, ['grep', '-r', 'password', folder]] : reads;
}

/** Folders where a search for passwords has nothing to do with a project. */
const IS_PERSONAL_FOLDER = /^(?:\/|~\/?|\/(?:home|root|Users|etc)(?:\/\w+)?\/?|[A-Z]:[\\/].*)$/;

/** The texts of the object and the arguments of a call that lists files. */
const pathsInCall = ({ self, args }: Call): readonly string[] =>
  [self, ...args].flatMap((value) => value?.texts ?? []);

/** Whether a call reads a file whose name is computed. */
function readsComputedPath({ callee, self, args, named }: Call, language: TokenLanguage): boolean {
  const kind = callKindOf(language, callee) ?? methodKind(methodName(callee));
  if (kind !== 'open' && kind !== 'cat') return false;
  // In Perl the file handle and the mode come first.
  const pathArgument = language === 'perl' ? args[2] : args[0];
  const path: Value | undefined = self?.path ? self : (pathArgument ?? named.get('file'));
  return path?.glob === true || firstText(path).includes(HOLE) || /[*]/.test(firstText(path));
}
