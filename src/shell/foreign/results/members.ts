// The value of a member: `os.environ.HOME`, `path.parent`, or the name of a function such as `os.remove`.
import { moduleOf } from '../modules.ts';
import { derived, text, textsOf, UNKNOWN, type Value } from '../value.ts';

export const HOME =
  /^(?:Dir\.home|process\.env\.HOME|os\.environ\.HOME|environ\.HOME|ENV\.HOME|\$ENV\.HOME|\$_ENV\.HOME|\$_SERVER\.HOME|Bun\.env\.HOME|Deno\.env\.HOME)$/;

export const ENVIRONMENT =
  /^(?:process\.env|os\.environ|environ|ENV|\$ENV|\$_ENV|Bun\.env|import\.meta\.env|System\.getenv)$/;

const HERE = /^(?:__dirname|import\.meta\.(?:dir|dirname|url)|__FILE__|__dir__|__file__|__DIR__|__filename)$/;

const PARENT = /^(?:process\.ppid|Process\.ppid)$/;

export const PARENT_PROCESS: Value = { origins: [{ kind: 'variable', name: 'PPID' }] };

/** Longer chains of members are no name of a function that the tables know. */
const MAX_NAME = 200;

/** A file or folder with a name that is made up when the code runs. */
export const TEMPORARY = '/tmp/made';

/** The member of a value: a full name, or a method of something unknown. */
export function memberOf(value: Value, name: string): Value {
  const member = namedMember(value, name);
  return value.place === undefined ? member : { ...member, place: value.place };
}

function namedMember(value: Value, name: string): Value {
  if (name === 'name' && value.texts?.[0] === TEMPORARY) return value;
  if (value.glob && ENTRY_PATH.test(name)) return value;
  if (value.ref === undefined || value.texts)
    return PROPERTIES.test(name) && value.path
      ? propertyOf(value, name)
      : { ref: `.${name}`, self: value, origins: value.origins };
  if (value.ref.length > MAX_NAME) return { self: value, origins: value.origins };
  const ref = moduleOf(`${value.ref}.${name}`);
  if (HOME.test(ref)) return text('~');
  if (HERE.test(ref)) return text('.');
  if (ref === 'sys.executable') return text('python3');
  if (PARENT.test(ref)) return PARENT_PROCESS;
  if (ENVIRONMENT.test(value.ref)) return environment(name, ref);
  return {
    ref,
    self: value.self ?? value,
    origins: ENVIRONMENT.test(ref) ? [{ kind: 'environment', name: 'env' }] : value.origins,
  };
}

export const environment = (name: string, ref: string): Value =>
  name === 'keys'
    ? UNKNOWN
    : /^(?:get|fetch|copy|items|values|pop|setdefault|update|to_h|to_a|to_s|inspect|each|map)$/.test(name)
      ? { ref, origins: [{ kind: 'environment', name: 'env' }] }
      : { origins: [{ kind: 'variable', name: name }] };

const PROPERTIES = /^(?:parent|parents|name|stem|suffix|anchor)$/;

/** `entry.path` of a file that was found in a folder. */
const ENTRY_PATH = /^(?:path|fullPath|parentPath)$/;

const propertyOf = (value: Value, name: string): Value =>
  name === 'parent'
    ? { ...value, texts: textsOf(value).map((path) => path.replace(/\/?[^/]*$/, '') || '.') }
    : derived([value]);

/** The value of a name that nothing was assigned to. */
export function valueOfName(value: Value): Value {
  return value.ref !== undefined && HERE.test(value.ref) ? text('.') : value;
}
