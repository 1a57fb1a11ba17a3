// The platforms Pawl is built for, one npm package each. npm installs the one whose `os`, `cpu` and `libc` fit.

export interface Platform {
  /** The package is `@pawl/<name>`. */
  name: string;
  os: 'linux' | 'darwin' | 'win32';
  cpu: 'x64' | 'arm64';
  libc?: 'glibc' | 'musl';
  /** Bun's name of the platform, and the package its runtime comes in. */
  bun: string;
  runtime: string;
  /** The name of the program inside the package. */
  program: 'pawl' | 'pawl.exe';
}

const platform = (
  name: string,
  os: Platform['os'],
  cpu: Platform['cpu'],
  libc?: Platform['libc'],
): Platform => {
  const system = os === 'win32' ? 'windows' : os;
  const musl = libc === 'musl' ? '-musl' : '';
  return {
    name,
    os,
    cpu,
    ...(libc && { libc }),
    bun: `bun-${system}-${cpu}${musl}`,
    runtime: `@oven/bun-${system}-${cpu === 'arm64' ? 'aarch64' : cpu}${musl}`,
    program: os === 'win32' ? 'pawl.exe' : 'pawl',
  };
};

export const platforms: readonly Platform[] = [
  platform('linux-x64', 'linux', 'x64', 'glibc'),
  platform('linux-arm64', 'linux', 'arm64', 'glibc'),
  platform('linux-x64-musl', 'linux', 'x64', 'musl'),
  platform('linux-arm64-musl', 'linux', 'arm64', 'musl'),
  platform('darwin-arm64', 'darwin', 'arm64'),
  platform('darwin-x64', 'darwin', 'x64'),
  platform('windows-x64', 'win32', 'x64'),
];
