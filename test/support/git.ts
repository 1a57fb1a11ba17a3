// Creates small git repositories.
import { join } from 'node:path';
import { envOf, type World, write } from './world.ts';

const author = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
};

/** Does not fail on exit code 1, which a merge with a conflict returns, because tests may want that. */
export function git(world: World, args: string[], allowed: number[] = [0]): string {
  const done = Bun.spawnSync(['git', ...args], { cwd: world.project, env: envOf(world, author) });
  if (!allowed.includes(done.exitCode)) throw new Error(`git ${args.join(' ')}: ${done.stderr}`);
  return done.stdout.toString();
}

export function commit(world: World, file: string, text: string): void {
  write(join(world.project, file), text);
  git(world, ['add', file]);
  git(world, ['commit', '-qm', `change ${file}`]);
}

export function repository(world: World): void {
  git(world, ['init', '-q', '-b', 'main']);
  // The author is set in the repository, because git commands of a session have no other.
  git(world, ['config', 'user.name', author.GIT_AUTHOR_NAME]);
  git(world, ['config', 'user.email', author.GIT_AUTHOR_EMAIL]);
  commit(world, 'greeting.txt', 'hello\n');
}

/** A repository in the middle of a merge, with a conflict in greeting.txt. */
export function conflictedMerge(world: World): void {
  repository(world);
  git(world, ['checkout', '-qb', 'polite']);
  commit(world, 'greeting.txt', 'good day\n');
  git(world, ['checkout', '-q', 'main']);
  commit(world, 'greeting.txt', 'hi\n');
  git(world, ['merge', 'polite'], [1]);
}
