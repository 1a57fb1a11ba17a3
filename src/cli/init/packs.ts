// `init --packs`: switches packs on and off in the user's config, and changes nothing else in it.
import { applyEdits, modify } from 'jsonc-parser';
import { loadConfig } from '../../config/load.ts';
import { packNames } from '../../core/pack.ts';
import { allPolicies } from '../../policies/registry.ts';
import { UserError } from '../../system/errors.ts';
import { readText } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { firstConfig } from './home-files.ts';
import { outsideProjects } from './needed.ts';

type OnOff = Record<string, boolean>;

/**
 * `all`; changes such as `+workflow,-docs`; or the names of the packs to switch on, with all others off. The result has
 * only the packs that are switched.
 */
export function readPacks(text: string): { wanted: OnOff; exact: boolean } {
  if (text === 'all')
    return { wanted: Object.fromEntries(packNames.map((name) => [name, true])), exact: false };
  const words = text.split(',').map((word) => word.trim());
  const names = words.map((word) => word.replace(/^[+-]/, ''));
  const changes = words.filter((word, at) => word !== names[at]);
  const unknown = names.find((name) => !packNames.includes(name as never));
  if (unknown !== undefined)
    throw new UserError(
      `There is no pack "${unknown}". Use \`all\` alone, or any of ${packNames.join(', ')}; \`+name\` adds one, \`-name\` removes one.`,
    );
  if (changes.length === 0)
    return { wanted: Object.fromEntries(packNames.map((name) => [name, names.includes(name)])), exact: true };
  if (changes.length < words.length)
    throw new UserError(
      `Write + or - before each pack, or before none: \`--packs ${names.map((name) => `+${name}`).join(',')}\` adds them.`,
    );
  return {
    wanted: Object.fromEntries(names.map((name, at) => [name, words[at]!.startsWith('+')])),
    exact: false,
  };
}

/**
 * A plain list means "and no others", but people also type one when they only want to add a pack. So the person is
 * asked before a pack is switched off, and without a terminal nothing is done.
 */
export function confirmPacksOff(text: string, { off }: PackChange): void {
  if (off.length === 0) return;
  const added = text
    .split(',')
    .map((name) => `+${name.trim()}`)
    .join(',');
  const effect = `\`--packs ${text}\` switches ${off.join(', ')} off, because a plain list means these packs and no others`;
  if (process.stdin.isTTY === true && process.stdout.isTTY === true && confirm(`${effect}. Go on?`)) return;
  throw new UserError(
    `${effect}. Nothing was changed. \`pawl init --packs ${added}\` only adds packs; \`-name\` in that list switches one off.`,
    1,
  );
}

export interface PackChange {
  text: string;
  on: string[];
  off: string[];
}

export function planPacks(home: Home, wanted: OnOff): PackChange {
  const { packs: now, layers } = loadConfig(home, outsideProjects(home), allPolicies);
  const broken = layers.find((layer) => layer.state !== 'ok');
  if (broken)
    throw new UserError(`Fix ${broken.file} first: ${broken.problems[0]?.message}. Nothing was changed.`, 1);
  const changes = Object.entries(wanted).filter(([name, on]) => now[name] !== on);
  const names = (isOn: boolean) => changes.filter(([, on]) => on === isOn).map(([name]) => name);
  const text = changes.reduce(set, readText(home.config) ?? firstConfig());
  return { text, on: names(true), off: names(false) };
}

const editOptions = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };

function set(text: string, [name, on]: [string, boolean]): string {
  return applyEdits(text, modify(text, ['packs', name], on, editOptions));
}
