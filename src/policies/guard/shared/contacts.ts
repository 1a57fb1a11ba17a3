// Contacts: the people an agent may write to. The file belongs to the person and is edited with `pawl contact`.

export interface Contact {
  name: string;
  /** Mail addresses, phone numbers, channels, handles. */
  addresses: string[];
  tags: string[];
}

/** DIRECT: the agent may send messages to the contact. DRAFT: it may only prepare drafts. */
export const DIRECT = 'claude_direct';
export const DRAFT = 'claude_draft';

export const contactsFile = (pawlHome: string) => `${pawlHome}/contacts.json`;

/** An unreadable file counts as empty, so that nothing is sent. */
export function parseContacts(text: string | undefined): Contact[] {
  if (!text) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isContact) : [];
  } catch {
    return [];
  }
}

function isContact(value: unknown): value is Contact {
  const contact = value as Partial<Contact> | null;
  return typeof contact?.name === 'string' && isTexts(contact.addresses) && isTexts(contact.tags);
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((v) => typeof v === 'string');

/** Brings different spellings of a phone number or address to the same form. */
export function plainAddress(text: string): string {
  const trimmed = text.trim().toLowerCase();
  return /^[+\d][\d\s().-]{5,}$/.test(trimmed)
    ? trimmed.replace(/[^\d+]/g, '')
    : trimmed.replace(/^.*<([^>]+)>$/, '$1');
}

export function findContact(contacts: readonly Contact[], address: string): Contact | undefined {
  const wanted = plainAddress(address);
  return contacts.find(({ name, addresses }) =>
    [name, ...addresses].some((text) => plainAddress(text) === wanted),
  );
}
