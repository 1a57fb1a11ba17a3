// `pawl memory`: what earlier sessions learnt.
import type { Memory } from '../../domain/memory/memory.ts';
import { type CallingSession, openCallingSession } from '../../facts/calling-session.ts';
import {
  addMemory,
  findMemory,
  listMemories,
  memoryStats,
  removeMemory,
  searchMemories,
} from '../../store/db/memory.ts';
import { UserError } from '../../system/errors.ts';
import { type Command, jsonOption, type Words, wholeNumber } from '../command.ts';
import { sessionOption } from '../support/session-option.ts';
import { ago, paint, table, visible, wrap } from '../support/terminal.ts';

type Act = (where: CallingSession, rest: string[], words: Words) => number;

const acts: Record<string, Act> = { list, add, search, show, forget, stats, export: exportAll };

export default {
  summary: 'Search, add and forget lessons of earlier sessions',
  usage: '[list | search <words> | add <text> | show <n> | forget <n>… | stats | export]',
  details: `
Lessons belong to the repository. They are kept when a session stops with a checkpoint (pack memory), and given to
later sessions that work on the same files. Nothing leaves this machine.

  pawl memory search cors proxy
  pawl memory add "The proxy strips the Origin header" --about cors --about nginx.conf
  pawl memory add "run with -x" --topic tests      a statement for every session; one per topic
  pawl memory export > lessons.jsonl
`,
  options: {
    about: { type: 'string', value: 'name', multiple: true, about: 'A file or word the lesson is about' },
    category: { type: 'string', value: 'word', about: 'Its category (default: note)' },
    topic: { type: 'string', value: 'word', about: 'Make it a statement for every session' },
    limit: { type: 'string', value: '20', about: 'How many to show' },
    all: { type: 'boolean', about: 'Of every project on this machine' },
    ...sessionOption,
    ...jsonOption,
  },
  run: (words) => {
    const [what = 'list', ...rest] = words.rest;
    const act = Object.hasOwn(acts, what) ? acts[what] : undefined;
    if (!act) throw new UserError(`\`pawl memory\` knows ${Object.keys(acts).join(', ')}, not "${what}".`);
    return act(openCallingSession(words.options.session), rest, words);
  },
} satisfies Command;

const project = ({ place }: CallingSession, { options }: Words) =>
  options.all ? undefined : place.repository;
const limit = ({ options }: Words) => wholeNumber((options.limit as string | undefined) ?? '20', 'limit');

function list(where: CallingSession, _rest: string[], words: Words): number {
  return print(listMemories(where.db, project(where, words), limit(words)), words.json);
}

function search(where: CallingSession, rest: string[], words: Words): number {
  if (rest.length === 0) throw new UserError('Say what to look for: `pawl memory search cors proxy`.');
  return print(searchMemories(where.db, project(where, words), rest.join(' '), limit(words)), words.json);
}

function print(memories: readonly Memory[], json: boolean): number {
  if (json) console.log(JSON.stringify(memories, null, 2));
  else if (memories.length === 0) console.log('Nothing found.');
  else for (const memory of memories) console.log(entry(memory));
  return 0;
}

function entry(memory: Memory): string {
  const { id, category, at, topic, entities, injected, cited } = memory;
  const used = injected > 0 ? `, given ${injected}×, helped ${cited}×` : '';
  const head = `${paint('bold', `m${id}`)}  ${visible(topic ?? category)}  ${paint('dim', `${ago(at)}${used}`)}`;
  const about = entities.length > 0 ? `\n${wrap(paint('dim', visible(entities.join(', '))), '    ')}` : '';
  return `${head}\n${wrap(visible(memory.content), '    ')}${about}`;
}

function add(
  { db, place, session_id, now }: CallingSession,
  rest: string[],
  { options, json }: Words,
): number {
  const content = rest.join(' ').trim();
  if (!content)
    throw new UserError('Say what was learnt: `pawl memory add "The proxy strips the Origin header"`.');
  const lesson = {
    content,
    category: (options.category as string | undefined) ?? 'note',
    entities: (options.about as string[] | undefined) ?? [],
    ...(typeof options.topic === 'string' && { topic: options.topic.trim().toLowerCase().slice(0, 50) }),
  };
  const origin = { repository: place.repository, session_id, at: now, source: 'command' };
  const { id, added } = db.transaction(() => addMemory(db, lesson, origin)).immediate();
  if (json) console.log(JSON.stringify({ ...findMemory(db, id), added }, null, 2));
  else console.log(added ? `Kept as m${id}.` : `That is m${id} already.`);
  return 0;
}

function numbers(rest: readonly string[], what: string): number[] {
  const ids = rest.map((one) => Number(one.replace(/^m/, '')));
  if (ids.length === 0 || ids.some((id) => !Number.isInteger(id)))
    throw new UserError(`Which one? \`pawl memory ${what} m12\`; \`pawl memory list\` has the numbers.`);
  return ids;
}

function show({ db }: CallingSession, rest: string[], { json }: Words): number {
  const found = numbers(rest, 'show').flatMap((id) => findMemory(db, id) ?? []);
  if (found.length === 0) {
    console.error('pawl: There is no such memory. `pawl memory list` shows them.');
    return 1;
  }
  return print(found, json);
}

function forget({ db }: CallingSession, rest: string[], { json }: Words): number {
  const ids = numbers(rest, 'forget');
  const gone = db.transaction(() => ids.filter((id) => removeMemory(db, id))).immediate();
  if (json) console.log(JSON.stringify({ forgotten: gone }));
  else
    console.log(
      gone.length > 0 ? `Forgotten: ${gone.map((id) => `m${id}`).join(', ')}.` : 'There was no such memory.',
    );
  return gone.length === ids.length ? 0 : 1;
}

function stats(where: CallingSession, _rest: string[], words: Words): number {
  const all = memoryStats(where.db, project(where, words));
  if (words.json) console.log(JSON.stringify(all, null, 2));
  else
    console.log(
      table([
        ['lessons', String(all.memories)],
        ['statements', String(all.assertions)],
        ['given', String(all.injected)],
        ['helped', String(all.cited)],
        ['newest', all.newest === null ? '–' : ago(all.newest)],
      ]),
    );
  return 0;
}

function exportAll(where: CallingSession, _rest: string[], words: Words): number {
  const memories = listMemories(where.db, project(where, words), 1_000_000);
  if (words.json) console.log(JSON.stringify(memories));
  else for (const memory of memories) console.log(JSON.stringify(memory));
  return 0;
}
