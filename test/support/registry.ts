// An npm registry on loopback that has only Pawl's packages.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

interface Manifest {
  name: string;
  version: string;
}

export interface Registry extends Disposable {
  url: string;
  /** Offers an archive, or only the manifest of a package that npm must not install here. */
  publish(what: { archive: string } | { manifest: Manifest }): void;
  /** Withdraws a version of all packages, so that the one before it is the newest again. */
  withdraw(version: string): void;
  /** The names of the archives that were fetched. */
  fetched: string[];
}

interface Versions {
  name: string;
  'dist-tags': { latest: string };
  versions: Record<string, object>;
}

export function startRegistry(): Registry {
  const packages = new Map<string, Versions>();
  const archives = new Map<string, string>();
  const fetched: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const path = decodeURIComponent(new URL(request.url).pathname).slice(1);
      const archive = archives.get(path);
      if (archive) fetched.push(basename(archive));
      if (archive) return new Response(Bun.file(archive));
      const found = packages.get(path);
      return found ? Response.json(found) : new Response('{"error":"not found"}', { status: 404 });
    },
  });
  const url = `http://127.0.0.1:${server.port}/`;
  const add = (manifest: Manifest, dist: object) => {
    const known = packages.get(manifest.name);
    packages.set(manifest.name, {
      name: manifest.name,
      'dist-tags': { latest: manifest.version },
      versions: { ...known?.versions, [manifest.version]: { ...manifest, dist } },
    });
  };
  return {
    url,
    fetched,
    publish(what) {
      if ('manifest' in what) return add(what.manifest, { tarball: `${url}missing.tgz` });
      const path = `archives/${basename(what.archive)}`;
      archives.set(path, what.archive);
      add(manifestIn(what.archive), { tarball: url + path, integrity: integrityOf(what.archive) });
    },
    withdraw(version) {
      for (const known of packages.values()) {
        delete known.versions[version];
        known['dist-tags'].latest = Object.keys(known.versions).at(-1)!;
      }
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
}

function manifestIn(archive: string): Manifest {
  const done = Bun.spawnSync(['tar', '-xzOf', archive, 'package/package.json']);
  return JSON.parse(done.stdout.toString()) as Manifest;
}

const integrityOf = (archive: string) =>
  `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
