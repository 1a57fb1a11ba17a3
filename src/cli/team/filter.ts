// The options with which a list shows the whole team, or a part of it.
import { UserError } from '../../system/errors.ts';
import type { Filter } from '../../team/postgres/calls.ts';
import type { Option, ParsedArgs } from '../command.ts';

export const teamOptions = (rows: string): Record<string, Option> => ({
  team: { type: 'boolean', about: `The ${rows} of all machines of the team` },
  person: { type: 'string', value: 'name', about: 'With --team: only of this person' },
  machine: { type: 'string', value: 'name', about: 'With --team: only of this machine' },
});

/** Undefined without --team. */
export function teamFilter({ options }: ParsedArgs): Filter | undefined {
  const { person, machine } = options;
  if (options.team && options.watch)
    throw new UserError('Use either --team or --watch; the dashboard shows the team live.');
  if (!options.team && (person !== undefined || machine !== undefined))
    throw new UserError('--person and --machine need --team.');
  if (!options.team) return undefined;
  return {
    ...(typeof person === 'string' && { person }),
    ...(typeof machine === 'string' && { machine }),
  };
}
