// Contacts: whom an agent may write to. A small file of the person's, read by the policy and kept by `pawl contact`.

export interface Contact {
  name: string;
  /** Mail addresses, phone numbers, channels, handles. */
  addresses: string[];
  tags: string[];
}

/** May be written to; may have drafts prepared. */
export const DIRECT = 'claude_direct';
export const DRAFT = 'claude_draft';

export const contactsFile = (pawlHome: string) => `${pawlHome}/contacts.json`;

/** A broken file knows nobody: then nothing is sent. */
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
  const one = value as Partial<Contact> | null;
  return typeof one?.name === 'string' && isTexts(one.addresses) && isTexts(one.tags);
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((v) => typeof v === 'string');

/** The same number or address in any spelling. */
export function plainAddress(text: string): string {
  const trimmed = text.trim().toLowerCase();
  return /^[+\d][\d\s().-]{5,}$/.test(trimmed)
    ? trimmed.replace(/[^\d+]/g, '')
    : trimmed.replace(/^.*<([^>]+)>$/, '$1');
}

export function findContact(contacts: readonly Contact[], address: string): Contact | undefined {
  const wanted = plainAddress(address);
  return contacts.find(
    (one) => plainAddress(one.name) === wanted || one.addresses.some((a) => plainAddress(a) === wanted),
  );
}
