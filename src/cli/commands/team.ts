// `pawl team`: one store for the machines of a team, on PostgreSQL.
import { restartWithoutNetworkVariables } from '../../system/network-env.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { join, leave, status } from '../team/machine.ts';
import { allow, decisions, keepDays, people } from '../team/members.ts';
import { init, invite, remove } from '../team/owner.ts';
import { publish, pull } from '../team/publish.ts';

type Action = (rest: string[], args: ParsedArgs) => Promise<number> | number;

const actions: Record<string, Action> = {
  init,
  invite,
  remove,
  join,
  leave,
  status,
  people,
  allow,
  decisions,
  keep: keepDays,
  publish,
  pull,
};

const command: Command = {
  summary: 'Share records, memory and config with a team, on PostgreSQL',
  usage:
    '[status | join <url> | leave | people | allow <name> | decisions | pull | publish <folder> | init <url> | invite <name> | remove <name> | keep <days>]',
  subcommands: {
    '': 0,
    status: 0,
    join: 1,
    leave: 0,
    people: 0,
    allow: 1,
    decisions: 0,
    pull: 0,
    publish: 1,
    init: 1,
    invite: 1,
    remove: 1,
    keep: 1,
  },
  details: `
  pawl team status          whether this machine is in a team, and when it last reached the store
  pawl team join URL        join with the address that \`pawl team invite\` printed; \`-\` reads it from stdin
  pawl team leave           stop sharing; removes what came from others
  pawl team people          who is in the team, who reads your labels, and whose you read
  pawl team allow NAME      let a person read your labels (the commands and file names in your events); --off takes it back
  pawl team decisions       the newest refusals and questions of the whole team
  pawl team pull            see the team’s config, and put all of it in force; --show only shows it

For the person who runs the team:
  pawl team init URL        set the database up, or bring it up to date; --sql prints what it would run
  pawl team invite NAME     create a login and print its address once; again, to give it a new password
  pawl team remove NAME     take a person out of the team
  pawl team keep 30         keep events for 30 days
  pawl team publish FOLDER  publish config.jsonc and policies/ of a folder for the whole team (leads)

\`pawl help team\` says what is shared, and what only you can read.`,
  options: {
    sql: {
      type: 'boolean',
      of: ['init'],
      about: 'Print the SQL for an administrator, and change nothing',
    },
    lead: {
      type: 'boolean',
      of: ['invite'],
      about: 'May publish the team’s config and retract any lesson',
    },
    url: {
      type: 'string',
      value: 'url',
      of: ['invite', 'remove'],
      about: 'The owner’s address, if `pawl team init` ran elsewhere; `-` reads it from stdin',
    },
    'password-command': {
      type: 'string',
      value: 'command',
      of: ['join'],
      about: 'A program that prints the password, instead of storing it',
    },
    off: { type: 'boolean', of: ['allow'], about: 'Take the permission back' },
    show: {
      type: 'boolean',
      of: ['pull'],
      about: 'Only show it; the exit code is 1 if something waits',
    },
    note: { type: 'string', of: ['publish'], about: 'What has changed, in a sentence' },
    person: { type: 'string', value: 'name', of: ['decisions'], about: 'Only of this person' },
    machine: {
      type: 'string',
      value: 'name',
      of: ['decisions', 'join'],
      about: 'Only decisions of this machine; the name that this one joins with',
    },
    since: { type: 'string', value: '7d', of: ['decisions'], about: 'The period (default: 7d)' },
    ...jsonOption,
  },
  async run(args) {
    const [verb = 'status', ...rest] = args.rest;
    const restarted = restartWithoutNetworkVariables();
    return restarted ?? (await actions[verb]!(rest, args));
  },
};
export default command;
