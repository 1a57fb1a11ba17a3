import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'curl',
    about: '',
    options: {
      '-o --output --output-file --stderr --dump-header -D --cookie-jar -c --trace --trace-ascii --libcurl --hsts --etag-save --alt-svc':
        'writes',
      '--output-dir': 'into',
      '-d --data --data-binary --data-urlencode --data-ascii --json -F --form': 'sends',
      '-T --upload-file -K --config': 'sends-file',
      '-H --header -u --user -b --cookie --oauth2-bearer -U --proxy-user -E --cert --key --pass': 'login',
      '--data-raw --form-string -A --user-agent -X --request -e --referer -m --max-time -w --write-out -x --proxy --cacert --connect-timeout --retry --url --method --resolve --limit-rate -Q --quote --mail-from --mail-rcpt -P --ftp-port --retry-delay --retry-max-time -r --range -y -Y -z --ciphers --interface --max-redirs --proto -t --telnet-option':
        'text',
    },
    operands: 'host',
    traits: ['fetches', 'saves', 'sends', 'network', 'http', 'words'],
    behaviours: ['http', 'transfers'],
  },
  {
    names: 'wget',
    about: '',
    options: {
      '-O --output-document -o -a --output-file --append-output': 'writes',
      '-P --directory-prefix': 'into',
      '--post-file --body-file': 'sends-file',
      '--post-data --body-data': 'sends',
      '--header --user --password --http-user --http-password --load-cookies': 'login',
      '--use-askpass': 'runs',
      '-e --execute -U --user-agent --method -t --tries -T --timeout -w --wait -Q --quota -A -R -D -I -X --accept --reject --referer --limit-rate -l --level -i --input-file --save-cookies --bind-address --ca-certificate --certificate --private-key':
        'text',
    },
    operands: 'host',
    traits: ['fetches', 'saves', 'sends', 'ignores-input', 'network', 'http', 'words'],
    behaviours: ['http', 'transfers'],
  },
  { names: 'yt-dlp', about: '', options: { '--exec --exec-before-download': 'runs' } },
  { names: 'youtube-dl', about: '', options: { '--exec': 'runs' } },
  {
    names: 'wget2',
    about: '',
    options: {
      '-O --output-document -o -a --output-file --append-output': 'writes',
      '-P --directory-prefix': 'into',
      '--post-file --body-file': 'sends-file',
      '--post-data --body-data': 'sends',
      '--header --user --password --http-user --http-password --load-cookies': 'login',
      '--use-askpass': 'runs',
      '-e --execute -U --user-agent --method -t --tries -T --timeout -w --wait -Q --quota -A -R -D -I -X --accept --reject --referer --limit-rate -l --level -i --input-file --save-cookies --bind-address --ca-certificate --certificate --private-key':
        'text',
    },
    operands: 'host',
    traits: ['fetches', 'saves', 'sends', 'network'],
    behaviours: ['transfers'],
  },
  {
    names: 'http',
    about: '',
    options: {
      '-o --output -outfile': 'writes',
      '-d': 'flag',
      '--data --data-binary --json -F --form -body': 'sends',
      '-X --request --method -method -u --user -a --auth -H --header -A --user-agent -e --referer -b --cookie -m --max-time -w -x --proxy --cert --key --url':
        'text',
    },
    traits: ['fetches', 'saves', 'sends', 'network', 'http', 'words'],
    behaviours: ['http', 'toForm'],
  },
  {
    names: 'https xh',
    about: '',
    options: {
      '-o --output -outfile': 'writes',
      '-d': 'flag',
      '--data --data-binary --json -F --form -body': 'sends',
      '-X --request --method -method -u --user -a --auth -H --header -A --user-agent -e --referer -b --cookie -m --max-time -w -x --proxy --cert --key --url':
        'text',
    },
    traits: ['fetches', 'saves', 'sends', 'network', 'http'],
    behaviours: ['http', 'toForm'],
  },
  {
    names: 'xhs',
    about: '',
    options: {
      '-o --output -outfile': 'writes',
      '-d': 'flag',
      '--data --data-binary --json -F --form -body': 'sends',
      '-X --request --method -method -u --user -a --auth -H --header -A --user-agent -e --referer -b --cookie -m --max-time -w -x --proxy --cert --key --url':
        'text',
    },
    traits: ['fetches', 'sends', 'http'],
    behaviours: ['http', 'toForm'],
  },
  { names: 'aria2c', about: '', traits: ['fetches', 'saves', 'sends', 'network'] },
  { names: 'fetch w3m links elinks ipfs', about: '', traits: ['fetches'] },
  { names: 'lynx grpcurl websocat hurl', about: '', traits: ['fetches', 'sends'] },
  {
    names: 'httpie',
    about: '',
    options: {
      '-o --output -outfile': 'writes',
      '-d --data --data-binary --json -F --form -body': 'sends',
      '-X --request --method -method -u --user -a --auth -H --header -A --user-agent -e --referer -b --cookie -m --max-time -w -x --proxy --cert --key --url':
        'text',
    },
    traits: ['fetches', 'sends', 'http'],
    behaviours: ['http'],
  },
  {
    names: 'curlie',
    about: '',
    options: {
      '-o --output --output-file --stderr --dump-header -D --cookie-jar -c --trace --trace-ascii --libcurl --hsts --etag-save --alt-svc':
        'writes',
      '--output-dir': 'into',
      '-d --data --data-binary --data-urlencode --data-ascii --json -F --form': 'sends',
      '-T --upload-file -K --config': 'sends-file',
      '-H --header -u --user -b --cookie --oauth2-bearer -U --proxy-user -E --cert --key --pass': 'login',
      '--data-raw --form-string -A --user-agent -X --request -e --referer -m --max-time -w --write-out -x --proxy --cacert --connect-timeout --retry --url --method --resolve --limit-rate -Q --quote --mail-from --mail-rcpt -P --ftp-port --retry-delay --retry-max-time -r --range -y -Y -z --ciphers --interface --max-redirs --proto -t --telnet-option':
        'text',
    },
    operands: 'host',
    traits: ['fetches', 'saves', 'sends', 'network', 'http'],
    behaviours: ['http', 'transfers'],
  },
  {
    names: 'iwr invoke-webrequest',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: {
      '-o --output -outfile': 'writes',
      '-d --data --data-binary --json -F --form -body': 'sends',
      '-X --request --method -method -u --user -a --auth -H --header -A --user-agent -e --referer -b --cookie -m --max-time -w -x --proxy --cert --key --url':
        'text',
    },
    traits: ['fetches', 'saves', 'sends', 'http'],
    behaviours: ['http'],
  },
  {
    names: 'irm invoke-restmethod',
    about: '',
    syntax: { singleDash: true, anyCase: true },
    options: {
      '-o --output -outfile': 'writes',
      '-d --data --data-binary --json -F --form -body': 'sends',
      '-X --request --method -method -u --user -a --auth -H --header -A --user-agent -e --referer -b --cookie -m --max-time -w -x --proxy --cert --key --url':
        'text',
    },
    traits: ['fetches', 'sends', 'http'],
    behaviours: ['http'],
  },
  { names: 'axel', about: '', traits: ['fetches', 'saves'] },
];
