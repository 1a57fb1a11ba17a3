// Other hook tools from npm, started with the command that they register. They are installed outside the project's own
// dependencies, in the versions of peers.json.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contestant } from './measure.ts';
import { forcedPush, type Payload, payloads } from './payloads.ts';
import { dependencies as versions } from './peers.json';

const folder = join(import.meta.dir, '.peers');

export interface Peer {
  name: keyof typeof versions;
  bin: string;
  args: string[];
  /** The events that it registers for. */
  events: string[];
  /** Files it needs in a project before it works there. */
  files: Record<string, string>;
  /** Payloads whose answers show that it works, and what the answer must contain. */
  proof: (project: string) => { payload: Payload; says: RegExp }[];
}

const probityRules = `export default { rules: [{ rules: [
  (await import(${JSON.stringify(join(folder, 'node_modules/@nizos/probity/dist/index.js'))}))
    .forbidCommandPattern({ match: /git push --force/, reason: 'no forced pushes' }),
] }] };`;

const refuses = (project: string) => [{ payload: forcedPush(project), says: /"permissionDecision":"deny"/ }];

export const peers: Peer[] = [
  {
    name: 'cc-safety-net',
    bin: 'cc-safety-net',
    args: ['hook', '--claude-code'],
    events: ['PreToolUse'],
    files: {},
    proof: refuses,
  },
  {
    name: '@nizos/probity',
    bin: 'probity',
    args: ['--agent', 'claude-code'],
    events: ['PreToolUse'],
    files: { 'probity.config.mjs': probityRules },
    proof: refuses,
  },
  {
    // It checks edits with a model; on a Bash call it only decides that it has nothing to do.
    name: 'tdd-guard',
    bin: 'tdd-guard',
    args: [],
    events: ['PreToolUse', 'UserPromptSubmit', 'SessionStart'],
    files: {},
    proof: (project) => ['off', 'on'].map((word) => switched(project, word)),
  },
];

function switched(project: string, word: string) {
  const payload = { ...payloads(project).UserPromptSubmit, prompt: `tdd-guard ${word}` };
  return { payload, says: word === 'off' ? /TDD Guard disabled/ : /TDD Guard enabled/ };
}

export const commandOf = ({ bin, args }: Peer): string[] => [
  'node',
  join(folder, 'node_modules', '.bin', bin),
  ...args,
];

/** Checks first that each tool works, because one that crashes at once would look fast. */
export function peerContestants(project: string, env: Record<string, string>): Contestant[] {
  return peers.map((peer) => {
    for (const [name, text] of Object.entries(peer.files)) writeFileSync(join(project, name), text);
    const argv = commandOf(peer);
    const inProject = { ...env, CLAUDE_PROJECT_DIR: project };
    for (const { payload, says } of peer.proof(project))
      prove(peer.name, argv, payload, says, project, inProject);
    const stdin = JSON.stringify(payloads(project)['PreToolUse Bash']);
    return {
      name: `${peer.name} ${versions[peer.name]}`,
      argv,
      stdin,
      env: inProject,
      cwd: project,
      every: 5,
    };
  });
}

function prove(
  name: string,
  argv: string[],
  payload: Payload,
  says: RegExp,
  cwd: string,
  env: Record<string, string>,
) {
  const done = Bun.spawnSync(argv, { cwd, env, stdin: Buffer.from(JSON.stringify(payload)) });
  if (says.test(done.stdout.toString())) return;
  throw new Error(
    `${name} does not answer as it should: exit ${done.exitCode}\n${done.stdout}${done.stderr}`,
  );
}
