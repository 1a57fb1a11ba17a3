// A project's config files. Their content counts only if a person trusted it; before that it can only make things
// stricter (load.ts).
import type { Project } from '../core/facts.ts';
import { isSamePath } from '../system/files.ts';
import { existsSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { dirname } from '../system/path.ts';
import type { AllPolicies, Layer } from './load.ts';
import { readLayer } from './read.ts';
import { hashConfig, isTrusted, readTrust, readUntrusted, scriptsOf, unitPath } from './trust.ts';
import { unreadableLayer } from './user-layer.ts';

export function readProjectLayers(home: Home, project: Project, policies: AllPolicies): Layer[] {
  const found = (['config', 'local'] as const).flatMap((unit) => {
    const file = unitPath(project.root, unit);
    const ofProject = existsSync(file) && !isSamePath(dirname(file), home.dir);
    return ofProject ? [{ unit, file, text: readUntrusted(file) }] : [];
  });
  if (found.length === 0) return [];
  const entries = readTrust(home);
  return found.map(({ unit, file, text }) => {
    const name = unit === 'config' ? 'project' : 'local';
    if (text === undefined) return unreadableLayer(name, file, 'not a readable file of at most 1 MB');
    const layer = readLayer(name, file, text, policies());
    // The hash covers scripts too, so it is computed only if this project was trusted before.
    const wasTrusted = entries.some(
      (entry) => entry.repository === project.repository && entry.unit === unit,
    );
    const trusted =
      wasTrusted && isTrusted(entries, project.repository, unit, hashLayer(layer, project.root));
    return trusted ? layer : { ...layer, state: 'untrusted' };
  });
}

export function hashLayer({ text, value }: Pick<Layer, 'text' | 'value'>, root: string): string {
  return hashConfig(text, scriptsOf(root, value.external?.map((script) => script.command) ?? []));
}
