// node scripts/package/try.mjs [folder]: installs the built packages on this machine as a person would, from a registry on
// loopback, sends a few events to the registered program, and uninstalls. Plain Node, because it also runs where there
// is no Bun: on each platform of a release.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';

const windows = process.platform === 'win32';
const folder = resolve(process.argv[2] ?? 'dist/packages');
const scratch = mkdtempSync(join(tmpdir(), 'pawl-try-'));
const home = join(scratch, 'home');
const project = join(scratch, 'project');

/** @returns {Promise<{ url: string, close: () => void }>} */
function startRegistry() {
  const archives = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(folder, name));
  const packages = new Map();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const archive = archives.find((file) => path === `-/${basename(file)}`);
    if (archive) return void response.end(readFileSync(archive));
    const found = packages.get(path);
    response.statusCode = found ? 200 : 404;
    response.end(JSON.stringify(found ?? {}));
  });
  return new Promise((started) => {
    server.listen(0, '127.0.0.1', () => {
      const url = `http://127.0.0.1:${server.address().port}/`;
      for (const file of archives) packages.set(...entryOf(file, url));
      started({ url, close: () => server.close() });
    });
  });
}

function entryOf(file, url) {
  const shown = spawnSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' });
  const manifest = JSON.parse(shown.stdout);
  const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  const version = { ...manifest, dist: { tarball: `${url}-/${basename(file)}`, integrity } };
  const tags = { latest: manifest.version };
  return [
    manifest.name,
    { name: manifest.name, 'dist-tags': tags, versions: { [manifest.version]: version } },
  ];
}

/** Not `spawnSync`, because the registry is in this process. */
function run(program, args, { env, input = '' }) {
  return new Promise((ended) => {
    const child = spawn(program, args, { cwd: project, env, shell: windows && !existsSync(program) });
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      err += text;
    });
    child.on('error', (problem) => ended({ code: 1, out, err: String(problem) }));
    child.on('close', (code) => ended({ code, out, err }));
    child.stdin.end(input);
  });
}

let failed = 0;
function expectThat(title, ok, shown = '') {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${title}${ok ? '' : `\n     ${shown}`}`);
  if (!ok) failed++;
}

const event = (command) =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 'try',
    cwd: project,
    tool_name: 'Bash',
    tool_input: { command },
  });

async function tryPackages() {
  for (const folder of [home, project]) mkdirSync(folder);
  const registry = await startRegistry();
  const prefix = join(scratch, 'global');
  const bin = windows ? prefix : join(prefix, 'bin');
  const env = {
    ...process.env,
    PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    PAWL_AUTO_UPDATE: 'false',
    npm_config_registry: registry.url,
    npm_config_prefix: prefix,
    npm_config_cache: join(scratch, 'cache'),
    npm_config_update_notifier: 'false',
  };
  for (const name of ['PAWL_HOME', 'CLAUDE_CONFIG_DIR', 'CLAUDECODE']) delete env[name];
  const installed = await run('npm', ['install', '-g', 'pawl'], { env });
  expectThat('npm install -g pawl', installed.code === 0, installed.err);
  const version = await run('pawl', ['--version'], { env });
  expectThat('pawl --version', /^pawl \d/.test(version.out), version.out + version.err);
  const init = await run('pawl', ['init'], { env });
  expectThat('pawl init', init.code === 0, init.err);
  await tryHook(env);
  const gone = await run('npm', ['uninstall', '-g', 'pawl'], { env });
  expectThat('npm uninstall -g pawl', gone.code === 0, gone.err);
  registry.close();
}

async function tryHook(env) {
  const settings = JSON.parse(readFileSync(join(home, '.claude', 'settings.json'), 'utf8'));
  const { command, args = [] } = settings.hooks.PreToolUse[0].hooks[0];
  const refused = await run(command, args, { env, input: event('rm -rf ~') });
  expectThat(
    'the registered program refuses rm -rf ~',
    /"permissionDecision":"deny"/.test(refused.out),
    JSON.stringify(refused),
  );
  const passed = await run(command, args, { env, input: event('git status') });
  expectThat(
    'and lets git status pass',
    passed.code === 0 && !/permissionDecision/.test(passed.out),
    JSON.stringify(passed),
  );
}

try {
  await tryPackages();
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
process.exitCode = failed === 0 ? 0 : 1;
