#!/usr/bin/env node
// Runs the program for this machine. Only for people at a prompt: hooks name the program itself, which `pawl init` copies
// to Pawl's home.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { version, optionalDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

function platformPackage() {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const musl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return `@pawl/${system}-${process.arch}${musl ? '-musl' : ''}`;
}

function fail(...lines) {
  console.error(lines.join('\n'));
  process.exit(1);
}

function findProgram(name) {
  try {
    return require.resolve(`${name}/bin/pawl${process.platform === 'win32' ? '.exe' : ''}`);
  } catch {
    if (!optionalDependencies[name])
      fail(
        `pawl: there is no build for this platform (${name.slice('@pawl/'.length)}).`,
        `There are builds for ${Object.keys(optionalDependencies)
          .map((packageName) => packageName.slice('@pawl/'.length))
          .join(', ')}.`,
      );
    fail(
      `pawl: the package ${name} is missing. It holds the program and is an optional dependency of this package.`,
      'Install pawl again without --omit=optional, or install that package beside it (with -g, if pawl is global):',
      `  npm install ${name}@${version}`,
    );
  }
}

const program = findProgram(platformPackage());
// Ctrl-C reaches the program as well; it decides how to end.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {});
const { status, signal, error } = spawnSync(program, process.argv.slice(2), {
  stdio: 'inherit',
  windowsHide: true,
});
if (error) fail(`pawl: ${program} does not start: ${error.message}`);
if (signal) process.removeAllListeners(signal) && process.kill(process.pid, signal);
process.exit(status ?? 1);
