import { type DynamicModule, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { readBusSettings } from '@palisade/messaging';
import { AdminActs, EventsModule } from '@palisade/messaging/nest';
import { databaseModule, READINESS_CHECKS, type ReadinessCheck, ServiceModule } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import type { DomainsConfig } from './config.ts';
import { ConnectionsModule } from './connections.module.ts';
import { databaseOptions } from './database/database.ts';
import { BansController } from './modules/bans/bans.controller.ts';
import { Bans } from './modules/bans/bans.service.ts';
import { CacheController } from './modules/cache/cache.controller.ts';
import { CachePurges } from './modules/cache/cache-purges.service.ts';
import {
  certificateControllers,
  certificateProviders,
} from './modules/certificates/certificate-providers.ts';
import { DnsChecks } from './modules/dns/dns-checks.ts';
import { DnsLookup } from './modules/dns/dns-lookup.ts';
import { DnsPoll } from './modules/dns/dns-poll.ts';
import { DnsRecords } from './modules/dns/dns-records.service.ts';
import { TrafficWatch } from './modules/dns/traffic-watch.ts';
import { DomainsController } from './modules/domains/domains.controller.ts';
import { DomainsGrpcController } from './modules/domains/domains.grpc.ts';
import { DomainsRepository } from './modules/domains/domains.repository.ts';
import { DomainsService } from './modules/domains/domains.service.ts';
import { VerificationService } from './modules/domains/verification.service.ts';
import { EdgeControlsController } from './modules/edge-controls/edge-controls.controller.ts';
import { EdgeControls } from './modules/edge-controls/edge-controls.service.ts';
import { EdgeHealthController } from './modules/edge-health/edge-health.controller.ts';
import { EdgeNodes } from './modules/edge-health/edge-nodes.service.ts';
import { ManagedRulesController } from './modules/managed-rules/managed-rules.controller.ts';
import { ManagedRules } from './modules/managed-rules/managed-rules.service.ts';
import { OriginsController } from './modules/origins/origins.controller.ts';
import { Origins } from './modules/origins/origins.service.ts';
import { OwnersEvents } from './modules/owners/owners.events.ts';
import { Owners } from './modules/owners/owners.service.ts';
import { ownershipControllers, ownershipProviders } from './modules/ownership/ownership-providers.ts';
import { OwnerPlans } from './modules/plans/owner-plans.service.ts';
import { Clock } from './modules/publication/clock.ts';
import { ExclusionExpiry } from './modules/publication/exclusion-expiry.ts';
import { PublicationPump } from './modules/publication/publication-pump.ts';
import { Releases } from './modules/publication/releases.service.ts';
import { SiteTotalsEvents } from './modules/totals/site-totals.events.ts';
import { SiteTotals } from './modules/totals/site-totals.service.ts';
import { WafConfigController } from './modules/waf-config/waf-config.controller.ts';
import { WafConfigService } from './modules/waf-config/waf-config.service.ts';

@Module({})
export class AppModule {
  static forRoot(config: DomainsConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'domains',
          privateKey: config.PALISADE_INTERNAL_PRIVATE_KEY,
          publicKeys: config.PALISADE_INTERNAL_PUBLIC_KEYS,
          certificates: config.PALISADE_INTERNAL_CERTIFICATES,
          keysFile: config.PALISADE_KEYS_FILE,
          readiness: {
            provide: READINESS_CHECKS,
            inject: [getDataSourceToken()],
            useFactory: (dataSource: DataSource): ReadinessCheck[] => [
              { name: 'database', check: async () => void (await dataSource.query('SELECT 1')) },
            ],
          },
        }),
        databaseModule(databaseOptions(config)),
        ConnectionsModule.forRoot(config),
        EventsModule.forRoot({
          service: 'domains',
          bus: readBusSettings(config.PALISADE_BUS_REDIS_URL, config),
          outbox: { databaseUrl: config.PALISADE_DATABASE_URL, schema: 'domains' },
        }),
      ],
      controllers: [
        BansController,
        CacheController,
        ...certificateControllers,
        DomainsController,
        WafConfigController,
        DomainsGrpcController,
        EdgeControlsController,
        EdgeHealthController,
        ManagedRulesController,
        OriginsController,
        OwnersEvents,
        ...ownershipControllers,
        SiteTotalsEvents,
      ],
      providers: [
        AdminActs,
        Bans,
        CachePurges,
        ...certificateProviders,
        Clock,
        DnsChecks,
        DnsLookup,
        DnsPoll,
        DnsRecords,
        DomainsRepository,
        DomainsService,
        EdgeControls,
        EdgeNodes,
        ExclusionExpiry,
        ManagedRules,
        Origins,
        OwnerPlans,
        Owners,
        ...ownershipProviders,
        PublicationPump,
        Releases,
        SiteTotals,
        TrafficWatch,
        VerificationService,
        WafConfigService,
      ],
    };
  }
}
