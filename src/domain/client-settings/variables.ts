// Environment variables that a settings file must not set, because every hook gets them: they load code into Pawl's
// process, change how its runtime behaves, lead it to another home, or make the client ignore the hooks.

/** Prefixes of variables that the dynamic loader, the C library (`MALLOC_TOP_PAD_`), Pawl or its runtime obey. */
const prefixes = ['LD_', 'DYLD_', 'MALLOC_', 'PAWL_', 'BUN_', 'JSC_'];

/** Variables that only say where the package manager keeps its files. */
const harmless = ['BUN_INSTALL', 'BUN_INSTALL_BIN', 'BUN_INSTALL_CACHE_DIR', 'BUN_INSTALL_GLOBAL_DIR'];

const names = [
  // Loader and C library.
  'GCONV_PATH',
  'GLIBC_TUNABLES',
  // Where the client and Pawl look for their files.
  'HOME',
  'USERPROFILE',
  'CLAUDE_CONFIG_DIR',
  'CLAUDE_PROJECT_DIR',
  'CLAUDE_PLUGIN_ROOT',
  'CLAUDE_CODE_MANAGED_SETTINGS_PATH',
  'CLAUDE_CODE_REMOTE_SETTINGS_PATH',
  'CLAUDE_CODE_HOST_OWNED_CONFIG_DIR',
  // The client runs without hooks, or without some of them.
  'CLAUDE_CODE_SIMPLE',
  'CLAUDE_CODE_SAFE_MODE',
  'CLAUDE_CODE_RESTRICTED',
  'CLAUDE_CODE_RESTRICT_PERSONAL_CONFIG',
  'CLAUDE_CODE_IGNORE_PERSISTED_TRUST',
  'CLAUDE_CODE_PERSONAL_HOOKS_OFF',
  'DISABLE_HOOKS',
  // Puts another program before the commands that the client starts.
  'CLAUDE_CODE_SHELL_PREFIX',
  'CLAUDE_CODE_PROCESS_WRAPPER',
];

const hookSwitches = /^CLAUDE_CODE_(DISABLE|SKIP)_\w*HOOK/;

/** Case does not matter on Windows, and no harmless variable differs from these only in case. */
export function weakensPawl(variable: string): boolean {
  const name = variable.toUpperCase();
  if (harmless.includes(name)) return false;
  return (
    prefixes.some((prefix) => name.startsWith(prefix)) || names.includes(name) || hookSwitches.test(name)
  );
}
