// Default values of the config. The defaults of a policy's own options are in the policy.
export const contextDefaults = { limit: 9_500 };

export const retentionDefaults = {
  events_days: 30,
  metrics_days: 400,
  memory_days: 90,
  memory_per_project: 500,
  tasks_days: 7,
  labels: true,
  parameters: true,
  content: false,
};
