import { expect, test } from 'bun:test';
import { runsOnOtherFiles } from './containers.ts';

const compose = `
services:
  web:
    build: .
    volumes: [".:/app", "cache:/cache"]
  long:
    volumes: [{ type: bind, source: ./src, target: /app/src }]
  watched:
    develop: { watch: [{ path: ./src, action: sync, target: /app }] }
  db:
    image: postgres
    volumes: [data:/var/lib/postgresql]
`;
const files: Record<string, string> = {
  '/p/compose.yaml': compose,
  '/p/ci.yml': 'services: {web: {image: x}}',
};
const copied = (command: string, cwd = '/p') =>
  runsOnOtherFiles(command.split(' '), { cwd, root: '/p', read: (path) => files[path] });

test.each([
  ['docker compose run --rm web pytest', false],
  ['docker compose run --rm -e CI=1 web pytest', false],
  ['docker-compose exec -T long pytest', false],
  ['podman compose run watched pytest', false],
  ['nerdctl compose run db pytest', true],
  ['docker compose run --build db pytest', false],
  ['docker compose run -v ./src:/app db pytest', false],
  ['docker compose -f ci.yml run web pytest', true],
  ['docker compose run unknown pytest', false],
  ['docker compose up -d', false],
  ['docker run --rm -v /p:/app img pytest', false],
  ['docker run --rm -v $PWD:/app img pytest', false],
  ['docker run --mount type=bind,source=/p,target=/app img pytest', false],
  ['docker run --rm -v cache:/root/.cache img pytest', true],
  ['docker run --rm img pytest', true],
  ['docker exec app pytest', false],
  ['kubectl exec pod -- pytest', true],
  ['kubectl get pods', false],
  ['npm test', false],
])('%s runs on other files: %s', (command, expected) => {
  expect(copied(command)).toBe(expected);
});

test('the project’s compose file counts in subfolders too', () => {
  expect(copied('docker compose run db pytest', '/p/src')).toBe(true);
});

test('a file that is not YAML is ignored', () => {
  files['/p/broken.yml'] = '{{';
  expect(copied('docker compose -f broken.yml run web pytest')).toBe(false);
});
