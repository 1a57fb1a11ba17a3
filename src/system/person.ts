/**
 * Evidence that a person asked for something. Three places make one: a question answered at a terminal
 * (cli/person/prove.ts), a command such as `/build` or `/pawl allow-once` that the client recorded as typed by a
 * person (store/files/typed-proof.ts), and an installation into an empty home, where nothing is in force yet
 * (cli/commands/init.ts). What weakens Pawl takes it as an argument.
 */
export interface Person {
  provedBy: 'terminal' | 'typed command' | 'first installation';
  /** Milliseconds since 1970. */
  at: number;
}
