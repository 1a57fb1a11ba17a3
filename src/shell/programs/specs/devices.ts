// Programs that control phones, and the firmware of the machine.
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

const changes = (when: string, safer: string, why: string): EffectRule => ({
  code: 'machine-setting',
  when,
  why,
  safer,
});

/** Options of adb and fastboot that say which device is meant. */
const DEVICE: CommandSpec['options'] = { '-s -t -H -P -L': 'text', '-a -d -e': 'flag' };

const FIRMWARE = 'Writes the firmware of the machine.';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'adb',
    about: 'Controls Android devices.',
    options: DEVICE,
    subcommands: {
      shell: { options: { '-n -T -t -x': 'flag', '-e': 'text' }, runs: { operands: 'source', remote: true } },
      push: { options: { '--sync -z -Z -n': 'flag' } },
      pull: { options: { '-a -z -Z': 'flag' }, operands: 'second' },
    },
    kind: 'system',
    effects: [
      changes(
        'uninstall|remount|reboot|root|unroot|disable-verity|enable-verity|sideload|restore|clear|wipe|format|erase|oem',
        'adb devices',
        'Deletes data of a device, or changes how it starts.',
      ),
    ],
    examples: [
      { command: 'adb devices', expect: 'pass' },
      { command: 'adb install app.apk', expect: 'pass' },
      { command: 'adb shell ls /sdcard', expect: 'pass' },
      { command: 'adb uninstall com.example.app', expect: 'ask' },
      { command: 'adb -s emulator-5554 reboot', expect: 'ask' },
    ],
  },
  {
    names: 'fastboot',
    about: 'Flashes the partitions of Android devices.',
    options: { ...DEVICE, '-i -c -b -S': 'text', '-w': 'flag' },
    kind: 'system',
    effects: [
      changes(
        'erase|flash|flashall|flashing|format|format:*|wipe|clear|reboot|reboot-*|oem|update|boot|set_active|delete-logical-partition|snapshot-update|gsi',
        'fastboot devices',
        'Deletes data of a device, or changes how it starts.',
      ),
      {
        code: 'machine-setting',
        flags: '-w',
        why: 'Deletes the data of the device.',
        safer: 'fastboot devices',
      },
    ],
    examples: [
      { command: 'fastboot devices', expect: 'pass' },
      { command: 'fastboot getvar all', expect: 'pass' },
      { command: 'fastboot flash boot boot.img', expect: 'ask' },
      { command: 'fastboot -w', expect: 'ask' },
    ],
  },
  {
    names: 'pm',
    about: 'The package manager of Android.',
    options: { '--user -i': 'text', '-f -d -e -s -3 -k -r -g': 'flag' },
    kind: 'system',
    effects: [
      changes(
        'uninstall|clear|disable|disable-user|hide|suspend|revoke',
        'pm list packages',
        'Removes an app, or its data.',
      ),
    ],
    examples: [
      { command: 'pm list packages', expect: 'pass' },
      { command: 'pm clear com.example.app', expect: 'ask' },
    ],
  },
  {
    names: 'fwupdmgr',
    about: 'Updates the firmware of the machine.',
    options: {
      '--filter -P --plugins': 'text',
      '-y --assume-yes --force --json -v --verbose --offline': 'flag',
    },
    kind: 'system',
    effects: [
      changes(
        'install*|update|upgrade|downgrade|reinstall|local-install|activate|clear-*|switch-branch|unlock|modify-*|disable-remote',
        'fwupdmgr get-updates',
        FIRMWARE,
      ),
    ],
    examples: [
      { command: 'fwupdmgr get-updates', expect: 'pass' },
      { command: 'fwupdmgr update -y', expect: 'ask' },
    ],
  },
  {
    names: 'fwupdtool',
    about: 'Updates the firmware of the machine, without its service.',
    options: { '--filter --plugins': 'text', '--force --json -v --verbose': 'flag' },
    kind: 'system',
    effects: [
      changes(
        'install*|update|upgrade|downgrade|reinstall|local-install|activate|clear-*|detach|attach|esp-mount|unbind-driver',
        'fwupdtool get-devices',
        FIRMWARE,
      ),
    ],
    examples: [
      { command: 'fwupdtool get-devices', expect: 'pass' },
      { command: 'fwupdtool install firmware.cab', expect: 'ask' },
    ],
  },
];
