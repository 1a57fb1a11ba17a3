// The script that starts the installed program, for registrations that must work on every machine: the plugin, and a
// project's shared settings. Hook entries name the script itself, never a shell: a client that drops the arguments of an
// entry would run the event as a shell script.

/** Installed by an administrator (`pawl init --managed`); the script runs on all systems with a shell. */
const managedProgram = '/usr/local/lib/pawl/bin/pawl';

/** `missing` is shown at the start and with every prompt if no program is installed; without it the script is silent. */
export function launchScript(comment: string, missing?: string): string {
  const answer = missing && JSON.stringify({ systemMessage: missing });
  const warning = answer
    ? `case $2 in\n  SessionStart | UserPromptSubmit) printf '%s\\n' '${answer}' ;;\nesac\n`
    : '';
  return `#!/bin/sh
# ${comment}
# Starts the installed Pawl. If it is not installed, this script lets everything pass.
# The usual places come before PAWL_HOME, because a repository's settings can set variables.
for program in ${managedProgram} "$HOME/.pawl/bin/pawl" "$PAWL_HOME/bin/pawl"; do
  case $program in
    /bin/pawl) ;;
    /*) [ -x "$program" ] && exec "$program" "$@" ;;
  esac
done
${warning}exit 0
`;
}

/** The same for Windows, whose interpreter wants lines that end with CR LF. Settings can set variables there as well. */
export function launchBatch(comment: string, missing: string): string {
  const answer = JSON.stringify({ systemMessage: missing });
  return `@echo off
rem ${comment}
rem Starts the installed Pawl. If it is not installed, this script lets everything pass.
set "PAWL_PROGRAM=C:\\Program Files\\Pawl\\bin\\pawl.exe"
if not exist "%PAWL_PROGRAM%" set "PAWL_PROGRAM=%USERPROFILE%\\.pawl\\bin\\pawl.exe"
if not exist "%PAWL_PROGRAM%" if defined PAWL_HOME set "PAWL_PROGRAM=%PAWL_HOME%\\bin\\pawl.exe"
if exist "%PAWL_PROGRAM%" goto start
if "%~2"=="SessionStart" echo ${answer}
if "%~2"=="UserPromptSubmit" echo ${answer}
exit /b 0
:start
"%PAWL_PROGRAM%" %*
exit /b %errorlevel%
`.replaceAll('\n', '\r\n');
}
