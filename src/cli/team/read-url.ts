// The address that a command is given: as an argument, or from stdin, so that it is in no history and no process list.
import { UserError } from '../../system/errors.ts';
import { parseUrl } from '../../team/address.ts';

export async function readUrl([text, ...more]: readonly string[], verb: string): Promise<string> {
  if (!text || more.length > 0)
    throw new UserError(
      `Give one address: \`pawl team ${verb} postgres://NAME:PASSWORD@HOST/DATABASE\`, or \`-\` to read it from stdin.`,
    );
  const url = text === '-' ? (await Bun.stdin.text()).trim() : text;
  parseUrl(url);
  return url;
}
