// Decides which commands of Pawl itself an agent may run.

import type { Facts } from '../../../../core/facts.ts';
import { resolve } from '../../../../shell/base/paths.ts';
import { pattern } from '../../../../shell/base/pattern.ts';
import type { ShellCommand } from '../../../../shell/types.ts';

/** Subcommands that only show something, or keep the session's own records. */
const FOR_AGENTS = pattern(`
  ^(check|explain|log|policies|doctor|task|checkpoint|verify|memory|workflow|sessions|session|status|
  send|worker|mission|metrics|report|grants|backtest|conform|worktree|mcp|statusline|on|help|version|
  --help|--version|-h|-v)$
`);

/** Subcommands that only show something when they are called alone, or with a word that only looks. */
const SHOWS_ALONE = /^(config|contact|dashboard|sync)$/;
const SHOWS_WITH_WORD = /^(config|contact|trust|gc|update|dashboard|sync)$/;
const LOOKS = /^(list|show|get|path|status|--dry-run|--help|check|--list)$/;

/** Calls Pawl by its name or by a path into its folder, also with a glob: `~/.pawl/bin/* pause`. */
export function isPawl({ name, words, cwd }: ShellCommand, { pawlHome }: Facts): boolean {
  if (name === 'pawl') return true;
  const path = words[0]?.text.includes('/') ? resolve(words[0].text, cwd) : undefined;
  return path?.startsWith(`${pawlHome}/bin/`) === true;
}

/** Why an agent may not run this command of Pawl; undefined if it may. */
export function forbiddenToAgents({ words, stdin }: ShellCommand): string | undefined {
  if (words.length === 1 && stdin) return 'forges an event for Pawl';
  const [sub, ...rest] = words
    .map(({ text }) => text)
    .slice(1)
    .filter((w) => !/^--?(json|quiet|q)$/.test(w));
  const first = rest[0] ?? '';
  // A phase is a gate, so the agent may see where a workflow stands but not change it.
  if (sub === 'workflow' && /^(start|advance|end|reset)$/.test(first))
    return `runs \`pawl workflow ${first}\``;
  if (sub === undefined || FOR_AGENTS.test(sub)) return undefined;
  if (sub === 'team' && /^(status|people|decisions)$/.test(first)) return undefined;
  if (SHOWS_ALONE.test(sub) && rest.length === 0) return undefined;
  if (SHOWS_WITH_WORD.test(sub) && LOOKS.test(first)) return undefined;
  return rest.includes('--help') || rest.includes('--dry-run') ? undefined : `runs \`pawl ${sub}\``;
}
