// The containers of this project, as its compose file describes them. The daemon is never asked.

import type { Facts } from '../../../core/facts.ts';
import { isObject } from '../../../core/json.ts';

/** In the order in which Compose looks for them. */
const FILES = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'];

interface ComposeFile {
  name?: unknown;
  services?: unknown;
}

/** The path of the compose file that applies in a folder of the project: its own, or that of a folder above. */
export function composeFile(folder: string, { files, project }: Facts): string | undefined {
  for (let at = folder; `${at}/`.startsWith(`${project.root}/`); at = at.slice(0, at.lastIndexOf('/'))) {
    const found = FILES.map((name) => `${at}/${name}`).find((path) => files.exists(path));
    if (found) return found;
  }
  return undefined;
}

/** Whether a container of this name belongs to a service of the compose file. */
export function isComposeContainer(name: string, folder: string, facts: Facts): boolean {
  const path = composeFile(folder, facts);
  const text = path && facts.files.read(path, 200_000);
  if (!path || !text) return false;
  const { name: given, services } = parse(text);
  const directory = path.split('/').at(-2) ?? '';
  const project =
    typeof given === 'string' ? given : (facts.env('COMPOSE_PROJECT_NAME') ?? projectName(directory));
  return Object.entries(isObject(services) ? services : {}).some(([service, spec]) => {
    const own = isObject(spec) ? spec.container_name : undefined;
    return name === own || isNumbered(name, project, service);
  });
}

/** `app-web-1`, or `app_web_1` as the older Compose named it. */
const isNumbered = (name: string, project: string, service: string) =>
  ['-', '_'].some((mark) => {
    const start = `${project}${mark}${service}${mark}`;
    return name.startsWith(start) && /^\d+$/.test(name.slice(start.length));
  });

/** Compose derives the name of a project from its folder. */
const projectName = (folder: string) => folder.toLowerCase().replace(/[^a-z0-9_-]/g, '');

function parse(text: string): ComposeFile {
  try {
    const value: unknown = Bun.YAML.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
