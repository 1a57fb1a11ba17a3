// Calls of client libraries (boto3, paramiko, docker, redis …) and the commands of a client program that do the same. The
// specs of those programs then say what the call means.
import { CLOUDS } from './services/cloud.ts';
import { DATABASES } from './services/databases.ts';
import { MACHINE } from './services/machine.ts';
import { known, type Service, type Words } from './services/service.ts';
import type { Call } from './value.ts';

const SERVICES: readonly Service[] = [...MACHINE, ...CLOUDS, ...DATABASES];

/** The command of a client program that does the same as a call of a client library. */
export function serviceCommand(call: Call, isEveryday: () => boolean): Words | undefined {
  for (const { callee, words, inPrograms } of SERVICES) {
    const found = callee.exec(call.callee);
    const command = found && words(call, found.slice(1));
    if (command && ((inPrograms && isWrittenOut(call)) || isEveryday())) return command;
  }
  return undefined;
}

/** Whether all values of a call are written out in the code, so that it is clear what it is about. */
const isWrittenOut = ({ args, named }: Call): boolean => {
  const values = [...args.filter(({ fields }) => !fields), ...named.values()];
  return (
    values.length > 0 && values.every((value) => value.items !== undefined || known(value) !== undefined)
  );
};
