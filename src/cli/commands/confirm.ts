// `pawl confirm`: asks a person at this terminal to confirm a change. The dashboard runs it in its own terminal.
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import type { Command } from '../command.ts';
import { provePerson } from '../person/prove.ts';
import { visible } from '../support/terminal.ts';

const confirm: Command = {
  summary: 'Ask a person at this terminal to confirm a change',
  usage: '<change>',
  details: `
Changes nothing itself. The exit code is 0 if a person typed the word that was asked for, else 1.`,
  run({ rest }) {
    const [change] = rest;
    if (change === undefined || rest.length > 1) throw new UserError('`pawl confirm` takes one text.');
    provePerson(visible(change).slice(0, 300), findHome());
    return 0;
  },
};
export default confirm;
