// `pawl import`: imports the state of older hook systems. Their files are not changed.

import type { Database } from 'bun:sqlite';
import { openCallingSession } from '../../facts/calling-session.ts';
import { makeMissingVectors } from '../../store/db/memory-vectors.ts';
import { attempt } from '../../system/attempt.ts';
import { type Command, jsonOption } from '../command.ts';
import { type Imported, importAll } from '../import/continuity.ts';
import { olderState } from '../import/older-state.ts';
import { sensitiveFiles } from '../import/sensitive-files.ts';
import { progressLine } from '../support/progress.ts';
import { fitTable, paint, shortPath, visible } from '../support/terminal.ts';
import { importModes } from './workflow-import.ts';

export default {
  summary: 'Import the state of older hook systems',
  details: `
Imports todo lists (~/.claude/todo-state), memories (~/.claude/memory), the checkpoint of this project
(.claude/completion-checkpoint.json), active modes in .claude/hooks/cache.json (they become workflows of the newest
session here), worktrees (\`pawl worktree\` then lists them), and the patterns of secret files in
.claude/sensitive-files.json (they go into your config). Updates and autonomous sessions become entries of the
log and grant nothing. The files themselves are not changed; running it again adds only what is new.

--settings replaces the entries of older hook systems in settings files by Pawl’s, after you have seen the change.
`,
  options: {
    'dry-run': { type: 'boolean', about: 'Show what would be imported, and import nothing' },
    settings: { type: 'boolean', about: 'Replace their entries in settings files with Pawl’s' },
    yes: { type: 'boolean', short: 'y', about: 'With --settings: change the files without asking' },
    memory: {
      type: 'string',
      value: 'folder',
      about: 'The folder of ~/.claude/memory that belongs to this project',
    },
    ...jsonOption,
  },
  run: async (args) => {
    const { options, json } = args;
    if (options.settings) return (await import('./import-settings.ts')).importSettings(args);
    const { home, db, place, now } = openCallingSession();
    const dry = options['dry-run'] === true;
    const memoryFolder = typeof options.memory === 'string' ? options.memory : undefined;
    const importState = () => [
      ...importAll({ db, place, env: process.env, now, memoryFolder }),
      ...importModes({ db, home, place, now, dry }),
      ...olderState({ db, place, env: process.env, now, dry }),
    ];
    const imported = [
      ...(dry ? tryImport(db, importState) : db.transaction(importState).immediate()),
      ...sensitiveFiles({ home, place, env: process.env, dry }),
    ];
    if (!dry && imported.some(({ what, added }) => what === 'memories' && added > 0)) prepareRecall(db, json);
    if (json) console.log(JSON.stringify(imported, null, 2));
    else printImported(imported, dry);
    return 0;
  },
} satisfies Command;

/** Makes the vectors of all memories that have none, the new ones among them. Each takes up to 60 ms. */
function prepareRecall(db: Database, json: boolean): void {
  const line = progressLine({ json, every: 100 });
  // If another process is writing, the next prompts and the daily work make them.
  attempt(() =>
    makeMissingVectors(db, (made, all) => line.show(`preparing memories for recall: ${made} of ${all}`)),
  );
  line.clear();
}

class Rollback extends Error {}

/** Imports everything in a transaction and rolls it back, so that a dry run shows exactly what would happen. */
function tryImport(db: Database, importState: () => Imported[]): Imported[] {
  let imported: Imported[] = [];
  try {
    db.transaction(() => {
      imported = importState();
      throw new Rollback();
    }).immediate();
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  return imported;
}

function printImported(imported: readonly Imported[], dry: boolean): void {
  if (imported.length === 0) console.log('There is nothing to import.');
  else
    console.log(
      fitTable(
        imported.map(({ what, from, found, added }) => [
          what,
          `${found} found`,
          paint(added > 0 ? 'green' : 'dim', `${added} ${dry ? 'would be added' : 'added'}`),
          paint('dim', shortPath(from)),
        ]),
      ),
    );
  for (const { from, left_out } of imported)
    for (const why of left_out.slice(0, 10))
      console.log(paint('yellow', `  ${shortPath(from)}: ${visible(why)}`));
}
