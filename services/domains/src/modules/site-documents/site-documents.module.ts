import { Global, Module } from '@nestjs/common';
import { CertificatesModule } from '../certificates/certificates.module.ts';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { OriginCertificateStoreModule } from '../origin-certificate-store/origin-certificate-store.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { SiteDocuments } from '../publication/site-documents.port.ts';
import { RolloutStoreModule } from '../rollout-store/rollout-store.module.ts';
import { RuleRolloutStoreModule } from '../rule-rollout-store/rule-rollout-store.module.ts';
import { SitePolicyModule } from '../site-policy/site-policy.module.ts';
import { SiteDocumentsService } from './site-documents.service.ts';

/** Global, so that publication has its port without knowing who stands behind it. */
@Global()
@Module({
  imports: [
    CertificatesModule,
    DomainStoreModule,
    OriginCertificateStoreModule,
    PlansModule,
    RolloutStoreModule,
    RuleRolloutStoreModule,
    SitePolicyModule,
  ],
  providers: [{ provide: SiteDocuments, useClass: SiteDocumentsService }],
  exports: [SiteDocuments],
})
export class SiteDocumentsModule {}
