// The version and the address of the project, from package.json.
import { readFileSync } from 'node:fs';

export function release() {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version, repository } = JSON.parse(text);
  return { version, url: repository.url.replace(/^git\+|\.git$/g, '') };
}
