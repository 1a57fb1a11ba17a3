// The files of `pawl policies new`: a policy that works as it is, and the types that an editor needs for it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../system/files.ts';
import type { Home } from '../system/home.ts';

export interface Scaffold {
  /** Path of the new policy. */
  file: string;
  /** Every file that was written, including the policy. */
  written: string[];
}

/**
 * Returns undefined if the file exists. `library` holds the files of the `pawl` package that policies import, by name.
 */
export function scaffold(
  id: string,
  place: { home: Home } | { project: string },
  library: Record<string, string>,
): Scaffold | undefined {
  const folder = 'home' in place ? place.home.control : join(place.project, '.pawl');
  const file = join(folder, 'policies', `${id.slice(id.indexOf('/') + 1)}.ts`);
  if (existsSync(file)) return undefined;
  // In Pawl's home the package goes to node_modules, where editors look for it. A project keeps the types outside of
  // node_modules, so that they can be committed.
  const types = 'home' in place ? join(folder, 'node_modules', 'pawl') : join(folder, 'types', 'pawl');
  const paths = 'home' in place ? undefined : { pawl: ['./types/pawl/index.d.ts'] };
  const files: [string, string][] = [
    [file, template(id)],
    [join(folder, 'tsconfig.json'), policyTsconfig(paths)],
    ...Object.entries(library)
      .filter(([name]) => 'home' in place || name.endsWith('.d.ts'))
      .map(([name, text]): [string, string] => [join(types, name), text]),
  ];
  const missing = files.filter(([path]) => !existsSync(path));
  for (const [path, text] of missing) writeFileAtomic(path, text, 'home' in place ? 0o600 : 0o644);
  return { file, written: missing.map(([path]) => path) };
}

/** For editors only; the policies themselves need no build step. */
export function policyTsconfig(paths?: Record<string, string[]>): string {
  const compilerOptions = {
    target: 'ESNext',
    module: 'Preserve',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    types: [],
    ...(paths && { paths }),
  };
  return `${JSON.stringify({ compilerOptions, include: ['policies'] }, null, 2)}\n`;
}

function template(id: string): string {
  return `import { definePolicy, deny } from 'pawl';

const call = (command: string) => ({
  hook_event_name: 'PreToolUse',
  session_id: 'example',
  cwd: '/home/me/project',
  tool_name: 'Bash',
  tool_input: { command },
});

export default definePolicy({
  id: '${id}',
  summary: 'Refuse programs that send everything unencrypted',
  why: 'telnet sends passwords in the clear, where everybody on the way can read them.',
  on: 'PreToolUse',
  tools: ['Bash'],
  level: 'deny',
  options: {
    programs: { default: ['telnet'], about: 'Programs that may not be used.' },
  },
  // Run them with \`pawl policies test ${id}\`.
  examples: [
    { event: call('telnet example.com'), expect: 'deny' },
    { event: call('echo telnet'), expect: 'pass', title: 'The program is only mentioned' },
  ],
  check(_event, { options, shell }) {
    const found = shell.commands.find(({ name }) => options.programs.includes(name));
    return found && deny(\`\${found.name} must not be used here\`, { instead: 'use ssh' });
  },
});
`;
}
