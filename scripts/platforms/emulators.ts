// Programs that run the builds for other platforms on this machine. They are taken from PATH. On Debian, a missing one
// is downloaded and unpacked into a cache, which needs no root rights and changes nothing else on the machine.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forwarder } from './forwarder.ts';

const cache = join(import.meta.dir, '..', '..', '.cache', 'platforms');

export interface Emulator {
  /** The words before the program. */
  words: string[];
  env: Record<string, string>;
  /** Stops the emulator's background processes. */
  stop?(): void;
}

const arm64Packages = [
  'qemu-user-static',
  'libc6-arm64-cross',
  'libstdc++6-arm64-cross',
  'libgcc-s1-arm64-cross',
];

/** Each returns what runs the programs of its platform, or why that is not possible here. */
export const emulators: Record<string, () => Emulator | string> = {
  'linux-arm64'() {
    const root = debian(arm64Packages);
    const qemu = Bun.which('qemu-aarch64-static') ?? (root && join(root, 'usr/bin/qemu-aarch64-static'));
    if (!qemu || !existsSync(qemu))
      return 'qemu-aarch64-static is not installed, and apt-get can’t download it';
    const library = root && join(root, 'usr/aarch64-linux-gnu');
    return { words: [qemu, ...(library ? ['-L', library] : [])], env: {} };
  },
  'linux-x64-musl'() {
    if (!existsSync('/lib/ld-musl-x86_64.so.1'))
      return 'musl is not installed (Debian: apt-get install musl)';
    return existsSync('/etc/alpine-release') ? { words: [], env: {} } : muslBesideGlibc();
  },
  'windows-x64'() {
    const places = ['/usr/lib/wine/wine64', Bun.which('wine64'), Bun.which('wine')];
    const wine = places.find((place) => place && existsSync(place));
    return wine ? windows(wine) : 'wine is not installed';
  },
};

/** Symbols that Debian's libstdc++ takes from glibc and musl does not have. */
const glibcShim = `
unsigned long strftime_l(char *, unsigned long, const char *, const void *, void *);
long syscall(long, ...);
char __libc_single_threaded = 0;
unsigned int __cpu_model[4];
int __cpu_indicator_init(void) { return 0; }
int _dl_find_object(void *address, void *result) { return -1; }
int __cxa_thread_atexit_impl(void (*run)(void *), void *object, void *library) { return 0; }
unsigned int arc4random(void) { unsigned int value = 0; syscall(318, &value, sizeof value, 0); return value; }
unsigned long __strftime_l(char *into, unsigned long size, const char *format, const void *time, void *locale) {
  return strftime_l(into, size, format, time, locale);
}
`;

/** Debian has musl but no libstdc++ for it; its own works with a shim in the place of glibc's loader. */
function muslBesideGlibc(): Emulator | string {
  const libraries = '/usr/lib/x86_64-linux-gnu';
  const folder = join(cache, 'musl');
  const shim = join(folder, 'ld-linux-x86-64.so.2');
  if (!Bun.which('cc')) return 'the libraries for musl need a C compiler';
  if (existsSync(shim)) return { words: [], env: { LD_LIBRARY_PATH: folder } };
  mkdirSync(folder, { recursive: true });
  for (const name of ['libstdc++.so.6', 'libgcc_s.so.1']) {
    rmSync(join(folder, name), { force: true });
    symlinkSync(join(libraries, name), join(folder, name));
  }
  const flags = ['-shared', '-fPIC', '-nostdlib', '-x', 'c', '-', '-o', shim];
  const made = spawnSync('cc', flags, { input: glibcShim, stdio: ['pipe', 'ignore', 'ignore'] });
  return made.status === 0
    ? { words: [], env: { LD_LIBRARY_PATH: folder } }
    : 'the libraries for musl could not be built';
}

/** Creates a Wine prefix in the cache, with the library that Wine lacks. */
function windows(wine: string): Emulator | string {
  const prefix = join(cache, 'wine');
  const env = {
    WINEPREFIX: prefix,
    WINEARCH: 'win64',
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
  };
  const system = join(prefix, 'drive_c', 'windows', 'system32');
  mkdirSync(cache, { recursive: true });
  if (!existsSync(system)) {
    const made = spawnSync(wine, ['cmd', '/c', 'exit'], { env: { ...process.env, ...env }, stdio: 'ignore' });
    if (made.status !== 0) return 'wine can’t make a folder of Windows';
  }
  const library = join(system, 'bcryptprimitives.dll');
  if (!existsSync(library))
    writeFileSync(library, forwarder('bcryptprimitives.dll', { ProcessPrng: 'ADVAPI32.SystemFunction036' }));
  return { words: [wine], env, ...keepServer(wine, env) };
}

/** Keeps Wine's server running between events: restarting it for each one makes an event take five times as long. */
function keepServer(wine: string, env: Record<string, string>): Pick<Emulator, 'stop'> {
  const places = ['/usr/lib/wine/wineserver64', '/usr/lib/wine/wineserver', Bun.which('wineserver')];
  const server = places.find((place) => place && existsSync(place));
  if (!server) return {};
  const tell = (word: string) =>
    spawnSync(server, [word], { env: { ...process.env, ...env }, stdio: 'ignore' });
  tell('-p');
  // The services of Windows start with the first program and would keep its output open.
  spawnSync(wine, ['cmd', '/c', 'exit'], { env: { ...process.env, ...env }, stdio: 'ignore' });
  return { stop: () => void tell('-k') };
}

/** Unpacks Debian packages; undefined where there is no apt-get or no mirror. */
function debian(names: readonly string[]): string | undefined {
  if (!Bun.which('apt-get') || !Bun.which('dpkg-deb')) return undefined;
  const root = join(cache, 'root');
  const archives = join(cache, 'archives');
  mkdirSync(archives, { recursive: true });
  const missing = names.filter((name) => !readdirSync(archives).some((file) => file.startsWith(`${name}_`)));
  if (missing.length > 0) {
    const got = spawnSync('apt-get', ['download', ...missing], { cwd: archives, stdio: 'ignore' });
    if (got.status !== 0) return undefined;
  }
  if (!existsSync(root))
    for (const file of readdirSync(archives)) spawnSync('dpkg-deb', ['-x', join(archives, file), root]);
  return root;
}
