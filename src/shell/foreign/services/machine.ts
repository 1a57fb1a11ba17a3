// Calls of client libraries that do something to this machine, to containers, or to a machine at the other end of SSH,
// and the commands that do the same (services.ts).
import { HOLE } from '../../base/words.ts';
import { type Call, firstText, type Value } from '../value.ts';
import {
  argumentAt,
  type CommandWords,
  copyCommand,
  knownText,
  type Service,
  toKebabCase,
} from './service.ts';

/** The command that runs on another machine. */
const sshCommand = (call: Call): CommandWords | undefined => {
  const command = knownText(argumentAt(call, 0, 'command', 'cmd', 'Command'));
  return command === undefined ? undefined : ['ssh', 'host.example', command];
};

/** `containers.run('x', privileged=True)`, `volumes={'/': …}`. */
function containerCommand({ named }: Call): CommandWords {
  const volumes = named.get('volumes');
  const mounts = [
    ...(volumes?.fields?.keys() ?? []),
    ...(volumes?.items ?? []).map((item) => firstText(item)),
  ].flatMap((volume) => ['-v', volume.includes(':') ? volume : `${volume}:/mounted`]);
  const privileged = named.get('privileged');
  return ['docker', 'run', ...(privileged ? ['--privileged'] : []), ...mounts, 'image'];
}

/** `repo.git.push('origin', 'main', force=True)` of GitPython, `simpleGit().reset(['--hard'])`. */
function gitCommand({ args, named }: Call, [name = '']: readonly string[]): CommandWords {
  const texts = args.flatMap((arg) => arg.items ?? [arg]).map((arg) => knownText(arg) ?? HOLE);
  const options = [...named].map(([key, value]) => `--${toKebabCase(key)}${optionValue(value)}`);
  // simple-git names the mode of a reset without dashes.
  const words = texts.map((word) =>
    name === 'reset' && /^(?:hard|merge|keep)$/.test(word) ? `--${word}` : word,
  );
  return ['git', ...(name === 'raw' ? [] : [toKebabCase(name)]), ...options, ...words];
}

const optionValue = (value: Value) => {
  const text = knownText(value);
  return text === undefined || /^(?:true|1)$/i.test(text) ? '' : `=${text}`;
};

/** The command that adds a file to an archive. */
const archiveCommand = (call: Call, ...names: readonly string[]): CommandWords | undefined => {
  const file = knownText(argumentAt(call, 0, ...names));
  return file === undefined ? undefined : ['zip', '/tmp/archive.zip', file];
};

