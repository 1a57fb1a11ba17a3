// Databases that are files: one in a temporary folder, one that this session made, or one that does not exist yet.
import type { Facts } from '../../../core/facts.ts';
import { classifyPath, resolve } from '../../../shell/base/paths.ts';
import { HOLE } from '../../../shell/base/words.ts';
import { argsOf } from '../../../shell/programs/registry.ts';
import type { Effect } from '../../../shell/types.ts';
import { isAbsent } from './absent-paths.ts';
import type { Finding } from './evidence.ts';

/** Clients whose first operand is the file of the database. */
const FILE_CLIENTS = /^(sqlite3?|sqlite-utils|litecli|duckdb|sqldiff)$/;

/** Effects that stay inside the database. */
const INSIDE = /^sql-(drop|truncate|delete-all|update-all)$/;

/** Statements that open another database or file. */
const OPENS_MORE =
  /\b(attach|install|load_extension)\b|^\s*\.(open|restore|import|load|read|backup|save|clone)\b/im;

export function throwAwayDatabase(effect: Effect, facts: Facts): Finding | undefined {
  const { code, command } = effect;
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
