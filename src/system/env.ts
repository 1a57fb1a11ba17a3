/** Variables of a process's environment. */
export type Env = Record<string, string | undefined>;
