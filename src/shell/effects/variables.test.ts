// Tests variables that make programs run other code.
import { describe, expect, test } from 'bun:test';
import { decisionOn } from '../../../test/support/objections.ts';
import { readShell } from '../index.ts';

const world = { cwd: '/home/me/project', home: '/home/me', projectRoot: '/home/me/project', tmp: ['/tmp'] };
const codes = (source: string) =>
  readShell(source, world).effects.flatMap((e) => (e.weight === 'plain' ? [] : [e.code]));

const hijacks: Record<string, string> = {
  'R_PROFILE_USER=/tmp/x.R Rscript a.R': 'tool-config',
  'LUA_INIT=@/tmp/x.lua lua a.lua': 'tool-config',
  'export DOTNET_STARTUP_HOOKS=/tmp/x.dll': 'tool-config',
  'http_proxy=http://203.0.113.9:3128 npm ci': 'tool-config',
  'SSH_AUTH_SOCK=/tmp/ssh-abc/agent.12 ssh host': 'tool-config',
  'LUA_INIT=\'os.execute("rm -rf ~")\' lua a.lua': 'delete-home',
  "VIMINIT=':!rm -rf ~' vim a.txt": 'delete-home',
  "BROWSER='rm -rf ~' python3 a.py": 'delete-home',
  "PSQL_PAGER='rm -rf ~' psql": 'delete-home',
  "KUBECTL_EXTERNAL_DIFF='rm -rf ~' kubectl diff -f a.yaml": 'delete-home',
  'FZF_DEFAULT_OPTS=\'--preview "rm -rf ~"\' fzf': 'delete-home',
  'TAR_OPTIONS=\'--to-command="rm -rf ~"\' tar xf a.tar': 'delete-home',
};

const harmless = [
  'R_PROFILE_USER=./profile.R Rscript a.R',
  "LUA_INIT='print(1)' lua a.lua",
  'JAVA_TOOL_OPTIONS=-Xmx2g mvn test',
  'http_proxy=http://proxy.corp.example:3128 npm ci',
  'HTTPS_PROXY=http://10.0.0.8:3128 npm ci',
  'SSH_AUTH_SOCK=/run/user/1000/agent.sock ssh-add -l',
  'BROWSER=none npm start',
  'LD_LIBRARY_PATH=/tmp/build/lib ./app',
  "PS1='rm -rf ~' bash",
  'LESS=-RFX git log',
];

describe('a variable that makes programs run other code', () => {
  for (const [source, code] of Object.entries(hijacks))
    test(source, () => expect(codes(source)).toContain(code));
  for (const source of harmless) test(source, () => expect(codes(source)).toEqual([]));
});

test.each([
  ['GIT_TRACE=~/.bashrc git status', 'ask'],
  ['LLVM_PROFILE_FILE=/etc/x cargo test', 'deny'],
  ['GIT_TRACE=1 git status', 'pass'],
  ['COVERAGE_FILE=/tmp/coverage pytest', 'pass'],
] as const)('a variable that names an output file: %s', (source, expected) => {
  expect(decisionOn(source)).toBe(expected);
});
