import { UPLOAD_VALUES, uploads } from './access.ts';
import { firstValue, has, readArgs, valuesOf } from './args.ts';
import { effect } from './effect.ts';
import { resolve } from './paths.ts';
import type { Effect, Origin, ShellCommand, Word } from './types.ts';
import { joinOrigins, oneOf, show } from './words.ts';

const SENDERS =
  'curl curlie wget wget2 http https xh xhs httpie nc ncat netcat socat telnet ftp tftp sftp lftp scp rsync ssh mail mailx mutt sendmail msmtp swaks dig nslookup host drill ping websocat grpcurl aws gsutil s3cmd rclone azcopy mc gh glab openssl iwr irm invoke-webrequest invoke-restmethod transfer croc wormhole magic-wormhole ngrok pastebinit nats redis-cli kafkacat kcat mosquitto_pub whois finger busybox-nc hurl aria2c lynx slackcat pbin termbin';

const URL_HOST = /^(?:[a-z][\w+.-]*:\/\/)?(?:[^@/\s]*@)?(\[[^\]]+\]|[^:/?#\s]+)/i;

export function networkEffects(command: ShellCommand): Effect[] {
  const out: Effect[] = [];
  if (oneOf(SENDERS, command.name)) out.push(...sends(command));
  out.push(
    ...deletesOverHttp(command),
    ...listensWithShell(command),
    ...copiesAway(command),
    ...writesRemoteSystem(command),
  );
  return out;
}

/** What leaves the machine with this command, and where it came from. */
function sends(command: ShellCommand): Effect[] {
  const origins = joinOrigins(
    sentByInput(command),
    ...command.words.slice(1).map((w) => carried(w, command)),
    sentFiles(command),
  );
  const loopback = command.words.slice(1).some((w) => isLoopback(w.text));
  if (origins.length === 0 || loopback) return [];
  const to = show(command.words.find((w) => /:\/\/|^[\w-]+\.[\w.-]+/.test(w.text))?.text ?? command.name);
  return [
    effect(command, { kind: 'send', weight: 'plain', code: 'send', reason: `Sends data to ${to}.`, origins }),
  ];
}

const sentByInput = (command: ShellCommand): readonly Origin[] =>
  /^(aws|gsutil|gh|glab|openssl|dig|host|ping|wget)$/.test(command.name) &&
  !command.words.some((w) => /(^|=|@)-$|\/dev\/stdin|s_client/.test(w.text))
    ? []
    : (command.stdin?.origins ?? []);

/** A token in a header is how one logs in; in a body or an address it is a leak. */
function carried(w: Word, command: ShellCommand): readonly Origin[] {
  const at = command.words.indexOf(w);
  const before = command.words[at - 1]?.text ?? '';
  const login =
    /^(-H|--header|-u|--user|-b|--cookie|--oauth2-bearer|--proxy-user|-E|--cert|--key|-i|--password|--token|-p|-a)$/.test(
      before,
    ) || /^(-H|--header=|-u|--user=|--token=|--password=)./.test(w.text);
  return login ? w.origins.filter((o) => o.kind !== 'variable') : w.origins;
}

/** Files named by upload options, and the local ends of copies. */
function sentFiles(command: ShellCommand): Origin[] {
  const words = command.words.slice(1);
  const args = readArgs(words, { values: UPLOAD_VALUES });
  const files = /^(curl|wget|curlie)$/.test(command.name) ? uploads(args) : localEnds(command);
  return files.map((w) => ({ kind: 'file', what: resolve(w.text, command.cwd) ?? w.text }));
}

function localEnds(command: ShellCommand): Word[] {
  const args = readArgs(command.words.slice(1), {
    values: '-i -P -p -F -o -l -c -S -J -e --rsh -b -m --exclude --include -s -t -a -A',
  });
  const text = (w: Word) => w.text;
  switch (command.name) {
    case 'scp':
    case 'rsync': {
      const last = args.operands.at(-1);
      return last && /^[^/\s]+:/.test(last.text) ? args.operands.slice(0, -1) : [];
    }
    case 'aws':
    case 'gsutil':
    case 's3cmd':
    case 'rclone':
    case 'azcopy':
    case 'mc':
      return args.operands.some((w) => /^(cp|mv|sync|put|copy|copyto|rsync)$/.test(text(w)))
        ? args.operands.filter(
            (w) => !/:/.test(w.text) && !/^(s3|cp|mv|sync|put|copy|copyto|rsync)$/.test(w.text),
          )
        : [];
    case 'gh':
    case 'glab':
      return args.operands[0]?.text === 'gist' || args.operands[0]?.text === 'snippet'
        ? args.operands.slice(2)
        : [];
    case 'http':
    case 'https':
    case 'xh':
    case 'xhs':
      return args.operands.flatMap((w) =>
        /[=:]?@./.test(w.text) ? [{ ...w, text: w.text.replace(/^.*@/, '') }] : [],
      );
    case 'socat':
      return args.operands.flatMap((w) => {
        const m = /^(?:OPEN|FILE|GOPEN|CREATE):([^,]+)/i.exec(w.text);
        return m ? [{ ...w, text: m[1] as string }] : [];
      });
    case 'mail':
    case 'mutt':
    case 'mailx':
      return valuesOf(args, '-a -A');
    case 'croc':
    case 'wormhole':
    case 'transfer':
    case 'pastebinit':
      return args.operands.filter((w) => w.text !== 'send');
    default:
      return [];
  }
}

export function isLoopback(text: string): boolean {
  const host = URL_HOST.exec(text)?.[1] ?? '';
  return /^(localhost|127(\.\d+){3}|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal|.*\.localhost)$/i.test(host);
}

/** Services that keep data: deleting there is deleting data, also on this machine. */
const DATA_PORT =
  /:(9200|9300|7700|8108|6333|5984|8086|8500|2379|15672|8001|8444|19530|8983|7474|9000|9090|3100|8200|4001|11434|8123|9091)(\/|\?|$)/;

function deletesOverHttp(command: ShellCommand): Effect[] {
  if (
    !/^(curl|curlie|wget|http|https|xh|xhs|httpie|iwr|irm|invoke-webrequest|invoke-restmethod|gh|glab)$/.test(
      command.name,
    )
  )
    return [];
  const words = command.words.slice(1);
  const args = readArgs(words, { values: `${UPLOAD_VALUES} -method` });
  const method = (
    firstValue(args, '-X --request --method -method')?.text ??
    words.find((w) => /^(DELETE|delete)$/.test(w.text))?.text ??
    ''
  ).toUpperCase();
  const urls = words
    .map((w) => w.text)
    .filter((text) => /:\/\/|^[\w.-]+(:\d+)?\//.test(text) || isLoopback(text));
  const wipes =
    urls.some((url) =>
      /_delete_by_query|\/_close\b|\/(clear|deleteByQuery|flush|purge|drop|shutdown|truncate)\b([/?]|$)|\/_snapshot\/.*_restore|delete_series|clean_tombstones|doDelete|\/_cache\/clear/i.test(
        url,
      ),
    ) &&
    method !== 'GET' &&
    (method !== '' || has(args, '-d --data --data-binary --json --data-raw -X'));
  const api = /^(gh|glab)$/.test(command.name);
  if (api && args.operands[0]?.text !== 'api') return [];
  const far = api || urls.length === 0 || urls.some((url) => !isLoopback(url) || DATA_PORT.test(url));
  if (!wipes && (method !== 'DELETE' || !far)) return [];
  return [
    effect(command, {
      kind: 'data',
      weight: 'risky',
      code: 'http-delete',
      reason: 'Asks a server to delete something.',
      safer: 'the same request with GET, to see what it is',
    }),
  ];
}

/** A shell on the other end of a socket. */
function listensWithShell(command: ShellCommand): Effect[] {
  const text = command.words.map((w) => w.text).join(' ');
  const shell = '(\\S*/)?(ba|z|da|k)?sh\\b|cmd(\\.exe)?\\b|powershell';
  const nc =
    /^(nc|ncat|netcat|nc\.traditional|nc\.openbsd)$/.test(command.name) &&
    new RegExp(`\\s(-[a-z]*[ec]|--exec|--sh-exec|-c)\\s+["']?(${shell})`).test(text);
  const socat =
    command.name === 'socat' &&
    /\b(EXEC|SYSTEM|SHELL):/i.test(text) &&
    /(TCP|UDP|SSL|OPENSSL|UNIX|SCTP|FD)/i.test(text);
  if (!nc && !socat) return [];
  return [
    effect(command, {
      kind: 'fetch-and-run',
      weight: 'irreversible',
      code: 'reverse-shell',
      reason: 'Gives a shell on this machine to whoever is on the other end.',
    }),
  ];
}

/** Copying into the system of another machine. */
function writesRemoteSystem(command: ShellCommand): Effect[] {
  if (!/^(scp|rsync)$/.test(command.name)) return [];
  const into = command.words.at(-1)?.text ?? '';
  if (!/^[^/\s]+:\/(etc|usr|bin|sbin|lib|boot|root|sys|var\/(lib|spool|run)|)(\/|$)/.test(into)) return [];
  return [
    effect(command, {
      kind: 'overwrite',
      weight: 'risky',
      code: 'remote-system-write',
      reason: `Writes into the system of another machine: ${show(into)}`,
      safer: 'copy to /tmp there, and let a person put it in place',
    }),
  ];
}

function copiesAway(command: ShellCommand): Effect[] {
  const sockets = command.redirects.filter((r) => /^\/dev\/(tcp|udp)\//.test(r.target.text));
  if (sockets.length === 0) return [];
  const origins = command.stdin?.origins ?? [];
  const out = [
    effect(command, {
      kind: 'send',
      weight: 'plain',
      code: 'send',
      reason: `Sends data to ${sockets[0]?.target.text}.`,
      origins,
    }),
  ];
  out.push(
    effect(command, {
      kind: 'fetch-and-run',
      weight: 'risky',
      code: 'raw-socket',
      reason: 'Opens a raw connection from the shell.',
      safer: 'curl',
    }),
  );
  return out;
}
