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

/** `all`, or the names of the packs to switch on; the others are switched off. */
export function readPacks(text: string): OnOff {
  const names = text === 'all' ? packNames : text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !packNames.includes(name as never));
  if (unknown !== undefined)
    throw new UserError(`There is no pack "${unknown}". Use all, or any of ${packNames.join(', ')}.`);
  return Object.fromEntries(packNames.map((name) => [name, names.includes(name)]));
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
  const names = (which: boolean) => changes.filter(([, on]) => on === which).map(([name]) => name);
  const text = changes.reduce(set, readText(home.config) ?? firstConfig());
  return { text, on: names(true), off: names(false) };
}

const editOptions = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };

function set(text: string, [name, on]: [string, boolean]): string {
  return applyEdits(text, modify(text, ['packs', name], on, editOptions));
}
