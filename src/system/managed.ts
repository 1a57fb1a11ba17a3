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
  // Every user may make files in C:\ProgramData, so the config is elsewhere.
  win32: {
    program: 'C:\\Program Files\\Pawl\\bin\\pawl.exe',
    control: 'C:\\Program Files\\Pawl Config',
    settings: 'C:\\Program Files\\ClaudeCode',
  },
};

export const managedLayout = (platform: NodeJS.Platform): ManagedLayout =>
  layouts[platform] ?? { ...unix, settings: '/etc/claude-code' };

export const managed = managedLayout(process.platform);

/**
 * The program of a managed installation is setgid to this group, which has no members. The dynamic loader then ignores
 * variables such as LD_PRELOAD, with which a user's settings could load code into it. The program leaves the group at
 * once (`leaveLoaderGroup`).
 */
export const loaderGroup = 65_533;

export function leaveLoaderGroup(program = process.execPath): void {
  if (program === managed.program) process.setegid?.(process.getgid!());
}

/** The settings file that registers the managed installation. Windows takes both kinds of slashes. */
export const registrationIn = ({ settings }: ManagedLayout) => `${settings}/managed-settings.d/50-pawl.json`;

export const managedRegistration = registrationIn(managed);
