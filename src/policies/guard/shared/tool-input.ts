// Reads from the input of a tool call whether it is about production, the public, a dry run or the whole machine.

export type Input = Readonly<Record<string, unknown>>;

/** Servers take `true` as a text too. */
export const isTrue = (value: unknown): boolean => value === true || value === 'true';

/** Whether a field of this name has such a value. */
export const flag = (input: Input, field: RegExp, value: RegExp): boolean =>
  Object.entries(input).some(([key, given]) => field.test(key) && value.test(String(given)));

export const isDryRun = (input: Input): boolean =>
  [input.dry_run, input.dryRun, input.dryrun, input.validate_only, input.validateOnly].some(
    (value) => isTrue(value) || /^(client|server|all)$/i.test(String(value)),
  );

/** `environment: 'production'`, `production: true`, `namespace: 'prod'`. */
export const namesProduction = (input: Input): boolean =>
  Object.entries(input).some(
    ([key, value]) =>
      /^(prod|prd|production|live)$/i.test(String(value)) ||
      (/^(is_?)?prod(uction)?$/i.test(key) && isTrue(value)),
  );

const PUBLIC_VALUE =
  /^(public|public-read(-write)?|anyone|anyone_?with_?(the_?)?link|allUsers|allAuthenticatedUsers|everyone|world|anonymous)$/i;
const PUBLIC_FIELD =
  /^(visibility|type|access|acl|scope|role_?type|principal|member|sharing|access_?level|privacy(_?status)?)$/i;
const PUBLIC_FLAG = /^(is_?)?public(ly_?accessible|_?access)?$|^allow_?(unauthenticated|anonymous)$/i;
const ANYWHERE = /^(0\.0\.0\.0|::)\/0$/;

/** Whether a call makes something public: by a flag, a visibility, or an address range that is the whole Internet. */
export const isPublic = (input: Input, name: string): boolean =>
  Object.entries(input).some(
    ([key, value]) =>
      (PUBLIC_FLAG.test(key) && isTrue(value) && !/playlist|channel|schema/.test(name)) ||
      (/^(is_?)?private$/i.test(key) &&
        value === false &&
        /repo|project|gist|bucket|package|space/.test(name)) ||
      (PUBLIC_FIELD.test(key) &&
        typeof value === 'string' &&
        PUBLIC_VALUE.test(value) &&
        !/channel|schema/.test(name)) ||
      (typeof value === 'string' && ANYWHERE.test(value)),
  );

const MOUNTS_HOST = /^"?\/("?:|$)|docker\.sock/;

export function mountsHost({ privileged, ...input }: Input): boolean {
  const mounts = Object.values(input).flatMap((value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : value,
  );
  return isTrue(privileged) || mounts.some((mount) => MOUNTS_HOST.test(String(mount)));
}
