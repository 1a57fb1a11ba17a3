// Permission rules in the client's settings files that ask the person. Pawl must not answer for the person there.
import { matchesWildcard } from '../../core/engine.ts';
import type { Facts } from '../../core/facts.ts';

const managedSettings = [
  '/etc/claude-code/managed-settings.json',
  '/Library/Application Support/ClaudeCode/managed-settings.json',
];

/**
 * Checks every settings file that may apply. A repository's settings can set CLAUDE_CONFIG_DIR, so it does not replace
 * the usual folder. `subject` is the command, or the path in the project, that the call is about; without it every rule
 * about the tool counts.
 */
export function askedBySettings(
  tool: string,
  { files, home, env, project }: Pick<Facts, 'files' | 'home' | 'env' | 'project'>,
  subject?: string,
): boolean {
  const users = [env('CLAUDE_CONFIG_DIR') ?? '', `${home}/.claude`].filter(Boolean);
  const projects = [env('CLAUDE_PROJECT_DIR') ?? '', project.root].filter(Boolean);
  const projectFolders = [...new Set(projects)].map((root) => `${root}/.claude`);
  const sources = [
    ...[...new Set([...users, ...projectFolders])].map((folder) => `${folder}/settings.json`),
    ...projectFolders.map((folder) => `${folder}/settings.local.json`),
    ...managedSettings,
  ];
  return sources.some((file) => asksFor(files.read(file), tool, subject));
}

function asksFor(text: string | undefined, tool: string, subject: string | undefined): boolean {
  if (!text?.includes('"ask"')) return false;
  try {
    const rules: unknown = JSON.parse(text).permissions?.ask ?? [];
    return !Array.isArray(rules) || rules.some((rule) => ruleApplies(String(rule), tool, subject));
  } catch {
    return true;
  }
}

function ruleApplies(rule: string, tool: string, subject: string | undefined): boolean {
  const [, ruleTool = rule, pattern = ''] = /^([^(]*)\((.*)\)$/s.exec(rule) ?? [];
  return ruleCovers(ruleTool, tool) && (subject === undefined || mayMatch(pattern, subject));
}

/** `npm run *` and `npm run:*` by their beginning, paths as globs; a pattern that can't be compared counts. */
function mayMatch(pattern: string, subject: string): boolean {
  const beginning = pattern.split(/[*:?[{]/)[0]!.replace(/^[~/.]+/, '');
  return beginning === '' || subject.startsWith(beginning) || new Bun.Glob(pattern).match(subject);
}

/**
 * For the client, a rule about one of these tools covers the others, and a rule about a server covers all its tools.
 */
const relatedTools: Record<string, string[]> = {
  Edit: ['Write', 'MultiEdit', 'NotebookEdit'],
  Read: ['Grep', 'Glob', 'LS'],
  Agent: ['Task'],
  Task: ['Agent'],
};

function ruleCovers(ruleTool: string, tool: string): boolean {
  if (matchesWildcard(ruleTool, tool) || relatedTools[ruleTool]?.includes(tool)) return true;
  return ruleTool.startsWith('mcp__') && tool.startsWith(`${ruleTool}__`);
}
