// Generates the package that users' policies import: types for the editor, and a few functions. The executable embeds it
// as text, and `pawl init` writes it beside the policies, because an installation has no source tree.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../package.json';

const root = join(import.meta.dir, '..', '..');
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

export async function packageFiles(): Promise<Record<string, string>> {
  const manifest = {
    name: 'pawl',
    version: packageJson.version,
    description: 'Types and functions for writing policies for Pawl',
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'index.js': await code(),
    ...declarations(),
  };
}

/**
 * The files that `pawl/sdk` adds to the published package, beside the files above, with which it shares declarations.
 */
export async function sdkFiles(): Promise<Record<string, string>> {
  const file = 'src/sdk/index.ts';
  return {
    'sdk/index.js': await code(file, 'node'),
    'sdk/index.d.ts': declarations(file)['sdk/index.d.ts']!,
  };
}

async function code(file = 'src/index.ts', target: 'browser' | 'node' = 'browser'): Promise<string> {
  const built = await Bun.build({ entrypoints: [join(root, file)], format: 'esm', target, root });
  return (await built.outputs[0]!.text()).replaceAll(/^\/\/ src\/.*\n/gm, '');
}

function declarations(file = 'src/index.ts'): Record<string, string> {
  const out = mkdtempSync(join(tmpdir(), 'types-'));
  try {
    const flags = [
      '--declaration',
      '--emitDeclarationOnly',
      '--allowImportingTsExtensions',
      '--resolveJsonModule',
      '--ignoreConfig',
    ];
    const moduleFlags = [
      '--target',
      'esnext',
      '--module',
      'preserve',
      '--moduleResolution',
      'bundler',
      '--types',
      'bun',
    ];
    const output = ['--rootDir', 'src', '--outDir', out, file];
    const done = spawnSync('node', [tsc, ...flags, '--strict', ...moduleFlags, ...output], {
      cwd: root,
      encoding: 'utf8',
    });
    if (done.status !== 0) throw new Error(`the types of ${file}: ${done.stdout}${done.stderr}`);
    const names = [...new Bun.Glob('**/*.d.ts').scanSync({ cwd: out })].sort();
    // Editors resolve `policy.js` to `policy.d.ts` without any setting.
    return Object.fromEntries(
      names.map((name) => [
        name,
        readFileSync(join(out, name), 'utf8').replaceAll(/(['"]\..*?)\.ts(['"])/g, '$1.js$2'),
      ]),
    );
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
