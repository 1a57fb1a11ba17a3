// Everything that `pawl doctor` can find, as data. The report, docs/doctor.md and the tests use this table.

export type Severity = 'error' | 'warning' | 'info';

export interface Code {
  severity: Severity;
  title: string;
  why: string;
  fix: string;
  /** `--fix` can fix it without guessing, after a backup. */
  fixable?: true;
}

const dropped =
  'On PreToolUse and PermissionRequest one invalid entry makes the client ignore the whole file, with all other hooks and settings in it, and say nothing.';

export const codes = {
  'settings-unreadable': {
    severity: 'error',
    title: 'A settings file is not valid JSON',
    why: 'The client ignores the whole file, with its permissions, variables and hooks.',
    fix: 'Fix the line. Comments and trailing commas are not allowed.',
  },
  'file-dropped': {
    severity: 'error',
    title: 'The client ignores this whole file',
    why: `${dropped} A value of the wrong type under another key does the same.`,
    fix: 'Fix what this report names. `claude --debug` shows how the client reads the file.',
  },
  'hooks-shape': {
    severity: 'error',
    title: '"hooks" has the wrong structure',
    why: 'The client expects an object: event → list of groups → `hooks`: list of handlers. Anything else never runs.',
    fix: 'Write `"hooks": { "<Event>": [ { "matcher": "…", "hooks": [ { "type": "command", "command": "…" } ] } ] }`.',
  },
  'bare-string': {
    severity: 'error',
    title: 'There is a script path where a group belongs',
    why: 'The client does not accept a list of paths, so the script is not run.',
    fix: 'Wrap it: `{ "hooks": [ { "type": "command", "command": "<path>" } ] }`.',
    fixable: true,
  },
  'bare-handler': {
    severity: 'error',
    title: 'There is a handler where a group belongs',
    why: 'Handlers must be in the `hooks` list of a group; outside of one they are not run.',
    fix: 'Wrap it: `{ "hooks": [ <handler> ] }`.',
    fixable: true,
  },
  'settings-weaken': {
    severity: 'warning',
    title: 'A settings file weakens Pawl',
    why: 'Variables that every hook gets can load code into Pawl’s process or redirect it, and a file that the client ignores registers nothing.',
    fix: 'Fix the file, or accept it as it is with `pawl trust --settings`.',
  },
  'managed-open': {
    severity: 'error',
    title: 'A file of the managed installation can be changed by users',
    why: 'A user who can change the program, config or registration can switch Pawl off for all users.',
    fix: 'Run `sudo pawl init --managed` again: it gives all files back to root.',
  },
  'handler-invalid': {
    severity: 'error',
    title: 'A handler lacks a required key, or has a value of the wrong type',
    why: `The entry is invalid and does not run. ${dropped}`,
    fix: 'command needs `command`, http `url`, prompt and agent `prompt`, mcp_tool `server` and `tool`.',
  },
  'event-unknown': {
    severity: 'warning',
    title: 'The client has no such event',
    why: 'Event names are case-sensitive. The client accepts an unknown name, but it never fires.',
    fix: 'Use the name of an existing event; `pawl help events` lists all 33.',
  },
  'matcher-object': {
    severity: 'error',
    title: 'A matcher is an object',
    why: `Matchers are strings; an object matches nothing. ${dropped}`,
    fix: 'Write a string: `"matcher": "Bash"`. Leave it out to match everything.',
    fixable: true,
  },
  'matcher-regex': {
    severity: 'error',
    title: 'A matcher is not a valid regular expression',
    why: 'It never matches; on PreToolUse and PermissionRequest recent clients refuse the call instead.',
    fix: 'Escape special characters, or use plain names: `Bash|Edit`.',
  },
  'matcher-rule': {
    severity: 'warning',
    title: 'A matcher is a permission rule',
    why: 'Because of its brackets it is read as a regular expression, which no tool name matches.',
    fix: 'Put the bare tool name into `matcher` and the rule into the handler’s `if`.',
  },
  'matcher-never': {
    severity: 'warning',
    title: 'A matcher names a tool that does not exist',
    why: 'Tool names are case-sensitive: `bash` never matches, and the hook never runs.',
    fix: 'Write the name as the client does: `Bash`, `Edit|Write`.',
  },
  'timeout-milliseconds': {
    severity: 'warning',
    title: 'A timeout looks like milliseconds',
    why: 'The unit is seconds: with 5000, a hook that hangs blocks the session for 83 minutes.',
    fix: 'Divide by 1000.',
    fixable: true,
  },
  'timeout-invalid': {
    severity: 'error',
    title: 'A timeout is not a number above zero',
    why: `The entry is invalid. ${dropped}`,
    fix: 'Use seconds above zero, or leave it out.',
  },
  'if-never-runs': {
    severity: 'error',
    title: '`if` is set on an event where it is never evaluated',
    why: '`if` is evaluated only on tool events; on any other event a handler with `if` never runs.',
    fix: 'Remove `if`, and check the condition in the script.',
  },
  'onfailure-on-group': {
    severity: 'warning',
    title: '`onFailure` is set on the group',
    why: 'The client reads it only on the handler, so now a broken hook lets everything pass.',
    fix: 'Move it into the handler.',
  },
  'onfailure-without-effect': {
    severity: 'info',
    title: '`onFailure` has no effect here',
    why: 'The client ignores it on Stop, SubagentStop, TaskCompleted and TeammateIdle, for background hooks, and for types other than command and http.',
    fix: 'Remove it: it protects nothing.',
  },
  'once-in-settings': {
    severity: 'warning',
    title: '`once` has no effect in a settings file',
    why: 'The client reads it only in the front matter of skills; here the hook runs every time.',
    fix: 'Remove it, or move the hook into a skill.',
  },
  'http-unsupported': {
    severity: 'error',
    title: 'An http hook on an event that does not support it',
    why: 'On SessionStart and Setup the client skips http hooks and mentions it only in the debug log.',
    fix: 'Use a command hook for this event.',
  },
  'worktree-taken-over': {
    severity: 'warning',
    title: 'A hook replaces the creation of worktrees',
    why: 'A WorktreeCreate hook replaces git’s own worktrees and must print the path of the new one; if it prints nothing, creating a worktree fails.',
    fix: 'Remove it unless it really creates worktrees.',
  },
  'script-missing': {
    severity: 'error',
    title: 'The program of a hook does not exist',
    why: 'The client continues as if the hook had no objection, so nothing is checked.',
    fix: 'Correct the path, or remove the entry.',
  },
  'script-not-executable': {
    severity: 'error',
    title: 'The script of a hook can’t be executed',
    why: 'Starting it fails with “permission denied”, and the client continues without it.',
    fix: 'Run `chmod +x` on the file, or put its interpreter into the command.',
  },
  duplicate: {
    severity: 'warning',
    title: 'The same hook is registered more than once',
    why: 'The client runs identical entries once per event, so the second one has no effect.',
    fix: 'Keep it in one file: your own settings for all projects, or the project’s.',
    fixable: true,
  },
  'duplicate-spelling': {
    severity: 'warning',
    title: 'The same hook is registered more than once with different spellings',
    why: 'The client compares commands letter by letter: `~`, `$HOME` and the absolute path are three different hooks to it, and all of them run.',
    fix: 'Keep one of them.',
    fixable: true,
  },
  'hooks-off': {
    severity: 'error',
    title: 'Hooks are switched off',
    why: 'While this is set, the client runs no hooks from settings files, including Pawl’s.',
    fix: 'Remove the key; if an administrator set it, ask them to register Pawl in the managed settings.',
  },
  'not-registered': {
    severity: 'warning',
    title: 'Pawl is not registered here',
    why: 'Claude Code does not call it, so no policy can act there.',
    fix: 'Run `pawl init`.',
  },
  'events-missing': {
    severity: 'warning',
    title: 'Policies that are switched on need events that are not registered',
    why: 'The config changed after `pawl init`, so the client does not send these events.',
    fix: 'Run `pawl init` again.',
  },
  'entry-outdated': {
    severity: 'warning',
    title: 'Pawl’s entry differs from what `pawl init` writes',
    why: 'It was edited, or another version wrote it. With a wrong timeout or without `onFailure`, calls may pass unchecked.',
    fix: 'Run `pawl init` again.',
  },
  'launcher-missing': {
    severity: 'error',
    title: 'The program in the settings does not exist',
    why: 'Every tool call is refused, because a missing guard must not mean that everything is allowed; other events pass.',
    fix: 'Run `pawl init` again, or `pawl uninstall`.',
  },
  'launcher-mode': {
    severity: 'error',
    title: 'The launcher can’t be executed',
    why: 'Every tool call is refused, as if the launcher were missing.',
    fix: 'Run `chmod 0700` on the file.',
    fixable: true,
  },
  'launcher-outdated': {
    severity: 'warning',
    title: 'The launcher is older than the npm package',
    why: '`npm install -g pawl` replaces the package, but the client runs the copy in Pawl’s home.',
    fix: 'Run `pawl init --launcher-only`.',
  },
  'launcher-differs': {
    severity: 'warning',
    title: 'The installed launcher differs from this program',
    why: 'The client runs an older or newer version than the one you just ran.',
    fix: 'Run `pawl init` with the version you want.',
  },
  'switched-off': {
    severity: 'warning',
    title: 'A person has switched Pawl off or paused it',
    why: 'Until that ends, the policies do not decide anything.',
    fix: 'Run `pawl resume` to end it.',
  },
  'never-fired': {
    severity: 'info',
    title: 'Pawl is registered, but no event has arrived yet',
    why: 'Either no session has run since, or hooks do not run: in an interactive session they start only after the workspace trust dialog.',
    fix: 'Start a session, send a prompt, and run `pawl doctor` again.',
  },
  'client-old': {
    severity: 'warning',
    title: 'The client is older than Pawl needs',
    why: 'Before 2.1.139 it does not support `args`, so Pawl’s hooks do not start; before 2.1.163 it ignores context at a stop, so messages that wait for the end of a turn are lost; before 2.1.295 it ignores `onFailure`, so tool calls pass if Pawl is broken.',
    fix: 'Update Claude Code.',
  },
  'client-objects': {
    severity: 'warning',
    title: 'The client does not accept all events that Pawl knows',
    why: 'The client’s own plugin validation rejects the event. It never sends it, so policies on that event never run.',
    fix: 'Update Pawl, or update Claude Code if it is older than the version Pawl was tested with.',
  },
  'event-new': {
    severity: 'info',
    title: 'The client sends an event that Pawl does not know',
    why: 'The event passes and is recorded, but no policy can check it.',
    fix: 'Update Pawl.',
  },
  'client-newer': {
    severity: 'info',
    title: 'The client is newer than the version Pawl was tested with',
    why: 'Events that it has added pass and are recorded; nothing breaks.',
    fix: 'Update Pawl when there is a newer version.',
  },
  'config-broken': {
    severity: 'error',
    title: 'A config file of Pawl is invalid',
    why: 'The last valid version is in force, or the defaults if there is none.',
    fix: 'Run `pawl config` to see the line and what was expected.',
  },
  'config-unknown-key': {
    severity: 'warning',
    title: 'A config file has an unknown key',
    why: 'It is probably misspelled, so the setting has no effect.',
    fix: 'Correct or remove the key.',
  },
  'config-waiting': {
    severity: 'warning',
    title: 'An edit of your config that weakens Pawl waits for you',
    why: 'Any program can edit a file, so a pack that is switched off, a lower level, a wider exception or a new script counts once a person accepts it. The rest of the file is in force.',
    fix: 'If you made the edit, run `pawl trust`; if not, undo it and find out what did.',
  },
  untrusted: {
    severity: 'info',
    title: 'This project’s config or policies are not trusted',
    why: 'Until a person has reviewed them, only their stricter settings are in force.',
    fix: 'Read them, then run `pawl trust`.',
  },
  'own-policy-broken': {
    severity: 'error',
    title: 'A policy file does not load',
    why: 'It is not in force; all other policies are.',
    fix: 'Fix the file; the message says what is wrong.',
  },
  'own-example-failed': {
    severity: 'warning',
    title: 'A policy of yours does not do what its examples say',
    why: 'The examples are the policy’s tests: either they or the policy are wrong, so it may let pass what it should refuse.',
    fix: 'Change the file until `pawl policies test` passes.',
  },
  'store-corrupt': {
    severity: 'error',
    title: 'The store is damaged',
    why: 'Policies still decide, but the log, memories and the state of policies can’t be read.',
    fix: 'Run `pawl doctor --fix`: it moves the store aside and creates a new one.',
    fixable: true,
  },
  'store-newer': {
    severity: 'error',
    title: 'The store was created by a newer version of Pawl',
    why: 'This version does not open it, so that nothing is damaged; events are kept in the spool.',
    fix: 'Run the newer version, or update.',
  },
  'store-unopenable': {
    severity: 'error',
    title: 'The store can’t be opened',
    why: 'Policies still decide; events are kept in the spool.',
    fix: 'Check the permissions of the file and its folder, and the free space on the disk.',
  },
  'encoder-unusable': {
    severity: 'warning',
    title: 'Lessons are found by their words alone',
    why: 'The sentence encoder, with which a prompt finds lessons in other words, can’t be used on this machine. It needs a processor with AVX or NEON.',
    fix: 'Run the program for this platform (`pawl update`). Nothing else depends on it.',
  },
  'spool-backlog': {
    severity: 'info',
    title: 'Many events in the spool are not in the store yet',
    why: 'None is lost; the next command that reads the store imports them.',
    fix: 'Run `pawl gc`.',
  },
  'export-failing': {
    severity: 'warning',
    title: 'Metrics and decisions can’t be exported',
    why: 'The collector in `export.otlp` does not take them. They wait in the store, decisions for up to 90 days.',
    fix: 'Run `pawl export otlp` to see whether it still fails.',
  },
  'export-idle': {
    severity: 'info',
    title: 'Nothing was exported for a day',
    why: '`export.otlp` names a collector. After the first `pawl export otlp`, Pawl exports to it when a session starts or a turn ends, unless `background` is false.',
    fix: 'Run `pawl export otlp` once, and start a session with the hooks registered.',
  },
  'team-unreachable': {
    severity: 'warning',
    title: 'The team store was not reached',
    why: 'What this machine records waits here, and what others share does not arrive. Events wait for 90 days.',
    fix: 'Run `pawl sync` to see whether it still fails; `pawl help team` lists the messages.',
  },
  'team-never': {
    severity: 'info',
    title: 'This machine has joined a team and shared nothing yet',
    why: 'A synchronisation starts by itself with the next session, or when a person runs it.',
    fix: 'Run `pawl sync`.',
  },
  'team-config-waits': {
    severity: 'info',
    title: 'The team has published a config that is not accepted on this machine yet',
    why: 'What makes things stricter counts at once. The rest, and all code, waits until a person has seen it.',
    fix: 'Run `pawl team pull` in a terminal: it shows the changes and asks.',
  },
  'team-clock': {
    severity: 'warning',
    title: 'The clock of this machine differs from the team store’s',
    why: 'Its events and sessions appear at the wrong time on the board and in the figures of the team.',
    fix: 'Set the clock: `timedatectl set-ntp true`.',
  },
  'team-refused': {
    severity: 'info',
    title: 'The team store did not take some rows',
    why: 'Their values do not fit the database, so they are only on this machine. All others were sent.',
    fix: 'Nothing needs to be done; please report it with the event (`pawl log --json`).',
  },
  'client-unguarded': {
    severity: 'info',
    title: 'A coding agent is installed without Pawl',
    why: 'What is refused in one agent can be done in the other.',
    fix: 'Run `pawl init --client all`.',
  },
  'client-outdated': {
    severity: 'warning',
    title: 'The entries in another coding agent are not those of this version',
    why: 'Events that a policy needs may be missing, or the program is named where it no longer is.',
    fix: 'Run `pawl init --client all`.',
  },
  'client-untrusted': {
    severity: 'error',
    title: 'A coding agent skips Pawl’s hooks, because they are not trusted',
    why: 'Codex runs a hook only after a person reviewed it, and again after each change. Until then it skips it silently.',
    fix: 'Start `codex` and press t to trust the hooks.',
  },
  'client-unasked': {
    severity: 'info',
    title: 'A coding agent could not be asked about Pawl’s hooks',
    why: 'Codex alone knows which hooks a person trusted, and it gave no answer.',
    fix: 'Start `codex`: it says so if hooks need a review.',
  },
  'client-hooks-off': {
    severity: 'error',
    title: 'A coding agent runs no hooks at all',
    why: 'A setting switches all hooks off, Pawl’s included.',
    fix: 'Remove the setting from the file.',
  },
  'client-not-loaded': {
    severity: 'error',
    title: 'A coding agent has not loaded Pawl’s plugin',
    why: 'It was used after the plugin was written, and the plugin did not start. OpenCode says nothing about a plugin that it can’t load.',
    fix: 'Start it again. If the problem persists, `opencode run --print-logs` shows what it loads.',
  },
  'client-shared-settings': {
    severity: 'warning',
    title: 'Another coding agent reads Claude Code’s entries',
    why: 'Copilot CLI runs the hooks in a project’s `.claude/settings.json` if the folder is trusted, but without the arguments that say who calls, so Pawl takes its calls for Claude Code’s: commands are guarded, files by the values in the input, and text for the model is lost.',
    fix: 'Run `pawl init --client copilot`, which guards all of its tools in every folder.',
  },
  'client-lacks': {
    severity: 'info',
    title: 'A coding agent can’t give policies what they need',
    why: 'These policies are switched on, and with these agents they do less than they say.',
    fix: 'Nothing is broken; `pawl help clients` says what each agent can do.',
  },
  'home-read-only': {
    severity: 'error',
    title: 'Pawl’s home is not writable',
    why: 'Policies still decide, but nothing is recorded, and no command can change anything.',
    fix: 'Make the folder writable for you (`chown`, `chmod u+rwx`), or mount it read-write.',
  },
  permissions: {
    severity: 'warning',
    title: 'Other users can read or write files of Pawl',
    why: 'Someone who can write them can switch policies off; someone who can read them sees what happened in your sessions.',
    fix: 'Set files to mode 0600 and folders to 0700.',
    fixable: true,
  },
  'example-failed': {
    severity: 'error',
    title: 'An example of a policy fails on this machine',
    why: 'The examples are the policy’s tests, so a failure is a bug in Pawl.',
    fix: 'Update Pawl, or report it with the output of `pawl doctor --json`.',
  },
} as const satisfies Record<string, Code>;

export type CodeName = keyof typeof codes;
