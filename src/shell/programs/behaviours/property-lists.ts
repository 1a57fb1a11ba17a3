// Programs of macOS that read or change a property list, which their words name in different places.
import type { Word } from '../../types.ts';
import { access } from '../access.ts';
import { type Args, has, valuesOf } from '../args.ts';
import type { Behaviour, FileAccess } from '../behaviour.ts';

const files = (file: (args: Args) => Word | undefined, writes: (args: Args) => boolean): Behaviour => ({
  moreFiles(command, args): FileAccess[] {
    const w = file(args);
    return w && /[/.]/.test(w.text) ? [access(writes(args) ? 'write' : 'read', w, command)] : [];
  },
});

const last = ({ operands }: Args) => operands.at(-1);

/** `plutil -insert KEY -string VALUE FILE` */
export const propertyLists = files(last, (args) => has(args, '-insert -replace -remove -create'));

/** `defaults read /path/of/list KEY`. What it changes is told by its rules. */
export const preferences = files(
  ({ operands }) => (/^(read|export|find)$/.test(operands[0]?.text ?? '') ? operands[1] : undefined),
  () => false,
);

/** `PlistBuddy -c 'Add :Key string x' FILE` */
export const editsPropertyList = files(last, (args) =>
  valuesOf(args, '-c').some((w) => !/^(print|help|exit)\b/i.test(w.text)),
);
