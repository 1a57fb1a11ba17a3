// Recognises Pawl's own MCP tools by their name and by the server that offers them.
import type { Facts } from '../../core/facts.ts';
import { portableLauncher } from './launcher.ts';

/** Pawl's MCP tools, which a test compares with the server's. */
export const ownToolNames =
  /^mcp__(?:plugin_pawl_)?pawl__(?:task_(?:list|add|update)|checkpoint_(?:form|check|write)|verify|memory_search|status|session_(?:status|list)|message_send|worker_(?:start|finish))$/;

type Machine = Pick<Facts, 'files' | 'project' | 'env' | 'pawlHome'>;

export function isOwnTool(name: string, facts: Machine): boolean {
  return ownToolNames.test(name) && isOurServer(facts);
}

/** A project's own `.mcp.json` can name any program `pawl`. */
function isOurServer({ files, project, env, pawlHome }: Machine): boolean {
  const roots = new Set([project.root, env('CLAUDE_PROJECT_DIR') ?? project.root]);
  return [...roots].every((root) => {
    const text = files.read(`${root}/.mcp.json`);
    return !text?.includes('pawl') || isOurEntry(text, pawlHome, env('PAWL_HOME'));
  });
}

function isOurEntry(text: string, pawlHome: string, redirected: string | undefined): boolean {
  try {
    const entry = JSON.parse(text).mcpServers?.pawl;
    if (!entry) return true;
    const { command, args } = entry as { command?: unknown; args?: unknown[] };
    if (entry.env || entry.url) return false;
    if (command === `${pawlHome}/bin/pawl`) return true;
    const shared =
      JSON.stringify([command, ...(args ?? [])]) === JSON.stringify([...portableLauncher, 'mcp']);
    return shared && (redirected === undefined || redirected === pawlHome);
  } catch {
    return false;
  }
}
