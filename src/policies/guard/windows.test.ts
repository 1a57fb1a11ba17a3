// The guard on Windows, where the client sends paths with drives and backslashes, and Git Bash writes them as `/c/…`.
import { expect, test } from 'bun:test';
import { decisionOnCall } from '../../../test/support/objections.ts';
import { bash, tool } from '../../core/examples.ts';
import type { JsonObject } from '../../core/json.ts';
import { type Example, examplesOf } from '../../core/policy.ts';
import { runExample } from '../../user-policies/run-examples.ts';
import { allPolicies } from '../registry.ts';

const given = { home: 'C:\\Users\\me', root: 'C:\\Users\\me\\app' };
const cwd = { cwd: given.root };

const inProject = String.raw`C:\Users\me\app\src\a.ts`;
const edit = (file_path: string) => tool('Edit', { file_path, old_string: 'a', new_string: 'b' }, cwd);
const write = (file_path: string) => tool('Write', { file_path, content: 'x' }, cwd);
const read = (file_path: string) => tool('Read', { file_path }, cwd);
const run = (command: string) => bash(command, cwd);
const powershell = (command: string) => tool('PowerShell', { command }, cwd);

const cases: [expected: string, call: JsonObject][] = [
  ['pass', read(inProject)],
  ['pass', edit(inProject)],
  ['pass', write('c:/users/me/app/src/new.ts')],
  ['deny', read(String.raw`C:\Users\me\app\.env`)],
  ['deny', read(String.raw`.\.env`)],
  ['deny', read(String.raw`C:\Users\me\.ssh\id_ed25519`)],
  ['deny', read(String.raw`\\?\C:\Users\me\.aws\credentials`)],
  ['deny', write(String.raw`C:\Users\me\.ssh\authorized_keys`)],
  ['deny', write(String.raw`C:\Windows\System32\drivers\etc\hosts`)],
  ['deny', write(String.raw`C:\Users\somebody\notes.txt`)],
  ['deny', edit(String.raw`C:\Users\me\.pawl\config.jsonc`)],
  ['deny', edit(String.raw`C:\Users\me\.claude\settings.json`)],
  ['ask', edit(String.raw`C:\Users\me\app\package-lock.json`)],
  ['deny', tool('mcp__files__read', { source: String.raw`C:\Users\me\.ssh\id_rsa` }, cwd)],
  ['pass', run('cat src/a.ts')],
  ['deny', run('cat .env')],
  ['deny', run('cat ~/.ssh/id_rsa')],
  ['deny', run('cat /c/Users/me/.ssh/id_rsa')],
  ['deny', run("cat 'C:\\Users\\me\\.ssh\\id_rsa'")],
  ['deny', run('rm -rf ~')],
  ['deny', run('rm -rf /c/Users/me')],
  ['deny', run("rm -rf 'C:\\'")],
  ['deny', run('rm -rf C:/')],
  ['deny', run('rm -rf /c/users/ME')],
  ['deny', run('rm -rf /c/Windows')],
  ['pass', run('rm -rf node_modules')],
  ['pass', run('rm -rf /c/Users/me/app/dist')],
  ['pass', run('rm -rf "C:/Users/me/AppData/Local/Temp/build-1"')],
  ['deny', run('rm ~/.pawl/bin/pawl.exe')],
  ['deny', run('echo x > /c/Users/me/.pawl/off')],
  ['deny', run('cd /c/Users && rm -rf me')],
  ['deny', powershell(String.raw`Get-Content C:\Users\me\.ssh\id_rsa`)],
  ['deny', powershell(String.raw`Remove-Item -Recurse -Force C:\Users\me`)],
  ['deny', powershell('Remove-Item -Recurse -Force $HOME')],
  ['deny', powershell(String.raw`Set-Content C:\Users\me\.claude\settings.json '{}'`)],
  ['deny', powershell(String.raw`Get-Content $env:USERPROFILE\.ssh\id_rsa`)],
  ['deny', powershell('Remo`ve-Item -Recurse -Force C:/')],
  ['pass', powershell(String.raw`Get-Content src\a.ts`)],
];

test.each(cases)('%s %j', (expected, call) => {
  expect(decisionOnCall(call, given)).toBe(expected as never);
});

/** A value with the home of Windows in place of `/home/me`, as the client writes it or, in commands, as Git Bash does. */
function moved(value: unknown, home: string): unknown {
  const path = (text: string) =>
    home.includes('\\') && text.startsWith('/home/me')
      ? home + text.slice('/home/me'.length).replaceAll('/', '\\')
      : text.replaceAll('/home/me', home);
  if (typeof value === 'string') return path(value);
  if (Array.isArray(value)) return value.map((item) => moved(item, home));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [path(key), moved(field, home)]));
}

function onWindows({ event, given: facts, ...rest }: Example): Example {
  const { tool_input, ...fields } = event as { tool_input?: JsonObject };
  const home = String.raw`C:\Users\me`;
  const input = moved(tool_input, tool_input && 'command' in tool_input ? '/c/Users/me' : home);
  return {
    ...rest,
    event: { ...(moved(fields, home) as JsonObject), ...(tool_input && { tool_input: input as JsonObject }) },
    given: { home, root: String.raw`C:\Users\me\project`, ...(moved(facts ?? {}, home) as object) },
  } as Example;
}

test('every example of the guard is decided on Windows as it is on Unix', async () => {
  // The examples of guard/settings are left out: they hold whole settings files with paths of launchers.
  const guard = allPolicies().filter(({ id }) => id.startsWith('guard/') && id !== 'guard/settings');
  const different: string[] = [];
  for (const policy of guard)
    for (const example of examplesOf(policy)) {
      const { ok, example: title, expected, got } = await runExample(policy, onWindows(example));
      if (!ok) different.push(`${policy.id}: ${title}: ${got} instead of ${expected}`);
    }
  expect(different).toEqual([]);
}, 60_000);
