// The types that the client accepts in a settings file, as far as Pawl knows (seen with 2.1.325). One value of the
// wrong type makes the client ignore the whole file, and with it the hooks that are registered there.
import { isObject } from '../../core/json.ts';

const words = (text: string) => text.trim().split(/\s+/);

const booleans = words(`
  respectGitignore includeCoAuthoredBy includeGitInstructions enforceAvailableModels enableAllProjectMcpServers
  disableClaudeAiConnectors disableBundledSkills disableAllHooks disableReplyCheck disableAgentView
  disableRemoteControl disableWorkflows disableArtifact enableArtifact enableWorkflows
  workflowKeywordTriggerEnabled disableSkillShellExecution disableWindowsBashCommandSplit bashEditDiffEnabled
  respondToBashCommands allowManagedHooksOnly allowManagedPermissionRulesOnly allowManagedMcpServersOnly
  allowAllClaudeAiMcps skipWebFetchPreflight spinnerTipsEnabled clawdFileProgressEnabled
  syntaxHighlightingDisabled terminalTitleFromRename alwaysThinkingEnabled fastMode fastModePerSessionOptIn
  promptSuggestionEnabled emojiCompletionEnabled awaySummaryEnabled responseComparisonEnabled
  showClearContextOnPlanAccept channelsEnabled prefersReducedMotion doneMeansMerged autoMemoryEnabled
  autoDreamEnabled showThinkingSummaries skipDangerousModePermissionPrompt skipWorkflowUsageWarning verbose
  autoCompactEnabled precomputeCompactionEnabled idleCompaction switchModelsOnFlag autoContinueAtUsageLimit
  autoScrollEnabled wheelScrollAccelerationEnabled fileCheckpointingEnabled showTurnDuration
  showMessageTimestamps terminalProgressBarEnabled todoFeatureEnabled remoteControlAtStartup
  isolatePeerMachines autoUploadSessions inputNeededNotifEnabled agentPushNotifEnabled
  wslInheritsWindowsSettings syncClaudeAiSkills syncClaudeAiPlugins disableSideloadFlags`);

const strings = words(`
  $schema apiKeyHelper proxyAuthHelper awsCredentialExport awsAuthRefresh gcpAuthRefresh processWrapper model
  otelHeadersHelper outputStyle language advisorModel agent minimumVersion plansDirectory timeZone timeFormat
  autoMemoryDirectory claudeMd prUrlTemplate`);

const lists = words(`
  fallbackModel availableModels deniedModels enabledMcpjsonServers disabledMcpjsonServers allowedHttpHookUrls
  httpHookAllowedEnvVars companyAnnouncements claudeMdExcludes pluginSuggestionMarketplaces`);

/** A value that the client does not understand is left out, and the rest of the file counts. */
const forgiving = words(`
  bashOutputMaxChars taskOutputMaxChars strictPluginOnlyCustomization prependPlugins appendPlugins
  forceLoginMethod viewMode spinnerTipsOverride maxProseWidth promptCacheTtl subagentPromptCacheTtl effortLevel
  maxEffortLevel ultracode askUserQuestionTimeout dialogExpiry modelProposedGoals theme editorMode
  keybindingFlavor vimInsertModeRemaps preferredNotifChannel precomputeArmTokens teammateMode
  crossSessionInbound`);

const choices: Record<string, readonly string[]> = {
  availableModelsMatch: ['prefix', 'exact'],
  workflowSizeGuideline: ['unrestricted', 'small', 'medium', 'large'],
  defaultShell: ['bash', 'powershell'],
  feedbackDrafts: ['notify', 'quiet', 'off'],
  autoUpdatesChannel: ['latest', 'stable', 'rc'],
  tui: ['default', 'fullscreen'],
  disableAutoMode: ['disable'],
};

const permissionLists = ['allow', 'deny', 'ask', 'additionalDirectories'];
const permissionModes = ['default', 'manual', 'plan', 'acceptEdits', 'auto', 'dontAsk', 'bypassPermissions'];

const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Whether the client accepts this value; undefined if Pawl does not know. */
export function isAccepted(key: string, value: unknown): boolean | undefined {
  if (booleans.includes(key)) return typeof value === 'boolean';
  if (strings.includes(key)) return typeof value === 'string';
  if (lists.includes(key)) return isTexts(value);
  if (forgiving.includes(key)) return true;
  if (Object.hasOwn(choices, key)) return choices[key]!.includes(value as string);
  return Object.hasOwn(structured, key) ? structured[key]!(value) : undefined;
}

const structured: Record<string, (value: unknown) => boolean | undefined> = {
  // A variable that is not a text is left out.
  env: isObject,
  cleanupPeriodDays: (value) => Number.isInteger(value) && (value as number) > 0,
  permissions: (value) => isObject(value) && allAccepted(Object.entries(value).map(isPermission)),
  enabledPlugins: (value) =>
    isObject(value) && Object.values(value).every((plugin) => typeof plugin === 'boolean' || isTexts(plugin)),
  statusLine: (value) =>
    isObject(value) && value.type === 'command' && typeof value.command === 'string' && isStatusLine(value),
  hooks: (value) => isObject(value) && strictEvents.every((event) => areValidGroups(value[event])),
};

function isPermission([key, value]: [string, unknown]): boolean | undefined {
  if (permissionLists.includes(key)) return isTexts(value);
  if (key === 'defaultMode') return permissionModes.includes(value as string);
  return key === 'disableBypassPermissionsMode' ? value === 'disable' : undefined;
}

function allAccepted(all: readonly (boolean | undefined)[]): boolean | undefined {
  return all.includes(false) ? false : all.includes(undefined) ? undefined : true;
}

const isStatusLine = ({ padding = 0 }: Record<string, unknown>) => typeof padding === 'number';

/** On these events one invalid entry makes the client ignore the whole file; elsewhere only that entry. */
const strictEvents = ['PreToolUse', 'PermissionRequest'];

function areValidGroups(groups: unknown): boolean {
  return groups === undefined || (Array.isArray(groups) && groups.every(isValidGroup));
}

function isValidGroup(group: unknown): boolean {
  if (!isObject(group) || !Array.isArray(group.hooks)) return false;
  return (
    (group.matcher === undefined || typeof group.matcher === 'string') && group.hooks.every(isValidHandler)
  );
}

/** The keys that a handler of each type needs. */
const required: Record<string, readonly string[]> = {
  command: ['command'],
  http: ['url'],
  prompt: ['prompt'],
  agent: ['prompt'],
  mcp_tool: ['server', 'tool'],
};

const optional: Record<string, (value: unknown) => boolean> = {
  timeout: (value) => typeof value === 'number' && value > 0,
  args: isTexts,
  if: (value) => typeof value === 'string',
  shell: (value) => value === 'bash' || value === 'powershell',
  async: (value) => typeof value === 'boolean',
  asyncRewake: (value) => typeof value === 'boolean',
  once: (value) => typeof value === 'boolean',
  statusMessage: (value) => typeof value === 'string',
  model: (value) => typeof value === 'string',
  onFailure: (value) => value === 'block' || value === 'continue',
};

function isValidHandler(handler: unknown): boolean {
  if (!isObject(handler) || typeof handler.type !== 'string' || !Object.hasOwn(required, handler.type))
    return false;
  if (!required[handler.type]!.every((key) => typeof handler[key] === 'string')) return false;
  return Object.entries(optional).every(
    ([key, isValid]) => handler[key] === undefined || isValid(handler[key]),
  );
}