export const MACHINE: readonly Service[] = [
  {
    callee: /^psutil\.process_iter\(\)\[\]\.(?:kill|terminate|suspend|send_signal)$/,
    command: () => ['killall', '-9', HOLE],
  },
  {
    callee:
      /^(?:ProcessHandle\.allProcesses\(\)|ps-list\(\)|find-process\(\)).*\[\]\.(?:destroy(?:Forcibly)?|kill)$/,
    command: () => ['killall', '-9', HOLE],
  },
  {
    callee: /^(?:process|ps)\.Processes(?:WithContext)?\(\)\[\]\.(?:Kill|Terminate|SendSignal)\w*$/,
    command: () => ['killall', '-9', HOLE],
  },
  {
    callee: /^fkill(?:\.default)?$/,
    command: ({ args }) => [
      'fkill',
      ...args.flatMap((arg) => arg.items ?? [arg]).map((arg) => firstText(arg)),
    ],
  },
  {
    callee: /^dockerode(?:\(\))?\.prune(Containers|Images|Volumes|Networks)$/,
    command: (_call, [kind = '']) => ['docker', kind.toLowerCase().slice(0, -1), 'prune', '-a'],
  },
  {
    callee: /^dockerode(?:\(\))?\.getVolume\(\)\.remove$/,
    command: () => ['docker', 'volume', 'rm', 'name'],
  },
  {
    callee: /^docker\..*\.(containers|images|volumes|networks)\.list\(\)\[\]\.(?:remove|kill)$/,
    command: (_call, [kind = '']) =>
      kind === 'volumes' ? ['docker', 'volume', 'rm', HOLE] : ['docker', 'rm', '-f', HOLE],
  },
  { callee: /^(?:git\.)?Repo\(\)\.git\.(\w+)$/, command: gitCommand, inPrograms: true },
  {
    callee: /^simple-git(?:\(\)|\.\w+\(\))*\.(reset|push|clean|checkout|raw|branch|stash)$/,
    command: gitCommand,
  },
  {
    callee: /^(?:git\.)?Repo\(\)\.(?:remotes?\b.*)\.push$/,
    command: ({ named }) => (named.has('force') ? ['git', 'push', '--force'] : undefined),
  },
  {
    callee: /^(?:git\.)?Repo\(\)\.head\.reset$/,
    command: ({ named }) => (named.has('working_tree') ? ['git', 'reset', '--hard'] : undefined),
  },
  { callee: /^crontab\.CronTab\(\)\.write$/, command: () => ['crontab', '-'] },
  {
    callee: /^zipfile\.ZipFile\(\)\.write$/,
    command: (call) => archiveCommand(call, 'filename'),
    inPrograms: true,
  },
  { callee: /^tarfile\.open\(\)\.add$/, command: (call) => archiveCommand(call, 'name'), inPrograms: true },
  {
    callee: /^shutil\.make_archive$/,
    command: ({ args, named }) => {
      const folder = knownText(args[2] ?? named.get('root_dir'));
      return folder === undefined ? undefined : ['zip', '-r', '/tmp/archive.zip', folder];
    },
    inPrograms: true,
  },
  {
    callee:
      /^(?:os|posix|POSIX|Process(?:\.Sys|\.UID)?|process|syscall|unix)\.(?:set(?:e?uid|resuid|reuid)|change_privilege|Setuid|Setreuid)$|^(?:posix_)?set(?:e?uid|reuid|resuid)$/,
    command: ({ args }) => (firstText(args[0]) === '0' ? ['setpriv', '--reuid=0', 'sh'] : undefined),
    inPrograms: true,
  },
  {
    callee: /^(?:pyautogui\.screenshot|pyscreenshot\.grab_to_file|mss\.mss\(\)\.(?:shot|save))$/,
    command: (call) => ['scrot', knownText(argumentAt(call, 0, 'output')) ?? 'screen.png'],
  },
  {
    callee: /ImageGrab\.grab\(\)\.save$/,
    command: (call) => ['scrot', knownText(call.args[0]) ?? 'screen.png'],
  },
  {
    callee: /^(?:pynput\.)?keyboard\.(?:Listener|on_press|hook|record|start_recording)$/,
    command: () => ['logkeys', '--start'],
  },
  {
    callee: /^pip(?:\._internal(?:\.cli\.main)?)?\.main$/,
    command: ({ args }) => args[0]?.items && ['pip', ...args[0].items.map((arg) => knownText(arg) ?? HOLE)],
    inPrograms: true,
  },
  {
    callee: /^winreg\.(?:OpenKey|CreateKey)\w*$/,
    command: ({ args }) =>
      /CurrentVersion\\+Run/i.test(firstText(args[1])) ? ['reg', 'add', firstText(args[1])] : undefined,
    inPrograms: true,
  },
  {
    callee: /^(?:http\.server|socketserver)\.(?:(?:Threading)?(?:HTTP|TCP)Server|test)$/,
    command: () => ['http.server'],
  },
  { callee: /^docker\..*\.(\w+)s\.prune$/, command: (_call, [kind = '']) => ['docker', kind, 'prune', '-a'] },
  { callee: /^docker\..*\.volumes\.get\(\)\.remove$/, command: () => ['docker', 'volume', 'rm', 'name'] },
  { callee: /^docker\..*\.containers\.(?:run|create)$/, command: containerCommand, inPrograms: true },
  {
    callee: /^(?:paramiko\..*|ssh\w*\(?\)?|(?:\w+\.)*SSHClient\(\))\.exec_command$/,
    command: sshCommand,
    inPrograms: true,
  },
  {
    callee:
      /^(?:fabric|asyncssh|spur|netmiko|node-ssh|ssh2|Net\.SSH)\b.*\.(?:run|sudo|exec\w*|execCommand|send_command)!?$/,
    command: sshCommand,
    inPrograms: true,
  },
  {
    callee: /(?:sftp|SFTP|SCPClient|Connection)\w*\(\)\.(?:put|putFile|fastPut)$/,
    command: (call) => copyCommand(call, 'scp', 'host.example:'),
    inPrograms: true,
  },
];
