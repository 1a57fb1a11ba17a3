// Looks up whether a database may be thrown away: it is for tests, in memory, in a temporary folder, made by this session,
// or does not exist yet.
import type { Facts } from '../../../core/facts.ts';
import { classifyPath, resolve } from '../../../shell/base/paths.ts';
import { HOLE } from '../../../shell/base/words.ts';
import { argsOf } from '../../../shell/programs/registry.ts';
import type { Effect } from '../../../shell/types.ts';
import { isAbsent } from './absent-paths.ts';
import type { LookupResult } from './evidence.ts';

/** Clients whose first operand is the file of the database. */
const FILE_CLIENTS = /^(sqlite3?|sqlite-utils|litecli|duckdb|sqldiff)$/;

/** Effects that stay inside the database. */
const INSIDE = /^sql-(drop|truncate|delete-all|update-all)$/;

/** Statements that open another database or file. */
const OPENS_MORE =
  /\b(attach|install|load_extension)\b|^\s*\.(open|restore|import|load|read|backup|save|clone)\b/im;

/** Variables and options that choose an environment, and the environments whose data are made up. */
const ENVIRONMENT = /^(RAILS_ENV|RACK_ENV|MIX_ENV|APP_ENV|NODE_ENV|FLASK_ENV|DJANGO_ENV|ENV)$/;
const TEST_ENVIRONMENT = /^(test|testing|ci)$/;

/** `app_test`, `test_3`: a name that says that its data are made up. */
const TEST_DATABASE = /^(\w+[_-](test|tests|testing|ci)([_-]?\d+)?|test[_-]\w+)$/i;

const LOCAL = /^(localhost|127\.[\d.]+|::1|\/.*|db|postgres|mysql|mariadb)$/;

/** `postgres://me@localhost:5432/app_test?sslmode=disable` */
function readUrl(text: string): { host: string; database: string } | undefined {
  const [, host, database] = /^(?:--?\w+=)?\w+:\/\/(?:[^@/]*@)?([^/:?]*)(?::\d+)?\/([^/?]+)/.exec(text) ?? [];
  return host !== undefined && database ? { host: host || 'localhost', database } : undefined;
}

/** Names the test database that a command is about; undefined if it may be another one. */
function testDatabase({ assignments, words }: Effect['command']): string | undefined {
  const texts = words.slice(1).map((w) => w.text);
  const givenTo = (names: RegExp) =>
    texts.flatMap((text, at) => {
      const [option = '', value] = text.split('=', 2);
      return names.test(option) ? (value ?? texts[at + 1] ?? []) : [];
    });
  const chosen = [
    ...assignments.filter(({ name }) => ENVIRONMENT.test(name)).map(({ value }) => value.text),
    ...givenTo(/^(--env|--environment|RAILS_ENV)$/),
  ];
  if (chosen.length > 0)
    return chosen.every((environment) => TEST_ENVIRONMENT.test(environment))
      ? 'the test environment'
      : undefined;
  const urls = texts.flatMap((text) => readUrl(text) ?? []);
  const hosts = [...givenTo(/^(-h|--host)$/), ...urls.map(({ host }) => host)];
  if (!hosts.every((host) => LOCAL.test(host))) return undefined;
  const named = [
    ...givenTo(/^(-d|--dbname|-D|--database)$/).filter((text) => readUrl(text) === undefined),
    ...urls.map(({ database }) => database),
    ...texts.filter((text) => TEST_DATABASE.test(text)),
  ];
  return named.length > 0 && named.every((name) => TEST_DATABASE.test(name)) ? named[0] : undefined;
}

/** Clients and tools whose words name the database. */
const NAMES_DATABASE =
  /^(psql|mysql|mariadb|dropdb|rails|rake|mix|artisan|prisma|sequelize-cli|sequelize|knex|alembic|mysqladmin|pgcli)$/;

export function throwAwayDatabase(effect: Effect, facts: Facts): LookupResult | undefined {
  const { code, command } = effect;
  const test =
    NAMES_DATABASE.test(command.name) && /^(sql|db)-/.test(code) ? testDatabase(command) : undefined;
  if (test) return { harmless: true, found: `${test} is for tests, by its name` };
  if (!FILE_CLIENTS.test(command.name) || !INSIDE.test(code) || command.remote) return undefined;
  const texts = [...command.words.slice(1).map((w) => w.text), command.stdin?.text ?? ''];
  const file = argsOf(command).operands[0]?.text;
  if (!file || file.includes(HOLE) || texts.some((text) => OPENS_MORE.test(text))) return undefined;
  const why = whyThrowAway(file, effect, facts);
  return why === undefined ? undefined : { harmless: true, found: `${file} ${why}` };
}

function whyThrowAway(file: string, effect: Effect, facts: Facts): string | undefined {
  if (/^(file:)?:memory:|mode=memory/.test(file)) return 'is in memory';
  const path = resolve(file.replace(/^file:(\/\/)?/, '').replace(/\?.*$/, ''), effect.command.cwd);
  if (path === undefined || facts.shell.commands.some(({ name }) => name === 'ln')) return undefined;
  const { home, project, look, files } = facts;
  const place = classifyPath(files.real(path), { cwd: project.root, home, projectRoot: project.root });
  if (place === 'in-temp') return 'is in a temporary folder';
  if (look.madeBySession(path)) return 'was made by this session';
  return isAbsent(path, effect, facts) ? 'does not exist yet' : undefined;
}
