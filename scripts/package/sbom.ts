// The list of what is inside the program (CycloneDX), from the lock file, without the time and the random id that npm
// adds: two builds of one source must be the same.
import { run } from './runtimes.ts';

interface Sbom {
  serialNumber?: string;
  metadata: { timestamp?: string; tools?: unknown; component: { name: string } };
}

export function sbom(): string {
  const made = JSON.parse(
    run('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error']),
  ) as Sbom;
  delete made.serialNumber;
  delete made.metadata.timestamp;
  delete made.metadata.tools;
  // npm takes the name of the folder.
  made.metadata.component.name = 'pawl';
  return `${JSON.stringify(made, null, 2)}\n`;
}
