/**
 * Evidence that a person asked for something. Four places make one: a question answered at a terminal
 * (cli/person/prove.ts), a command such as `/build` or `/pawl allow-once` that the client recorded as typed by a
 * person (store/files/typed-proof.ts), and two that need no terminal, because a script that sets up a machine does them
 * and they weaken nothing: an installation into an empty home (cli/commands/init.ts), and joining a team on a machine
 * that is in none (cli/team/machine.ts). Every function that can weaken Pawl takes one as an argument.
 */
export interface Person {
  provedBy: 'terminal' | 'typed command' | 'first installation' | 'first join';
  /** Milliseconds since 1970. */
  at: number;
}
