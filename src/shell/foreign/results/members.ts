// The value of a member, from the value of its object and its name: `os.environ.HOME`, `path.parent`, or a function
// such as `os.remove`, whose full name the tables of calls.ts know. Also the names that stand for the folder of the code.
import { canonicalModuleName } from '../modules.ts';
import { deriveValue, textsOf, textValue, UNKNOWN, type Value } from '../value.ts';

/** The variable that holds the home directory. */
export const IS_HOME =
  /^(?:Dir\.home|process\.env\.HOME|os\.environ\.HOME|environ\.HOME|ENV\.HOME|\$ENV\.HOME|\$_ENV\.HOME|\$_SERVER\.HOME|Bun\.env\.HOME|Deno\.env\.HOME)$/;

/** Objects that hold all environment variables. */
export const IS_ENVIRONMENT =
  /^(?:process\.env|os\.environ|environ|ENV|\$ENV|\$_ENV|Bun\.env|import\.meta\.env|System\.getenv)$/;

/** The folder or the file of the code itself, which is taken for the working directory. */
const IS_WORKING_DIRECTORY =
  /^(?:__dirname|import\.meta\.(?:dir|dirname|url)|__FILE__|__dir__|__file__|__DIR__|__filename)$/;

const IS_PARENT_PROCESS = /^(?:process\.ppid|Process\.ppid)$/;

export const PARENT_PROCESS: Value = { origins: [{ kind: 'variable', name: 'PPID' }] };

/** A longer chain of members is no name of a function that the tables know. */
const MAX_NAME = 200;

/** A file or folder with a name that is made up when the code runs. */
export const TEMPORARY_PATH = '/tmp/made';

/** The member of a value. An unknown object has a method `.name`; a connection keeps its place. */
export function memberOf(value: Value, name: string): Value {
  const member = memberWithoutPlace(value, name);
  return value.place === undefined ? member : { ...member, place: value.place };
}

function memberWithoutPlace(value: Value, name: string): Value {
  // `NamedTemporaryFile().name` is the path of the file.
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

/** `os.environ.HOME` is a variable, `os.environ.items` a function that returns the environment. */
function environmentMember(name: string, fullName: string): Value {
  // The names of variables are no secret.
  if (name === 'keys') return UNKNOWN;
  if (RETURNS_ENVIRONMENT.test(name)) return { fullName, origins: [{ kind: 'environment', name: 'env' }] };
  return { origins: [{ kind: 'variable', name }] };
}

const RETURNS_ENVIRONMENT =
  /^(?:get|fetch|copy|items|values|pop|setdefault|update|to_h|to_a|to_s|inspect|each|map)$/;

const PATH_PROPERTIES = /^(?:parent|parents|name|stem|suffix|anchor)$/;

/** `entry.path` of a file that was found in a folder. */
const ENTRY_PATH = /^(?:path|fullPath|parentPath)$/;

/** `path.parent` is a path; what else is known of `path.stem` and the like is its origin. */
const readPathProperty = (value: Value, name: string): Value =>
  name === 'parent'
    ? { ...value, texts: textsOf(value).map((path) => path.replace(/\/?[^/]*$/, '') || '.') }
    : deriveValue([value]);

/** The value of a name after it was looked up: one that stands for the folder of the code is `.`. */
export function resolveName(value: Value): Value {
  return value.fullName !== undefined && IS_WORKING_DIRECTORY.test(value.fullName) ? textValue('.') : value;
}
