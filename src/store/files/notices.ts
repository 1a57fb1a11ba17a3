// Notices that the daily work leaves for the next session that starts. Each is told once.

import { attempt } from '../../system/attempt.ts';
import { readText, writeFileAtomic } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';

export interface Notice {
  key: string;
  text: string;
  /** When it was first found, in milliseconds since 1970. */
  at: number;
  told?: boolean;
}

const noticeFile = (home: Home) => join(home.run, 'notices.json');

const writeNotices = (home: Home, notices: readonly Notice[]) =>
  writeFileAtomic(noticeFile(home), `${JSON.stringify(notices, null, 2)}\n`);

export function readNotices(home: Home): Notice[] {
  const notices = attempt(() => JSON.parse(readText(noticeFile(home)) ?? '') as Notice[]);
  return Array.isArray(notices) ? notices : [];
}

/** Replaces the list: a notice that is found again keeps its time and whether it was told, the others are dropped. */
export function saveNotices(home: Home, found: readonly Omit<Notice, 'at' | 'told'>[], now: number): void {
  const before = readNotices(home);
  const known = new Map(before.map((notice) => [notice.key, notice]));
  const ofTeam = before.filter(({ key, told }) => key.startsWith(teamPrefix) && !told);
  writeNotices(home, [
    ...ofTeam,
    ...found.map((notice) => ({ at: now, ...known.get(notice.key), ...notice })),
  ]);
}

/** Notices of the team come from another process than the daily work, and stay until they are shown. */
const teamPrefix = 'team:';

export function addNotice(home: Home, notice: Omit<Notice, 'at' | 'told'>, now: number): void {
  const others = readNotices(home).filter(({ key }) => key !== notice.key);
  writeNotices(home, [...others, { at: now, ...notice }]);
}

export function markNoticesTold(home: Home, keys: readonly string[]): void {
  writeNotices(
    home,
    readNotices(home).map((notice) => (keys.includes(notice.key) ? { ...notice, told: true } : notice)),
  );
}
