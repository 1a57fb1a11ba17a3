// Lookups for guard policies, before they ask or deny. Only types; src/facts/look has the implementation. All lookups
// of one event together take at most 150 ms (600 on a busy machine) and use no network. If an answer can't be had, because
// the project's folder does not exist, time is up or the rights are missing, it is undefined, or false where there is only
// yes and no.

export interface Look {
  /** The processes that a command would end. `asRoot`: also those of other users. */
  processes(selectors: readonly ProcessSelector[], options?: { asRoot?: boolean }): Found<FoundProcess>;
  /** The work that a git command would throw away, as paths relative to `folder`. */
  lostWork(discard: Discard): Found<string>;
  /** Is there anything at this path? Undefined if that is unknown, or if its folder does not exist. */
  exists(path: string): boolean | undefined;
  /** Finds out who uses the terminal that a command would type into. */
  terminal(target: TerminalTarget): TerminalUse | undefined;
  /** Was this file created after the session had started? */
  madeBySession(path: string): boolean;
}

export type Found<T> = readonly T[] | undefined;

/** How a command chooses the processes that it ends. */
export type ProcessSelector =
  /** `pgrep`, `pkill`: an extended regular expression, for the name or for the whole command line (`full`). */
  | { by: 'pattern'; pattern: string; full: boolean; exact?: boolean; ignoreCase?: boolean }
  /** `killall`, `pidof`: the exact name. */
  | { by: 'name'; name: string; ignoreCase?: boolean }
  /** `ps | grep`: the line that `ps` prints matches all these patterns. */
  | { by: 'line'; patterns: readonly { pattern: string; fixed?: boolean; ignoreCase?: boolean }[] }
  /** `kill 4242` */
  | { by: 'pid'; pid: number }
  /** `lsof -i :3000`: a socket with this port, on either end unless only listening ones are meant. */
  | { by: 'port'; from: number; to: number; listening: boolean };

export interface FoundProcess {
  pid: number;
  program: string;
  /** The folder it works in; undefined if we may not see it. */
  folder: string | undefined;
  /**
   * `project`: it works in this project. `session`: this session started it. `client`: this session runs in it, so
   * ending it ends the session. `other`: everything else, also editors, terminals and coding agents that work in this
   * project.
   */
  owner: 'project' | 'session' | 'client' | 'other';
}

/** A git command that throws work away. */
export interface Discard {
  /** The folder in which git runs. */
  folder: string;
  /**
   * `unstaged`: changes that are not in the index. `changes`: everything that is not committed, in tracked files.
   * `untracked`: what `git clean` deletes. `all`: both of these. `stash`: the stashes. `commits`: `changes`, and
   * commits that no other branch or remote has. `references`: commits that only these branches and tags lead to.
   */
  loses: 'unstaged' | 'changes' | 'untracked' | 'all' | 'stash' | 'commits' | 'references';
  /** Pathspecs, empty for the whole repository; for `references` the names of branches and tags. */
  paths: readonly string[];
  /** The commit that the new content comes from; undefined for the index. */
  source?: string | undefined;
  /** Options of `git clean` that select files. */
  options?: readonly string[];
}

/** How a command names the terminal that it types into. */
export type TerminalTarget =
  /** A pane of tmux; `server` are the options that choose the server. Without a target: the current pane. */
  | { by: 'tmux'; server: readonly string[]; target?: string | undefined }
  /** Any terminal inside one of these programs: `screen`, `kitty`. */
  | { by: 'program'; names: readonly string[] }
  | { by: 'device'; path: string };

/**
 * `client`: a coding agent's client runs in it, so what is typed there counts as typed by the person. `person`: a terminal that
 * was not started by an agent. `agent`: an agent started it. `missing`: there is no such terminal now.
 */
export type TerminalUse = 'client' | 'person' | 'agent' | 'missing';
