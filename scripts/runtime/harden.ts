// Makes the runtime inside a built executable ignore its environment variables. A repository's settings set variables
// for hooks, and the runtime has no option to ignore its own, so the executable is changed: on Linux, macOS and
// Windows.
import { readFileSync, writeFileSync } from 'node:fs';
import { ignoreEngineOptions } from './engine-options.ts';
import { formatOf } from './format.ts';
import { repairSignature } from './signature.ts';

/** Variables with which the runtime becomes another program, loads code before ours, waits for a debugger or writes files. */
const runtimeEnvVars = [
  'BUN_BE_BUN',
  'BUN_OPTIONS',
  'BUN_INSPECT',
  'BUN_INSPECT_CONNECT_TO',
  'BUN_INSPECT_PRELOAD',
  'BUN_BYTECODE_ORDER_OUT',
  'BUN_BYTECODE_ORDER_NAMES_OUT',
  'BUN_BYTECODE_DIGEST_OUT',
];

/** Options of the allocator, set by `MIMALLOC_…`, with which the process gets no memory and is ended. */
const allocatorOptions = ['disallow_os_alloc', 'disallow_arena_alloc', 'limit_os_alloc'];

export function harden(file: string): void {
  const bytes = readFileSync(file);
  const format = formatOf(bytes);
  const changed = [
    ...runtimeEnvVars.flatMap((name) => spoilName(bytes, name, '\0')),
    // The allocator puts a prefix before the name, and no name of a variable holds an equals sign.
    ...allocatorOptions.flatMap((name) => spoilName(bytes, name, '=')),
    ignoreEngineOptions(bytes, format),
  ];
  if (format.container === 'mach-o') repairSignature(bytes, changed);
  writeFileSync(file, bytes);
}

/** Replaces the first letter, so that no variable has this name any more. Returns the places of the change. */
function spoilName(bytes: Buffer, name: string, letter: string): number[] {
  const places: number[] = [];
  // The end of another string may come right before the name, but the name always ends with a null byte.
  for (let at = bytes.indexOf(`${name}\0`); at >= 0; at = bytes.indexOf(`${name}\0`, at + 1)) places.push(at);
  if (places.length === 0)
    throw new Error(`${name} is not in the runtime any more: check how the runtime replaced it`);
  for (const at of places) bytes.write(letter, at, 'latin1');
  return places;
}
