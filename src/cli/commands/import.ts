// `pawl import`: what older hook systems kept, taken over. Their files stay as they are.

import { openCallingSession } from '../../facts/calling-session.ts';
import { type Command, jsonOption } from '../command.ts';
import { type Imported, importAll } from '../import/continuity.ts';
import { olderState } from '../import/older-state.ts';
import { paint, shortPath, table, visible } from '../support/terminal.ts';
import { importModes } from './workflow-import.ts';

export default {
  summary: 'Take over what older hook systems kept',
  details: `
Reads todo state files (~/.claude/todo-state), memory events with their manifest (~/.claude/memory) and the
checkpoint of this project (.claude/completion-checkpoint.json), and the modes that were active in
.claude/hooks/cache.json, which become workflows of the newest session here. Also worktrees that they
made (which \`pawl worktree\` then knows), their updates and autonomous state (as history in the log: they give
nothing). Nothing is deleted or changed there; running it again adds only what is new.

--settings is about their entries in settings files instead: they go, Pawl’s come, after you have seen the change.
`,
  options: {
    'dry-run': { type: 'boolean', about: 'Show what would be taken, and take nothing' },
    settings: { type: 'boolean', about: 'Replace their entries in settings files by ours' },
    yes: { type: 'boolean', short: 'y', about: 'With --settings: change the files without asking' },
    memory: {
      type: 'string',
      value: 'folder',
      about: 'This folder of ~/.claude/memory belongs to this project',
    },
    ...jsonOption,
  },
  run: async (words) => {
    const { options, json } = words;
    if (options.settings) return (await import('./import-settings.ts')).importSettings(words);
    const { home, db, place, now } = openCallingSession();
    const dry = options['dry-run'] === true;
    const memoryFolder = typeof options.memory === 'string' ? options.memory : undefined;
    const take = () => [
      ...importAll({ db, place, env: process.env, now, memoryFolder }),
      ...importModes({ db, home, place, now, dry }),
      ...olderState({ db, place, env: process.env, now, dry }),
    ];
    const taken = dry ? tried(db, take) : db.transaction(take).immediate();
    if (json) console.log(JSON.stringify(taken, null, 2));
    else print(taken, dry);
    return 0;
  },
} satisfies Command;

class Undo extends Error {}

/** Does it for real and takes it back: what a dry run says is then what would happen. */
function tried(db: ReturnType<typeof openCallingSession>['db'], take: () => Imported[]): Imported[] {
  let taken: Imported[] = [];
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

function print(taken: readonly Imported[], dry: boolean): void {
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
    for (const why of left.slice(0, 10))
      console.log(paint('yellow', `  ${shortPath(from)}: ${visible(why)}`));
}
