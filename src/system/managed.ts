// Where an administrator's installation (`pawl init --managed`) puts its files. All of them belong to root, and none of
// these paths can be set by a variable.

interface ManagedLayout {
  /** The program that hooks run. */
  program: string;
  /** Config, policies, trust, pauses and grants. */
  control: string;
  /** The client's folder for an administrator's settings. */
  settings: string;
}

const unix = { program: '/usr/local/lib/pawl/bin/pawl', control: '/etc/pawl' };

const layouts: Partial<Record<NodeJS.Platform, ManagedLayout>> = {
  darwin: { ...unix, settings: '/Library/Application Support/ClaudeCode' },
  win32: {
    program: 'C:\\Program Files\\Pawl\\bin\\pawl.exe',
    control: 'C:\\ProgramData\\Pawl',
    settings: 'C:\\Program Files\\ClaudeCode',
  },
};

export const managed: ManagedLayout = layouts[process.platform] ?? { ...unix, settings: '/etc/claude-code' };

/**
 * The program of a managed installation has the group bit of this group, to which nobody belongs. The dynamic loader then
 * ignores variables such as LD_PRELOAD, with which a user's settings could load code into it. The program gives the group
 * up at once (`leaveLoaderGroup`).
 */
export const loaderGroup = 65_533;

export function leaveLoaderGroup(program = process.execPath): void {
  if (program === managed.program) process.setegid?.(process.getgid!());
}

/** The settings file that registers the managed installation. */
export const managedRegistration = `${managed.settings}/managed-settings.d/50-pawl.json`;
