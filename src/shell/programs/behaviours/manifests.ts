// Behaviours of programs that start what a manifest describes.
import { effect } from '../../base/effect.ts';
import type { Behaviour } from '../behaviour.ts';

/** A container that reaches the machine below it, or an account that may do everything. */
const GRANTS =
  /\bprivileged["']?:\s*true|\bhostPID["']?:\s*true|\bhostPath["']?:\s*\{?\s*["']?path["']?:\s*["']?\/(?:["'\s}]|etc\b|root\b|var\/run\/docker|run\/containerd|var\/lib\/kubelet|$)|\bname["']?:\s*["']?cluster-admin\b/;

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
              'Starts a container that reaches the machine below it, or gives all rights in the cluster.',
            safer: 'a manifest with only the rights that are needed',
          }),
        ]
      : [],
};
