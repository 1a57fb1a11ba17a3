// Registers Pawl's MCP server in the file where Claude Code keeps the MCP servers of a scope.

import { join } from 'node:path';
import type { Node } from 'jsonc-parser';
import { portableLauncher } from '../../domain/sessions/launcher.ts';
import type { Env } from '../../system/env.ts';
import { type Home, userHome } from '../../system/home.ts';
import type { Change } from './install.ts';
import { insertLast, parseJson, removeNode, replaceNode } from './json.ts';
import { explainMalformed, readSettings, retryIfChanged, type Scope, writeSettings } from './settings.ts';

const name = 'pawl';

interface McpSettings {
  file: string;
  /** The path of the key that lists the servers. */
  path: readonly string[];
}

/** A user's servers are in the client's state file; the shared servers of a project are in its .mcp.json. */
function settingsFor(scope: Scope, root: string, env: Env): McpSettings {
  if (scope === 'project') return { file: join(root, '.mcp.json'), path: ['mcpServers'] };
  const file = join(env.CLAUDE_CONFIG_DIR || userHome(env), '.claude.json');
  return { file, path: scope === 'user' ? ['mcpServers'] : ['projects', root, 'mcpServers'] };
}

function serverOf(scope: Scope, home: Home): Record<string, unknown> {
  const [command, ...args] = scope === 'project' ? portableLauncher : [home.launcher];
  return { type: 'stdio', command, args: [...args, 'mcp'] };
}

export function addMcp(scope: Scope, root: string, home: Home, env: Env, dry = false): Change {
  const { file, path } = settingsFor(scope, root, env);
  return edit(file, scope, dry, (text) => setAt(text, [...path, name], serverOf(scope, home)));
}

/** Removes the server only if it is Pawl's, because another server may have the same name. */
export function removeMcp(scope: Scope, root: string, home: Home, env: Env, dry = false): Change {
  const { file, path } = settingsFor(scope, root, env);
  return edit(file, scope, dry, (text) => removeAt(text, [...path, name], serverOf(scope, home)));
}

function edit(file: string, scope: Scope, dry: boolean, change: (text: string) => string): Change {
  return retryIfChanged(() => {
    const read = readSettings(file);
    const before = read.text.trim() === '' ? '{}\n' : read.text;
    const after = explainMalformed(file, () => change(before));
    const done: Change = { file, before: read.text, after: after === before ? read.text : after };
    if (!dry && done.after !== read.text) writeSettings(read, after, scope);
    return done;
  });
}

function setAt(text: string, path: readonly string[], value: unknown): string {
  const root = parseJson(text);
  let at = root;
  for (const [depth, key] of path.entries()) {
    const next = property(at, key)?.children?.[1];
    if (!next) {
      const nested = path.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
      return insertLast(text, root, at, key, nested);
    }
    at = next;
  }
  return same(valueAt(text, at), value) ? text : replaceNode(text, root, at, value);
}

function removeAt(text: string, path: readonly string[], expected: unknown): string {
  let at: Node | undefined = parseJson(text);
  let found: Node | undefined;
  for (const key of path) {
    found = at && property(at, key);
    at = found?.children?.[1];
  }
  return found && at && same(valueAt(text, at), expected) ? removeNode(text, found) : text;
}

function property(node: Node, key: string): Node | undefined {
  return node.type === 'object'
    ? node.children?.find((property) => property.children?.[0]?.value === key)
    : undefined;
}

function valueAt(text: string, { offset, length }: Node): unknown {
  return JSON.parse(text.slice(offset, offset + length));
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
