// The fleet board of the team, in a terminal.
import { timeSpan } from '../../core/text.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import type { Home } from '../../system/home.ts';
import { board, type Filter } from '../../team/postgres/calls.ts';
import type { BoardRow } from '../../team/rows.ts';
import { withTeam } from '../../team/settings.ts';
import { paintState } from '../support/paint-state.ts';
import { fitTable, paint, visible } from '../support/terminal.ts';

export async function printBoard(
  home: Home,
  query: Filter & { all: boolean },
  json: boolean,
): Promise<number> {
  const rows = await withTeam(home, (team) => board(team, query));
  if (json) console.log(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) console.log('The team has no open sessions. `--all` lists ended ones.');
  else console.log(boardTable(rows));
  return 0;
}

/** A machine that has been silent for longer may be off, and its sessions long over. */
const silence = 30 * 60_000;

function boardTable(rows: readonly BoardRow[]): string {
  const needing = rows.filter(({ state }) => state === 'needs_input').length;
  const lead =
    needing > 0 ? `${paint('yellow', `${needing} wait${needing === 1 ? 's' : ''} for somebody`)}\n\n` : '';
  const head = ['state', 'for', 'person', 'machine', 'session', 'repository', 'branch', 'what'];
  return lead + fitTable([head.map((word) => paint('dim', word)), ...rows.map(line)], { lines: 2 });
}

function line(row: BoardRow): string[] {
  const now = Date.now();
  const silent = now - row.machine_seen_at;
  return [
    paintState(row.state as SessionState),
    timeSpan(now - row.since),
    visible(row.person),
    `${visible(row.machine)}${silent > silence ? paint('dim', ` (silent for ${timeSpan(silent)})`) : ''}`,
    `${row.session_id.slice(0, 8)}${row.role ? ` ${visible(row.role)}` : ''}`,
    visible(row.repository),
    visible(row.branch ?? '–'),
    activityText(row),
  ];
}

function activityText({ readable, why, status_text, last_prompt, last_words }: BoardRow): string {
  if (!readable) return paint('dim', 'not yours to read');
  const text = [why, status_text, last_prompt ?? last_words].filter(Boolean).join(' · ');
  return visible(text.replaceAll('\n', ' '));
}
