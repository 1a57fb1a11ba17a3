// Calls of client libraries (boto3, paramiko, docker, redis …) and the commands of a client program that do the same. The
// specs of those programs then say what the call means.
import { HOLE } from '../base/words.ts';
import { type Call, firstText, type Value } from './value.ts';

type Words = readonly string[];

interface Service {
  /** The full name of the call. */
  callee: RegExp;
  /** The command, from the call and the groups of `callee`; undefined if the call does no harm. */
  words: (call: Call, groups: readonly string[]) => Words | undefined;
  /** Whether the call also counts in a whole program, where only written-out values are judged. */
  inPrograms?: true;
}

/** `delete_bucket` and `DeleteBucket` are `delete-bucket`. */
const kebab = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

const known = (value: Value | undefined): string | undefined => {
  const text = value?.texts?.[0];
  return text === undefined || text.includes(HOLE) ? undefined : text;
};

const argument = ({ args, named }: Call, at: number, ...names: readonly string[]): Value | undefined =>
  args[at]?.texts ? args[at] : names.map((name) => named.get(name)).find((value) => value !== undefined);

/** The command that runs on another machine. */
const remotely = (call: Call): Words | undefined => {
  const command = known(argument(call, 0, 'command', 'cmd', 'Command'));
  return command === undefined ? undefined : ['ssh', 'host.example', command];
};

/** The local file that is copied to another machine. */
const copied = (call: Call, ...to: Words): Words | undefined => {
  const file = known(argument(call, 0, 'Filename', 'localpath', 'local', 'filename', 'localPath', 'path'));
  return file === undefined ? undefined : [...to.slice(0, -1), file, to.at(-1) as string];
};

/** An empty filter, or none, means everything. */
const isEverything = ({ args, named }: Call): boolean =>
  named.size === 0 && (args.length === 0 || (args[0]?.fields?.size === 0 && !args[0].texts));

const MONGO = /mongo|motor|mongoose|\bcollection\b|\bdb\b/i;

const dropsMongo = (): Words => ['mongosh', '--eval', 'db.dropDatabase()'];

/** `containers.run('x', privileged=True)`, `volumes={'/': …}`. */
function startedContainer({ named }: Call): Words {
  const volumes = named.get('volumes');
  const mounts = [
    ...(volumes?.fields?.keys() ?? []),
    ...(volumes?.items ?? []).map((item) => firstText(item)),
  ].flatMap((one) => ['-v', one.includes(':') ? one : `${one}:/mounted`]);
  const privileged = named.get('privileged');
  return ['docker', 'run', ...(privileged ? ['--privileged'] : []), ...mounts, 'image'];
}

