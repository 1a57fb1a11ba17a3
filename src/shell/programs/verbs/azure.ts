// Verbs of the Azure command line. It has more than 10,000 commands with its extensions, so the rules here go by the verb and
// by what it makes: what nobody listed is asked about, unless its verb only looks or is everyday work.
import type { EffectRule } from '../spec.ts';

/** Verbs that only look, or only compute something from what they are given. */
const LOOKS =
  'list|list-*|list_*|show|show-*|get|get-*|exists|exist|check|check-*|checktrialavailability|checkquotaavailability|wait|wait-*|validate|validate-*|what-if|query|query-*|find|' +
  'log|logs|tail|browse|url|stats|status|usage|peek|download|download-*|export|test|test-*|verify|version|feedback|survey|guide|next|preview|estimate|calculate|calculate-*|' +
  'diagnose|diagnose-*|troubleshoot|simulate|decompile|decompile-*|format|lint|style|history|monitor-events|receive|result|collect|kollect|kanalyze|meta-diff|version-diff|name-exists|info|help|preview-configuration|retrieve-latest-*|retrieve-partition-*|data-connection-validation|who|volumes|inspect|notice|assess-*|run-health-check|simulate-*|outbound-endpoints|summarize|summarize-*';

/** Verbs of everyday work: they make or start something of one's own, fill it with data, or change this machine only. */
const EVERYDAY =
  'create|create-*|start|resume|run|submit|send|send-*|publish|upload|upload-*|insert|copy|up|deploy|deploy-*|build|build-*|package|scaffold|generate-*|init|' +
  'login|logout|install|install-cli|install-connector|interactive|configure|self-test|upgrade|use-dev-spaces|connect|browse-*|ssh|exec|get-credentials|tag|' +
  'register|complete|clone|checkout|rerun|retry|setup|invoke|invoke-action|lock|encrypt|import-method|mount|restart-policy|attach-file|track|local-context|execute|append|config-zip|config-local-git|' +
  // They have a rule of their own, which leaves running apps to the deploy gate.
  'update|set|add';

/** Groups of commands about this machine or about projects of Azure DevOps, and requests, which have rules of their own. */
const ELSEWHERE =
  '^account|^configure|^config|^config-param|^extension|^devops|^boards|^repos|^pipelines|^artifacts|^cloud|^bicep|^tag|^term|^upgrade|^rest|^demo|^style';

/** Nouns of things that give access or determine rights. */
const RIGHTS =
  '*user|user|sp|*credential|*credential-set|*role|rolebinding|*assignment|definition|policy-definition|role-definition|*policy|*api-key|*-token|token|*-key|authorization|*access-rule|*access-policy|identity|*-identity|*-admin|admin|*principal*|invitation|*federated*|*sas*|*enrollment*|member|set-definition|remediation|issuer|consent|*access-connector|permission|grant|delegation|identity-source';

/** Nouns of things that send data elsewhere, let traffic in, or run something later. */
const CONNECTIONS =
  '*peering|*-connection|*connection|*webhook|action-group|action|*export|*export-pipeline|continues-export|data-export|diagnostic-settings|*-link|link|*replica|*replication|*local-user|*linked-service|*extension|k8s-extension|*automation-rule|*vpn-*|*script*|*-failover-group|share-subscription|synchronization-setting|trigger|*destination|or-policy|restore|*firewall*rule*|vnet-rule|network-rule*|flux|route|forwarding-rule|packet-capture|output|cloud-endpoint|server-endpoint';

