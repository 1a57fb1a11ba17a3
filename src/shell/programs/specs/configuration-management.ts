// Programs that apply a described state to many machines: Ansible, Chef, Puppet and Salt.
import type { CommandSpec, ProgramSpec } from '../spec.ts';

/** Options of Ansible that say which machines are meant, and how it reaches them. */
const MACHINES: CommandSpec['options'] = {
  '-i --inventory -l --limit -u --user -c --connection -T --timeout -e --extra-vars --become-user --become-method --vault-id':
    'text',
  '--vault-password-file --vault-pass-file --private-key --key-file --become-password-file --become-pass-file --connection-password-file':
    'login',
  '-M --module-path': 'loads',
  '--ssh-common-args --ssh-extra-args --scp-extra-args --sftp-extra-args': {
    kind: 'runs',
    only: 'ProxyCommand',
    strip: '^.*?ProxyCommand[= ]',
  },
  '-b --become -K --ask-become-pass -k --ask-pass -J --ask-vault-pass -D --diff -v --verbose --flush-cache --force-handlers --step':
    'flag',
};

const ANSIBLE: CommandSpec['options'] = {
  ...MACHINES,
  '-f --forks': 'text',
  '-C --check --syntax-check --list-hosts --list-tasks --list-tags': 'dry',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'ansible',
    about: 'Runs one task on many machines.',
    options: {
      ...ANSIBLE,
      '-m --module-name -P --poll -B --background --playbook-dir': 'text',
      '-a --args': 'runs',
      '-t --tree': 'writes',
      '-o --one-line': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-apply',
        flags:
          '-a=~state=absent|~state=stopped|~state=killed|~state=latest --args=~state=absent|~state=stopped',
        why: 'Removes or stops something on many machines.',
        safer: 'the same command with --check',
      },
    ],
    examples: [
      { command: 'ansible all -m ping', expect: 'pass' },
      { command: "ansible all -m shell -a 'uptime'", expect: 'pass' },
      { command: "ansible all -m shell -a 'rm -rf /'", expect: 'deny' },
      { command: "ansible all -m file -a 'path=/data state=absent'", expect: 'ask' },
      { command: "ansible all -m file -a 'path=/data state=absent' --check", expect: 'pass' },
      { command: 'ansible all -m setup --tree ~/.ssh', expect: 'deny' },
      { command: "ansible all -m ping --ssh-extra-args='-o ProxyCommand=rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'ansible-playbook',
    about: 'Applies a playbook to many machines.',
    options: { ...ANSIBLE, '-t --tags --skip-tags --start-at-task': 'text' },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-apply',
        when: '*',
        unless: '-c=local --connection=local',
        why: 'Changes real machines.',
        safer: 'ansible-playbook PLAYBOOK --check --diff',
      },
    ],
    examples: [
      { command: 'ansible-playbook site.yml --check', expect: 'pass' },
      { command: 'ansible-playbook -i prod site.yml --list-hosts', expect: 'pass' },
      { command: 'ansible-playbook --syntax-check site.yml', expect: 'pass' },
      { command: 'ansible-playbook -c local site.yml', expect: 'pass' },
      { command: 'ansible-playbook site.yml', expect: 'ask' },
      { command: 'ansible-playbook -i hosts deploy', expect: 'ask' },
    ],
  },
  {
    names: 'ansible-pull',
    about: 'Fetches a playbook from a repository and runs it on this machine.',
    options: {
      ...MACHINES,
      '-U --url': 'host',
      '-d --directory': 'writes',
      '-C --checkout': 'text',
      '-m --module-name -s --sleep -t --tags --skip-tags': 'text',
      '--check --list-hosts': 'dry',
      '-o --only-if-changed -f --force --purge --full --clean --accept-host-key': 'flag',
    },
    kind: 'fetch-and-run',
    effects: [
      {
        code: 'fetch-and-run',
        flags: '-U --url',
        why: 'Fetches a playbook and runs it on this machine.',
        safer: 'git clone URL, then read the playbook',
      },
    ],
    examples: [
      { command: 'ansible-pull -U https://github.com/me/conf', expect: 'ask' },
      { command: 'ansible-pull --check -U https://github.com/me/conf', expect: 'pass' },
    ],
  },
  {
    names: 'ansible-galaxy',
    about: 'Installs and publishes roles and collections for Ansible.',
    options: {
      '-s --server --api-version --timeout --collections-path --version': 'text',
      '--token --api-key': 'login',
      '-p --roles-path --output-path': 'writes',
      '-r --role-file --requirements-file': 'reads',
      '-f --force -n --no-deps --offline --pre --upgrade -U': 'flag',
    },
    kind: 'publish',
    effects: [
      {
        code: 'publish',
        when: 'collection|role publish|import',
        why: 'Publishes a collection or a role; a published version cannot be taken back.',
        safer: 'ansible-galaxy collection build',
      },
      {
        code: 'unpublish',
        when: 'role delete',
        why: 'Unpublishes a role that others use.',
        safer: 'ansible-galaxy role info NAME',
      },
      {
        code: 'unpublish',
        when: 'delete',
        why: 'Unpublishes a role that others use.',
        safer: 'ansible-galaxy role info NAME',
      },
    ],
    examples: [
      { command: 'ansible-galaxy collection install -r requirements.yml', expect: 'pass' },
      {
        command: 'ansible-galaxy role remove geerlingguy.nginx',
        expect: 'pass',
        title: 'Removes a role from this machine only',
      },
      { command: 'ansible-galaxy collection publish a-b-1.tar.gz', expect: 'ask' },
      { command: 'ansible-galaxy role delete me repo', expect: 'ask' },
    ],
  },
  {
    names: 'knife',
    about: 'Manages a Chef server and its machines.',
    options: {
      '-s --server-url -u --user -E --environment -F --format -e --editor --chef-repo-path -x --ssh-user -P --ssh-password -a --attribute':
        'text',
      '-k --key -i --ssh-identity-file --secret --secret-file': 'login',
      '-c --config --config-option': 'loads',
      '-y --yes -V --verbose --purge -p --all': 'flag',
      '-n --dry-run': 'dry',
    },
    subcommands: {
      ssh: {
        options: { '-x --ssh-user -a --attribute -C --concurrency': 'text' },
        runs: { operands: 'source', skip: 1, remote: true },
      },
      exec: { options: { '-E --exec': 'code' }, operands: 'script', language: 'ruby' },
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-destroy',
        when: 'node|client|role|environment|cookbook|user|tag|org|acl|group delete|bulk',
        why: 'Deletes a machine or a rule from the inventory.',
        safer: 'knife node list',
      },
      {
        code: 'iac-destroy',
        when: 'data bag delete',
        why: 'Deletes data that machines rely on.',
        safer: 'knife data bag list',
      },
      {
        code: 'iac-destroy',
        when: 'delete',
        why: 'Deletes something on the Chef server.',
        safer: 'knife list /',
      },
      {
        code: 'iac-destroy',
        when: 'upload|download',
        flags: '--purge',
        why: 'Deletes files on one side that are missing on the other.',
        safer: 'knife diff',
      },
      {
        code: 'secret-read',
        when: 'vault|data show|decrypt|bag',
        flags: '--secret --secret-file --mode',
        kind: 'read',
        why: 'Prints decrypted data.',
      },
    ],
    examples: [
      { command: 'knife node list', expect: 'pass' },
      { command: 'knife node delete web1 -y', expect: 'ask' },
      { command: 'knife data bag delete users', expect: 'ask' },
      { command: "knife ssh 'role:web' uptime", expect: 'pass' },
      { command: "knife ssh 'role:web' 'rm -rf /'", expect: 'deny' },
      { command: `knife exec -E 'system("rm -rf ~")'`, expect: 'deny' },
      { command: 'knife upload / --purge', expect: 'ask' },
      { command: 'knife data bag show secrets db --secret-file key', expect: 'ask' },
    ],
  },
  {
    names: 'puppet',
    about: 'Applies manifests to machines.',
    options: {
      '--environment --server --certname --ca_server --logdest -l': 'text',
      '--config --confdir --vardir --modulepath --basemodulepath': 'text',
      '-e --execute': 'text',
      '--noop --validate --parser': 'dry',
      '-t --test -d --debug -v --verbose --onetime --no-daemonize --detailed-exitcodes --all': 'flag',
    },
    subcommands: {
      parser: { subcommands: { validate: { operands: 'reads' } } },
      apply: { operands: 'reads' },
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-destroy',
        when: 'node|cert|ca purge|clean|deactivate|destroy|revoke',
        why: 'Deletes a machine from the inventory.',
        safer: 'puppet node find NAME',
      },
      {
        code: 'iac-apply',
        when: 'apply',
        why: 'Changes this machine as the manifest says.',
        safer: 'puppet apply --noop FILE',
      },
      {
        code: 'iac-apply',
        when: 'agent',
        flags: '-t --test --onetime',
        why: 'Changes this machine as the server says.',
        safer: 'puppet agent --test --noop',
      },
      {
        code: 'iac-apply',
        when: 'resource ** ensure=*',
        why: 'Changes a user, a package or a service of this machine.',
        safer: 'puppet resource TYPE NAME',
      },
    ],
    traits: ['unread-code'],
    examples: [
      { command: 'puppet parser validate site.pp', expect: 'pass' },
      { command: 'puppet apply --noop site.pp', expect: 'pass' },
      { command: 'puppet apply site.pp', expect: 'ask' },
      { command: `puppet apply -e "exec { '/bin/sh': }"`, expect: 'ask' },
      { command: 'puppet agent -t', expect: 'ask' },
      { command: 'puppet resource user bob', expect: 'pass' },
      { command: 'puppet resource user bob ensure=absent', expect: 'ask' },
      { command: 'puppet node purge web1', expect: 'ask' },
    ],
  },
  {
    names: 'salt',
    about: 'Runs commands on many machines, or applies states to them.',
    options: {
      '-c --config-dir -t --timeout --out --output -b --batch-size --username --state-output -l --log-level':
        'text',
      '--password --eauth -a': 'login',
      '--out-file --output-file --log-file': 'writes',
      '-E --pcre -L --list -G --grain -P --grain-pcre -N --nodegroup -R --range -C --compound -I --pillar -S --ipcidr --async -v --verbose -s --static':
        'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-apply',
        when: '* cmd.*|state.*|service.stop|system.*|pkg.remove|pkg.purge|file.remove|user.delete',
        except: 'test=true|state.show_*',
        why: 'Runs commands on many machines.',
        safer: "salt '*' test.ping",
      },
    ],
    examples: [
      { command: "salt '*' test.ping", expect: 'pass' },
      { command: "salt '*' cmd.run 'uptime'", expect: 'ask' },
      { command: "salt '*' state.apply", expect: 'ask' },
      { command: "salt '*' state.apply test=True", expect: 'pass' },
      { command: "salt '*' test.ping --out-file ~/.bashrc", expect: 'ask' },
    ],
  },
  {
    names: 'chef-client chef-solo',
    about: 'Applies Chef recipes to this machine.',
    options: {
      '-S --server -N --node-name -E --environment -r --runlist -o --override-runlist -i --interval -s --splay -l --log_level -u --user -g --group':
        'text',
      '-k --client_key -K --validation_key': 'login',
      '-c --config --config-option': 'loads',
      '-j --json-attributes': 'reads',
      '-L --logfile -P --pid --lockfile': 'writes',
      '--recipe-url': 'host',
      '-W --why-run': 'dry',
      '-z --local-mode --once -d --daemonize': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-apply',
        why: 'Changes this machine as the recipes say.',
        safer: 'chef-client --why-run',
      },
      {
        code: 'fetch-and-run',
        flags: '--recipe-url',
        kind: 'fetch-and-run',
        why: 'Fetches recipes and runs them on this machine.',
        safer: 'chef-client --why-run',
      },
    ],
    examples: [
      { command: 'chef-client --why-run', expect: 'pass' },
      { command: 'chef-client --version', expect: 'pass' },
      { command: 'chef-client -z -r recipe[web]', expect: 'ask' },
    ],
  },
];
