// Takes the entries of older hook systems out of a settings file. Everything else in it stays byte by byte.

import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Node } from 'jsonc-parser';
import { isObject } from '../../core/json.ts';
import { commandLine, type HookPaths, shellWords } from '../doctor/command-line.ts';
import { readEntries } from '../doctor/entries.ts';
import type { Source } from '../doctor/sources.ts';
import { removeNode } from '../init/json.ts';
import { type System, systems } from './systems.ts';

export interface Replaced {
  event: string;
  line: number;
  script: string;
  system: string;
  packs: string[];
}

export function withoutOlder(source: Source, paths: HookPaths): { text: string; replaced: Replaced[] } {
  const replaced: Replaced[] = [];
  let { text } = source;
  for (let found = next({ ...source, text }, paths); found; found = next({ ...source, text }, paths)) {
    // Lines are those of the file as it was: they are counted before anything above them goes.
    replaced.unshift(found.what);
    text = removeNode(text, found.node);
  }
  return { text, replaced };
}

/** The last one first, so that the lines of the others stay what they were. */
function next(source: Source, paths: HookPaths): { what: Replaced; node: Node } | undefined {
  const { groups } = readEntries(source);
  for (const group of groups.toReversed()) {
    if (typeof group.value === 'string') {
      const known = knownScript(shellWords(group.value), paths);
      if (known) return { what: say(group.event, group.line, known), node: alone(group.node) };
    }
    for (const { event, line, node, value } of group.handlers.toReversed()) {
      const known = isObject(value) ? knownScript(commandLine(value, paths).words, paths) : undefined;
      if (known)
        return { what: say(event, line, known), node: group.handlers.length > 1 ? node : alone(group.node) };
    }
  }
  return undefined;
}

/** A list that would be empty goes as a whole, with its event. */
function alone(group: Node): Node {
  return group.parent!.children!.length > 1 ? group : group.parent!.parent!;
}

const say = (event: string, line: number, { script, system }: Known): Replaced => ({
  event,
  line,
  script,
  system: system.name,
  packs: system.packs,
});

interface Known {
  script: string;
  system: System;
}

function knownScript(words: readonly string[], { home, project }: HookPaths): Known | undefined {
  for (const word of words) {
    const system = systems.find(({ scripts }) => scripts.includes(basename(word)));
    if (!system) continue;
    const path = resolve(project, word.replace(/^~(?=\/)/, home));
    if (system.beside ? existsSync(join(dirname(path), system.beside)) : /(^|\/)hooks\//.test(word))
      return { script: word, system };
  }
  return undefined;
}
