// Contacts, and the spellings of an address that count as the same.
import { expect, test } from 'bun:test';
import { contactsFile, findContact, parseContacts, plainAddress } from './contacts.ts';

const ann = { name: 'Ann', addresses: ['ann@example.com', '+43 660 123-45'], tags: ['claude_direct'] };

test('contacts are read from Pawl’s home; an unreadable file and invalid entries are left out', () => {
  expect(contactsFile('/h/.pawl')).toBe('/h/.pawl/contacts.json');
  expect(parseContacts(undefined)).toEqual([]);
  expect(parseContacts('')).toEqual([]);
  expect(parseContacts('{ broken')).toEqual([]);
  expect(parseContacts('{"name":"Ann"}')).toEqual([]);
  const wrong = [
    null,
    1,
    { ...ann, name: 1 },
    { ...ann, addresses: 'x' },
    { ...ann, tags: [1] },
    { name: 'B' },
  ];
  expect(parseContacts(JSON.stringify([...wrong, ann, { ...ann, addresses: ['a', 2] }]))).toEqual([ann]);
});

test.each([
  [' Ann@Example.com ', 'ann@example.com'],
  ['Ann <ann@example.com>', 'ann@example.com'],
  ['Ann <a', 'ann <a'],
  ['+43 (660) 123-45', '+4366012345'],
  ['0660.12345', '066012345'],
  ['12345', '12345'],
  ['room +43 660 12345', 'room +43 660 12345'],
  ['+43 660 12345 x', '+43 660 12345 x'],
  ['#All', '#all'],
])('the address %s in plain form is %s', (text, plain) => {
  expect(plainAddress(text)).toBe(plain);
});

test('a contact is found by name or by any address, however it is written', () => {
  const bob = { name: 'Bob', addresses: [], tags: [] };
  for (const address of ['ann', 'ANN@example.com', 'Ann <ann@example.com>', '+4366012345'])
    expect(findContact([bob, ann], address)).toBe(ann);
  expect(findContact([bob, ann], 'bob')).toBe(bob);
  expect(findContact([bob, ann], 'ann@example.org')).toBeUndefined();
});
