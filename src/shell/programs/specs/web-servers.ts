// Small web servers that serve a folder.
import type { ProgramSpec } from '../spec.ts';

const SERVER = { kind: 'publish', behaviours: ['servesFolder'] } as const;

export const programs: readonly ProgramSpec[] = [
  {
    names: 'http.server simplehttpserver pyftpdlib uploadserver rangehttpserver wsgidav',
    about: 'Modules of Python that serve a folder.',
    options: {
      '-d --directory -D --root': 'text',
      '-b --bind -i --interface -p --port --protocol -H --host': 'text',
      '--cgi -w --write': 'flag',
    },
    operands: 'text',
    ...SERVER,
    examples: [
      { command: 'python3 -m http.server 8000 -d dist', expect: 'pass' },
      { command: 'python3 -m http.server', expect: 'pass', title: 'Serves only the project' },
      { command: 'python3 -m http.server -d /', expect: 'ask' },
      { command: 'cd ~ && python3 -m http.server 8080', expect: 'ask' },
      { command: 'python3 -m http.server -d ~ --bind 127.0.0.1', expect: 'pass' },
      { command: 'python2 -m SimpleHTTPServer', expect: 'pass' },
      { command: 'python3 -m pyftpdlib -w -d ~', expect: 'ask' },
    ],
  },
  {
    names: 'serve http-server live-server sirv sirv-cli servor ws local-web-server superstatic browser-sync',
    about: 'Static web servers of the Node world.',
    options: {
      '-l --listen -p --port -a --address --host -c --config -P --proxy --mount --entry-file --spa --index':
        'text',
      '-d --directory -s --server --files': 'text',
      '-o --open -S --ssl -C --cors --gzip -b --brotli -n --no-clipboard -u --no-compression -L --no-request-logging --single -q --quiet':
        'flag',
    },
    operands: 'text',
    ...SERVER,
    examples: [
      { command: 'npx serve -s build -l 3000', expect: 'pass' },
      { command: 'npx http-server ./public -p 8080', expect: 'pass' },
      { command: 'npx http-server / -p 8080', expect: 'ask' },
      { command: 'cd / && npx serve -l 80', expect: 'ask' },
    ],
  },
  {
    names:
      'darkhttpd miniserve dufs simple-http-server webfsd mini_httpd thttpd static-web-server gohttpserver goshs lighttpd sws',
    about: 'Static web servers.',
    options: {
      '-d --root -r --dir --prefix': 'text',
      '-p --port -i --interfaces --addr -b --bind --host -a --auth -u': 'text',
      '--daemon -A --allow-all -U --upload-files -f': 'flag',
    },
    operands: 'text',
    kind: 'publish',
    behaviours: ['servesFolder', 'servesByConfig'],
    examples: [
      { command: 'miniserve dist', expect: 'pass' },
      { command: 'darkhttpd ~ --port 8888', expect: 'ask' },
      { command: 'dufs -A /', expect: 'ask' },
    ],
  },
];