const SERVICES: readonly Service[] = [
  {
    callee: /^(?:pyautogui\.screenshot|pyscreenshot\.grab_to_file|mss\.mss\(\)\.(?:shot|save))$/,
    words: (call) => ['scrot', known(argument(call, 0, 'output')) ?? 'screen.png'],
  },
  { callee: /ImageGrab\.grab\(\)\.save$/, words: (call) => ['scrot', known(call.args[0]) ?? 'screen.png'] },
  {
    callee: /^(?:pynput\.)?keyboard\.(?:Listener|on_press|hook|record|start_recording)$/,
    words: () => ['logkeys', '--start'],
  },
  {
    callee: /^keyring\.get_(?:password|credential)$/,
    words: () => ['secret-tool', 'lookup', 'service', 'x'],
  },
  { callee: /^browser_cookie3\.\w+$/, words: () => ['lazagne', 'browsers'] },
  {
    callee: /^winreg\.(?:OpenKey|CreateKey)\w*$/,
    words: ({ args }) =>
      /CurrentVersion\\+Run/i.test(firstText(args[1])) ? ['reg', 'add', firstText(args[1])] : undefined,
    inPrograms: true,
  },
  {
    callee: /^(?:http\.server|socketserver)\.(?:Threading)?(?:HTTP|TCP)Server$/,
    words: () => ['http.server'],
  },
  {
    callee: /^boto3\(s3\)\.(?:.*\.)?upload_file$/,
    words: (call) => copied(call, 'aws', 's3', 'cp', 's3://bucket'),
    inPrograms: true,
  },
  {
    callee: /^boto3\((\w+)\)\..*\.(?:delete|terminate|delete_\w+|terminate_\w+)$/,
    words: (_call, [service = '']) => ['aws', service === 's3' ? 's3api' : service, 'delete-object'],
  },
  {
    callee: /^boto3\(([\w-]+)\)\.(\w+)$/,
    words: (_call, [service = '', name = '']) => ['aws', service === 's3' ? 's3api' : service, kebab(name)],
    inPrograms: true,
  },
  {
    callee: /^@aws-sdk\/client-([\w-]+)\.(\w+)Command$/,
    words: (_call, [service = '', name = '']) => ['aws', service === 's3' ? 's3api' : service, kebab(name)],
    inPrograms: true,
  },
  {
    callee: /^(?:aws-sdk|AWS)\.(\w+)\(\)\.(\w+)$/,
    words: (_call, [service = '', name = '']) => [
      'aws',
      service === 'S3' ? 's3api' : service.toLowerCase(),
      kebab(name),
    ],
    inPrograms: true,
  },
  {
    callee: /^Aws\.(\w+)\.(?:Client|Resource)\.new(?:\(\))?\.(\w+)$/,
    words: (_call, [service = '', name = '']) => [
      'aws',
      service === 'S3' ? 's3api' : service.toLowerCase(),
      kebab(name),
    ],
    inPrograms: true,
  },
  {
    callee: /^google\.cloud\..*\.upload_from_filename$|^@google-cloud\/.*\.upload$/,
    words: (call) => copied(call, 'gcloud', 'storage', 'cp', 'gs://bucket'),
    inPrograms: true,
  },
  {
    callee: /^(?:google\.cloud|@google-cloud\/\w+)\.(?:.*\.)?delete(?:_(?!field)\w+)?$/,
    words: () => ['gcloud', 'storage', 'buckets', 'delete', 'name'],
  },
  {
    callee: /^(?:azure\.|@azure\/).*\.(?:begin_delete\w*|delete_\w+|beginDelete\w*|delete[A-Z]\w*)$/,
    words: () => ['az', 'resource', 'delete', '--ids', 'name'],
  },
  {
    callee: /Api\(\)\.delete_(?:namespaced_|collection_)*(\w+)$/,
    words: (call, [kind = '']) => ['kubectl', 'delete', kind, known(call.args[0]) ?? 'name'],
  },
  { callee: /^docker\..*\.(\w+)s\.prune$/, words: (_call, [kind = '']) => ['docker', kind, 'prune', '-a'] },
  { callee: /^docker\..*\.volumes\.get\(\)\.remove$/, words: () => ['docker', 'volume', 'rm', 'name'] },
  { callee: /^docker\..*\.containers\.(?:run|create)$/, words: startedContainer, inPrograms: true },
  {
    callee: /^(?:paramiko\..*|ssh\w*\(?\)?|(?:\w+\.)*SSHClient\(\))\.exec_command$/,
    words: remotely,
    inPrograms: true,
  },
  {
    callee:
      /^(?:fabric|asyncssh|spur|netmiko|node-ssh|ssh2|Net\.SSH)\b.*\.(?:run|sudo|exec\w*|execCommand|send_command)!?$/,
    words: remotely,
    inPrograms: true,
  },
  {
    callee: /(?:sftp|SFTP|SCPClient|Connection)\w*\(\)\.(?:put|putFile|fastPut)$/,
    words: (call) => copied(call, 'scp', 'host.example:'),
    inPrograms: true,
  },
  {
    callee: /^(?:redis|ioredis|aioredis|valkey|iovalkey|Redis)\b.*\.(flushall|flushdb|flushAll|flushDb)$/,
    words: (_call, [name = '']) => ['redis-cli', name.toLowerCase()],
  },
  {
    callee: /\.(?:drop_database|dropDatabase|drop_collection|dropCollection)$/,
    words: ({ callee }) => (MONGO.test(callee) ? dropsMongo() : undefined),
  },
  {
    callee: /\.(?:delete_many|deleteMany|drop)$/,
    words: (call) => (MONGO.test(call.callee) && isEverything(call) ? dropsMongo() : undefined),
  },
  {
    callee: /\.objects(?:\.all\(\))?(?:\.all\(\))?\.delete$|\.objects\.all\(\)\._raw_delete$/,
    words: () => ['psql', '-c', 'DELETE FROM x'],
  },
  { callee: /^(?:DB\.table\(\)|[A-Z]\w+)\.truncate$/, words: () => ['psql', '-c', 'TRUNCATE x'] },
  {
    callee: /^[A-Z]\w*\.(?:delete_all|destroy_all|query\(\)\.delete)$/,
    words: () => ['psql', '-c', 'DELETE FROM x'],
  },
  {
    callee: /\.deleteMany$/,
    words: (call) =>
      /prisma/i.test(call.callee) && isEverything(call) ? ['psql', '-c', 'DELETE FROM x'] : undefined,
  },
  {
    callee: /\.(?:dropTable|dropTableIfExists|drop_table|dropSchema|dropAllTables)$/,
    words: () => ['psql', '-c', 'DROP TABLE x'],
  },
  {
    callee: /sequelize.*\.sync$/i,
    words: ({ named }) =>
      firstText(named.get('force')) === HOLE && named.has('force')
        ? ['psql', '-c', 'DROP TABLE x']
        : undefined,
  },
];

/** The command of a client program that does the same as a call of a client library. */
export function serviceCommand(call: Call, isProgram: boolean): Words | undefined {
  for (const { callee, words, inPrograms } of SERVICES) {
    const found = callee.exec(call.callee);
    if (!found) continue;
    if (isProgram && !(inPrograms && isWrittenOut(call))) continue;
    const command = words(call, found.slice(1));
    if (command) return command;
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
