// Removes the entries of older hook systems from a settings file. Everything else in it stays as it was.

import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Node } from 'jsonc-parser';
import { isObject, type JsonObject } from '../../core/json.ts';
import { allWords, commandLine, type HookPaths } from '../doctor/command-line.ts';
import { readEntries } from '../doctor/entries.ts';
import type { Source } from '../doctor/sources.ts';
import { removeNode } from '../init/json.ts';
import { type System, systems } from './systems.ts';

export interface ReplacedHook {
  event: string;
  line: number;
  script: string;
  system: string;
  packs: string[];
}

export function removeOlderHooks(
  source: Source,
  paths: HookPaths,
): { text: string; replaced: ReplacedHook[] } {
  const replaced: ReplacedHook[] = [];
  let { text } = source;
  for (
    let found = lastOlderHook({ ...source, text }, paths);
    found;
    found = lastOlderHook({ ...source, text }, paths)
  ) {
    // Line numbers refer to the original file; removing from the end keeps them right.
    replaced.unshift(found.hook);
    text = removeNode(text, found.node);
  }
  return { text, replaced };
}

/** The last entry of an older hook system in the file. */
function lastOlderHook(source: Source, paths: HookPaths): { hook: ReplacedHook; node: Node } | undefined {
  const { groups } = readEntries(source);
  for (const group of groups.toReversed()) {
    if (typeof group.value === 'string') {
      const known = scriptOf({ command: group.value }, paths);
      if (known) return { hook: toReplaced(group.event, group.line, known), node: groupOrEvent(group.node) };
    }
    for (const { event, line, node, value } of group.handlers.toReversed()) {
      const known = isObject(value) ? scriptOf(value, paths) : undefined;
      if (known)
        return {
          hook: toReplaced(event, line, known),
          node: group.handlers.length > 1 ? node : groupOrEvent(group.node),
        };
    }
  }
  return undefined;
}

/** The group, or the whole event if it has no other group. */
function groupOrEvent(group: Node): Node {
  return group.parent!.children!.length > 1 ? group : group.parent!.parent!;
}

const toReplaced = (event: string, line: number, { script, system }: KnownScript): ReplacedHook => ({
  event,
  line,
  script,
  system: system.name,
  packs: system.packs,
});

interface KnownScript {
  script: string;
  system: System;
}

function scriptOf(handler: JsonObject, paths: HookPaths): KnownScript | undefined {
  const words = allWords(handler, paths);
  // `cd ~/.claude/hooks && python3 stop.py`
  const folder = words[0] === 'cd' ? words[1]! : '';
  const inFolder = folder ? words.slice(2).map((word) => join(folder, word)) : [];
  return knownScript([...commandLine(handler, paths).words, ...words, ...inFolder], paths);
}

function knownScript(words: readonly string[], { home, project }: HookPaths): KnownScript | undefined {
  for (const word of words) {
    const system = systems.find(({ scripts }) => scripts.includes(basename(word)));
    if (!system) continue;
    const path = resolve(project, word.replace(/^~(?=\/)/, home));
    if (belongsTo(system, path, word)) return { script: word, system };
  }
  return undefined;
}

/**
 * A script that no longer exists may have lost the files beside it. Then its name in a folder of hooks is enough: the
 * entry can only fail, so removing it does no harm.
 */
function belongsTo({ beside }: System, path: string, word: string): boolean {
  const inHooks = /(^|\/)hooks\//.test(word);
  if (!beside || !existsSync(path)) return inHooks;
  return existsSync(join(dirname(path), beside));
}
