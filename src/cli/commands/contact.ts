// `pawl contact`: people, whether the agent may write to them, and its attempts.

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
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { clock, openLog, paintDecision } from '../support/open-log.ts';
import { fitTable, paint } from '../support/terminal.ts';

const contact: Command = {
  summary: 'Manage contacts, and whether the agent may write to them',
  usage: 'add|list|tag|remove|audit [name]',
  subcommands: { '': 0, add: Infinity, list: 0, tag: Infinity, remove: Infinity, audit: 0 },
  details: `
A contact has addresses (mail, phone, channel) and tags. With ${DIRECT} the agent may send messages to the contact,
with ${DRAFT} it may prepare drafts; without a tag it may do neither. audit lists the attempts. Only a person can add,
tag and remove contacts.

  pawl contact add Ann --address ann@example.com --tag ${DIRECT}
  pawl contact tag Ann --tag ${DRAFT}
  pawl contact tag Ann --untag ${DIRECT}`,
  options: {
    address: {
      type: 'string',
      value: 'text',
      of: ['add', 'tag'],
      about: 'An address of the contact; can be repeated',
      multiple: true,
    },
    tag: {
      type: 'string',
      value: 'tag',
      of: ['add', 'tag'],
      about: `A tag to add, ${DIRECT} or ${DRAFT}; can be repeated`,
      multiple: true,
    },
    untag: {
      type: 'string',
      value: 'tag',
      of: ['tag'],
      about: 'A tag to remove; can be repeated',
      multiple: true,
    },
    ...jsonOption,
  },
  run(args) {
    const [action = 'list', ...names] = args.rest;
    const name = names.join(' ').trim();
    if (changing.includes(action)) {
      refuseInsideAgent(`contact ${action}`);
      if (name === '')
        throw new UserError(`Give a name: \`pawl contact ${action} Ann${examples[action] ?? ''}\`.`);
    }
    return actions[action]!({ home: findHome(), name, args });
  },
};
export default contact;

interface ContactCall {
  home: Home;
  name: string;
  args: ParsedArgs;
}

const load = (home: Home) => parseContacts(readText(contactsFile(home.control)));
const save = (home: Home, contacts: readonly Contact[]) =>
  writeFileAtomic(contactsFile(home.control), `${JSON.stringify(contacts, null, 2)}\n`);
const texts = (args: ParsedArgs, option: string) => (args.options[option] as string[] | undefined) ?? [];

const actions: Record<string, (call: ContactCall) => number> = {
  add: addContact,
  list: printContacts,
  tag: tagContact,
  remove: removeContact,
  audit: printAudit,
};
const changing = ['add', 'tag', 'remove'];
const examples: Record<string, string> = {
  add: ' --address ann@example.com',
  tag: ` --tag ${DRAFT}`,
};

/** Changes of contacts are recorded in the log, because they decide to whom the agent may write. */
function recordAndPrint({ home, args }: ContactCall, contact: Contact, text: string): number {
  recordOverride(home, findPlace(process.cwd()), { event: 'pawl:contact', label: text });
  console.log(args.json ? JSON.stringify(contact, null, 2) : text);
  return 0;
}

function addContact(call: ContactCall): number {
  const { home, name, args } = call;
  const contacts = load(home);
  const known = findContact(contacts, name);
  const given = texts(args, 'address');
  const contact = known ?? { name, addresses: given.length === 0 ? [name] : [], tags: [] };
  changeContact(contact, given, args);
  save(home, known ? contacts : [...contacts, contact]);
  const tags = contact.tags.length > 0 ? ` (${contact.tags.join(', ')})` : '';
  return recordAndPrint(call, contact, `${contact.name}: ${contact.addresses.join(', ')}${tags}`);
}

function tagContact(call: ContactCall): number {
  const { home, name, args } = call;
  if (['tag', 'untag', 'address'].every((option) => texts(args, option).length === 0))
    throw new UserError(`Give --address, or --tag or --untag with ${DIRECT} or ${DRAFT}.`);
  const contacts = load(home);
  const contact = requireContact(contacts, name);
  changeContact(contact, texts(args, 'address'), args);
  save(home, contacts);
  return recordAndPrint(call, contact, `${contact.name}: ${contact.tags.join(', ') || 'no tags'}`);
}

function changeContact(contact: Contact, addresses: readonly string[], args: ParsedArgs): void {
  const bad = texts(args, 'tag').find((t) => t !== DIRECT && t !== DRAFT);
  if (bad) throw new UserError(`There is no tag "${bad}"; use ${DIRECT} or ${DRAFT}.`);
  contact.addresses = [...new Set([...contact.addresses, ...addresses])];
  const removed = texts(args, 'untag');
  contact.tags = [...new Set([...contact.tags, ...texts(args, 'tag')])].filter((t) => !removed.includes(t));
}

function removeContact(call: ContactCall): number {
  const { home, name } = call;
  const contacts = load(home);
  const contact = requireContact(contacts, name);
  save(
    home,
    contacts.filter((other) => other !== contact),
  );
  return recordAndPrint(call, contact, `Removed ${contact.name}.`);
}

function requireContact(contacts: readonly Contact[], name: string): Contact {
  const contact = findContact(contacts, name);
  if (!contact) throw new UserError(`There is no contact "${name}". \`pawl contact list\` shows them.`, 1);
  return contact;
}

function printContacts({ home, args }: ContactCall): number {
  const contacts = load(home);
  if (args.json) console.log(JSON.stringify(contacts, null, 2));
  else if (contacts.length === 0) console.log('There are no contacts, so the agent may write to nobody.');
  else
    console.log(
      fitTable(
        contacts.map((contact) => [
          paint('bold', contact.name),
          contact.addresses.join(', '),
          contact.tags.join(', '),
        ]),
      ),
    );
  return 0;
}

function printAudit({ home, args }: ContactCall): number {
  const found = (readState(openLog(home), { policy: 'guard/comms', scope: 'machine', key: 'machine' }) ??
    []) as Attempt[];
  if (args.json) console.log(JSON.stringify(found, null, 2));
  else if (found.length === 0) console.log('The agent has not tried to send a message.');
  else
    console.log(
      fitTable(
        found
          .toReversed()
          .map((attempt) => [
            clock(attempt.at),
            attempt.session_id.slice(0, 8),
            attempt.tool,
            attempt.to.join(', '),
            paintDecision(attempt.decision),
          ]),
      ),
    );
  return 0;
}
