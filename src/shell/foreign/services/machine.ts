// Calls that do something to this machine, to containers, or to a machine at the other end of SSH.
import { HOLE } from '../../base/words.ts';
import { type Call, firstText, type Value } from '../value.ts';
import { argument, copied, kebab, known, type Service, type Words } from './service.ts';

/** The command that runs on another machine. */
const remotely = (call: Call): Words | undefined => {
  const command = known(argument(call, 0, 'command', 'cmd', 'Command'));
  return command === undefined ? undefined : ['ssh', 'host.example', command];
};

/** `containers.run('x', privileged=True)`, `volumes={'/': …}`. */
function startedContainer({ named }: Call): Words {
  const volumes = named.get('volumes');
  const mounts = [
    ...(volumes?.fields?.keys() ?? []),
    ...(volumes?.items ?? []).map((item) => firstText(item)),
  ].flatMap((volume) => ['-v', volume.includes(':') ? volume : `${volume}:/mounted`]);
  const privileged = named.get('privileged');
  return ['docker', 'run', ...(privileged ? ['--privileged'] : []), ...mounts, 'image'];
}

/** `repo.git.push('origin', 'main', force=True)` of GitPython, `simpleGit().reset(['--hard'])`. */
function gitCommand({ args, named }: Call, [name = '']: readonly string[]): Words {
  const given = args.flatMap((arg) => arg.items ?? [arg]).map((arg) => known(arg) ?? HOLE);
  const options = [...named].map(([key, value]) => `--${kebab(key)}${optionValue(value)}`);
  // simple-git names the mode of a reset without dashes.
  const words = given.map((word) =>
    name === 'reset' && /^(?:hard|merge|keep)$/.test(word) ? `--${word}` : word,
  );
  return ['git', ...(name === 'raw' ? [] : [kebab(name)]), ...options, ...words];
}

const optionValue = (value: Value) => {
  const text = known(value);
  return text === undefined || /^(?:true|1)$/i.test(text) ? '' : `=${text}`;
};

/** A file that goes into an archive. */
const archived = (call: Call, ...names: readonly string[]): Words | undefined => {
  const file = known(argument(call, 0, ...names));
  return file === undefined ? undefined : ['zip', '/tmp/archive.zip', file];
};

export const MACHINE: readonly Service[] = [
  {
    callee: /^psutil\.process_iter\(\)\[\]\.(?:kill|terminate|suspend|send_signal)$/,
    words: () => ['killall', '-9', HOLE],
  },
  {
    callee:
      /^(?:ProcessHandle\.allProcesses\(\)|ps-list\(\)|find-process\(\)).*\[\]\.(?:destroy(?:Forcibly)?|kill)$/,
    words: () => ['killall', '-9', HOLE],
  },
  {
    callee: /^(?:process|ps)\.Processes(?:WithContext)?\(\)\[\]\.(?:Kill|Terminate|SendSignal)\w*$/,
    words: () => ['killall', '-9', HOLE],
  },
  {
    callee: /^fkill(?:\.default)?$/,
    words: ({ args }) => ['fkill', ...args.flatMap((arg) => arg.items ?? [arg]).map((arg) => firstText(arg))],
  },
  {
    callee: /^dockerode(?:\(\))?\.prune(Containers|Images|Volumes|Networks)$/,
    words: (_call, [kind = '']) => ['docker', kind.toLowerCase().slice(0, -1), 'prune', '-a'],
  },
  { callee: /^dockerode(?:\(\))?\.getVolume\(\)\.remove$/, words: () => ['docker', 'volume', 'rm', 'name'] },
  {
    callee: /^docker\..*\.(containers|images|volumes|networks)\.list\(\)\[\]\.(?:remove|kill)$/,
    words: (_call, [kind = '']) =>
      kind === 'volumes' ? ['docker', 'volume', 'rm', HOLE] : ['docker', 'rm', '-f', HOLE],
  },
  { callee: /^(?:git\.)?Repo\(\)\.git\.(\w+)$/, words: gitCommand, inPrograms: true },
  {
    callee: /^simple-git(?:\(\)|\.\w+\(\))*\.(reset|push|clean|checkout|raw|branch|stash)$/,
    words: gitCommand,
  },
  {
    callee: /^(?:git\.)?Repo\(\)\.(?:remotes?\b.*)\.push$/,
    words: ({ named }) => (named.has('force') ? ['git', 'push', '--force'] : undefined),
  },
  {
    callee: /^(?:git\.)?Repo\(\)\.head\.reset$/,
    words: ({ named }) => (named.has('working_tree') ? ['git', 'reset', '--hard'] : undefined),
  },
  { callee: /^crontab\.CronTab\(\)\.write$/, words: () => ['crontab', '-'] },
  { callee: /^zipfile\.ZipFile\(\)\.write$/, words: (call) => archived(call, 'filename'), inPrograms: true },
  { callee: /^tarfile\.open\(\)\.add$/, words: (call) => archived(call, 'name'), inPrograms: true },
  {
    callee: /^shutil\.make_archive$/,
    words: ({ args, named }) => {
      const folder = known(args[2] ?? named.get('root_dir'));
      return folder === undefined ? undefined : ['zip', '-r', '/tmp/archive.zip', folder];
    },
    inPrograms: true,
  },
  {
    callee:
      /^(?:os|posix|POSIX|Process(?:\.Sys|\.UID)?|process|syscall|unix)\.(?:set(?:e?uid|resuid|reuid)|change_privilege|Setuid|Setreuid)$|^(?:posix_)?set(?:e?uid|reuid|resuid)$/,
    words: ({ args }) => (firstText(args[0]) === '0' ? ['setpriv', '--reuid=0', 'sh'] : undefined),
    inPrograms: true,
  },
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
    callee: /^pip(?:\._internal(?:\.cli\.main)?)?\.main$/,
    words: ({ args }) => args[0]?.items && ['pip', ...args[0].items.map((arg) => known(arg) ?? HOLE)],
    inPrograms: true,
  },
  {
    callee: /^winreg\.(?:OpenKey|CreateKey)\w*$/,
    words: ({ args }) =>
      /CurrentVersion\\+Run/i.test(firstText(args[1])) ? ['reg', 'add', firstText(args[1])] : undefined,
    inPrograms: true,
  },
  {
    callee: /^(?:http\.server|socketserver)\.(?:(?:Threading)?(?:HTTP|TCP)Server|test)$/,
    words: () => ['http.server'],
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
];
