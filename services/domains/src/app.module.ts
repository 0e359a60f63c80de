import { type DynamicModule, Module } from '@nestjs/common';
import { readBusSettings } from '@palisade/messaging';
import { JobsModule } from '@palisade/messaging/jobs';
import { BacklogModule, EventsModule } from '@palisade/messaging/nest';
import { databaseModule, databaseReadiness, ServiceModule, serviceIdentity } from '@palisade/nest-kit';
import type { DomainsConfig } from './config/config.ts';
import { ConnectionsModule } from './connections/connections.module.ts';
import { databaseOptions } from './database/database.ts';
import { accountDataModule } from './modules/account-data/account-data.module.ts';
import { BansModule } from './modules/bans/bans.module.ts';
import { CacheModule } from './modules/cache/cache.module.ts';
import { CertificatesModule } from './modules/certificates/certificates.module.ts';
import { ClockModule } from './modules/clock/clock.module.ts';
import { DnsModule } from './modules/dns/dns.module.ts';
import { DnsRecordsModule } from './modules/dns-records/dns-records.module.ts';
import { DomainStoreModule } from './modules/domain-store/domain-store.module.ts';
import { DomainsModule } from './modules/domains/domains.module.ts';
import { EdgeControlsModule } from './modules/edge-controls/edge-controls.module.ts';
import { EdgeDnsModule } from './modules/edge-dns/edge-dns.module.ts';
import { EdgeHealthModule } from './modules/edge-health/edge-health.module.ts';
import { ListsModule } from './modules/lists/lists.module.ts';
import { ManagedRulesModule } from './modules/managed-rules/managed-rules.module.ts';
import { OriginCertificatesModule } from './modules/origin-certificates/origin-certificates.module.ts';
import { OriginsModule } from './modules/origins/origins.module.ts';
import { OwnersModule } from './modules/owners/owners.module.ts';
import { OwnershipModule } from './modules/ownership/ownership.module.ts';
import { PlansModule } from './modules/plans/plans.module.ts';
import { PolicyDraftsModule } from './modules/policy-drafts/policy-drafts.module.ts';
import { PolicyReplayModule } from './modules/policy-replay/policy-replay.module.ts';
import { PublicationModule } from './modules/publication/publication.module.ts';
import { RevocationListsModule } from './modules/revocation-lists/revocation-lists.module.ts';
import { RolloutsModule } from './modules/rollouts/rollouts.module.ts';
import { RuleRolloutsModule } from './modules/rule-rollouts/rule-rollouts.module.ts';
import { SimulatorModule } from './modules/simulator/simulator.module.ts';
import { SiteDocumentsModule } from './modules/site-documents/site-documents.module.ts';
import { SitePolicyModule } from './modules/site-policy/site-policy.module.ts';
import { TotalsModule } from './modules/totals/totals.module.ts';
import { VerificationModule } from './modules/verification/verification.module.ts';

@Module({})
export class AppModule {
  static forRoot(config: DomainsConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          ...serviceIdentity('domains', config),
          readiness: databaseReadiness(),
        }),
        databaseModule(databaseOptions(config)),
        ConnectionsModule.forRoot(config),
        EventsModule.forRoot({
          service: 'domains',
          bus: readBusSettings(config.PALISADE_BUS_REDIS_URL, config),
          outbox: { databaseUrl: config.PALISADE_DATABASE_URL, schema: 'domains' },
        }),
        JobsModule.forRoot({ redisUrl: config.PALISADE_QUEUE_REDIS_URL }),
        accountDataModule,
        BacklogModule.forService({ tag: 'admin-edge', path: 'admin/edge', name: 'Domains' }),
        BansModule,
        CacheModule,
        CertificatesModule,
        ClockModule,
        DnsRecordsModule,
        DnsModule,
        DomainsModule,
        DomainStoreModule,
        EdgeControlsModule,
        EdgeDnsModule,
        EdgeHealthModule,
        ListsModule,
        ManagedRulesModule,
        OriginCertificatesModule,
        OriginsModule,
        OwnersModule,
        OwnershipModule,
        PlansModule,
        PolicyDraftsModule,
        PublicationModule,
        RevocationListsModule,
        RolloutsModule,
        RuleRolloutsModule,
        SimulatorModule,
        SiteDocumentsModule,
        TotalsModule,
        PolicyReplayModule,
        VerificationModule,
        SitePolicyModule,
      ],
    };
  }
}
