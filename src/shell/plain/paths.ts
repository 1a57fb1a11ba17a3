// Files of a project that nobody has anything to say about: what most calls are about. Where it is not sure, the guard
// is asked.

/** Files whose name or place says nothing but that they are code or text. No dot in front, no way up. */
const ORDINARY = /^(?:[A-Za-z0-9_][\w@+-]*(?:\.[\w-]+)*(?:\/|$))*$/;
/** Searched one by one: a pattern of them all takes ten times as long to compile. */
const SENSITIVE =
  'env key pem ppk p12 pfx jks kdb asc secret cred token privat netrc pass vault wallet cookie login kube rclone admin service settings config database id_ _rsa _dsa ecdsa 25519 pkcs ovpn tfvars tfstate lock shrinkwrap .sum npmrc history hooks launch auth.json .png .jpg .jpeg .gif .webp .pdf .bmp .tif';
let telling: string[] | undefined;

function looksSensitive(path: string): boolean {
  const lower = path.toLowerCase();
  telling ??= SENSITIVE.split(' ');
  for (const word of telling) if (lower.includes(word)) return true;
  return false;
}

/** Roots that are not a project's: the system's, a person's library. */
const SYSTEM =
  /^\/(?:$|(?:bin|boot|dev|etc|lib\w*|opt|proc|run|sbin|snap|sys|usr|var|System|Library|Applications|private|nix|efi|cores|(?:home|Users)\/[^/]+\/Library)(?:\/|$))/;

/** Who works in `~/.ssh` has no project there. The client's own worktrees are projects. */
const isHidden = (root: string) => root.replace('/.claude/worktrees/', '/').includes('/.');

export function isOrdinary(path: string | undefined, root: string): boolean {
  if (path === undefined || (path !== root && !path.startsWith(`${root}/`))) return false;
  if (SYSTEM.test(root) || isHidden(root)) return false;
  const inside = path.slice(root.length + 1);
  return ORDINARY.test(inside) && !looksSensitive(inside);
}
