// Verbs of the AWS command line. It has more than 16,000 commands and gets new ones every week, so the rules here go by the
// verb and by what it makes: what nobody listed is asked about, unless its verb only looks or is everyday work.
import type { EffectRule } from '../spec.ts';

/** Verbs that only look, or only compute something from what they are given. */
const LOOKS =
  'list|list-*|ls|get-*|describe-*|head-*|search|search-*|lookup-*|query|query-*|scan|select|select-*|view-*|show|show-*|count-*|filter-*|' +
  'batch-get-*|batch-describe-*|batch-list-*|batch-check-*|batch-detect-*|batch-evaluate-*|batch-is-*|batch-read|read-*|retrieve|retrieve-*|poll-*|' +
  'check-*|test-*|validate-*|verify-*|simulate-*|preview-*|estimate-*|calculate-*|evaluate-*|compare-*|contains-*|is-*|detect-*|discover-*|analyze-*|' +
  'classify-*|infer-*|predict*|forecast-*|recognize-*|suggest-*|rerank|translate-*|synthesize-*|render-*|convert-*|decode-*|geocode|reverse-geocode|autocomplete|' +
  'wait|tail|help|receive-message|download-*|compose-*|build-*|diff|history|admin-get-*|admin-list-*|domain-metadata|sample-*|scan-*|resolve-*|' +
  'optimize-*|snap-to-*|suggest|rescore|prepare-query|verify|phone-number-validate|ping|export-api|export-schema|export-*-template|export-*-recommendations';

/** Verbs of everyday work: they make or start something of one's own, fill it with data, or change this machine only. */
const EVERYDAY =
  'create-*|batch-create-*|start-*|run-*|resume-*|retry-*|tag-*|untag-*|add-tags*|allocate-*|request-*|submit-job|provision-*|' +
  'put-*|batch-put-*|batch-write-*|transact-*|write-*|set-*|send-message*|send-task-*|send-pipeline-*|record-*|post-*|generate-*|ingest-*|' +
  'invoke|invoke-*|converse*|chat|execute-statement|execute-query|execute-*-query|execute-transaction|batch-execute-statement|execute-sql|' +
  'upload-*|copy-object|copy-package-versions|complete-multipart-upload|complete-layer-upload|complete-lifecycle-action|initiate-layer-upload|initiate-multipart-upload|' +
  'initiate-auth|respond-to-auth-challenge|sign-up|confirm-*|publish-version|publish-layer-version|publish-package-version|publish|publish-batch|deploy|deploy-*|package|push|login|logout|' +
  'cp|mv|sync|mb|rm|rb|update-kubeconfig|record-lifecycle-action-heartbeat|notify-*|respond-*|report-*|merge-*|generate|tag|untag|encrypt|begin-transaction|commit-transaction|rollback-transaction|extend-transaction|' +
  'change-message-visibility*|index-*|refresh-*|provide-*|stop-query*|credential-helper|associate-kms-key|forgot-password|resend-*|copy-*-parameter-group|presign|restore-secret|execute-command|assume-*';

export const AWS_VERBS: readonly EffectRule[] = [
  {
    code: 'cloud-access',
    when: '* create-*permission*|create-*grant*|create-*access*|create-*credential*|create-*token*|create-*trust*|create-*authoriz*|create-*share|create-*peering*|create-*-proposal|create-*invitation*|create-*member|create-*members|create-*membership|create-*admin|create-*principal*|create-*impersonation*|create-*identity-provider|create-*identity-policy|create-*login*|create-*password*|create-*-user|create-*role|create-*role-*|create-*roles|create-*account|create-*-key|create-*-keys|create-keys-*|create-*key-pair|create-*presigned*|create-*streaming-url|create-*policy|create-*policy-statement|create-*policy-version|create-*policy-assignment|create-*-vpn-*|create-vpn-*',
    // Rules of caches, balancers and schedules: no rights. A preview only computes.
    except:
      'create-cache-policy|create-origin-request-policy|create-response-headers-policy|create-*-stickiness-policy|create-load-balancer-policy|create-*traffic-policy*|create-continuous-deployment-policy|create-scheduling-policy|create-resiliency-policy|create-access-preview|create-access-point-for-object-lambda|create-project-membership|create-channel-membership|create-room-membership|create-upload-url',
    kind: 'escalate',
    why: 'Creates access that stays: an account, a key or a rule about rights.',
    safer: 'the matching list- or describe- command',
  },
  {
    code: 'cloud-change',
    when: '* create-*destination*|create-*subscriber*|create-*export*|create-*replicat*|create-*webhook|create-*lifecycle-config|create-*-attachment|create-*association|create-*connection|create-*link',
    except:
      'create-*domain-association|create-*replication-subnet-group|create-*replication-instance|create-replication-group|create-vpc-link|create-repository-link|create-app-association|create-extension-association|create-data-integration-association|create-participant-connection',
    why: 'Connects a resource with another place, to which its data goes or from which it is reached.',
    safer: 'the matching list- or describe- command',
  },
  {
    code: 'cloud-change',
    when: '* start-*export*|start-*copy*|start-*restore*|start-*replication*|start-*migration*|start-*import*|start-*recovery*|start-*failback*|start-*failover*|start-*cutover*|start-*transfer*|start-*stream|start-*streaming|start-*share|start-*revocation|start-*delete*|start-*association|start-*disassociation|start-*-update|start-task-execution|start-*command*|start-*automation*|start-change-*|start-remediation-execution|start-zonal-shift|start-experiment|start-instance-refresh|start-outbound-*|start-campaign|start-engagement',
    except: 'evidently|appconfig',
    why: 'Copies data elsewhere, or acts on running resources.',
    safer: 'the matching list- or describe- command',
  },
  {
    code: 'secret-read',
    when: '* get-*access-keys|get-open-id-token*|get-*-token|get-decrypted-*|get-*access-details|get-instance-access|get-compute-access|get-data-access|get-stream-key|get-*embed-url|get-*login-url|retrieve-*auth*|retrieve-*secret*|assume-*|request-*credentials|generate-data-key*|generate-embed-url-*|generate-*-credential|export-certificate|export-key|export-*-client-configuration',
    except: 'get-change-token|generate-data-key-without-plaintext|generate-data-key-pair-without-plaintext',
    kind: 'read',
    why: 'Prints credentials into the conversation.',
    safer: 'the matching list- or describe- command',
  },
  {
    code: 'cloud-access',
    when: '* create-*|modify-*|restore-*|update-*|run-*',
    flags:
      '--publicly-accessible --associate-public-ip-address --*public-access=~true --*config*=~publicaccess=true',
    kind: 'escalate',
    why: 'Lets everybody on the internet reach the resource.',
    safer: 'the same with --no-publicly-accessible',
  },
  {
    code: 'cloud-change',
    when: '* *',
    harmless: `${LOOKS}|${EVERYDAY}`,
    except: 'configure|sso|help|history|codeartifact|ddb',
    why: 'Changes something in the cloud that may stay, or that others use.',
    safer: 'the matching list- or describe- command',
  },
];
