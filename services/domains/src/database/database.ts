import type { DatabaseOptions } from '@palisade/nest-kit';
import type { DomainsConfig } from '../config/config.ts';
import { Certificate } from '../modules/certificates/certificate.entity.ts';
import { Domain } from '../modules/domain-store/domain.entity.ts';
import {
  OriginAuthority,
  OriginCertificate,
} from '../modules/origin-certificate-store/origin-certificate.entity.ts';
import { PolicyDraft } from '../modules/policy-drafts/policy-draft.entity.ts';
import { Rollout } from '../modules/rollout-store/rollout.entity.ts';
import { RuleRollout, RuleRolloutSite } from '../modules/rule-rollout-store/rule-rollout.entity.ts';
import { SitePolicyVersion } from '../modules/site-policy/site-policy-version.entity.ts';
import { Domains1763700000000 } from './migrations/1763700000000-domains.ts';
import { Outbox1763700000001 } from './migrations/1763700000001-outbox.ts';
import { TrafficWatch1763700000010 } from './migrations/1763700000010-traffic-watch.ts';
import { Certificates1763700000020 } from './migrations/1763700000020-certificates.ts';
import { EdgeControls1763700000030 } from './migrations/1763700000030-edge-controls.ts';
import { ExclusionExpiry1763700000040 } from './migrations/1763700000040-exclusion-expiry.ts';
import { Ownership1763700000050 } from './migrations/1763700000050-ownership.ts';
import { ProcessedEvents1763700000060 } from './migrations/1763700000060-processed-events.ts';
import { OwnerStates1763700000070 } from './migrations/1763700000070-owner-states.ts';
import { RuleSetChoice1763700000080 } from './migrations/1763700000080-rule-set-choice.ts';
import { UserPlans1763700000090 } from './migrations/1763700000090-user-plans.ts';
import { PublicationTraces1763700000100 } from './migrations/1763700000100-publication-traces.ts';
import { RecordingKeys1763700000200 } from './migrations/1763700000200-recording-keys.ts';
import { EdgeDrains1763700000210 } from './migrations/1763700000210-edge-drains.ts';
import { Rollouts1763700000230 } from './migrations/1763700000230-rollouts.ts';
import { ClientLists1763700000300 } from './migrations/1763700000300-client-lists.ts';
import { ListClaims1763700000310 } from './migrations/1763700000310-list-claims.ts';
import { ListKeys1763700000320 } from './migrations/1763700000320-list-keys.ts';
import { ListTexts1763700000330 } from './migrations/1763700000330-list-texts.ts';
import { RuleRollouts1763700000340 } from './migrations/1763700000340-rule-rollouts.ts';
import { PolicyDrafts1763700000350 } from './migrations/1763700000350-policy-drafts.ts';
import { DraftRevisions1763700000360 } from './migrations/1763700000360-draft-revisions.ts';
import { ListKinds1763700000370 } from './migrations/1763700000370-list-kinds.ts';
import { RemovedLists1763700000380 } from './migrations/1763700000380-removed-lists.ts';
import { ListErrors1763700000390 } from './migrations/1763700000390-list-errors.ts';
import { ToldRevocationLists1763700000400 } from './migrations/1763700000400-told-revocation-lists.ts';
import { CertificateOrders1763700000410 } from './migrations/1763700000410-certificate-orders.ts';
import { OriginCertificates1763700000420 } from './migrations/1763700000420-origin-certificates.ts';

export function databaseOptions(config: DomainsConfig): DatabaseOptions {
  return {
    url: config.PALISADE_DATABASE_URL,
    schema: 'domains',
    poolSize: config.PALISADE_DATABASE_POOL,
    entities: [
      Certificate,
      Domain,
      OriginAuthority,
      OriginCertificate,
      PolicyDraft,
      Rollout,
      RuleRollout,
      RuleRolloutSite,
      SitePolicyVersion,
    ],
    migrations: [
      Domains1763700000000,
      Outbox1763700000001,
      TrafficWatch1763700000010,
      Certificates1763700000020,
      EdgeControls1763700000030,
      ExclusionExpiry1763700000040,
      Ownership1763700000050,
      ProcessedEvents1763700000060,
      OwnerStates1763700000070,
      RuleSetChoice1763700000080,
      UserPlans1763700000090,
      PublicationTraces1763700000100,
      RecordingKeys1763700000200,
      EdgeDrains1763700000210,
      Rollouts1763700000230,
      ClientLists1763700000300,
      ListClaims1763700000310,
      ListKeys1763700000320,
      ListTexts1763700000330,
      RuleRollouts1763700000340,
      PolicyDrafts1763700000350,
      DraftRevisions1763700000360,
      ListKinds1763700000370,
      RemovedLists1763700000380,
      ListErrors1763700000390,
      ToldRevocationLists1763700000400,
      CertificateOrders1763700000410,
      OriginCertificates1763700000420,
    ],
  };
}
