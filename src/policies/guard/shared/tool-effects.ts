// The effects of MCP tools that the guard asks about, with the sentence for each.
import {
  blocksAccess,
  changesAccess,
  changesInfrastructure,
  changesProduction,
  changesServing,
  deletesByCode,
  deletesOnHost,
  deploysForUsers,
  dropsVolumes,
  grantsCluster,
  loosensServer,
  makesPublic,
  movesMoney,
  publishes,
  sharesWithPeople,
  showsSecret,
  stopsMachine,
  switchesFeature,
  takesAway,
  throwsWorkAway,
  unlocksDoor,
} from './tool-checks.ts';
import { type Input, isDryRun, isTrue, mountsHost } from './tool-input.ts';
import type { ToolAction } from './tool-name.ts';

export interface ToolEffect {
  applies: (action: ToolAction, input: Input) => boolean;
  /** Completes the sentence “The tool x …”. */
  does: string;
  instead: string;
}

const show = 'show the person what would be lost, and let them do it';
const decide = 'let the person decide who may see it';

/** The first effect that applies decides. */
export const TOOL_EFFECTS: readonly ToolEffect[] = [
  {
    applies: (action, input) =>
      [takesAway, deletesByCode, dropsVolumes, blocksAccess].some((check) => check(action, input)) &&
      !isDryRun(input),
    does: 'deletes, cancels or pauses something that others may need',
    instead: show,
  },
  {
    applies: ({ name }, { force }) =>
      (/push/.test(name) && (isTrue(force) || /force/.test(name))) ||
      (/(^|_)update_ref(_|$)/.test(name) && isTrue(force)),
    does: 'overwrites commits on the server',
    instead: 'push without force',
  },
  {
    applies: ({ name, onlyReads }) =>
      !onlyReads &&
      /(^|_)(migrate|migration|db|database|schema|branch)_reset(_|$)|(^|_)reset_branch(_|$)/.test(name),
    does: 'deletes the data of a database',
    instead: show,
  },
  {
    applies: ({ name }, input) =>
      /aggregate/.test(name) && /"\$(out|merge)"/.test(JSON.stringify(input.pipeline ?? '')),
    does: 'overwrites a collection with its result',
    instead: 'leave out $out and $merge, and look at the result',
  },
  {
    applies: ({ name }, { filter }) =>
      /(^|_)(update|replace)_(many|all)(_|$)/.test(name) &&
      /^"?\s*\{\s*\}\s*"?$/.test(JSON.stringify(filter ?? '')),
    does: 'changes every document of a collection',
    instead: 'give a filter for the documents you mean',
  },
  {
    applies: stopsMachine,
    does: 'stops a machine or a service that others may use',
    instead: 'look at what depends on it, and let the person stop it',
  },
  {
    applies: movesMoney,
    does: 'moves money, or binds the person to pay',
    instead: 'show the person the amount and the recipient, and let them do it',
  },
  {
    applies: changesAccess,
    does: 'changes who may reach something, or with which key',
    instead: 'let the person decide who gets access',
  },
  { applies: sharesWithPeople, does: 'shares something with other people', instead: decide },
  { applies: makesPublic, does: 'lets everybody see or reach what was private', instead: decide },
  { applies: throwsWorkAway, does: 'throws uncommitted work away', instead: 'git stash push -u' },
  {
    applies: ({ name, server }, { replicas, count, desired_count }) =>
      /scale|update_service|resize/.test(`${name} ${server}`) &&
      [replicas, count, desired_count].some((size) => size !== undefined && Number(size) === 0),
    does: 'stops everything that runs there',
    instead: 'look at what depends on it first',
  },
  {
    applies: changesInfrastructure,
    does: 'changes infrastructure',
    instead: 'plan it first, and show the person the plan',
  },
  {
    applies: grantsCluster,
    does: 'gives all rights in the cluster, or a way out of a container',
    instead: 'give a role with only the rights that are needed',
  },
  {
    applies: ({ name }, input) => /run|create|start/.test(name) && mountsHost(input),
    does: 'gives a container access to this whole machine',
    instead: 'mount only the folder that it needs',
  },
  {
    applies: showsSecret,
    does: 'shows a secret in the conversation',
    instead: 'let the program that needs the secret fetch it, or list the names only',
  },
  {
    applies: ({ name, onlyReads }) => !onlyReads && /(^|_)(protection|ruleset)s?(_|$)/.test(name),
    does: 'changes what protects a branch',
    instead: 'let the person decide what may be pushed',
  },
  {
    applies: deletesOnHost,
    does: 'deletes a file on the server at once',
    instead: 'delete it in a branch, and let the person review it',
  },
  { applies: publishes, does: 'publishes something for everybody', instead: 'let the person publish it' },
  {
    applies: changesProduction,
    does: 'changes production',
    instead: 'deploy a preview first, and let the person decide',
  },
  {
    applies: deploysForUsers,
    does: 'deploys to users at once',
    instead: 'deploy a preview first, and let the person decide',
  },
  {
    applies: changesServing,
    does: 'changes what users reach, or how they reach it',
    instead: 'show the person the change, and let them make it',
  },
  {
    applies: switchesFeature,
    does: 'switches a feature for users',
    instead: 'switch it in a test environment first, and let the person decide',
  },
  {
    applies: unlocksDoor,
    does: 'unlocks a door or switches an alarm off',
    instead: 'let the person do it',
  },
  {
    applies: loosensServer,
    does: 'changes what the server may do on this machine',
    instead: 'let the person change the settings of the server',
  },
];
