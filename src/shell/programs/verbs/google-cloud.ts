// Verbs of the Google Cloud command line. Services come and go, so the rules here go by the verb and by what it makes: what
// nobody listed is asked about, unless its verb only looks or is everyday work.
import type { EffectRule } from '../spec.ts';

/** Verbs that only look, or only compute something from what they are given. */
const LOOKS =
  'list|list-*|describe|describe-*|get|get-*|show|read|cat|du|ls|hash|log|logs|tail|tail-*|stream-logs|search|search-*|lookup|query|group|peek|pull|' +
  'wait|wait-*|test-*|check-*|validate|validate-*|verify|lint|diff|diagnose|fetch-*|browse|open-console|help|info|version|feedback|survey|topic|' +
  'analyze-*|detect-*|classify-*|recognize|recognize-*|suggest-*|predict|explain|print-*|policy-troubleshoot|policy-intelligence|render|preview|estimate';

/** Verbs of everyday work: they make or start something of one's own, fill it with data, or change this machine only. */
const EVERYDAY =
  'create|create-*|insert|start|start-update|resume|run|submit|call|execute|rerun|publish|ack|write|upload|deploy|build|tag|apply|instantiate|instantiate-from-file|enable|' +
  'cp|mv|rsync|ssh|scp|clone|init|login|install|reinstall|config-ssh|configure-docker|configure-kubernetes|set-quota-project|activate|activate-*|docker-helper|git-helper|gen-repo-info-file|encrypt|' +
  'execute-sql|local|emulators|render-*|generate-*|copy-bundled-python|set-traffic|update-traffic|migrate|snapshot|connect|copy-files|export|train|schedule-maintenance|start-iap-tunnel';

/** Groups of commands about this machine, or whose changes the deploy gate judges. */
const ELSEWHERE = 'config|components|source|emulators|topic|meta|cheat-sheet|run|app|functions';

/** Nouns of things that give access or determine rights. */
const RIGHTS =
  '*bindings|*policies|*-views|levels|perimeters|service-accounts|*-accounts|*credentials|*-keys|*-certs|*tokens|*identity-pools|workforce-pools|providers|provider|oauth-clients|trusts|groups|entitlements|grants|*-assignments|attestors|attestations|public-keys|signup*|users|roles|shares|listings|data-exchanges';

/** Nouns of things that send data elsewhere or let traffic in. */
const CONNECTIONS =
  '*-peerings|peerings|peering|*-mirrorings|sinks|feeds|exports|links|notifications|notification-configs|channels|vpn-tunnels|vpn-gateways|external-vpn-gateways|*-attachments|attachments|restores|restore-plans|cross-site-networks|replications|migration-jobs|connection-profiles|patch-deployments|bq-exports|streams|triggers|webhooks';

export const GOOGLE_CLOUD_VERBS: readonly EffectRule[] = [
  {
    code: 'cloud-access',
    when: `** ${RIGHTS} create|create-*|add|register|bind|enable`,
    // Rules about names, networks and schedules: no rights.
    except: 'dns|config|resource-policies|ssl-policies|autoscaling-policies|security-policies|compute',
    kind: 'escalate',
    why: 'Creates access that stays: an account, a key or a rule about rights.',
    safer: 'the matching list or describe command',
  },
  {
    code: 'cloud-access',
    when: 'compute os-config|os-login ** create|update|add',
    kind: 'escalate',
    why: 'Changes what runs on machines, or who may log in to them.',
    safer: 'gcloud compute os-config os-policy-assignments list',
  },
  {
    code: 'cloud-change',
    when: `** ${CONNECTIONS} ** create|create-*|add|connect`,
    except: 'emulators|config',
    why: 'Connects a resource with another place, to which its data goes or from which it is reached.',
    safer: 'the matching list or describe command',
  },
  {
    code: 'cloud-change',
    when: '** backup-plans create',
    flags: '--include-secrets --include-volume-data',
    why: 'Copies the secrets and the data of a whole cluster.',
    safer: 'gcloud container backup-restore backup-plans list',
  },
  {
    code: 'cloud-change',
    when: 'transfer jobs|agent-pools create|run',
    why: 'Copies data to another place, again and again.',
    safer: 'gcloud transfer jobs list',
  },
  {
    code: 'cloud-change',
    when: '** dataflow|transfer|datastream|dms|datafusion ** run|create|start',
    flags: '--gcs-location= --template-file-gcs-location= --destination= --destination-agent-pool=',
    why: 'Starts a job that copies data with the rights of the project.',
    safer: 'gcloud dataflow jobs list',
  },
  {
    code: 'cloud-change',
    when: '** instances|instance-templates|tpu-vm|workbench create|create-with-container',
    flags:
      '--metadata=~startup-script|~ssh-keys --metadata-from-file=~startup-script|~user-data|~ssh-keys --container-command= --post-startup-script=',
    why: 'Starts a machine that runs the given script with the rights of the project.',
    safer: 'gcloud compute instances describe NAME',
  },
  {
    code: 'cloud-access',
    when: '** create|create-with-container|create-instance',
    flags: '--*service-account=',
    except: 'run|functions|app',
    kind: 'escalate',
    why: 'Starts something that runs with the rights of another account.',
    safer: 'gcloud iam service-accounts list',
  },
  {
    code: 'cloud-change',
    when: '** export',
    // They print a definition, not data.
    except:
      'compute|dns|dataproc|binauthz|data-catalog|org-policies|config|workbench|deploy|network-security|network-services|service-extensions|certificate-manager|colab',
    why: 'Copies data to another place.',
    safer: 'the matching list or describe command',
  },
  {
    code: 'cloud-change',
    when: '** instances|clusters|databases clone',
    why: 'Makes a copy of the database, with everything in it.',
    safer: 'the matching describe command',
  },
  {
    code: 'cloud-access',
    when: 'app|run firewall-rules|ssl-certificates|domain-mappings create|update',
    kind: 'escalate',
    why: 'Changes from where the app is reached, and under which name.',
    safer: 'gcloud app firewall-rules list',
  },
  {
    code: 'cloud-access',
    when: 'privateca ** create|activate|enable',
    kind: 'escalate',
    why: 'Makes a certificate that others trust.',
    safer: 'gcloud privateca certificates list',
  },
  {
    code: 'cloud-change',
    when: 'deploy ** approve|advance|ignore-job|retry-job',
    why: 'Lets a release go on to the next stage.',
    safer: 'gcloud deploy rollouts describe NAME',
  },
  {
    code: 'cloud-run-command',
    when: 'compute os-config patch-jobs execute',
    why: 'Changes many machines at once.',
    safer: 'gcloud compute os-config patch-jobs list',
  },
  {
    code: 'secret-read',
    when: '** print-refresh-token|asymmetric-sign|raw-decrypt|decapsulate|mac-sign|generate-access-token|generate-id-token|get-initial-password|config-helper',
    kind: 'read',
    why: 'Prints a credential into the conversation.',
    safer: 'gcloud auth list',
  },
  {
    code: 'secret-read',
    when: '** credentials describe|reset',
    kind: 'read',
    why: 'Prints a password into the conversation.',
    safer: 'the describe command of the resource itself',
  },
  {
    code: 'cloud-access',
    when: '** sign-url|signurl',
    kind: 'escalate',
    why: 'Makes an address with which anybody can read what is stored there.',
    safer: 'gcloud storage cp',
  },
  {
    code: 'cloud-change',
    when: '* *',
    harmless: `${LOOKS}|${EVERYDAY}`,
    except: ELSEWHERE,
    why: 'Changes something in the cloud that may stay, or that others use.',
    safer: 'the matching list or describe command',
  },
];
