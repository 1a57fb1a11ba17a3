// The value of a member: `os.environ.HOME`, `path.parent`, or the name of a function such as `os.remove`.
import { canonicalModuleName } from '../modules.ts';
import { deriveValue, textsOf, textValue, UNKNOWN, type Value } from '../value.ts';

export const IS_HOME =
  /^(?:Dir\.home|process\.env\.HOME|os\.environ\.HOME|environ\.HOME|ENV\.HOME|\$ENV\.HOME|\$_ENV\.HOME|\$_SERVER\.HOME|Bun\.env\.HOME|Deno\.env\.HOME)$/;

export const IS_ENVIRONMENT =
  /^(?:process\.env|os\.environ|environ|ENV|\$ENV|\$_ENV|Bun\.env|import\.meta\.env|System\.getenv)$/;

const IS_WORKING_DIRECTORY =
  /^(?:__dirname|import\.meta\.(?:dir|dirname|url)|__FILE__|__dir__|__file__|__DIR__|__filename)$/;

const IS_PARENT_PROCESS = /^(?:process\.ppid|Process\.ppid)$/;

export const PARENT_PROCESS: Value = { origins: [{ kind: 'variable', name: 'PPID' }] };

/** Longer chains of members are no name of a function that the tables know. */
const MAX_NAME = 200;

/** A file or folder with a name that is made up when the code runs. */
export const TEMPORARY_PATH = '/tmp/made';

/** The member of a value: a full name, or a method of something unknown. */
export function memberOf(value: Value, name: string): Value {
  const member = namedMember(value, name);
  return value.place === undefined ? member : { ...member, place: value.place };
}

function namedMember(value: Value, name: string): Value {
  if (name === 'name' && value.texts?.[0] === TEMPORARY_PATH) return value;
  if (value.glob && ENTRY_PATH.test(name)) return value;
  if (value.fullName === undefined || value.texts)
    return PATH_PROPERTIES.test(name) && value.path
      ? readPathProperty(value, name)
      : { fullName: `.${name}`, self: value, origins: value.origins };
  if (value.fullName.length > MAX_NAME) return { self: value, origins: value.origins };
  const fullName = canonicalModuleName(`${value.fullName}.${name}`);
  if (IS_HOME.test(fullName)) return textValue('~');
  if (IS_WORKING_DIRECTORY.test(fullName)) return textValue('.');
  if (fullName === 'sys.executable') return textValue('python3');
  if (IS_PARENT_PROCESS.test(fullName)) return PARENT_PROCESS;
  if (IS_ENVIRONMENT.test(value.fullName)) return environmentMember(name, fullName);
  return {
    fullName,
    self: value.self ?? value,
    origins: IS_ENVIRONMENT.test(fullName) ? [{ kind: 'environment', name: 'env' }] : value.origins,
  };
}

export const environmentMember = (name: string, fullName: string): Value =>
  name === 'keys'
    ? UNKNOWN
    : /^(?:get|fetch|copy|items|values|pop|setdefault|update|to_h|to_a|to_s|inspect|each|map)$/.test(name)
      ? { fullName, origins: [{ kind: 'environment', name: 'env' }] }
      : { origins: [{ kind: 'variable', name: name }] };

const PATH_PROPERTIES = /^(?:parent|parents|name|stem|suffix|anchor)$/;

/** `entry.path` of a file that was found in a folder. */
const ENTRY_PATH = /^(?:path|fullPath|parentPath)$/;

const readPathProperty = (value: Value, name: string): Value =>
  name === 'parent'
    ? { ...value, texts: textsOf(value).map((path) => path.replace(/\/?[^/]*$/, '') || '.') }
    : deriveValue([value]);

/** The value of a name that nothing was assigned to. */
export function resolveName(value: Value): Value {
  return value.fullName !== undefined && IS_WORKING_DIRECTORY.test(value.fullName) ? textValue('.') : value;
}
