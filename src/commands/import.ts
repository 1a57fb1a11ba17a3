// `pawl import`: what older hook systems kept, taken over. Their files stay as they are.
import { importAll, type Taken } from '../continuity/import.ts';
import { paint, shortPath, table } from '../terminal.ts';
import { type Command, jsonOption } from './command.ts';
import { here } from './here.ts';

export default {
  summary: 'Take over what older hook systems kept',
  details: `
Reads todo state files (~/.claude/todo-state), memory events with their manifest (~/.claude/memory) and the
checkpoint of this project (.claude/completion-checkpoint.json). Nothing is deleted or changed there; running it
again adds only what is new.
`,
  options: {
    'dry-run': { type: 'boolean', about: 'Show what would be taken, and take nothing' },
    memory: {
      type: 'string',
      value: 'folder',
      about: 'This folder of memory events belongs to this project',
    },
    ...jsonOption,
  },
  run: ({ options, json }) => {
    const { db, place, now } = here();
    const memoryFolder = typeof options.memory === 'string' ? options.memory : undefined;
    const take = () => importAll({ db, place, env: process.env, now, memoryFolder });
    const taken = options['dry-run'] ? tried(db, take) : db.transaction(take).immediate();
    if (json) console.log(JSON.stringify(taken, null, 2));
    else print(taken, options['dry-run'] === true);
    return 0;
  },
} satisfies Command;

class Undo extends Error {}

/** Does it for real and takes it back: what a dry run says is then what would happen. */
function tried(db: ReturnType<typeof here>['db'], take: () => Taken[]): Taken[] {
  let taken: Taken[] = [];
  try {
    db.transaction(() => {
      taken = take();
      throw new Undo();
    }).immediate();
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return taken;
}

function print(taken: readonly Taken[], dry: boolean): void {
  if (taken.length === 0) console.log('Nothing to import was found.');
  else
    console.log(
      table(
        taken.map(({ what, from, found, added }) => [
          what,
          `${found} found`,
          paint(added > 0 ? 'green' : 'dim', `${added} ${dry ? 'would be added' : 'added'}`),
          paint('dim', shortPath(from)),
        ]),
      ),
    );
  for (const { from, left } of taken)
    for (const why of left.slice(0, 10)) console.log(paint('yellow', `  ${shortPath(from)}: ${why}`));
}
