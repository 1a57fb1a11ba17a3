// Calls of client libraries (boto3, paramiko, docker, redis …). In comes a call, out goes the command of a client
// program that does the same: `s3.delete_bucket(…)` is `aws s3api delete-bucket`. perform.ts runs it, and the spec of
// the program says what it means.
import { isLocalPlace } from './places.ts';
import { CLOUD_CLIENTS, CLOUDS } from './services/cloud.ts';
import { DATABASES } from './services/databases.ts';
import { MACHINE } from './services/machine.ts';
import { MAIL_FUNCTION, MONEY_AND_MESSAGES } from './services/money-and-messages.ts';
import { HTTP_REQUESTS } from './services/requests.ts';
import { SECRETS } from './services/secrets.ts';
import { type CallContext, type CommandWords, knownText, type Service } from './services/service.ts';
import type { Call } from './value.ts';

const SERVICES: readonly Service[] = [
  ...MACHINE,
  ...SECRETS,
  ...CLOUDS,
  ...DATABASES,
  ...MONEY_AND_MESSAGES,
  MAIL_FUNCTION,
  ...HTTP_REQUESTS,
];

/** Libraries that imitate a cloud in tests. */
const IMITATES =
  /^mock_(?:aws|s3|ec2|dynamodb2?|sqs|sns|iam|lambda|ssm|secretsmanager|\w+)$|^aws-sdk-client-mock$/m;

/** The command of a client program that does the same as a call of a client library. */
export function serviceCommand(
  call: Call,
  isEverydayCallJudged: () => boolean,
  context: CallContext,
): CommandWords | undefined {
  for (const { callee, command: buildCommand, inPrograms } of SERVICES) {
    const match = callee.exec(call.callee);
    const command = match && buildCommand(call, match.slice(1), context);
    if (!command || isImitated(command, context)) continue;
    if ((inPrograms && isWrittenOut(call)) || isEverydayCallJudged()) return command;
  }
  return undefined;
}

const isImitated = ([program = '']: CommandWords, { place, mentions }: CallContext): boolean =>
  CLOUD_CLIENTS.test(program) && (isLocalPlace(place) || (program === 'aws' && mentions(IMITATES)));

/** Whether all values of a call are written out in the code, so that it is clear what the call acts on. */
const isWrittenOut = ({ args, named }: Call): boolean => {
  const values = [...args.filter(({ fields }) => !fields), ...named.values()];
  return (
    values.length > 0 && values.every((value) => value.items !== undefined || knownText(value) !== undefined)
  );
};
