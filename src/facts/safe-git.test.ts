// Pawl asks git about repositories that nobody has looked at. Real git, real repositories: nothing of theirs may run,
// hang it or hide changes from it.
import { afterAll, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { changedSince } from './changes.ts';
import { files } from './files.ts';
import { gitFacts, tryGit, uncommitted } from './git.ts';
import { findPlace } from './project.ts';
import { readTree } from './tree.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'safe-git-')));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let count = 0;

interface Sample {
  root: string;
  /** A file that exists when something of the repository ran. */
  ran: string;
  write(name: string, text: string): void;
  run(...args: string[]): string;
}

function repository(): Sample {
  const root = join(base, `r${++count}`);
  mkdirSync(root);
  const env = { PATH: process.env.PATH!, HOME: base, GIT_CONFIG_NOSYSTEM: '1' };
  const run = (...args: string[]) => {
    const done = Bun.spawnSync(['git', '-c', 'user.name=t', '-c', 'user.email=t@e', ...args], {
      cwd: root,
      env,
    });
    if (done.exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`);
    return done.stdout.toString();
  };
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  run('init', '-q', '-b', 'main');
  write('a.txt', 'one\n');
  write('b.txt', 'one\n');
  run('add', '.');
  run('commit', '-qm', 'first');
  return { root, ran: join(base, `ran${count}`), write, run };
}

/** A program that leaves a mark, passes its input on, and answers as a file system monitor would. */
function spy(sample: Sample): string {
  const file = join(base, `spy${count}`);
  writeFileSync(file, `#!/bin/sh\ntouch ${sample.ran}\ncat\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Everything that Pawl asks git about a tree, once. */
function askEverything(root: string): void {
  const place = findPlace(root);
  const before = readTree(place, '/nowhere');
  uncommitted(place);
  const facts = gitFacts(place, files);
  facts.conflicts();
  facts.committed(join(root, 'a.txt'));
  changedSince(
    { ...before, head: tryGit(root, ['rev-list', '--max-parents=0', 'HEAD'])?.trim() ?? '' },
    before,
    place,
  );
  tryGit(root, ['log', '-5', '--format=', '--name-only', '-z', '--no-renames']);
  tryGit(root, ['diff', '-U0', 'HEAD', '--', 'a.txt']);
}

const old = new Date(1_000_000_000_000);

const runsOf: Record<string, (sample: Sample) => void> = {
  'a clean filter': (sample) => {
    sample.write('.gitattributes', '* filter=e\n');
    sample.run('config', 'filter.e.clean', spy(sample));
  },
  'a filter with an equals sign in its name': (sample) => {
    sample.write('.gitattributes', '* filter=e=f\n');
    sample.run('config', 'filter.e=f.clean', spy(sample));
  },
  'a filter that is required': (sample) => {
    sample.write('.git/info/attributes', '* filter=e\n');
    sample.run('config', 'filter.e.clean', spy(sample));
    sample.run('config', 'filter.e.required', 'true');
  },
  'a filter process': (sample) => {
    sample.write('.gitattributes', '* filter=e\n');
    sample.run('config', 'filter.e.process', spy(sample));
  },
  'a filter in an included file': (sample) => {
    sample.write('.gitattributes', '* filter=e\n');
    sample.write('evil.config', `[filter "e"]\n\tclean = ${spy(sample)}\n`);
    sample.run('config', 'include.path', '../evil.config');
  },
  'a file system monitor': (sample) => sample.run('config', 'core.fsmonitor', spy(sample)),
  hooks: (sample) => {
    for (const hook of [
      'post-index-change',
      'post-checkout',
      'fsmonitor-watchman',
      'reference-transaction',
    ]) {
      sample.write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch ${sample.ran}\n`);
      chmodSync(join(sample.root, '.git/hooks', hook), 0o755);
    }
  },
  'a folder of hooks': (sample) => {
    sample.write('hooks/post-index-change', `#!/bin/sh\ntouch ${sample.ran}\n`);
    chmodSync(join(sample.root, 'hooks/post-index-change'), 0o755);
    sample.run('config', 'core.hooksPath', 'hooks');
  },
  'a pager': (sample) => {
    sample.run('config', 'core.pager', spy(sample));
    for (const command of ['status', 'log', 'diff']) sample.run('config', `pager.${command}`, spy(sample));
  },
  'an external diff': (sample) => sample.run('config', 'diff.external', spy(sample)),
  'a diff driver': (sample) => {
    sample.write('.gitattributes', '* diff=e\n');
    sample.run('config', 'diff.e.command', spy(sample));
  },
  'a text converter': (sample) => {
    sample.write('.gitattributes', '* diff=e\n');
    sample.run('config', 'diff.e.textconv', spy(sample));
  },
  'a program that checks signatures': (sample) => {
    sample.run('config', 'log.showSignature', 'true');
    sample.run('config', 'gpg.program', spy(sample));
    sample.run('config', 'gpg.format', 'ssh');
    sample.run('config', 'gpg.ssh.program', spy(sample));
  },
  'a credential helper': (sample) => sample.run('config', 'credential.helper', `!${spy(sample)}`),
  'an alias for a command': (sample) => sample.run('config', 'alias.status', `!${spy(sample)}`),
  'a transport for a missing object': (sample) => {
    sample.run('config', 'remote.o.url', `ext::${spy(sample)}`);
    sample.run('config', 'remote.o.promisor', 'true');
    sample.run('config', 'protocol.ext.allow', 'always');
    sample.run('config', 'core.repositoryFormatVersion', '1');
    sample.run('config', 'extensions.partialClone', 'o');
    const blob = sample.run('rev-parse', 'HEAD:a.txt').trim();
    rmSync(join(sample.root, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
  },
};

for (const [name, arrange] of Object.entries(runsOf))
  test(`a repository’s settings run nothing when Pawl asks git: ${name}`, () => {
    const sample = repository();
    arrange(sample);
    sample.write('a.txt', 'two\n');
    // The index holds another time, so git has to look at the content.
    utimesSync(join(sample.root, 'b.txt'), old, old);
    askEverything(sample.root);
    expect(existsSync(sample.ran)).toBe(false);
  });

test('a folder of the repository that is shaped like a repository runs nothing', () => {
  const sample = repository();
  const nested = join(sample.root, 'vendor');
  mkdirSync(join(nested, 'objects'), { recursive: true });
  mkdirSync(join(nested, 'refs/heads'), { recursive: true });
  writeFileSync(join(nested, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(
    join(nested, 'config'),
    `[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${spy(sample)}\n[filter "e"]\n\tclean = ${spy(sample)}\n`,
  );
  writeFileSync(join(nested, '.gitattributes'), '* filter=e\n');
  writeFileSync(join(nested, 'x.sh'), 'true\n');
  gitFacts(findPlace(sample.root), files).committed(join(nested, 'x.sh'));
  askEverything(nested);
  expect(existsSync(sample.ran)).toBe(false);
});

test('a program called git in the repository is not run, even if it is on PATH', () => {
  const sample = repository();
  sample.write('bin/git', `#!/bin/sh\ntouch ${sample.ran}\n`);
  chmodSync(join(sample.root, 'bin/git'), 0o755);
  const before = process.env.PATH;
  process.env.PATH = `${join(sample.root, 'bin')}:${before}`;
  try {
    askEverything(sample.root);
  } finally {
    process.env.PATH = before;
  }
  expect(existsSync(sample.ran)).toBe(false);
});

const hiding: Record<string, (sample: Sample) => void> = {
  'assume-unchanged': (sample) => sample.run('update-index', '--assume-unchanged', 'a.txt'),
  'skip-worktree': (sample) => sample.run('update-index', '--skip-worktree', 'a.txt'),
  'core.bare': (sample) => sample.run('config', 'core.bare', 'true'),
  'core.worktree': (sample) => {
    mkdirSync(join(base, `empty${count}`));
    sample.run('config', 'core.worktree', join(base, `empty${count}`));
  },
  'core.excludesFile': (sample) => sample.run('config', 'core.excludesFile', join(sample.root, 'b.txt')),
  'a pipe as .gitattributes': (sample) => void Bun.spawnSync(['mkfifo', join(sample.root, '.gitattributes')]),
  'a pipe as .gitignore': (sample) => void Bun.spawnSync(['mkfifo', join(sample.root, '.gitignore')]),
};

for (const [name, hide] of Object.entries(hiding))
  test(`a change that ${name} hides is seen`, () => {
    const sample = repository();
    hide(sample);
    sample.write('a.txt', 'two\n');
    const tree = readTree(findPlace(sample.root), '/nowhere');
    expect(Object.keys(tree.dirty)).toContain('a.txt');
    expect(gitFacts(findPlace(sample.root), files).committed(join(sample.root, 'a.txt'))).toBe(false);
  });

test('a file that .git/info/exclude hides since the start is seen', () => {
  const sample = repository();
  const place = findPlace(sample.root);
  const start = readTree(place, '/nowhere');
  sample.write('.git/info/exclude', 'new.*\n');
  sample.write('new.ts', 'export {};\n');
  const changed = changedSince(start, readTree(place, '/nowhere'), place);
  expect(changed.map(({ path }) => path)).toEqual(['new.ts']);
});

test('a change in a submodule is seen, without running programs of its settings', () => {
  const inner = repository();
  const sample = repository();
  sample.run('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub');
  sample.run('commit', '-qm', 'sub');
  expect(uncommitted(findPlace(sample.root))).toEqual([]);
  const config = sample.run('-C', 'sub', 'rev-parse', '--absolute-git-dir').trim();
  sample.run('config', '-f', join(config, 'config'), 'filter.e.clean', spy(sample));
  writeFileSync(join(config, 'info/attributes'), '* filter=e\n');
  sample.write('sub/a.txt', 'two\n');
  expect(uncommitted(findPlace(sample.root))).toEqual(['sub']);
  expect(Object.keys(readTree(findPlace(sample.root), '/nowhere').dirty)).toEqual(['sub']);
  expect(existsSync(sample.ran)).toBe(false);
});

test('git is not run if it would have to read a pipe or an endless file', () => {
  for (const name of ['commondir', 'config', 'HEAD', 'index', 'logs/HEAD']) {
    const sample = repository();
    const file = join(sample.root, '.git', name);
    rmSync(file, { force: true });
    if (name === 'commondir') {
      writeFileSync(file, '');
      truncateSync(file, 3_000_000_000);
    } else Bun.spawnSync(['mkfifo', file]);
    const started = process.cpuUsage().user;
    const place = findPlace(sample.root);
    if (name !== 'HEAD') readTree(place, '/nowhere');
    gitFacts(place, files).branch();
    // Processor time, because a busy machine is slow; three gigabytes take seconds.
    expect(process.cpuUsage().user - started).toBeLessThan(2_000_000);
  }
});
