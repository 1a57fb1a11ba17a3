// Package managers of operating systems, and of tools and their versions.
import { unpacks } from '../common-rules.ts';
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

const NEEDED = 'Removes packages that other programs may need.';

const removes = (when: string, safer: string, unless?: string): EffectRule => ({
  code: 'package-remove',
  when,
  ...(unless && { unless }),
  why: NEEDED,
  safer,
});

const removesWith = (flags: string, unless: string, safer: string): EffectRule => ({
  code: 'package-remove',
  flags,
  unless,
  why: NEEDED,
  safer,
});

/** Commands that packages bring and that `-o` or a configuration of apt can run. */
const APT_HOOK = {
  kind: 'runs',
  only: '^((APT::Update::|DPkg::)(Pre|Post)-(Invoke|Install-Pkgs)|APT::Pager|Pager|Dir::Bin)[^=]*=',
  strip: '^[^=]*=',
} as const;

const APT: CommandSpec = {
  options: {
    '-o --option': APT_HOOK,
    '-c --config-file': 'loads',
    '-t --target-release --default-release -a --host-architecture --solver': 'text',
    '-s --simulate --just-print --no-act --recon': 'dry',
    '-y --yes --assume-yes -q --quiet -d --download-only -f --fix-broken -m --fix-missing -u --show-upgraded --reinstall --no-install-recommends --allow-downgrades --only-upgrade --print-uris -V --installed --upgradable':
      'flag',
  },
  subcommands: {
    'list|search|show|policy|depends|rdepends': {
      options: { '--installed --upgradable -a --all-versions -q --names-only': 'flag' },
      operands: 'text',
      plain: true,
    },
  },
  kind: 'system',
};

const REMOVES = 'remove|purge|autoremove|autopurge|dist-upgrade|full-upgrade';

/** Options that dnf and yum share. */
const DNF: CommandSpec = {
  options: {
    '-c --config': 'reads',
    '-x --exclude --excludepkgs --repo --repoid --enablerepo --disablerepo --releasever --installroot --setopt --downloaddir -d -e':
      'text',
    '-y --assumeyes -q --quiet -v --verbose -C --cacheonly --refresh --nogpgcheck --allowerasing -b --best --downloadonly':
      'flag',
    '--assumeno': 'dry',
  },
  kind: 'system',
  traits: ['words'],
};

