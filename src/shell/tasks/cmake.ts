// The commands in a CMakeLists.txt that CMake runs while it prepares a build.

const EXECUTES = /\bexecute_process\s*\(([^()]*)\)/gi;

/** `execute_process(COMMAND git describe OUTPUT_VARIABLE v)`: the words up to the next keyword. */
export function cmakeCommands(text: string): readonly string[] {
  const code = text.replace(/^\s*#.*$/gm, '');
  return [...code.matchAll(EXECUTES)].flatMap(([, words = '']) =>
    words
      .split(/\bCOMMAND\s/)
      .slice(1)
      .map((command) => command.replace(/\s[A-Z]{3,}_[A-Z_]+\b[\s\S]*|\sTIMEOUT\b[\s\S]*/, '').trim()),
  );
}
