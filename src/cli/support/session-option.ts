// The options `--session` and `--in`: which session and which of its trees a command is about.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { policyOptions } from '../../config/policy-options.ts';
import { guessSession, openCallingSession } from '../../facts/calling-session.ts';
import { openSessionWork, type ProofOptions, type SessionWork } from '../../facts/session-work.ts';
import { allPolicies } from '../../policies/registry.ts';
import { UserError } from '../../system/errors.ts';
import type { Option, ParsedArgs } from '../command.ts';
import { refuseForOtherSession } from './caller.ts';

export const sessionOption: Record<string, Option> = {
  session: { type: 'string', value: 'id', about: 'The session (default: the one in which this runs)' },
};

export const treeOption: Record<string, Option> = {
  in: { type: 'string', value: 'folder', about: 'The working tree, if the session worked in several' },
};

/** The work of the session given by `--session`, or of the one in which the command runs. */
export function sessionWork({ options }: ParsedArgs): SessionWork {
  const calling = openCallingSession(options.session, process.env, treeOf(options.in));
  const { home, place } = calling;
  refuseForOtherSession(calling.db, calling.session_id);
  const proof = policyOptions<ProofOptions>(home, place, allPolicies, 'checkpoint/proof');
  return openSessionWork(home, place, guessSession(calling), proof);
}

function treeOf(folder: unknown): string {
  const path = resolve(typeof folder === 'string' ? folder : '.');
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new UserError(`${path} is not a folder.`);
}
