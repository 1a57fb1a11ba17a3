// What the doctor can find: one row a finding. The report, docs/doctor.md and the tests read it.

export type Severity = 'error' | 'warning' | 'info';

export interface Code {
  severity: Severity;
  title: string;
  why: string;
  fix: string;
  /** `--fix` can mend it: nothing is guessed, and a backup is kept. */
  mended?: true;
}

const dropped =
  'On PreToolUse and PermissionRequest one invalid entry makes the client drop the whole file, all other hooks and settings in it included, and say nothing.';

export const codes = {
  'settings-unreadable': {
    severity: 'error',
    title: 'A settings file is not valid JSON',
    why: 'The client ignores the whole file: its permissions, variables and hooks do not count.',
    fix: 'Mend the line. Comments and trailing commas are not allowed.',
  },
  'file-dropped': {
    severity: 'error',
    title: 'The client drops this whole file',
    why: dropped,
    fix: 'Mend the entries named in this report. `claude --debug` shows what the client makes of the file.',
  },
  'hooks-shape': {
    severity: 'error',
    title: '"hooks" is not built as it must be',
    why: 'The client expects an object: event → list of groups → `hooks`: list of handlers. What does not fit never runs.',
    fix: 'Write `"hooks": { "<Event>": [ { "matcher": "…", "hooks": [ { "type": "command", "command": "…" } ] } ] }`.',
  },
  'bare-string': {
    severity: 'error',
    title: 'A script path stands where a group belongs',
    why: 'A list of paths was never the format; the script is not run.',
    fix: 'Wrap it: `{ "hooks": [ { "type": "command", "command": "<path>" } ] }`.',
    mended: true,
  },
  'bare-handler': {
    severity: 'error',
    title: 'A handler stands where a group belongs',
    why: 'Handlers live in the `hooks` list of a group; outside of one they are not run.',
    fix: 'Wrap it: `{ "hooks": [ <handler> ] }`.',
    mended: true,
  },
  'handler-invalid': {
    severity: 'error',
    title: 'A handler lacks what its type needs, or has a value of the wrong kind',
    why: `The entry is invalid and does not run. ${dropped}`,
    fix: 'command needs `command`, http `url`, prompt and agent `prompt`, mcp_tool `server` and `tool`.',
  },
  'event-unknown': {
    severity: 'warning',
    title: 'The client knows no such event',
    why: 'Event names are case-sensitive. An unknown one is tolerated and never fires.',
    fix: 'Use the name of an event that exists; docs/events.md lists all 33.',
  },
  'matcher-object': {
    severity: 'error',
    title: 'A matcher is an object',
    why: `Matchers are strings; an object matches nothing. ${dropped}`,
    fix: 'Write the name itself: `"matcher": "Bash"`; leave it out to match everything.',
    mended: true,
  },
  'matcher-regex': {
    severity: 'error',
    title: 'A matcher is a regular expression that does not compile',
    why: 'It never matches; on PreToolUse and PermissionRequest recent clients refuse the call instead.',
    fix: 'Escape special characters, or use plain names: `Bash|Edit`.',
  },
  'matcher-rule': {
    severity: 'warning',
    title: 'A matcher holds a permission rule',
    why: 'With brackets it is a regular expression, which no tool name matches.',
    fix: 'Put the bare tool name into `matcher` and the rule into the handler’s `if`.',
  },
  'timeout-milliseconds': {
    severity: 'warning',
    title: 'A timeout looks like milliseconds',
    why: 'The unit is seconds: 5000 means 83 minutes in which a hanging hook holds up the session.',
    fix: 'Divide by 1000.',
    mended: true,
  },
  'timeout-invalid': {
    severity: 'error',
    title: 'A timeout is not a number above zero',
    why: `The entry is invalid. ${dropped}`,
    fix: 'Use seconds above zero, or leave it out.',
  },
  'if-never-runs': {
    severity: 'error',
    title: '`if` on an event where it is never evaluated',
    why: '`if` is looked at only on tool events; on any other a handler that has one never runs.',
    fix: 'Remove `if` and decide in the script.',
  },
  'onfailure-on-group': {
    severity: 'warning',
    title: '`onFailure` stands on the group',
    why: 'The client reads it on the handler only: as it stands, a broken hook lets everything through.',
    fix: 'Move it into the handler.',
  },
  'onfailure-without-effect': {
    severity: 'info',
    title: '`onFailure` has no effect here',
    why: 'Stop, SubagentStop, TaskCompleted and TeammateIdle, background hooks, and types other than command and http do not honour it.',
    fix: 'Remove it, so that nobody counts on it.',
  },
  'once-in-settings': {
    severity: 'warning',
    title: '`once` in a settings file',
    why: 'It is honoured in the front matter of skills only; here the hook runs every time.',
    fix: 'Remove it, or move the hook into a skill.',
  },
  'http-unsupported': {
    severity: 'error',
    title: 'An http hook on an event that has none',
    why: 'On SessionStart and Setup http hooks are skipped, with a line in the debug log only.',
    fix: 'Use a command hook for this event.',
  },
  'worktree-taken-over': {
    severity: 'warning',
    title: 'A hook takes over the making of worktrees',
    why: 'A registered WorktreeCreate hook replaces git’s own worktrees and must print the path; a silent one makes them fail.',
    fix: 'Remove it unless it really makes worktrees.',
  },
  'script-missing': {
    severity: 'error',
    title: 'The program of a hook is not there',
    why: 'The client goes on as if the hook had no objection: what it should guard is not guarded.',
    fix: 'Correct the path, or remove the entry.',
  },
  'script-not-executable': {
    severity: 'error',
    title: 'The script of a hook can’t be executed',
    why: 'Starting it fails with “permission denied”, and the client goes on without it.',
    fix: 'chmod +x the file, or name its interpreter in the command.',
  },
  duplicate: {
    severity: 'warning',
    title: 'The same hook is registered more than once',
    why: 'The client runs identical entries once per event, so one of them is only there to confuse: taking one away changes nothing.',
    fix: 'Keep it in one file: yours for all projects, or the project’s.',
    mended: true,
  },
  'duplicate-spelling': {
    severity: 'warning',
    title: 'The same hook is registered twice under different spellings',
    why: 'The client compares commands letter by letter: `~`, `$HOME` and the absolute path are three hooks to it, and all of them run.',
    fix: 'Keep one of them.',
    mended: true,
  },
  'hooks-off': {
    severity: 'error',
    title: 'Hooks are switched off',
    why: 'The client runs no hooks from settings files while this is set, Pawl’s neither.',
    fix: 'Remove the key; if an administrator set it, ask them to register Pawl in the managed settings.',
  },
  'not-registered': {
    severity: 'warning',
    title: 'Pawl is not registered here',
    why: 'The client does not call it, so no policy can act.',
    fix: 'Run `pawl init`.',
  },
  'events-missing': {
    severity: 'warning',
    title: 'Policies that are switched on wait for events that are not sent',
    why: 'The config changed after `pawl init`.',
    fix: 'Run `pawl init` again.',
  },
  'entry-outdated': {
    severity: 'warning',
    title: 'Our entry is not as `pawl init` writes it',
    why: 'It was edited, or comes from another version: a wrong timeout or a missing `onFailure` can leave a gap.',
    fix: 'Run `pawl init` again.',
  },
  'launcher-missing': {
    severity: 'error',
    title: 'The program that the settings name is not there',
    why: 'Every tool call is refused, because a missing guard must not mean “go ahead”; on other events nothing happens.',
    fix: 'Run `pawl init` again, or `pawl uninstall`.',
  },
  'launcher-mode': {
    severity: 'error',
    title: 'The launcher can’t be executed',
    why: 'As if it were missing: every tool call is refused.',
    fix: 'chmod 0700 on the file.',
    mended: true,
  },
  'launcher-differs': {
    severity: 'warning',
    title: 'The installed launcher is another program than this one',
    why: 'What the client runs is not what you just ran: an older or newer version.',
    fix: 'Run `pawl init` with the version you want.',
  },
  'switched-off': {
    severity: 'warning',
    title: 'A person has switched Pawl off or paused it',
    why: 'While that lasts, policies have no say.',
    fix: '`pawl resume` ends it.',
  },
  'never-fired': {
    severity: 'info',
    title: 'Registered, but no event has arrived yet',
    why: 'Either no session has run since, or hooks do not run: in an interactive session they wait for the workspace trust dialog.',
    fix: 'Start a session, say something, and run `pawl doctor` again.',
  },
  'client-old': {
    severity: 'warning',
    title: 'The client is older than what our entries rely on',
    why: 'Below 2.1.139 it does not know `args`, so our entries do not start; below 2.1.295 it ignores `onFailure`, so a broken Pawl lets calls through.',
    fix: 'Update Claude Code.',
  },
  'client-objects': {
    severity: 'warning',
    title: 'The client does not accept all events that we know',
    why: 'Its own check was asked about a registration of every event. What it does not know it never sends, and policies that wait for it are silent.',
    fix: 'Look for a newer Pawl, or update Claude Code if it is older than our table.',
  },
  'event-new': {
    severity: 'info',
    title: 'The client sends an event that we do not know',
    why: 'It is passed and noted; no policy looks at it.',
    fix: 'Look for a newer Pawl.',
  },
  'client-newer': {
    severity: 'info',
    title: 'The client is newer than our event table',
    why: 'Events it added since are passed and noted; nothing breaks.',
    fix: 'Look for a newer Pawl.',
  },
  'config-broken': {
    severity: 'error',
    title: 'A config file of Pawl has a mistake',
    why: 'The last version that was right is in force, or the defaults.',
    fix: '`pawl config` shows the place and what was expected.',
  },
  'config-unknown-key': {
    severity: 'warning',
    title: 'A config file has a key that nothing reads',
    why: 'It is probably a misspelling: what you meant does not happen.',
    fix: 'Correct or remove the key.',
  },
  untrusted: {
    severity: 'info',
    title: 'This project’s config or policies are not trusted',
    why: 'Only what makes things stricter counts until a person has looked at them.',
    fix: 'Read them, then run `pawl trust`.',
  },
  'own-policy-broken': {
    severity: 'error',
    title: 'An own policy does not load',
    why: 'It is not in force; the others are.',
    fix: 'Mend the file; the message says what is wrong.',
  },
  'store-corrupt': {
    severity: 'error',
    title: 'The store is damaged',
    why: 'Decisions stand without it, but records and the memory of policies can’t be read.',
    fix: '`pawl doctor --fix` moves it aside and begins a new one.',
    mended: true,
  },
  'store-newer': {
    severity: 'error',
    title: 'The store was made by a newer Pawl',
    why: 'This version does not touch it, so that nothing is damaged; events wait in the spool.',
    fix: 'Run the newer version, or update.',
  },
  'store-unopenable': {
    severity: 'error',
    title: 'The store can’t be opened',
    why: 'Decisions stand without it; events wait in the spool.',
    fix: 'Look at the permissions of the file and its folder, and at the space on the disk.',
  },
  'spool-backlog': {
    severity: 'info',
    title: 'Many events wait to be taken into the store',
    why: 'They are safe; the next command that reads takes them in.',
    fix: 'Run `pawl gc`.',
  },
  'home-read-only': {
    severity: 'error',
    title: 'Pawl’s home can’t be written',
    why: 'Decisions stand, but nothing is recorded or remembered, and no command can change anything.',
    fix: 'Give the folder back to yourself (`chown`, `chmod u+rwx`), or mount it writable.',
  },
  permissions: {
    severity: 'warning',
    title: 'Others can read or write files of Pawl',
    why: 'Whoever can write there can switch policies off; whoever can read sees what happened in your sessions.',
    fix: 'Files 0600, folders 0700.',
    mended: true,
  },
  'example-failed': {
    severity: 'error',
    title: 'A policy does not do on this machine what its example says',
    why: 'Its examples are its tests; one that fails here is a defect.',
    fix: 'Update Pawl, or report it with the output of `pawl doctor --json`.',
  },
} as const satisfies Record<string, Code>;

export type CodeName = keyof typeof codes;
