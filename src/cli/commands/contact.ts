// `pawl contact`: whom the agent may write to, and what it tried.

import { findPlace } from '../../facts/project.ts';
import type { Attempt } from '../../policies/guard/comms.ts';
import {
  type Contact,
  contactsFile,
  DIRECT,
  DRAFT,
  findContact,
  parseContacts,
} from '../../policies/guard/shared/contacts.ts';
import { readState } from '../../store/db/policy-state.ts';
import { recordOverride } from '../../store/record-override.ts';
import { UserError } from '../../system/errors.ts';
import { readText, writeFileAtomic } from '../../system/files.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, jsonOption, type Words } from '../command.ts';
import { refuseInsideAgent } from '../support/only-people.ts';
import { clock, openRecords, paintDecision } from '../support/open-log.ts';
import { paint, table } from '../support/terminal.ts';

const contact: Command = {
  summary: 'Say whom the agent may write to',
  usage: 'add|list|tag|remove|audit [name]',
  details: `
A contact has addresses (mail, phone, channel) and tags. ${DIRECT}: the agent may write to them.
${DRAFT}: it may prepare drafts. Without a tag it may do neither. audit lists what it tried.
add, tag and remove are for people: refused inside an agent’s tool.

  pawl contact add Ann --address ann@example.com --address '+43 660 1' --tag ${DIRECT}
  pawl contact tag Ann --tag ${DRAFT}
  pawl contact tag Ann --untag ${DIRECT}`,
  options: {
    address: {
      type: 'string',
      value: 'text',
      about: 'An address of the contact; may be given more than once',
      multiple: true,
    },
    tag: {
      type: 'string',
      value: 'tag',
      about: `A tag to add, ${DIRECT} or ${DRAFT}; may be given more than once`,
      multiple: true,
    },
    untag: { type: 'string', value: 'tag', about: 'A tag to take away', multiple: true },
    ...jsonOption,
  },
  run(words) {
    const [action = 'list', ...names] = words.rest;
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run)
      throw new UserError(`\`pawl contact ${action}\` is not known: add, list, tag, remove or audit.`);
    const name = names.join(' ').trim();
    if (changing.includes(action)) {
      refuseInsideAgent(`contact ${action}`);
      if (name === '') throw new UserError(`Whom? \`pawl contact ${action} Ann${examples[action] ?? ''}\`.`);
    }
    return run({ home: findHome(), name, words });
  },
};
export default contact;

interface Call {
  home: Home;
  name: string;
  words: Words;
}

const load = (home: Home) => parseContacts(readText(contactsFile(home.dir)));
const save = (home: Home, contacts: readonly Contact[]) =>
  writeFileAtomic(contactsFile(home.dir), `${JSON.stringify(contacts, null, 2)}\n`);
const texts = (words: Words, option: string) => (words.options[option] as string[] | undefined) ?? [];

const actions: Record<string, (call: Call) => number> = { add, list, tag, remove, audit };
const changing = ['add', 'tag', 'remove'];
const examples: Record<string, string> = {
  add: ' --address ann@example.com',
  tag: ` --tag ${DRAFT}`,
};

/** It decides to whom the agent may write, so it is in the log like every way out. */
function done({ home, words }: Call, one: Contact, text: string): number {
  recordOverride(home, findPlace(process.cwd()), { event: 'pawl:contact', label: text });
  console.log(words.json ? JSON.stringify(one, null, 2) : text);
  return 0;
}

function add(call: Call): number {
  const { home, name, words } = call;
  const contacts = load(home);
  const known = findContact(contacts, name);
  const given = texts(words, 'address');
  const one = known ?? { name, addresses: given.length === 0 ? [name] : [], tags: [] };
  change(one, given, words);
  save(home, known ? contacts : [...contacts, one]);
  const tags = one.tags.length > 0 ? ` (${one.tags.join(', ')})` : '';
  return done(call, one, `${one.name}: ${one.addresses.join(', ')}${tags}`);
}

function tag(call: Call): number {
  const { home, name, words } = call;
  if (['tag', 'untag', 'address'].every((option) => texts(words, option).length === 0))
    throw new UserError(`Which tag? Give --tag or --untag with ${DIRECT} or ${DRAFT}.`);
  const contacts = load(home);
  const one = known(contacts, name);
  change(one, texts(words, 'address'), words);
  save(home, contacts);
  return done(call, one, `${one.name}: ${one.tags.join(', ') || 'no tags'}`);
}

function change(one: Contact, addresses: readonly string[], words: Words): void {
  const bad = texts(words, 'tag').find((t) => t !== DIRECT && t !== DRAFT);
  if (bad) throw new UserError(`There is no tag "${bad}"; known are ${DIRECT} and ${DRAFT}.`);
  one.addresses = [...new Set([...one.addresses, ...addresses])];
  const gone = texts(words, 'untag');
  one.tags = [...new Set([...one.tags, ...texts(words, 'tag')])].filter((t) => !gone.includes(t));
}

function remove(call: Call): number {
  const { home, name } = call;
  const contacts = load(home);
  const one = known(contacts, name);
  save(
    home,
    contacts.filter((other) => other !== one),
  );
  return done(call, one, `${one.name} is gone.`);
}

function known(contacts: readonly Contact[], name: string): Contact {
  const one = findContact(contacts, name);
  if (!one) throw new UserError(`There is no contact "${name}". \`pawl contact list\` shows them.`, 1);
  return one;
}

function list({ home, words }: Call): number {
  const contacts = load(home);
  if (words.json) console.log(JSON.stringify(contacts, null, 2));
  else if (contacts.length === 0) console.log('No contacts: the agent may write to nobody.');
  else
    console.log(
      table(contacts.map((one) => [paint('bold', one.name), one.addresses.join(', '), one.tags.join(', ')])),
    );
  return 0;
}

function audit({ home, words }: Call): number {
  const found = (readState(openRecords(home), { policy: 'guard/comms', scope: 'machine', key: 'machine' }) ??
    []) as Attempt[];
  if (words.json) console.log(JSON.stringify(found, null, 2));
  else if (found.length === 0) console.log('Nobody was written to, and nobody tried.');
  else
    console.log(
      table(
        found
          .toReversed()
          .map((one) => [
            clock(one.at),
            one.session_id.slice(0, 8),
            one.tool,
            one.to.join(', '),
            paintDecision(one.decision),
          ]),
      ),
    );
  return 0;
}
