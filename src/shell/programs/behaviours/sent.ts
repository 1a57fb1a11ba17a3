// Behaviours that find the files which a program sends to another machine.
import { HOLE } from '../../base/words.ts';
import type { ShellCommand, Word } from '../../types.ts';
import { access } from '../access.ts';
import { sentToAddress } from '../addresses.ts';
import { type Args, valuesOf } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';
import { filesInData, uploadsOf } from './http.ts';

const sends = (find: (args: Args, command: ShellCommand) => Word[]): Behaviour => ({
  sends: (command, args) => find(args, command),
});

/** `scp a b host:`: all operands but the last, if that is on another machine. */
export const copiesToHost = sends(({ operands }) =>
  /^[^/\s]+:/.test(operands.at(-1)?.text ?? '') ? operands.slice(0, -1) : [],
);

/** `borg create ssh://host/repo::x ~/notes` */
export const sendsToAddress = sends(({ operands }) => sentToAddress(operands));

const COPY = /^(cp|mv|sync|put|copy|copyto|rsync)$/;

/** `aws s3 cp a s3://b`: operands without a colon are local files. They are sent unless they come last. */
export const uploadsToBucket = sends(({ operands }) => {
  if (!operands.some((w) => COPY.test(w.text)) || !/[:\0]/.test(operands.at(-1)?.text ?? '')) return [];
  return operands.filter((w) => !w.text.includes(':') && !COPY.test(w.text) && w.text !== 's3');
});

/** `gh gist create FILE`, `gh release upload TAG FILE`, `gh issue comment -F FILE`, `gh api -F name=@file`. */
export const uploadsToForge = sends((args) => [
  ...(/^(gist|snippet|release)$/.test(args.operands[0]?.text ?? '') ? args.operands.slice(2) : []),
  ...valuesOf(args, '-F --body-file --notes-file --input').filter((w) => !/[=@]/.test(w.text)),
  ...valuesOf(args, '-F --field').flatMap((w) => {
    const file = /^[^=]+=@(.+)$/.exec(w.text)?.[1];
    return file && file !== '-' ? [{ ...w, text: file }] : [];
  }),
]);

/** `http POST url field@file` */
export const uploadsFormFiles = sends(({ operands }) =>
  operands.filter((w) => /@./.test(w.text)).map((w) => ({ ...w, text: w.text.replace(/^.*@/, '') })),
);

/** `socat FILE:x TCP:…` */
export const sendsToSocket = sends(({ operands }) =>
  operands
    .flatMap((w) => w.text.split('!!').map((text) => ({ ...w, text })))
    .flatMap((w) => {
      const m = /^(?:(?:OPEN|FILE|GOPEN|CREATE):"?|(?=\.{0,2}\/))([^,"]+)/i.exec(w.text);
      return m ? [{ ...w, text: m[1] as string }] : [];
    }),
);

/** `tar -cf host:/path files`: an archive with a colon in its name is on another machine. */
export const archivesToHost = sends((args, { assignments }) => {
  const set = assignments.map((a) => (a.name === 'TAPE' ? `--file=${a.value.text}` : a.value.text)).join(' ');
  const archive = valuesOf(args, '-f --file')[0]?.text ?? /--file=(\S+)/.exec(set)?.[1] ?? '';
  return /^[\w.@-]+:/.test(archive) ? [...args.operands] : [];
});

/** `az storage blob upload -f a` */
export const uploadsToAzure = sends((args) =>
  args.operands[0]?.text === 'storage' && args.operands.some((w) => w.text.startsWith('upload'))
    ? valuesOf(args, '-f --file -s --source')
    : [],
);

/** Options of the kinds `sends`, `sends-file` and `login`: `-T file`, `-d @file`. */
export const sendsNamedFiles: Behaviour = {
  sends: (_command, args) => uploadsOf(args),
  moreFiles: (command, args) => filesInData(args).map((w) => access('read', w, command)),
};

/** `croc send file` */
export const sendsOperands = sends(({ operands }) => operands.filter((w) => w.text !== 'send'));

const PUT =
  /(?:^|[\s;])(?:m?put\s+(?:-\w+\s+)*|mirror\s+(?:--?[\w-]+\s+)*(?:-\w*R\w*|--reverse)\s+(?:--?[\w-]+\s+)*)([^\s;]+)/g;

/** `sftp -b - host <<< 'put a'`, `lftp -e 'put a' host` */
export const uploadsWithPut = sends((_args, { stdin, words }) => {
  const typed = [...words.slice(1).map((w) => w.text), `\n${stdin?.text ?? ''}`].join(' ');
  const first = words[0] ?? { text: HOLE, glob: false, quoted: false, origins: [] };
  return [...typed.matchAll(PUT)].map((m) => ({
    ...first,
    text: m[1] as string,
  }));
});
