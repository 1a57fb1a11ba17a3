// Commands for the person who runs the team: they set the database up and give people their logins.
import { ownerFile } from '../../store/files/team-state.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { readText, writeFileAtomic } from '../../system/files.ts';
import { findHome, type Home } from '../../system/home.ts';
import { parseUrl } from '../../team/address.ts';
import { addPerson, removePerson, setUp } from '../../team/postgres/calls.ts';
import { connect, type Team } from '../../team/postgres/connect.ts';
import { schemaVersion, setUpScript } from '../../team/postgres/script.ts';
import type { ParsedArgs } from '../command.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { readUrl } from './read-url.ts';

export async function init(rest: string[], { options, json }: ParsedArgs): Promise<number> {
  if (options.sql) return printScript();
  refuseInsideAgent('team init');
  const text = await readUrl(rest, 'init');
  const before = await withOwner(text, setUp);
  const home = findHome();
  // For `pawl team invite`. The owner's password is as private as the member's.
  writeFileAtomic(ownerFile(home), `${JSON.stringify({ url: text })}\n`);
  if (json) console.log(JSON.stringify({ schema: schemaVersion, before }));
  else {
    const done =
      before === 0
        ? 'is set up'
        : before < schemaVersion
          ? `was brought from schema ${before} to ${schemaVersion}`
          : 'is up to date';
    console.log(`The team store ${done}. Next: \`pawl team invite NAME\` for each person, and for yourself.`);
  }
  return 0;
}

function printScript(): number {
  console.log(setUpScript().trimEnd());
  return 0;
}

const nameRule = /^[a-z][a-z0-9_.-]{0,39}$/;
const reserved = /^(pg_|pawl_(store|member)$)/;

export async function invite([name, ...more]: string[], { options, json }: ParsedArgs): Promise<number> {
  refuseInsideAgent('team invite');
  if (!name || more.length > 0) throw new UserError('Give one name: `pawl team invite alice`.');
  if (!nameRule.test(name) || reserved.test(name))
    throw new UserError(
      `A name has up to 40 lower-case letters, digits, dots, dashes and underscores, and begins with a letter; "${name}" does not fit.`,
    );
  const owner = await ownerUrl(findHome(), options);
  if (parseUrl(owner).address.user === name)
    throw new UserError(
      `${name} is the owner’s own login. Give yourself a second one for daily work: \`pawl team invite ${name}-laptop\`.`,
    );
  const password = randomPassword();
  const made = await withOwner(owner, (team) => addPerson(team, name, password, options.lead === true));
  const url = memberUrl(owner, name, password);
  const renewed = made === 'renewed' ? ' The former password no longer works.' : '';
  if (json) console.log(JSON.stringify({ name, lead: options.lead === true, renewed: renewed !== '', url }));
  else
    console.log(
      `${url}\n\nThis is the address of ${name}, with the password; it is shown once. ${name} runs \`pawl team join\` with it on each machine.${renewed}`,
    );
  return 0;
}

export async function remove([name, ...more]: string[], { options, json }: ParsedArgs): Promise<number> {
  refuseInsideAgent('team remove');
  if (!name || more.length > 0) throw new UserError('Give one name: `pawl team remove alice`.');
  const owner = await ownerUrl(findHome(), options);
  if (parseUrl(owner).address.user === name)
    throw new UserError(
      `${name} is the owner’s own login, which runs the team store. It can’t remove itself.`,
    );
  const removed = await withOwner(owner, (team) => removePerson(team, name));
  if (json) console.log(JSON.stringify({ name, removed }));
  else
    console.log(
      removed ? `${name} is no longer in the team and can’t log in.` : `There is no ${name} in this team.`,
    );
  return removed ? 0 : 1;
}

async function ownerUrl(home: Home, options: ParsedArgs['options']): Promise<string> {
  if (typeof options.url === 'string') return readUrl([options.url], '--url');
  const stored = attempt(() => JSON.parse(readText(ownerFile(home)) ?? '{}') as { url?: string })?.url;
  if (stored) return stored;
  throw new UserError(
    'Only the owner of the team store can do this. Run `pawl team init URL` on this machine first, or give the owner’s address with --url (`-` reads it from stdin).',
    1,
  );
}

async function withOwner<T>(text: string, work: (team: Team) => Promise<T>): Promise<T> {
  const { address, password } = parseUrl(text);
  const team = connect(address, password);
  try {
    return await work(team);
  } finally {
    await team.close();
  }
}

/** Letters and digits only, so that it needs no encoding in an address. */
function randomPassword(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
  const bytes = crypto.getRandomValues(new Uint8Array(28));
  return [...bytes].map((byte) => letters[byte % letters.length]).join('');
}

function memberUrl(owner: string, name: string, password: string): string {
  const url = new URL(owner);
  url.username = name;
  url.password = password;
  return url.href;
}