const SHIMS: EffectRule = {
  code: 'package-remove',
  when: 'implode|prune',
  unless: '-n --dry-run',
  why: 'Removes tools with everything they keep.',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'apt',
    about: 'The package manager of Debian and Ubuntu.',
    ...APT,
    effects: [removes(REMOVES, 'apt-get --simulate remove NAME')],
    examples: [
      { command: 'apt list --installed', expect: 'pass' },
      { command: 'apt install -y jq', expect: 'pass' },
      { command: 'apt -s remove jq', expect: 'pass' },
      { command: 'apt purge -y postgresql', expect: 'ask' },
      { command: "apt update -o APT::Update::Pre-Invoke::='rm -rf ~'", expect: 'deny' },
      { command: "apt changelog apt -o APT::Pager='rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'apt-get',
    about: 'The package manager of Debian and Ubuntu, for scripts.',
    ...APT,
    effects: [removes(REMOVES, 'apt-get --simulate remove NAME')],
    examples: [
      { command: 'apt-get install -y --no-install-recommends curl', expect: 'pass' },
      { command: 'apt-get --simulate autoremove', expect: 'pass' },
      { command: 'apt-get autoremove --purge -y', expect: 'ask' },
      { command: "apt-get update -o APT::Update::Pre-Invoke::='rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'aptitude',
    about: 'Another package manager of Debian and Ubuntu.',
    ...APT,
    effects: [removes('remove|purge|full-upgrade|dist-upgrade|markauto', 'aptitude --simulate remove NAME')],
    examples: [
      { command: 'aptitude search jq', expect: 'pass' },
      { command: 'aptitude --simulate remove jq', expect: 'pass' },
      { command: 'aptitude purge jq', expect: 'ask' },
    ],
  },
  {
    names: 'dpkg dpkg-deb',
    about: 'Installs and removes single packages of Debian.',
    options: {
      '-D --debug --admindir --root --instdir --ignore-depends --status-fd --path-exclude --path-include':
        'text',
      '--log': 'writes',
      '--pre-invoke --post-invoke': 'runs',
      '--simulate --no-act --dry-run': 'dry',
      '-l --list -L --listfiles -s --status -S --search -i --install -I --info -c --contents --configure -a --pending -C --audit -V --verify --print-architecture --get-selections -R --recursive --unpack --compare-versions -p --print-avail':
        'flag',
    },
    kind: 'system',
    effects: [
      unpacks({ flags: '-x -X -R --extract --vextract --raw-extract' }),
      removesWith(
        '-r -P --purge --remove --clear-selections --forget-old-unavail',
        '-l -L -S',
        'dpkg -s NAME',
      ),
      {
        code: 'package-remove',
        flags: '--force-all --force-depends',
        why: 'Breaks what other packages need.',
        safer: 'dpkg -s NAME',
      },
    ],
    examples: [
      { command: 'dpkg -l', expect: 'pass' },
      { command: 'dpkg -L bash', expect: 'pass' },
      { command: 'dpkg -i app.deb', expect: 'pass' },
      { command: 'dpkg --purge postgresql', expect: 'ask' },
      { command: "dpkg --pre-invoke='rm -rf ~' -i app.deb", expect: 'deny' },
      { command: 'dpkg --force-all -i x.deb', expect: 'ask' },
    ],
  },
  {
    names: 'dnf',
    about: 'The package manager of Fedora and its relatives.',
    ...DNF,
    effects: [removes('remove|rm|erase|autoremove', 'dnf --assumeno remove NAME')],
    examples: [
      { command: 'dnf list installed', expect: 'pass' },
      { command: 'dnf install -y jq', expect: 'pass' },
      { command: 'dnf --assumeno remove jq', expect: 'pass' },
      { command: 'dnf remove -y jq', expect: 'ask' },
    ],
  },
  {
    names: 'yum',
    about: 'The older package manager of Fedora and its relatives.',
    ...DNF,
    effects: [removes('remove|rm|erase|autoremove', 'yum --assumeno remove NAME')],
    examples: [
      { command: 'yum info jq', expect: 'pass' },
      { command: 'yum --assumeno remove jq', expect: 'pass' },
      { command: 'yum erase -y jq', expect: 'ask' },
    ],
  },
  {
    names: 'rpm',
    about: 'Installs, removes and queries single packages of Fedora and its relatives.',
    options: {
      '-f --file -p --package': 'flag',
      '--pipe': 'runs',
      '-E --eval': 'code',
      '--rcfile --macros': 'reads',
      '--dbpath --root -D --define --queryformat --qf --prefix --relocate': 'text',
      '-q --query -a --all -i -l --list -c --configfiles -d --docfiles -R --requires -V --verify -U --upgrade -F --freshen -h --hash -v --nodeps --force -K --checksig --import':
        'flag',
      '--test': 'dry',
    },
    language: 'lua',
    traits: ['unread-code'],
    kind: 'system',
    effects: [removesWith('-e --erase', '-q --query', 'rpm -e --test NAME')],
    examples: [
      { command: 'rpm -qa', expect: 'pass' },
      { command: 'rpm -e --test jq', expect: 'pass' },
      { command: 'rpm -e jq', expect: 'ask' },
      { command: "rpm -qa --pipe 'rm -rf ~'", expect: 'deny' },
      { command: "rpm --eval '%(rm -rf ~/Documents)'", expect: 'ask' },
      { command: `rpm --eval '%{lua:os.execute("rm -rf ~")}'`, expect: 'deny' },
    ],
  },
  {
    names: 'zypper',
    about: 'The package manager of openSUSE.',
    options: {
      '-c --config': 'reads',
      '-r --repo --from -t --type -R --root': 'text',
      '-n --non-interactive -q --quiet -v --verbose -y --no-confirm --no-refresh --gpg-auto-import-keys':
        'flag',
      '-D --dry-run': 'dry',
    },
    kind: 'system',
    effects: [
      removes('remove|rm|dist-upgrade|dup', 'zypper remove --dry-run NAME'),
      {
        ...removes('removerepo|rr|removeservice|rs|removelock|rl', 'zypper repos'),
        why: 'Changes from where packages come, or which are kept as they are.',
      },
    ],
    examples: [
      { command: 'zypper search jq', expect: 'pass' },
      { command: 'zypper remove --dry-run jq', expect: 'pass' },
      { command: 'zypper -n remove jq', expect: 'ask' },
      { command: 'zypper removerepo main', expect: 'ask' },
    ],
  },
  {
    names: 'apk',
    about: 'The package manager of Alpine.',
    options: {
      '-p --root -X --repository -t --virtual --repositories-file --keys-dir --arch --cache-dir': 'text',
      '-s --simulate': 'dry',
      '-q --quiet -v --verbose --no-cache -U --update-cache -u --upgrade --allow-untrusted': 'flag',
    },
    kind: 'system',
    effects: [removes('del', 'apk del --simulate NAME')],
    examples: [
      { command: 'apk add --no-cache curl', expect: 'pass' },
      { command: 'apk info', expect: 'pass' },
      { command: 'apk del --simulate curl', expect: 'pass' },
      { command: 'apk del curl', expect: 'ask' },
    ],
  },
  {
    names: 'pacman',
    about: 'The package manager of Arch.',
    options: {
      '-b --dbpath -r --root --cachedir --gpgdir --ignore --ignoregroup --overwrite --color --arch --assume-installed':
        'text',
      '--config': 'reads',
      '--logfile': 'writes',
      '--hookdir': 'loads',
      '-p --print': 'dry',
      '-Q --query -S --sync -U --upgrade -D --database -F --files -T --deptest -y --refresh -u --sysupgrade -s --search -i --info -l --list -q --quiet -n --nosave -c --clean -d -w --noconfirm --needed':
        'flag',
    },
    kind: 'system',
    effects: [removesWith('-R --remove', '-Q --query -S --sync -p --print', 'pacman -Rp NAME')],
    examples: [
      { command: 'pacman -Qi bash', expect: 'pass' },
      { command: 'pacman -Syu --noconfirm', expect: 'pass' },
      { command: 'pacman -Rp jq', expect: 'pass' },
      { command: 'pacman -Rns jq', expect: 'ask' },
    ],
  },
  {
    names: 'emerge',
    about: 'The package manager of Gentoo.',
    options: {
      '-p --pretend': 'dry',
      '-j --jobs --load-average -X --exclude --root --config-root --color': 'text',
      '-a --ask -v --verbose -q --quiet -u --update -D --deep -N --newuse -s --search -S --searchdesc -1 --oneshot -t --tree --sync --info':
        'flag',
    },
    kind: 'system',
    effects: [
      removesWith(
        '-C --unmerge --depclean -c -P --prune --rage-clean --deselect -W',
        '-p --pretend',
        'emerge --pretend --depclean',
      ),
    ],
    examples: [
      { command: 'emerge --search jq', expect: 'pass' },
      { command: 'emerge --pretend --depclean', expect: 'pass' },
      { command: 'emerge --unmerge jq', expect: 'ask' },
    ],
  },
  {
    names: 'nix-env',
    about: 'Installs packages of Nix for a user.',
    options: {
      '-f --file': 'reads',
      '-p --profile -I --arg --argstr -A --attr -E --from-expression -j --max-jobs': { kind: 'text' },
      '-i --install -q --query -u --upgrade -a --available -P -s --status --installed --description --json -b -k':
        'flag',
      '--dry-run': 'dry',
    },
    kind: 'system',
    effects: [
      removesWith('-e --uninstall', '-q --query', 'nix-env -q'),
      {
        code: 'package-remove',
        flags: '--delete-generations --rollback',
        why: 'Deletes older versions, so that there is no way back.',
        safer: 'nix-env --list-generations',
      },
    ],
    examples: [
      { command: 'nix-env -q', expect: 'pass' },
      { command: 'nix-env -iA nixpkgs.jq', expect: 'pass' },
      { command: 'nix-env -e jq', expect: 'ask' },
      { command: 'nix-env --delete-generations old', expect: 'ask' },
    ],
  },
  {
    names: 'nix-collect-garbage',
    about: 'Deletes packages of Nix that nothing uses.',
    options: { '--max-freed': 'text', '--dry-run': 'dry' },
    kind: 'system',
    effects: [
      removesWith('-d --delete-old --delete-older-than', '--dry-run', 'nix-collect-garbage --dry-run'),
    ],
    examples: [
      { command: 'nix-collect-garbage --dry-run -d', expect: 'pass' },
      { command: 'nix-collect-garbage -d', expect: 'ask' },
    ],
  },
  {
    names: 'nix-store',
    about: 'Manages the Nix store.',
    options: {
      '--add-root -j --max-jobs --option': 'text',
      '-q --query -R --requisites --references --referrers --tree --size -r --realise --verify --optimise':
        'flag',
    },
    kind: 'system',
    effects: [
      removesWith(
        '--gc --delete',
        '--print-dead --print-live --print-roots --dry-run',
        'nix-store --gc --print-dead',
      ),
    ],
    examples: [
      { command: 'nix-store -q --references result', expect: 'pass' },
      { command: 'nix-store --gc --print-dead', expect: 'pass' },
      { command: 'nix-store --gc', expect: 'ask' },
    ],
  },
  {
    names: 'snap',
    about: 'Installs and removes snaps.',
    options: {
      '--channel --revision --cohort -n --name --shell-command': 'text',
      '--classic --edge --beta --stable --devmode --dangerous --all --color --purge': 'flag',
    },
    subcommands: { run: { options: { '--command -r': 'text', '--shell': 'flag' } } },
    kind: 'system',
    effects: [removes('remove|disable|revert|forget', 'snap list')],
    examples: [
      { command: 'snap list', expect: 'pass' },
      { command: 'snap install --classic code', expect: 'pass' },
      { command: 'snap remove code', expect: 'ask' },
    ],
  },
  {
    names: 'flatpak',
    about: 'Installs, runs and removes Flatpak apps.',
    options: {
      '--arch --columns --installation --subpath': 'text',
      '--user --system -y --assumeyes --noninteractive --app --runtime -v --verbose': 'flag',
    },
    subcommands: {
      run: {
        options: {
          '--command': 'runs',
          '--branch --cwd --filesystem --env --socket --share --talk-name': 'text',
        },
      },
    },
    kind: 'system',
    effects: [
      removes('uninstall|remove', 'flatpak list'),
      removes('remote-delete|permission-reset|repair', 'flatpak remotes'),
      {
        code: 'security-off',
        when: 'override',
        unless: '--show --reset --nofilesystem --nodevice --nosocket',
        why: 'Lets an app out of its sandbox.',
        safer: 'flatpak override --show APP',
      },
    ],
    examples: [
      { command: 'flatpak override --user --show org.gimp.GIMP', expect: 'pass' },
      { command: 'flatpak override --user --filesystem=host org.gimp.GIMP', expect: 'ask' },
      { command: 'flatpak list --app', expect: 'pass' },
      { command: 'flatpak install -y org.gimp.GIMP', expect: 'pass' },
      { command: 'flatpak uninstall --unused', expect: 'ask' },
      { command: 'flatpak remote-delete flathub', expect: 'ask' },
    ],
  },
  {
    names: 'port',
    about: 'The package manager of MacPorts.',
    options: { '-D': 'cwd', '-F': 'reads', '-v -d -q -n -R -u -f -s -b -c -k -p -N -y': 'flag' },
    kind: 'system',
    effects: [removes('uninstall|deactivate|reclaim|clean', 'port installed')],
    examples: [
      { command: 'port installed', expect: 'pass' },
      { command: 'port uninstall jq', expect: 'ask' },
    ],
  },
  {
    names: 'pkg',
    about: 'The package manager of FreeBSD; Termux and Solaris have one of the same name.',
    options: {
      '-j --jail -c --chroot -C --config -o --option -R -r': 'text',
      '-y --yes -q --quiet -f --force -d -v -N': 'flag',
      '-n --dry-run': 'dry',
    },
    kind: 'system',
    effects: [removes('delete|remove|autoremove|deinstall|uninstall', 'pkg delete -n NAME')],
    examples: [
      { command: 'pkg info', expect: 'pass' },
      { command: 'pkg delete -n jq', expect: 'pass' },
      { command: 'pkg delete -y jq', expect: 'ask' },
    ],
  },
  {
    names: 'brew',
    about: 'The package manager of macOS.',
    options: {
      '-n --dry-run': 'dry',
      '-q --quiet -v --verbose -d --debug -f --force --cask --formula --json --HEAD -g -s --zap': 'flag',
    },
    subcommands: {
      bundle: { options: { '--file': 'reads' }, subcommands: { exec: { runs: {} } } },
      'list|ls|info|search|outdated|deps|config|doctor|leaves|home|desc': {
        options: { '--versions --cask --formula --json --tree --installed -1 -q --greedy': 'flag' },
        operands: 'text',
        plain: true,
      },
      ruby: { options: { '-e': 'code', '-r': 'loads' }, operands: 'script', language: 'ruby' },
    },
    kind: 'system',
    effects: [
      {
        code: 'package-remove',
        when: 'uninstall|remove|rm|autoremove|untap',
        unless: '-n --dry-run',
        why: 'Removes installed programs.',
        safer: 'brew uninstall --dry-run NAME',
      },
      {
        code: 'service-stop',
        when: 'services stop|kill|cleanup',
        why: 'Stops a service.',
        safer: 'brew services list',
      },
    ],
    traits: ['words'],
    examples: [
      { command: 'brew list --versions', expect: 'pass' },
      { command: 'brew install jq', expect: 'pass' },
      { command: 'brew uninstall --dry-run jq', expect: 'pass' },
      { command: 'brew uninstall --force jq', expect: 'ask' },
      { command: 'brew services stop redis', expect: 'ask' },
      { command: 'brew bundle exec rm -rf ~', expect: 'deny' },
      { command: `brew ruby -e 'system("rm -rf ~")'`, expect: 'deny' },
    ],
  },
  {
    names: 'choco',
    about: 'Chocolatey, a package manager for Windows.',
    options: {
      '-s --source --version --params --install-arguments -u --user -p --password': 'text',
      '--whatif --what-if --noop': 'dry',
      '-y --yes -f --force -x --prerelease -n -r': 'flag',
    },
    kind: 'system',
    effects: [removes('uninstall', 'choco uninstall --noop NAME')],
    examples: [
      { command: 'choco list', expect: 'pass' },
      { command: 'choco uninstall --noop jq', expect: 'pass' },
      { command: 'choco uninstall jq -y', expect: 'ask' },
    ],
  },
  {
    names: 'winget',
    about: 'The package manager of Windows.',
    options: {
      '-s --source -v --version --id --name --scope -l --location': 'text',
      '-e --exact --silent --accept-package-agreements --accept-source-agreements': 'flag',
      '-m --manifest -i --import-file': 'reads',
      '-o --output': 'writes',
    },
    kind: 'system',
    effects: [
      removes('uninstall|remove|rm', 'winget list'),
      removes('source remove|reset', 'winget source list'),
    ],
    examples: [
      { command: 'winget list', expect: 'pass' },
      { command: 'winget install jqlang.jq', expect: 'pass' },
      { command: 'winget uninstall jqlang.jq', expect: 'ask' },
      { command: 'winget source reset', expect: 'ask' },
    ],
  },
  {
    names: 'scoop',
    about: 'Scoop, a package manager for Windows.',
    options: { '-a --arch': 'text', '-g --global -p --purge -k --no-cache -f --force': 'flag' },
    kind: 'system',
    effects: [removes('uninstall', 'scoop list'), removes('bucket|cache rm', 'scoop bucket list')],
    examples: [
      { command: 'scoop list', expect: 'pass' },
      { command: 'scoop uninstall jq', expect: 'ask' },
      { command: 'scoop bucket rm extras', expect: 'ask' },
    ],
  },
  {
    names: 'mise',
    about: 'Installs tools in the versions a project asks for, and runs its tasks.',
    traits: ['sets-variables'],
    options: {
      '-C --cd': 'cwd',
      '-E --env -j --jobs': 'text',
      '-y --yes -q --quiet -v --verbose': 'flag',
      '-n --dry-run': 'dry',
    },
    subcommands: {
      'exec|x': {
        options: { '-c --command': 'runs', '-C --cd': 'cwd', '-j --jobs': 'text', '--raw': 'flag' },
        runs: { after: '--' },
      },
      'ls|list|current|doctor|which|where|version': {
        options: { '--json -c --current -i --installed': 'flag' },
        operands: 'text',
        plain: true,
      },
    },
    kind: 'system',
    effects: [{ ...SHIMS, safer: 'mise prune --dry-run' }],
    examples: [
      { command: 'mise ls', expect: 'pass' },
      { command: 'mise exec -- node app.js', expect: 'pass' },
      { command: 'mise exec node@20 -- node app.js', expect: 'pass' },
      {
        command: 'mise uninstall node@18',
        expect: 'pass',
        title: 'A version that one command installs again',
      },
      { command: 'mise implode', expect: 'ask' },
      { command: 'mise x -- rm -rf ~', expect: 'deny' },
      { command: "mise exec -c 'rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'rustup',
    about: 'Installs versions of Rust.',
    options: {
      '-v --verbose -q --quiet': 'flag',
      '--toolchain --profile -c --component -t --target': 'text',
    },
    subcommands: {
      run: { options: { '--install': 'flag' }, runs: { skip: 1 } },
      'show|check': { options: { '-v': 'flag' }, operands: 'text', plain: true },
    },
    kind: 'system',
    effects: [
      {
        code: 'package-remove',
        when: 'self uninstall',
        why: 'Removes Rust with everything it keeps.',
        safer: 'rustup show',
      },
    ],
    examples: [
      { command: 'rustup show', expect: 'pass' },
      { command: 'rustup run nightly cargo test', expect: 'pass' },
      { command: 'rustup self uninstall', expect: 'ask' },
      {
        command: 'rustup toolchain uninstall nightly',
        expect: 'pass',
        title: 'A toolchain that one command installs again',
      },
      { command: 'rustup run stable rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'chezmoi',
    about: 'Manages the dotfiles of a home directory in a repository.',
    options: {
      '-S --source -D --destination -W --working-tree': 'text',
      '-c --config': 'reads',
      '-o --output': 'writes',
      '-n --dry-run': 'dry',
      '-v --verbose --force -k --keep-going -R --refresh-externals': 'flag',
    },
    subcommands: { 'cat|execute-template': { operands: 'reads' }, cd: {} },
    kind: 'system',
    effects: [
      {
        code: 'package-remove',
        when: 'destroy|purge',
        why: 'Deletes files of the home directory and their copies in chezmoi.',
        safer: 'chezmoi destroy --dry-run PATH',
      },
    ],
    examples: [
      { command: 'chezmoi diff', expect: 'pass' },
      { command: 'chezmoi destroy --dry-run ~/.zshrc', expect: 'pass' },
      { command: 'chezmoi purge', expect: 'ask' },
    ],
  },
];
