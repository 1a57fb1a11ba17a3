// `pawl team publish` and `pawl team pull`: one config for the team, which each person sees before all of it counts.
import { resolve } from 'node:path';
import { hashFiles } from '../../config/trust.ts';
import { findPlace } from '../../facts/project.ts';
import { recordOverride } from '../../store/record-override.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { publish as send } from '../../team/postgres/calls.ts';
import {
  acceptPublished,
  fetchPublished,
  type ReceivedConfig,
  readForPublishing,
  reviewPublished,
} from '../../team/published.ts';
import { withTeam } from '../../team/settings.ts';
import type { ParsedArgs } from '../command.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { provePerson } from '../person/prove.ts';
import { changedLines } from '../support/line-diff.ts';
import { ago, paint, visible } from '../support/terminal.ts';

export async function publish([folder, ...more]: string[], { options, json }: ParsedArgs): Promise<number> {
  refuseInsideAgent('team publish');
  if (!folder || more.length > 0)
    throw new UserError('Give the folder with config.jsonc and policies/: `pawl team publish ./team`.');
  const files = readForPublishing(resolve(folder));
  const hash = hashFiles(files);
  const note = typeof options.note === 'string' ? options.note : undefined;
  const no = await withTeam(findHome(), (team) => send(team, hash, note, files));
  const names = files.map(({ name }) => name);
  if (json) console.log(JSON.stringify({ no, hash, files: names }));
  else
    console.log(
      `Published ${names.join(', ')} (${hash.slice(0, 12)}). What makes things stricter counts on each machine after its next \`pawl sync\`; the rest when its person runs \`pawl team pull\`.`,
    );
  return 0;
}

export async function pull(_rest: string[], { options, json }: ParsedArgs): Promise<number> {
  const home = findHome();
  await withTeam(home, (team) => fetchPublished(home, team));
  const waiting = reviewPublished(home);
  if (!waiting) {
    if (json) console.log('null');
    else console.log('The team has published no config.');
    return 0;
  }
  if (!json) show(waiting);
  const isAsked = !waiting.accepted && !options.show;
  if (isAsked) {
    acceptPublished(home, waiting, provePerson('team pull', home));
    recordOverride(home, findPlace(process.cwd()), {
      event: 'pawl:trust',
      label: `config of the team by ${waiting.author}`,
      notes: [`team ${waiting.hash.slice(0, 12)}`],
    });
    if (!json) console.log('All of it is in force now, as shown.');
  }
  const accepted = waiting.accepted || isAsked;
  if (json) console.log(JSON.stringify({ ...asJson(waiting), accepted }, null, 2));
  return accepted ? 0 : 1;
}

const asJson = ({ hash, author, at, note, files, before, accepted }: ReceivedConfig) => ({
  hash,
  author,
  at,
  note,
  files: files.map(({ name }) => name),
  changes: accepted ? [] : changedLines(before, files),
});

function show(waiting: ReceivedConfig): void {
  const { author, at, note, hash, accepted } = waiting;
  const mark = accepted ? paint('green', 'accepted') : paint('yellow', 'waits for you');
  console.log(
    `${paint('bold', `The team’s config by ${visible(author)}`)}, ${ago(at)} (${hash.slice(0, 12)})  ${mark}`,
  );
  if (note) console.log(visible(note));
  for (const { file, lines } of asJson(waiting).changes) {
    console.log(paint('dim', `  --- ${visible(file)}`));
    for (const line of lines)
      console.log(`  ${paint(line.startsWith('+') ? 'green' : 'red', visible(line))}`);
  }
}
