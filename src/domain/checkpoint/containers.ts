// Whether a check that ran in a container saw the files of this tree: a mount shows them, an image holds a copy of them
// from when it was built.
import { isObject } from '../../core/json.ts';
import { resolve } from '../../system/path.ts';

export interface ContainerPlace {
  /** The folder in which the command ran. */
  cwd: string;
  /** The root of the tree that was to be checked. */
  root: string;
  read(path: string): string | undefined;
}

const engines = ['docker', 'podman', 'nerdctl'];
const composePrograms = ['docker-compose', 'podman-compose'];
const clusterPrograms = ['kubectl', 'oc'];

export const containerPrograms: readonly string[] = [...engines, ...composePrograms, ...clusterPrograms];

/** Options that take a value, of `run` and `exec` and of Compose itself. */
const optionsWithValue = new Set(
  '-e --env --env-file -v --volume -u --user -w --workdir -p --publish --name -f --file --profile --entrypoint --index -l --label --mount --network --project-name --project-directory'.split(
    ' ',
  ),
);

/**
 * True if the words of a command run something in a container with other files than this tree. If nothing says so, it is
 * assumed to be a development container, which mounts the tree.
 */
export function runsOnOtherFiles(words: readonly string[], place: ContainerPlace): boolean {
  const [program = '', ...rest] = words;
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (clusterPrograms.includes(name)) return rest.includes('exec');
  if (composePrograms.includes(name)) return composeCopies(rest, place);
  if (!engines.includes(name)) return false;
  if (rest[0] === 'compose') return composeCopies(rest.slice(1), place);
  return (
    rest[0] === 'run' && !optionValues(rest, '-v --volume --mount').some((mount) => showsTree(mount, place))
  );
}

/** `docker compose run web …`: by the command’s own options, else by what the compose file says about the service. */
function composeCopies(words: readonly string[], place: ContainerPlace): boolean {
  const [verb, service] = operands(words);
  if (verb !== 'run' && verb !== 'exec') return false;
  if (words.includes('--build')) return false;
  if (optionValues(words, '-v --volume').some((mount) => showsTree(mount, place))) return false;
  const files = optionValues(words.slice(0, words.indexOf(verb)), '-f --file');
  const specs = composeServices(files, place).map((services) => services[service ?? '']);
  const serviceSpecs = specs.filter(isObject);
  return (
    serviceSpecs.length > 0 &&
    !serviceSpecs.some((spec) => mounts(spec).some((mount) => showsTree(mount, place)))
  );
}

const defaultFiles = ['compose', 'docker-compose'].flatMap((name) =>
  ['.yaml', '.yml', '.override.yaml', '.override.yml'].map((end) => name + end),
);

function composeServices(
  files: readonly string[],
  { cwd, root, read }: ContainerPlace,
): Record<string, unknown>[] {
  const folders = [...new Set([cwd, root])];
  const paths =
    files.length > 0
      ? files.map((file) => resolve(cwd, file))
      : folders.flatMap((folder) => defaultFiles.map((file) => `${folder}/${file}`));
  return paths.flatMap((path) => {
    const services = parse(read(path) ?? '')?.services;
    return isObject(services) ? [services] : [];
  });
}

function parse(text: string): { services?: unknown } | undefined {
  try {
    const value: unknown = Bun.YAML.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The sources of the mounts of a service; `develop.watch` copies each change into the container. */
function mounts({ volumes, develop }: Record<string, unknown>): string[] {
  const watched = isObject(develop) && Array.isArray(develop.watch) ? develop.watch : [];
  const entries = [...(Array.isArray(volumes) ? volumes : []), ...watched];
  return entries.flatMap((mount: unknown) => {
    if (typeof mount === 'string') return [mount];
    const source = isObject(mount) ? (mount.source ?? mount.path) : undefined;
    return typeof source === 'string' ? [`${source}:`] : [];
  });
}

/** True for a mount of the tree, of a part of it or of a folder around it: `.:/app`, `type=bind,source=/home/me/app,target=/app`. */
function showsTree(mount: string, { cwd, root }: ContainerPlace): boolean {
  const source = /(?:^|,)(?:src|source)=([^,]*)/.exec(mount)?.[1] ?? mount.split(':')[0]!;
  const path = resolve(cwd, source.replace(/\$\(pwd\)|\$\{?PWD(?::?-[^}]*)?\}?/, '.'));
  if (!/^[./~$]/.test(source) && !source.includes('/')) return false;
  return path === root || path.startsWith(`${root}/`) || root.startsWith(`${path}/`);
}

/** The words that are neither options nor their values. */
function operands(words: readonly string[]): string[] {
  return words.filter((word, at) => !word.startsWith('-') && !optionsWithValue.has(words[at - 1] ?? ''));
}

function optionValues(words: readonly string[], names: string): string[] {
  const spellings = names.split(' ');
  return words.flatMap((word, at) => {
    const [name = '', ...value] = word.split('=');
    if (spellings.includes(word)) return [words[at + 1] ?? ''];
    return spellings.includes(name) && name.startsWith('--') ? [value.join('=')] : [];
  });
}
