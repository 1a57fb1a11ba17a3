// Tests reading realistic command lines with the built-in grammar table.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { cpuTime } from '../../../../test/support/cpu-time.ts';
import { grammarOf } from './grammar.ts';
import { readWithGrammar } from './read.ts';
import type { ReadOption } from './state.ts';

function read(line: string) {
  const [program, ...words] = line.split(' ');
  return readWithGrammar(grammarOf(program!)!, words);
}

const likely = (line: string) => read(line).readings[0];
const paths = (line: string) => read(line).readings.map(({ path }) => path.join(' '));

const subcommands: readonly [line: string, ...paths: string[]][] = [
  ['pnpm --dir $d test', 'test'],
  ['pnpm -C $d run build', 'run'],
  ['helm --kube-context $c list', 'list'],
  ['docker --context x ps', 'ps'],
  ['docker -H tcp://10.0.0.1:2375 system prune -af', 'system prune'],
  ['docker compose -f other.yml up -d', 'compose up'],
  ['kubectl -n x get pods', 'get'],
  ['cargo +nightly test', 'test'],
  ['gcloud --project p compute instances list', 'compute instances list'],
  ['gcloud alpha compute instances delete web-1', 'alpha compute instances delete'],
  ['aws --profile p --region eu-west-1 s3 rm s3://bucket --recursive', 's3 rm'],
  ['az vm delete --resource-group g -n web-1', 'vm delete'],
  ['terraform -chdir=infra apply -auto-approve', 'apply'],
  ['npm --prefix web run build', 'run'],
  ['pnpm -r test', '-r test'],
  ['git -C web push --force', 'push'],
];

for (const [line, ...expected] of subcommands) test(line, () => expect(paths(line)).toEqual(expected));

test('where the table may be wrong about a value, the line has two readings', () => {
  // Listed with a value, but it takes none.
  expect(paths('pnpm -w test')).toEqual(['', 'test']);
  expect(likely('pnpm -w test').swallowed).toEqual(['test']);
  // Not listed at all: it may take a value.
  expect(paths('docker --context ps rm web-1')).toEqual(['ps', 'rm']);
  // A value that may be left out.
  expect(paths('vite --host 0.0.0.0 build')).toEqual(['', 'build']);
});

test('a word that looks like an option is never taken for a value', () => {
  expect(paths('pnpm -w --dir web test')).toEqual(['test']);
});

test('a line with too many ambiguities is reported as incomplete', () => {
  expect(read('docker --context ps rm web-1').isIncomplete).toBe(false);
  expect(read(`docker ${'--config ps '.repeat(20)}system prune`).isIncomplete).toBe(true);
});

test('an unknown word in the place of a subcommand is marked as such', () => {
  expect(likely('cargo --locked nextest run')).toMatchObject({
    path: [],
    operands: [
      { word: 'nextest', kind: 'unknown-subcommand' },
      { word: 'run', kind: 'text' },
    ],
  });
});

test('options are read in all their spellings', () => {
  const values = (line: string) => likely(line).options.map(({ name, value, kind }) => [name, value, kind]);
  expect(values('helm install --values=a.yml x')).toEqual([['--values', 'a.yml', 'path']]);
  expect(values('helm install --values a.yml x')).toEqual([['--values', 'a.yml', 'path']]);
  expect(values('helm list -nprod')).toEqual([['-n', 'prod', 'text']]);
  expect(values('helm list -n=prod')).toEqual([['-n', 'prod', 'text']]);
  expect(values('kubectl get -Rf a.yml')).toEqual([
    ['-R', undefined, 'flag'],
    ['-f', 'a.yml', 'path'],
  ]);
  expect(values('terraform plan -var-file=x.tfvars')).toEqual([['-var-file', 'x.tfvars', 'path']]);
  expect(values('cargo test -- --nocapture')).toEqual([]);
  expect(likely('cargo test -- --nocapture').operands).toMatchObject([{ word: '--nocapture' }]);
});

test('each value and operand has the index of its word', () => {
  expect(likely('helm --kube-context c install --values=a.yml web .')).toMatchObject({
    options: [
      { name: '--kube-context', value: 'c', index: 1 },
      { name: '--values', value: 'a.yml', index: 3 },
    ],
    operands: [
      { word: 'web', index: 4 },
      { word: '.', index: 5 },
    ],
  });
});

test('operands get the kinds that the table lists', () => {
  const kinds = (line: string) => likely(line).operands.map(({ word, kind }) => `${word}:${kind}`);
  expect(kinds('time git push --force')).toEqual(['git:command', 'push:argument', '--force:argument']);
  expect(kinds('python tool.py -x y')).toEqual(['tool.py:script', '-x:argument', 'y:argument']);
  expect(kinds('python -m http.server 80')).toEqual(['80:argument']);
  expect(kinds('cmake -E copy a b')).toEqual(['a:path', 'b:path']);
  expect(kinds('aws s3api get-object --bucket b --key k out.bin')).toEqual(['out.bin:path']);
  expect(kinds('pnpm link web lib')).toEqual(['web:text', 'lib:path']);
});

test('options that the table marks as dangerous are reported', () => {
  expect(likely('npm --force install').dangerous).toEqual(['--force']);
  expect(likely('npm install').dangerous).toEqual([]);
});

const scraps = [
  'docker',
  '--',
  '-',
  '--x=',
  '-abc',
  '+x',
  '',
  '--context',
  'alpha',
  'compute',
  's3',
  '=',
  '-=',
  '-1',
];
const programs = ['docker', 'gcloud', 'aws', 'pnpm', 'terraform', 'kubectl', 'cmake', 'python', 'cargo'];

test('any words are read without throwing and without losing one', () => {
  const words = fc.array(fc.oneof(fc.constantFrom(...scraps), fc.string()), { maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...programs), words, (program, line) => {
      for (const { path, options, operands } of readWithGrammar(grammarOf(program)!, line).readings) {
        const found = new Set([...path, ...operands.map(({ word }) => word), ...options.flatMap(spellings)]);
        expect(line.filter((word) => word !== '--' && !found.has(word) && !isCluster(word))).toEqual([]);
      }
    }),
    { numRuns: 2_000, seed: 16 },
  );
});

const spellings = ({ name, value = '' }: ReadOption) => [name, value, `${name}=${value}`, `${name}${value}`];
const isCluster = (word: string) => /^-[^-]./.test(word);

test('the time per word does not grow with the number of words', () => {
  const time = (line: readonly string[]) => cpuTime(() => readWithGrammar(grammarOf('gcloud')!, line));
  for (const pattern of [['alpha'], ['--x', 'alpha'], ['--x', 'v'], ['-abc'], ['x']]) {
    const repeated = (count: number) => Array.from({ length: count }, (_, i) => pattern[i % pattern.length]!);
    time(repeated(1_000));
    const [short, long] = [1_000, 10_000].map((count) =>
      Math.min(...[1, 2, 3, 4, 5].map(() => time(repeated(count)))),
    );
    expect(long!).toBeLessThan(40 * short! + 20);
  }
});
