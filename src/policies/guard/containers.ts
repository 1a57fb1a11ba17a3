import { bash } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import { definePolicy } from '../../index.ts';
import { HOLE, oneOf } from '../../shell/base/words.ts';
import { hasKind } from '../../shell/programs/args.ts';
import { argsOf } from '../../shell/programs/registry.ts';
import type { Effect } from '../../shell/types.ts';
import { composeFile, isComposeContainer } from './shared/compose.ts';
import { acceptOption, SHELLS } from './shared/effects.ts';
import { judgeByEvidence, type LookupResult, listSome } from './shared/evidence.ts';

const files = {
  'compose.yaml':
    'services:\n  web:\n    image: nginx\n  db:\n    image: postgres\n    container_name: shop-db\n',
};

export default definePolicy({
  id: 'guard/containers',
  summary: 'Ask before containers, volumes or virtual machines are removed',
  why: 'Volumes hold databases, and a prune does not ask which of them matter. Containers of this project’s compose file, and those whose names say that they are for a test, may be removed.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['containers'],
  level: 'deny',
  onError: 'deny',
  passesIf:
    'all containers belong to this project’s compose file, or their names say that they are for a test',
  options: acceptOption,
  examples: () => [
    { event: bash('docker system prune -af'), expect: 'ask' },
    { event: bash('docker volume rm data'), expect: 'deny' },
    { event: bash('docker compose down -v'), expect: 'ask' },
    {
      event: bash('docker compose down -v'),
      expect: 'ask',
      title: 'Removes the project’s volumes, which are data',
      given: { files },
    },
    { event: bash('docker rm -f web'), expect: 'ask' },
    { event: bash('docker kill db'), expect: 'ask' },
    {
      event: bash('docker rm -f shop-db project-web-1'),
      expect: 'pass',
      title: 'Containers of this project’s compose file',
      given: { files },
    },
    { event: bash('docker compose kill web'), expect: 'pass', given: { files } },
    { event: bash('docker compose rm -sf'), expect: 'pass', given: { files } },
    { event: bash('docker rm -f other-db-1'), expect: 'ask', given: { files } },
    {
      event: bash('docker rm -fv shop-db'),
      expect: 'ask',
      title: 'Removes the volumes of the container, too',
      given: { files },
    },
    { event: bash('docker --context prod rm -f shop-db'), expect: 'ask', given: { files } },
    { event: bash('DOCKER_HOST=tcp://prod docker kill shop-db'), expect: 'ask', given: { files } },
    { event: bash('docker compose -p other kill'), expect: 'ask', given: { files } },
    {
      event: bash('docker rm -f test-pg'),
      expect: 'pass',
      title: 'A container that is for tests, by its name',
    },
    { event: bash('docker rm -f $(docker ps -aq)'), expect: 'ask', given: { files } },
    { event: bash('docker stop db'), expect: 'pass' },
    { event: bash('minikube delete'), expect: 'ask' },
    { event: bash('docker ps'), expect: 'pass' },
    { event: bash('docker compose down'), expect: 'pass' },
    { event: bash('docker build -t app .'), expect: 'pass' },
  ],
  check(_event, context) {
    return judgeByEvidence(context, ['containers'], context.options.accept, (effect) =>
      lookUp(effect, context),
    );
  },
});

/** Names that people give to containers they throw away. */
const THROW_AWAY =
  /(^|[-_.])(tests?|testing|tmp|temp|scratch|throwaway|disposable|e2e|ci|demo|sandbox|playground|dummy)([-_.\d]|$)/i;

/** Options that also remove volumes or all containers, or that choose another machine or project. */
const WIDER = '-v --volumes -a --all -H --host -c --context -p --project-name --project-directory';

/** Only containers are looked up: images and volumes may hold data that can't be restored. */
function lookUp({ code, command, reason }: Effect, facts: Facts): LookupResult | undefined {
  if (!/^container-(force-remove|kill)$/.test(code) || command.remote) return undefined;
  const args = argsOf(command);
  const texts = args.operands.map((w) => w.text);
  if (isOnOtherMachine(command.assignments, facts) || args.options.some(({ name }) => oneOf(WIDER, name)))
    return undefined;
  const compose = command.name.endsWith('compose') || texts[0] === 'compose';
  const folder = command.cwd ?? '';
  if (compose && !hasKind(args, 'reads')) return composeFinding(folder, facts);
  const names = texts.slice(texts[0] === 'container' ? 2 : 1);
  if (compose || /^(image|network|rmi)$/.test(texts[0] ?? '') || names.length === 0) return undefined;
  const others = names.filter((name) => !THROW_AWAY.test(name) && !isComposeContainer(name, folder, facts));
  return others.length === 0
    ? { harmless: true, found: `of this project’s compose file or for a test: ${listSome(names)}` }
    : {
        harmless: false,
        found: `not known as containers of this project: ${listSome(others)}`,
        effect: {
          reason: `${reason} Not known as ${others.length === 1 ? 'a container' : 'containers'} of this project: ${listSome(others.map(nameOrUnknown))}.`,
        },
      };
}

/** The name as it is shown; one that is computed is not known before the command runs. */
const nameOrUnknown = (name: string) => (name.includes(HOLE) ? 'names that another command prints' : name);

/** Whether the command goes to a daemon on another machine. */
const isOnOtherMachine = (assignments: Effect['command']['assignments'], { env }: Facts) =>
  assignments.some(({ name }) => /^(DOCKER|CONTAINER|COMPOSE)_/.test(name)) ||
  /^(tcp|ssh|https?):/.test(env('DOCKER_HOST') ?? '');

function composeFinding(folder: string, facts: Facts): LookupResult | undefined {
  const file = composeFile(folder, facts);
  return file === undefined ? undefined : { harmless: true, found: `containers of ${file}` };
}
