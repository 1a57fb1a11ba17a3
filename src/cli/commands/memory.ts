// `pawl memory`: lists, searches, adds and forgets the lessons of earlier sessions.
import type { Memory } from '../../domain/memory/memory.ts';
import { type CallingSession, openCallingSession } from '../../facts/calling-session.ts';
import {
  addMemory,
  findMemory,
  forgetMemory,
  listMemories,
  memoryStats,
  searchMemories,
} from '../../store/db/memory.ts';
import { compareAndSave } from '../../store/db/memory-vectors.ts';
import { UserError } from '../../system/errors.ts';
import { type Command, jsonOption, type ParsedArgs, wholeNumber } from '../command.ts';
import { sessionOption } from '../support/session-option.ts';
import { ago, paint, table, visible, wrap } from '../support/terminal.ts';

type MemoryAction = (calling: CallingSession, rest: string[], args: ParsedArgs) => number;

const actions: Record<string, MemoryAction> = {
  list: printAll,
  add: addLesson,
  search: searchLessons,
  show: showLessons,
  forget: forgetLessons,
  stats: printStats,
  export: exportAll,
};

export default {
  summary: 'Search, add and forget the lessons of earlier sessions',
  usage: '[list | search <words> | add <text> | show <n> | forget <n>… | stats | export]',
  subcommands: {
    '': 0,
    list: 0,
    search: Infinity,
    add: Infinity,
    show: Infinity,
    forget: Infinity,
    stats: 0,
    export: 0,
  },
  details: `
Lessons belong to a repository. They are recorded when a session stops with a checkpoint (pack memory), and given to
later sessions that work on the same files. They stay on this machine unless it is in a team (\`pawl help team\`).

  pawl memory search cors proxy
  pawl memory add "The proxy strips Origin" --about cors --about nginx.conf
  pawl memory add "run with -x" --topic tests      given to every session; one per topic
  pawl memory export > lessons.jsonl
`,
  options: {
    about: {
      type: 'string',
      value: 'name',
      multiple: true,
      of: ['add'],
      about: 'A file or term that the lesson is about; can be repeated',
    },
    category: { type: 'string', value: 'word', of: ['add'], about: 'The category (default: note)' },
    topic: {
      type: 'string',
      value: 'word',
      of: ['add'],
      about: 'Give it to every session, as the lesson on this topic',
    },
    limit: {
      type: 'string',
      value: '20',
      of: ['', 'list', 'search'],
      about: 'How many to show (default: 20)',
    },
    all: {
      type: 'boolean',
      of: ['', 'list', 'search', 'stats', 'export'],
      about: 'Lessons of every project on this machine',
    },
    ...sessionOption,
    ...jsonOption,
  },
  run: (args) => {
    const [name = 'list', ...rest] = args.rest;
    return actions[name]!(openCallingSession(args.options.session), rest, args);
  },
} satisfies Command;

const project = ({ place }: CallingSession, { options }: ParsedArgs) =>
  options.all ? undefined : place.repository;
const limit = ({ options }: ParsedArgs) =>
  wholeNumber((options.limit as string | undefined) ?? '20', 'limit');

function printAll(calling: CallingSession, _rest: string[], args: ParsedArgs): number {
  return printLessons(listMemories(calling.db, project(calling, args), limit(args)), args.json);
}

function searchLessons(calling: CallingSession, rest: string[], args: ParsedArgs): number {
  if (rest.length === 0)
    throw new UserError('Give the words to search for: `pawl memory search cors proxy`.');
  const text = rest.join(' ');
  const compare = compareAndSave(calling.db, text);
  return printLessons(
    searchMemories(calling.db, project(calling, args), text, limit(args), compare),
    args.json,
  );
}

function printLessons(memories: readonly Memory[], json: boolean): number {
  if (json) console.log(JSON.stringify(memories, null, 2));
  else if (memories.length === 0) console.log('No lessons found.');
  else for (const memory of memories) console.log(entry(memory));
  return 0;
}

