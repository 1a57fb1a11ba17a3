// The skill `/pawl` of Claude Code: what happened, and why, without leaving the session. The skill can only look.
// `/pawl allow-once` is not done by it but by the policy session/allow-once, which sees the line that the person typed.
import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { launcherOf } from '../../domain/sessions/launcher.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import { readText, writeFileAtomic } from '../../system/files.ts';
import { clientHome, type Home, userHome } from '../../system/home.ts';

const mark = '<!-- Written by Pawl, which keeps it up to date; `pawl uninstall` removes it. -->';

/** `program`: how the agent starts Pawl. */
export function skillText(program: string): string {
  return `---
name: pawl
description: Show what Pawl, the guard of this session, decided and why
argument-hint: "[status | explain | allow-once]"
disable-model-invocation: true
---
${mark}

The person typed \`/pawl $ARGUMENTS\`. Do exactly one of these, and answer in a few lines.

- **status**, or nothing: run \`${program} log --decision ask,refused --limit 5\` and \`${program} session\`. Say how many calls were refused or put to the person, and which policies are paused.
- **explain**: run \`${program} explain\`. Say which call was refused, why, and what the alternative is.
- **allow-once**: run no command of Pawl for this. Pawl has added a note to this prompt: if it names a call, make exactly that call again, unchanged; if it says that this does not count, pass that on. Without such a note, tell the person to run \`${program} allow-once\` in another terminal, and then to tell you to try again.
- Anything else: say that \`${program} help\` in a terminal lists what Pawl can do.

Never run a command of Pawl that pauses it, switches it or a policy off, grants, trusts or allows anything.
`;
}

const skillFile = (env: Env) => join(clientHome(env), 'skills', 'pawl', 'SKILL.md');

/** A skill of that name that somebody else wrote is left alone. */
export function writeSkill(home: Home, env: Env = process.env): void {
  const file = skillFile(env);
  if (existsSync(file) && !readText(file)?.includes(mark)) return;
  const text = skillText(launcherOf({ home: userHome(env), pawlHome: home.control }));
  if (readText(file) !== text) writeFileAtomic(file, text);
}

export function removeSkill(env: Env = process.env): void {
  const file = skillFile(env);
  if (!readText(file)?.includes(mark)) return;
  rmSync(file);
  // Folders that are empty now were made for it.
  attempt(() => rmdirSync(dirname(file)));
  attempt(() => rmdirSync(dirname(dirname(file))));
}
