// The name of a repository, the same on every machine: its origin without protocol, user and port; without an origin
// that others can reach, its first commit. A path would differ between machines, and reveal something about its owner.
import type { Database } from 'bun:sqlite';
import { tryGit } from '../facts/git.ts';
import { findPlace } from '../facts/project.ts';
import { nameOfPath, setNameOfPath } from '../store/db/team.ts';
import { existsSync } from '../system/fs/index.ts';
import { basename, join } from '../system/path.ts';

/**
 * Returns `github.com/acme/app` for `git@github.com:Acme/App.git`, `https://me:secret@github.com/acme/app` and
 * `ssh://git@github.com:22/acme/app/`.
 */
export function normalizeOrigin(origin: string): string | undefined {
  const text = origin.trim();
  const url = /^(?:https?|ssh|git|git\+ssh):\/\/(?:[^@/]*@)?(\[[^\]]+\]|[^:/]+)(?::\d+)?\/(.+)$/i.exec(text);
  // `host:path`, but not `C:\folder`.
  const short = url ? undefined : /^(?:[^@/\\:]+@)?([^@/\\:]{2,}):(?!\/\/)(.+)$/.exec(text);
  const [, host, path] = url ?? short ?? [];
  if (!host || !path) return undefined;
  const clean = path
    .replace(/[?#].*$/, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/i, '')
    .replace(/^~/, '');
  return clean ? `${host}/${clean}`.toLowerCase().replace(/^(www|ssh)\./, '') : undefined;
}

/** Undefined if there is nothing that every clone of the repository has in common. */
function readName(path: string): string | undefined {
  const { gitDir } = findPlace(path);
  if (!gitDir) return undefined;
  const origin = tryGit(path, ['config', '--get', 'remote.origin.url']);
  const named = origin && normalizeOrigin(origin);
  if (named) return named;
  // The oldest commit of a shallow clone depends on when it was made.
  if (existsSync(join(gitDir, 'shallow'))) return undefined;
  const roots = tryGit(path, ['rev-list', '--max-parents=0', 'HEAD'], 5_000)
    ?.trim()
    .split('\n')
    .filter(Boolean);
  return roots?.length ? `commit/${roots.sort()[0]}` : undefined;
}

/** A name for this machine's own figures. Memories of a repository with such a name are not shared. */
const localName = (path: string) => `local/${basename(path) || 'root'}`;

/** The repository name of each path: looked up once, and kept after the folder is deleted. */
export class RepositoryNames {
  #db: Database;
  #known = new Map<string, string>();

  constructor(db: Database) {
    this.#db = db;
  }

  nameOf(path: string): string {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const name =
      (path && existsSync(path) ? this.#lookUp(path) : nameOfPath(this.#db, path)) ?? localName(path);
    this.#known.set(path, name);
    return name;
  }

  #lookUp(path: string): string | undefined {
    const name = readName(path);
    if (name && name !== nameOfPath(this.#db, path)) setNameOfPath(this.#db, path, name);
    return name;
  }
}

export const isLocalName = (name: string): boolean => name.startsWith('local/');