function entry(memory: Memory): string {
  const { id, category, at, topic, entities, injected, cited, author, machine } = memory;
  const origin = author ? `, by ${visible(author)}${machine ? ` on ${visible(machine)}` : ''}` : '';
  const used = injected > 0 ? `, given ${injected}×, cited ${cited}×` : '';
  const head = `${paint('bold', `m${id}`)}  ${visible(topic ?? category)}  ${paint('dim', `${ago(at)}${origin}${used}`)}`;
  const subjects = entities.length > 0 ? `\n${wrap(paint('dim', visible(entities.join(', '))), '    ')}` : '';
  return `${head}\n${wrap(visible(memory.content), '    ')}${subjects}`;
}

function addLesson(
  { db, place, session_id, now }: CallingSession,
  rest: string[],
  { options, json }: ParsedArgs,
): number {
  const content = rest.join(' ').trim();
  if (!content)
    throw new UserError('Give the lesson: `pawl memory add "The proxy strips the Origin header"`.');
  const lesson = {
    content,
    category: (options.category as string | undefined) ?? 'note',
    entities: (options.about as string[] | undefined) ?? [],
    ...(typeof options.topic === 'string' && { topic: options.topic.trim().toLowerCase().slice(0, 50) }),
  };
  const origin = { repository: place.repository, session_id, at: now, source: 'command' };
  const { id, added } = db.transaction(() => addMemory(db, lesson, origin)).immediate();
  if (json) console.log(JSON.stringify({ ...findMemory(db, id), added }, null, 2));
  else console.log(added ? `Added as m${id}.` : `It exists already, as m${id}.`);
  return 0;
}

function parseIds(rest: readonly string[], action: string): number[] {
  const ids = rest.map((word) => Number(word.replace(/^m/, '')));
  if (ids.length === 0 || ids.some((id) => !Number.isInteger(id)))
    throw new UserError(`Give an id: \`pawl memory ${action} m12\`. \`pawl memory list\` shows the ids.`);
  return ids;
}

function showLessons({ db }: CallingSession, rest: string[], { json }: ParsedArgs): number {
  const found = parseIds(rest, 'show').flatMap((id) => findMemory(db, id) ?? []);
  if (found.length === 0) {
    console.error('pawl: There is no such lesson. `pawl memory list` lists them.');
    return 1;
  }
  return printLessons(found, json);
}

function forgetLessons({ db, now }: CallingSession, rest: string[], { json }: ParsedArgs): number {
  const ids = parseIds(rest, 'forget');
  const forgotten = db.transaction(() => ids.filter((id) => forgetMemory(db, id, now))).immediate();
  if (json) console.log(JSON.stringify({ forgotten }));
  else if (forgotten.length > 0) console.log(`Forgotten: ${forgotten.map((id) => `m${id}`).join(', ')}.`);
  const missing = ids.filter((id) => !forgotten.includes(id)).map((id) => `m${id}`);
  if (missing.length > 0)
    console.error(`pawl: There is no lesson ${missing.join(' or ')}. \`pawl memory list\` lists them.`);
  return forgotten.length === ids.length ? 0 : 1;
}

function printStats(calling: CallingSession, _rest: string[], args: ParsedArgs): number {
  const all = memoryStats(calling.db, project(calling, args));
  if (args.json) console.log(JSON.stringify(all, null, 2));
  else
    console.log(
      table([
        ['lessons', String(all.memories)],
        ['with a topic', String(all.assertions)],
        ['given', String(all.injected)],
        ['cited', String(all.cited)],
        ['newest', all.newest === null ? '–' : ago(all.newest)],
      ]),
    );
  return 0;
}

function exportAll(calling: CallingSession, _rest: string[], args: ParsedArgs): number {
  const memories = listMemories(calling.db, project(calling, args), 1_000_000);
  if (args.json) console.log(JSON.stringify(memories));
  else for (const memory of memories) console.log(JSON.stringify(memory));
  return 0;
}
