// Requests to the APIs of clouds, clusters and forges that do what a command of their own command lines would.
import type { EffectKind } from '../../types.ts';

/** Requests of one kind: the address, the method, and what they do. */
export interface RestRule {
  address: RegExp;
  /** Addresses that only look or ask, although the method is one that changes something. */
  except?: RegExp;
  /** `write`: POST, PUT, PATCH, or a request with a body. */
  method: 'any' | 'write';
  code: 'cloud-access' | 'secret-read' | 'cloud-change';
  kind: EffectKind;
  why: string;
  safer: string;
}

type Rule = Pick<RestRule, 'address'> & Partial<RestRule>;

const reads = (rule: Rule): RestRule => ({
  method: 'any',
  code: 'secret-read',
  kind: 'read',
  why: 'Prints secrets into the conversation, straight from the API.',
  safer: 'list the names only',
  ...rule,
});

const gives = (rule: Rule): RestRule => ({
  method: 'write',
  code: 'cloud-access',
  kind: 'escalate',
  why: 'Gives somebody access that stays, or takes over the rights of somebody else.',
  safer: 'the same request with GET, to see who has access',
  ...rule,
});

const changes = (rule: Rule): RestRule => ({
  method: 'write',
  code: 'cloud-change',
  kind: 'infrastructure',
  why: 'Changes something in the cloud or the cluster through its API.',
  safer: 'the same request with GET, to see what is there',
  ...rule,
});

/** Services of Google that run or guard things. Those that translate, search or answer are not among them. */
const GOOGLE =
  'compute|container|iam|cloudresourcemanager|sqladmin|cloudfunctions|run|cloudkms|serviceusage|dns|deploymentmanager|cloudbuild|cloudidentity|accesscontextmanager|orgpolicy|file|redis|spanner|osconfig|oslogin|cloudbilling|billingbudgets|storagetransfer|backupdr';

export const REST_RULES: readonly RestRule[] = [
  // Kubernetes, its kubelets and its database.
  reads({ address: /\/api\/v1\/(?:namespaces\/[^/?]+\/)?secrets(?:[/?]|$)/ }),
  reads({
    address: /:1025[05]\/(?:pods|runningpods|configz|logs|metrics\/probes)\b/,
    why: 'Asks a node of a cluster for what runs there, with its secrets.',
    safer: 'kubectl get pods',
  }),
  changes({
    address: /:10250\/(?:run|exec|attach|cri|portForward)\//,
    method: 'any',
    why: 'Runs a command on a node of a cluster, past its rules.',
    safer: 'kubectl exec POD -- COMMAND',
  }),
  reads({ address: /:(?:2379|4001)\/(?:v2\/keys|v3(?:alpha|beta)?\/kv\/range)/ }),
  gives({ address: /\/apis\/rbac\.authorization\.k8s\.io\/|\/serviceaccounts\/[^/?]+\/token\b/ }),
  // Google.
  gives({
    address:
      /\.googleapis\.com\/.*(?::(?:generateAccessToken|generateIdToken|signBlob|signJwt|setIamPolicy|setOrgPolicy)\b|\/serviceAccounts\/[^/?]+\/keys\b)/,
  }),
  reads({ address: /^https?:\/\/secretmanager\.googleapis\.com\/.*:access\b/ }),
  changes({
    address: new RegExp(`^https?://(?:\\w+-)?(?:${GOOGLE})\\.googleapis\\.com/`),
    except: /:(?:testIamPermissions|getIamPolicy|getAncestry|search\w*|query\w*|list)\b/,
  }),
  // Azure and Microsoft Graph.
  reads({
    address:
      /^https?:\/\/management\.azure\.com\/.*\/(?:list(?:Keys|Secrets|\w*Sas|Credentials?|ConnectionStrings|AdminKeys|QueryKeys|Cluster\w+Credential|Callback\w*)|publishxml|beginGetAccess|regenerateKey)\b/i,
    method: 'write',
  }),
  gives({
    address: /^https?:\/\/management\.azure\.com\/.*(?:roleAssignments|roleDefinitions|elevateAccess)\b/i,
  }),
  changes({
    address: /^https?:\/\/management\.azure\.com\//,
    except: /\/(?:validate|whatIf|query|resources|checkNameAvailability|exists)\b/i,
  }),
  reads({ address: /\.vault\.azure\.net\/(?:secrets|keys|certificates)\/[^?]/ }),
  gives({
    address:
      /^https?:\/\/graph\.microsoft\.com\/.*\/(?:addPassword|addKey|roleAssignments|roleManagement|appRoleAssignments|appRoleAssignedTo|oauth2PermissionGrants|members|owners|invitations|resetPassword|authentication|servicePrincipals|applications|users|conditionalAccess|federatedIdentityCredentials)(?:[/?$]|$)/i,
    except: /\/users\/[^/]+\/(?:events|calendar|messages|drive|todo|onenote)|\/getMember|\/checkMember/i,
  }),
  // Amazon: the action stands in the query.
  changes({
    address:
      /\.amazonaws\.com\/?[^ ]*[?&]Action=(?:Delete|Terminate|Stop|Create|Attach|Detach|Put|Add|Remove|Authorize|Modify|Update|Disable|Deregister|Run|Assume)\w*/,
    method: 'any',
  }),
  // Forges.
  gives({
    address:
      /^(?:https:\/\/(?:api\.github\.com|[^/]+\/api\/v3))?\/?(?:(?:repos\/[^/]+\/[^/]+\/(?:keys|collaborators|hooks|invitations|transfer|actions\/(?:secrets|permissions|runners)|environments\/[^/]+\/secrets|branches\/[^/]+\/protection))|orgs\/[^/]+\/(?:memberships|invitations|hooks|actions\/(?:secrets|permissions|runners)|teams)|user\/(?:keys|gpg_keys|emails))\b/,
  }),
  gives({
    address:
      /^(?:https?:\/\/[^/]+\/api\/v4\/)?\/?(?:projects|groups|users|user)\/(?:[^/]+\/)?(?:members|invitations|deploy_keys|deploy_tokens|access_tokens|personal_access_tokens|impersonation_tokens|hooks|variables|protected_branches|keys|share)\b/,
  }),
  // Other clouds.
  changes({
    address:
      /^https:\/\/api\.(?:cloudflare\.com\/client|digitalocean\.com|hetzner\.cloud|linode\.com|vultr\.com|scaleway\.com|machines\.dev|heroku\.com|netlify\.com|vercel\.com|render\.com|ovh\.com|fastly\.com|godaddy\.com|dnsimple\.com|porkbun\.com|gandi\.net)\//,
    except: /\/ai\/|graphql|\/(?:query|search)\b/,
  }),
  // Vault of HashiCorp, and consoles that run whatever they are sent.
  reads({ address: /^https?:\/\/[^/]*(?:vault[^/]*|:8200)\/v1\/(?:secret|kv|database\/creds|aws\/creds)\// }),
  changes({
    address: /^https?:\/\/[^/]+\/(?:[\w-]+\/)*script(?:Text)?(?:\?|$)/,
    why: 'Runs code inside the server, as an administrator.',
    safer: 'let the person run it',
  }),
];
