// The fields of a tool's input that are paths, and those that only mention one.
import { expect, test } from 'bun:test';
import { pathsIn } from './tool-paths.ts';

const words = (text: string) => text.trim().split(/\s+/);
const found = (input: Record<string, unknown>, guesses = true) =>
  pathsIn(input, guesses).map(({ path }) => path);

test('a field whose name says that it is a path holds one', () => {
  const fields = words(`
    path relative_path pathInProject file files file_name filename filenames source destination src dest target uri
    directory directories dir dirs folder folders location logFile outDir`);
  expect(fields.filter((field) => found({ [field]: 'x' }, false).length === 0)).toEqual([]);
  expect(
    words('direct srcset relocation note').filter((field) => found({ [field]: 'x' }, false).length > 0),
  ).toEqual([]);
});

test('fields that hold a filter or a place inside a document are no paths', () => {
  const fields = words(`
    exclude_path ignore_paths skip_files xpath jsonpath json_path name_path keypath key_path path_type path_regex pathfilter
    property_path propertypath`);
  expect(fields.filter((field) => found({ [field]: 'x' }).length > 0)).toEqual([]);
});

test('a path in content is no path of the call; any other text that looks like a path is one', () => {
  const fields = words(`
    content contents text body message prompt description str string diff patch query pattern patterns regex title summary
    code html markdown data instructions command commands cmd script url ref branch label labels comment comments value
    values excludes excluded ignored skip search replace replacement needle thought observation observations selector
    element name`);
  expect(fields.filter((field) => found({ [field]: '/etc/x' }).length > 0)).toEqual([]);
  const paths = words(
    String.raw`/etc/x ~/x ~\x ./x ../x C:\x d:/x file:///x .env .env.local my-env id_rsa id_ed25519 ca.pem my.key`,
  );
  expect(paths.filter((path) => found({ what: path }).length === 0)).toEqual([]);
  expect(words('x a/b environ! my.keys!').filter((text) => found({ what: text }).length > 0)).toEqual([]);
  expect(found({ what: '/etc/a b' })).toEqual([]);
  expect(found({ what: `/${'x'.repeat(299)}` })).toHaveLength(1);
  expect(found({ what: `/${'x'.repeat(300)}` })).toEqual([]);
  expect(found({ what: '/etc/x' }, false)).toEqual([]);
});

test('the files that a statement reads are paths', () => {
  const statement = String.raw`SELECT read_text('/etc/x'), f('~/y'), f('./z'), f('C:\w'), f('.env.local'), f('plain')`;
  for (const field of ['sql', 'statement', 'query', 'queries'])
    expect(found({ [field]: statement })).toEqual(['/etc/x', '~/y', './z', String.raw`C:\w`, '.env.local']);
  expect(found({ querying: statement })).toEqual([]);
});

test('the texts of an edit are no paths', () => {
  for (const field of ['old', 'new', 'before', 'after', 'find', 'with'])
    expect(found({ file: 'a', [field]: '/etc/x' })).toEqual(['a']);
  expect(found({ file: 'a', older: '/etc/x' })).toEqual(['a', '/etc/x']);
});

test('some names of fields say that the file is written', () => {
  const isOutput = (field: string) => pathsIn({ [field]: '/x' }, true)[0]!.isOutput;
  const yes = words(`
    out output outfile save saved dest destination download export output_path outputPath save_path path_out exportFile`);
  expect(yes.filter((field) => !isOutput(field))).toEqual([]);
  expect(words('path layout_path exported route').filter(isOutput)).toEqual([]);
});

test('each line of a field is a path, and so is the name of a field that looks like one', () => {
  expect(found({ files: 'a\n b\n' })).toEqual(['a', 'b', '']);
  expect(found({ files: { 'src/a.ts': 'x', 'a b/c': 'y' } })).toContain('src/a.ts');
});
