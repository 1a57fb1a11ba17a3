// What commands do with the files they name: which operands and options are read, which are written.
import { oneOf } from './words.ts';

/** How a command treats its operands, and which options name files. */
export interface Use {
  /** `read` all · `pattern` all but the first · `copy` read all, write the last · `move` · `write` all · `second` reads the first, writes the second. */
  operands: 'read' | 'pattern' | 'copy' | 'move' | 'write' | 'delete' | 'second' | 'none';
  values?: string;
  /** Options that hold the pattern, so that all operands are files. */
  pattern?: string;
  reads?: string;
  writes?: string;
  /** With one of these options the operands are written instead. */
  inPlace?: string;
  /** With one of these options nothing is written. */
  dry?: string;
  singleDash?: boolean;
}

const GREP =
  '-e -f -A -B -C -m -d -D --regexp --file --include --exclude --exclude-dir --max-count --context --after-context --before-context --label --color -g --glob -t --type -T --pre --replace --iglob -M --max-columns -j --threads --sort --exclude-from --ignore-file';

const READERS =
  'cat tac nl bat batcat less more most view strings rev tr base32 comm join m4 cmp diff sdiff colordiff delta iconv pbcopy xclip open source . code hexyl ccat pygmentize glow mdcat envsubst uuencode zcat bzcat xzcat gunzip bzip2 xz zstd lz4 brotli csvlook enscript a2ps lp lpr ascii get-content gc type-file expand unexpand pr look tsort shuf json.tool vimdiff wdiff hd pv lolcat highlight pandoc qrencode';
const SEARCHERS = 'grep egrep fgrep rg ag ack zgrep ripgrep ugrep pcregrep select-string sift';
const EDITORS = 'nano emacs pico micro hx kak';

const READ: Use = { operands: 'read' };
const SEARCH: Use = {
  operands: 'pattern',
  values: GREP,
  pattern: '-e -f --regexp --file',
  reads: '-f --file --exclude-from --ignore-file',
};
const COPY: Use = {
  operands: 'copy',
  values:
    '-t --target-directory -S --suffix -m --mode -o --owner -g --group --exclude --include -e --rsh --filter --files-from',
  writes: '-t --target-directory',
  reads: '--files-from',
};

/** By its name only: a table of all of them would be built for every command. */
export function useOf(name: string): Use | undefined {
  switch (name) {
    case 'grep':
      return SEARCH;
    case 'head':
      return { operands: 'read', values: '-n -c --lines --bytes' };
    case 'tail':
      return { operands: 'read', values: '-n -c --lines --bytes -s --pid' };
    case 'sort':
      return {
        operands: 'read',
        values: '-k -t -o -S -T --output --key --field-separator --files0-from',
        writes: '-o --output',
        reads: '--files0-from',
      };
    case 'wc':
      return { operands: 'none', values: '--files0-from', reads: '--files0-from' };
    case 'du':
      return {
        operands: 'none',
        values: '--files0-from -X --exclude-from',
        reads: '--files0-from -X --exclude-from',
      };
    case 'date':
      return { operands: 'none', values: '-f --file -d --date -s --set', reads: '-f --file' };
    case 'cut':
      return { operands: 'read', values: '-d -f -c -b --delimiter --fields' };
    case 'paste':
      return { operands: 'read', values: '-d' };
    case 'fold':
    case 'fmt':
      return { operands: 'read', values: '-w' };
    case 'column':
      return { operands: 'read', values: '-s -o' };
    case 'xxd':
      return { operands: 'read', values: '-s -l -c -g' };
    case 'od':
      return { operands: 'read', values: '-t -A -N -j -w' };
    case 'hexdump':
      return { operands: 'read', values: '-n -s -e -f' };
    case 'base64':
      return { operands: 'read', values: '-w --wrap -i -o', reads: '-i' };
    case 'split':
      return { operands: 'second', values: '-b -l -n -a -C -t --bytes --lines --number --suffix-length' };
    case 'csplit':
      return {
        operands: 'read',
        values: '-f -b -n --prefix --suffix-format --digits',
        writes: '-f --prefix',
      };
    case 'find':
      return {
        operands: 'none',
        values: '-fprint -fprint0 -fls -fprintf',
        writes: '-fprint -fprint0 -fls -fprintf',
        singleDash: true,
      };
    case 'uniq':
      return { operands: 'second', values: '-f -s -w' };
    case 'sed':
    case 'gsed':
      return {
        operands: 'pattern',
        values: '-e -f --expression --file',
        pattern: '-e -f --expression --file',
        inPlace: '-i -I --in-place',
        reads: '-f --file',
      };
    case 'awk':
    case 'gawk':
    case 'mawk':
    case 'nawk':
      return {
        operands: 'pattern',
        values: '-F -v -f --file',
        pattern: '-f --file',
        inPlace: '',
        reads: '-f --file',
      };
    case 'jq':
    case 'gojq':
    case 'jaq':
      return {
        operands: 'pattern',
        values: '--arg --argjson --slurpfile --rawfile --argfile --indent -f --from-file -L',
        pattern: '-f --from-file',
        reads: '--slurpfile --rawfile --argfile -f --from-file',
      };
    case 'yq':
      return { operands: 'pattern', values: '-o -p --indent', inPlace: '-i --inplace' };
    case 'cp':
    case 'install':
    case 'ditto':
      return COPY;
    case 'mv':
      return { ...COPY, operands: 'move' };
    case 'rsync':
      return { ...COPY, dry: '-n --dry-run --list-only --help' };
    case 'scp':
      return { operands: 'copy', values: '-P -i -F -o -l -c -S -J' };
    case 'ln':
    case 'link':
      return { operands: 'copy', values: '-t --target-directory -S' };
    case 'tee':
    case 'sponge':
    case 'dos2unix':
    case 'ed':
      return { operands: 'write' };
    case 'truncate':
      return { operands: 'write', values: '-s --size -r --reference -o' };
    case 'touch':
      return { operands: 'write', values: '-d -t -r --date --reference' };
    case 'mkdir':
      return { operands: 'write', values: '-m --mode' };
    case 'fallocate':
      return { operands: 'write', values: '-l -o --length --offset' };
    case 'patch':
      return { operands: 'write', values: '-p -i -d -o', reads: '-i' };
    case 'ex':
      return { operands: 'write', values: '-c -s' };
    case 'rm':
    case 'unlink':
    case 'rmdir':
      return { operands: 'delete' };
    case 'shred':
      return { operands: 'delete', values: '-n -s --iterations --size --random-source' };
    case 'tar':
      return {
        operands: 'none',
        values: '-f --file -C --directory -T --files-from -X --exclude',
        reads: '-T --files-from',
      };
    case '7z':
    case 'zip':
      return { operands: 'read', values: '-x -i -P' };
    case 'gzip':
      return READ;
    case 'curl':
      return { operands: 'none', values: '-o --output --output-dir', writes: '-o --output --output-dir' };
    case 'wget':
      return {
        operands: 'none',
        values: '-O --output-document -o -a -P --directory-prefix',
        writes: '-O --output-document -o -a --output-file -P --directory-prefix',
      };
    case 'unzip':
      return { operands: 'none', values: '-d -x', writes: '-d' };
    case 'vim':
    case 'vi':
    case 'nvim':
      return { operands: 'write', values: '-c -S -u --cmd' };
    case 'gpg':
      return { operands: 'read', values: '-r -o -u --output --recipient' };
    default:
      if (oneOf(READERS, name)) return READ;
      if (oneOf(SEARCHERS, name)) return SEARCH;
      return oneOf(EDITORS, name) ? useOf('vim') : undefined;
  }
}
