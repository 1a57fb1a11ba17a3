// Errors whose message is for the person, wherever they are thrown. The entry points print it; everything else that is
// thrown is a mistake of ours and shown with its stack.

/** A problem that a person can act on; its message says how. */
export class UserError extends Error {
  /** The exit code of a command: 2 for wrong use, 1 if something was found or refused. */
  exit: number;
  override name = 'UserError';
  constructor(message: string, exit = 2) {
    super(message);
    this.exit = exit;
  }
}
