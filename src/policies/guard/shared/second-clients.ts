// Clients that are started where Pawl, its settings or its home may be missing: an older version, or inside a sandbox, a
// container, another account or another machine.
import { pattern } from '../../../shell/base/pattern.ts';
import type { ShellCommand } from '../../../shell/types.ts';

/** Programs that change what the program they start can see: its files, its user, its machine or its clock. */
const SURROUNDS = pattern(`
  ^(firejail|bwrap|proot|chroot|fakechroot|fakeroot|systemd-nspawn|unshare|nsenter|docker|podman|
  nerdctl|lima|limactl|orb|multipass|vagrant|devcontainer|distrobox|toolbox|flatpak|snap|nix|
  nix-shell|guix|machinectl|ssh|mosh|sudo|su|runuser|doas|faketime|sandbox-exec|capsh|nsjail|
  minijail0|crun|runc|kubectl)$
`);

const isClientWord = (text: string) =>
  /(^|[\s/#:'"=])claude(-code)?(@[\w.-]+)?(?=$|[\s'":])/.test(text) ||
  /@anthropic-ai\/claude-code/.test(text);

/** `npx @anthropic-ai/claude-code@0.2.9`: an old version knows fewer hooks, or none. */
const PINNED = /@anthropic-ai\/claude-code@(?!latest\b|stable\b)[\w.^~-]+/;

/** Says why this client may run without calling Pawl; undefined if no client is started, or it is started as usual. */
export function whyWithoutPawl({ name, words, via }: ShellCommand): string | undefined {
  const texts = words.map((w) => w.text);
  if (
    /^(npx|bunx|pnpx|npm|pnpm|yarn|bun|deno|volta|corepack)$/.test(name) &&
    texts.some((t) => PINNED.test(t))
  )
    return 'uses another version of the client, which may not call Pawl';
  if (/^(claude|claude-code)$/.test(name)) {
    const around = via.find((wrapper) => SURROUNDS.test(wrapper));
    if (around) return startsThrough(around);
    return texts.some((t) => PINNED.test(t)) ? 'uses another version of the client' : undefined;
  }
  const starts = SURROUNDS.test(name) && texts.slice(1).some(isClientWord) && runsSomething(name, texts);
  return starts ? startsThrough(name) : undefined;
}

const startsThrough = (name: string) =>
  `starts a client through ${name}, where Pawl or its settings may be missing`;

/** False for `docker build -t claude-code .`, `snap info claude` and `kubectl logs claude`. */
const runsSomething = (name: string, texts: readonly string[]) =>
  /^(docker|podman|nerdctl|kubectl|snap|flatpak|nix|guix|limactl|multipass|vagrant|orb)$/.test(name)
    ? texts.some((t) => /^(run|exec|shell|develop|ssh)$/.test(t)) &&
      !texts.some((t) => /^(logs|ps|rm)$/.test(t))
    : true;