export const AZURE_VERBS: readonly EffectRule[] = [
  {
    code: 'cloud-access',
    when: `** ${RIGHTS} create|create-*|add|assign|import|set|invite`,
    // Rules about traffic, backups and reviews, and users of the application's own data: no rights in the cloud.
    except:
      '^repos|^boards|^pipelines|^devops|^extension|^account|^backup|^dataprotection|^bicep|^config|^tag|^servicebus|waf-policy|application-gateway|front-door|afd',
    kind: 'escalate',
    why: 'Creates access that stays: an account, a key or a rule about rights.',
    safer: 'the matching list or show command',
  },
  {
    code: 'cloud-change',
    when: `** ${CONNECTIONS} create|create-*|add`,
    except:
      '^repos|^boards|^pipelines|^devops|^extension|^account|^bicep|^webapp|^functionapp|^containerapp|^spring|^spring-cloud|private-endpoint|private-dns|application-gateway|front-door|afd|lb|waf-policy',
    why: 'Connects a resource with another place, to which its data goes or from which it is reached, or runs something later.',
    safer: 'the matching list or show command',
  },
  {
    code: 'cloud-change',
    when: 'account management-group|subscription|alias|tenant|lock ** add|create|remove|cancel|rename|enable|update|accept-ownership',
    why: 'Changes which rules hold for a whole subscription.',
    safer: 'az account management-group list',
  },
  {
    code: 'cloud-change',
    when: 'vm|vmss create',
    flags: '--custom-data= --user-data= --assign-identity=',
    why: 'Starts a machine that runs the given script, or has the rights of an identity.',
    safer: 'az vm show',
  },
  {
    code: 'cloud-access',
    when: '** create',
    flags: '--public-network-access=enabled --allow-blob-public-access=true --admin-enabled=true',
    kind: 'escalate',
    why: 'Makes something that anybody can reach.',
    safer: 'the same command without that option',
  },
  {
    code: 'cloud-run-command',
    when: '** script-action|scripts|run-command|command execute|invoke|create|run',
    except: 'aks',
    why: 'Runs commands on other machines.',
    safer: 'the matching list command',
  },
  {
    code: 'cloud-run-command',
    when: '** bastion|serial-console|arc|serialconsole|repair tunnel|ssh|rdp|connect|enable|run',
    why: 'Opens a way into other machines.',
    safer: 'az network bastion list',
  },
  {
    code: 'secret-read',
    when: '** list-admin-credentials|list-auth-key|list-api-key|list-read-only-keys|list-credential|list-credentials|list-client-tokens|listadmincredentials|show-credentials|show-secret|get-keys|get-admin-kubeconfig|get-*access-token|get-encryption-key|get-organization-api-key|get-sas-urls|issue-access-token|retrieve-registration-token|get-upload-url|get-remote-desktop-file|credentials|generate-password',
    kind: 'read',
    why: 'Prints credentials into the conversation.',
    safer: 'the matching show command',
  },
  {
    code: 'secret-read',
    when: 'keyvault secret|key|certificate|storage|backup backup|start|download',
    kind: 'read',
    why: 'Writes secrets or keys to a file.',
    safer: 'az keyvault secret list',
  },
  {
    code: 'secret-read',
    when: 'aks get-credentials',
    flags: '-a --admin',
    kind: 'read',
    why: 'Fetches the key of the cluster’s administrator.',
    safer: 'az aks get-credentials without --admin',
  },
  {
    code: 'cloud-change',
    when: 'sql|mysql|postgres|synapse ** server|mi|flexible-server|workspace key create',
    why: 'Changes the key that encrypts the data.',
    safer: 'the matching list command',
  },
  {
    code: 'cloud-change',
    when: '** db|midb|server|volume copy|clone',
    why: 'Makes a copy with everything in it.',
    safer: 'the matching show command',
  },
  {
    code: 'cloud-change',
    when: '** kv|db|midb|redis|cosmosdb|hub|device-identity export',
    why: 'Copies data or keys to another place.',
    safer: 'the matching list command',
  },
  {
    code: 'cloud-change',
    when: '* *',
    harmless: `${LOOKS}|${EVERYDAY}`,
    except: ELSEWHERE,
    why: 'Changes something in the cloud that may stay, or that others use.',
    safer: 'the matching list or show command',
  },
];
