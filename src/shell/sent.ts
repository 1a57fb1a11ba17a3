import { UPLOAD_VALUES, uploads } from './access.ts';
import { type Args, readArgs, valuesOf } from './args.ts';
import { resolve } from './paths.ts';
import type { Origin, ShellCommand, Word } from './types.ts';

/** Files a command takes from this machine to another. */
export function sentFiles(command: ShellCommand): Origin[] {
  return filesOf(command).map((w) => ({ kind: 'file', what: resolve(w.text, command.cwd) ?? w.text }));
}

function filesOf(command: ShellCommand): Word[] {
  const words = command.words.slice(1);
  if (words.some((w) => /^--dry-?run$/.test(w.text))) return [];
  if (/^([slt]?ftp|smbclient)$/.test(command.name)) return typed(command);
  if (/^(curl|curlie|wget)$/.test(command.name)) return uploads(readArgs(words, { values: UPLOAD_VALUES }));
  if (/^(g|bsd)?tar$/.test(command.name)) return toTape(command);
  const find = Object.hasOwn(SENT, command.name) ? SENT[command.name] : undefined;
  return find?.(readArgs(words, { values: VALUES })) ?? [];
}

/** `sftp -b - host <<< 'put a'`, `lftp -e 'put a' host` */
const typed = ({ stdin, words }: ShellCommand): Word[] =>
  [
    ...[...words.slice(1).map((w) => w.text), `\n${stdin?.text ?? ''}`]
      .join(' ')
      .matchAll(/(?:^|[\s;])m?put\s+(?:-\w+\s+)*([^\s;]+)/g),
  ].map((m) => ({
    ...(words[0] as Word),
    text: m[1] as string,
  }));

const VALUES =
  '-i -P -p -F -o -l -c -S -J -e --rsh -b -m --exclude --include -s -t -a -A --body-file --notes-file --input --field -f --file --source -n --name -d';
const COPY = /^(cp|mv|sync|put|copy|copyto|rsync)$/;

type Find = (args: Args) => Word[];

/** `scp a b host:`: all but the last, when the last is somewhere else. */
const toHost: Find = ({ operands }) =>
  /^[^/\s]+:/.test(operands.at(-1)?.text ?? '') ? operands.slice(0, -1) : [];

/** `aws s3 cp a s3://b`: what has no colon is ours. */
const toBucket: Find = ({ operands }) => {
  if (!operands.some((w) => COPY.test(w.text))) return [];
  return operands.filter((w) => !w.text.includes(':') && !COPY.test(w.text) && w.text !== 's3');
};

/** `gh gist create FILE`, `gh release upload TAG FILE`, `gh issue comment -F FILE`. */
const toForge: Find = (args) => [
  ...(/^(gist|snippet|release)$/.test(args.operands[0]?.text ?? '') ? args.operands.slice(2) : []),
  ...valuesOf(args, '-F --body-file --notes-file --input').filter((w) => !/[=@]/.test(w.text)),
  // `gh api -F name=@file`
  ...valuesOf(args, '-F --field').flatMap((w) => {
    const file = /^[^=]+=@(.+)$/.exec(w.text)?.[1];
    return file && file !== '-' ? [{ ...w, text: file }] : [];
  }),
];

/** `http POST url field@file` */
const toForm: Find = ({ operands }) =>
  operands.filter((w) => /@./.test(w.text)).map((w) => ({ ...w, text: w.text.replace(/^.*@/, '') }));

const toSocket: Find = ({ operands }) =>
  operands
    .flatMap((w) => w.text.split('!!').map((text) => ({ ...w, text })))
    .flatMap((w) => {
      const m = /^(?:(?:OPEN|FILE|GOPEN|CREATE):"?|(?=\.{0,2}\/))([^,"]+)/i.exec(w.text);
      return m ? [{ ...w, text: m[1] as string }] : [];
    });

/** `tar -cf host:/path files`: a colon in the name of the archive is another machine. */
function toTape({ words, assignments }: ShellCommand): Word[] {
  const set = assignments.map((a) => (a.name === 'TAPE' ? `--file=${a.value.text}` : a.value.text)).join(' ');
  const given = words.slice(1).map((w) => (/^[a-zA-Z]*f$/.test(w.text) ? { ...w, text: `-${w.text}` } : w));
  const args = readArgs(given, { values: '-f --file -C --directory -T -X' });
  const archive = valuesOf(args, '-f --file')[0]?.text ?? /--file=(\S+)/.exec(set)?.[1] ?? '';
  return /^[\w.@-]+:/.test(archive) ? [...args.operands] : [];
}

/** `az storage blob upload -f a` */
const toStorage: Find = (args) =>
  args.operands[0]?.text === 'storage' && args.operands.some((w) => w.text.startsWith('upload'))
    ? valuesOf(args, '-f --file -s --source')
    : [];

const attached: Find = (args) => valuesOf(args, '-a -A');
const named: Find = ({ operands }) => operands.filter((w) => w.text !== 'send');

const SENT: Record<string, Find> = {
  ...{ scp: toHost, rsync: toHost },
  ...{ aws: toBucket, gsutil: toBucket, s3cmd: toBucket, rclone: toBucket, azcopy: toBucket, mc: toBucket },
  az: toStorage,
  ...{ gh: toForge, glab: toForge },
  ...{ http: toForm, https: toForm, xh: toForm, xhs: toForm },
  ...{ mail: attached, mutt: attached, mailx: attached },
  ...{ croc: named, wormhole: named, 'magic-wormhole': named, transfer: named, pastebinit: named },
  socat: toSocket,
};
