// The error class whose message is meant for the user. Of these errors, and of problems with the store or the system,
// the entry points print only the message; any other error is a bug in Pawl and is shown with its stack.

/** A problem that the user can solve; the message says how. */
export class UserError extends Error {
  /** The exit code of the command: 2 for wrong usage, 1 if something was found or refused. */
  exit: number;
  override name = 'UserError';
  constructor(message: string, exit = 2) {
    super(message);
    this.exit = exit;
  }
}
