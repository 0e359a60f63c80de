import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { domainsV1 } from '@palisade/contracts';
import { readBusSettings } from '@palisade/messaging';
import { EventsModule } from '@palisade/messaging/nest';
import {
  databaseModule,
  type GrpcClient,
  grpcClient,
  InternalChannel,
  InternalTokenSigner,
  READINESS_CHECKS,
  type ReadinessCheck,
  ServiceModule,
} from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { LOGS_CONFIG, type LogsConfig } from './config.ts';
import { databaseOptions } from './database/database.ts';
import { AlertAnnouncer } from './modules/alerts/alert-announcer.ts';
import { AlertWatch } from './modules/alerts/alert-watch.ts';
import { AlertsSchedule } from './modules/alerts/alerts.schedule.ts';
import { WeeklyReports } from './modules/alerts/weekly-reports.ts';
import { AnalyticsController } from './modules/analytics/analytics.controller.ts';
import { Analytics } from './modules/analytics/analytics.ts';
import { BacklogController } from './modules/backlog/backlog.controller.ts';
import { DashboardController } from './modules/dashboard/dashboard.controller.ts';
import { Dashboard } from './modules/dashboard/dashboard.ts';
import { RequestLogQueries } from './modules/dashboard/request-log-queries.ts';
import { RollUpQueries } from './modules/dashboard/roll-up-queries.ts';
import { ExportController } from './modules/export/export.controller.ts';
import { ExportAnnouncer } from './modules/export/export-announcer.ts';
import { LogExport } from './modules/export/log-export.ts';
import { BlockingForecasts } from './modules/forecast/blocking-forecasts.ts';
import { ForecastController } from './modules/forecast/forecast.controller.ts';
import { WouldBlockQueries } from './modules/forecast/would-block-queries.ts';
import { CommitMarks } from './modules/ingest/commit-marks.ts';
import { IngestController } from './modules/ingest/ingest.controller.ts';
import { Ingest } from './modules/ingest/ingest.ts';
import { IngestMetrics } from './modules/ingest/ingest-metrics.ts';
import { Partitions } from './modules/ingest/partitions.ts';
import { Sites } from './modules/ingest/sites.ts';
import { DOMAINS_CLIENT, DomainDirectory } from './modules/ownership/domain-directory.ts';
import { Retention } from './modules/retention/retention.ts';
import { LogSearch } from './modules/search/log-search.ts';
import { TotalsAnnouncer } from './modules/totals/totals-announcer.ts';

@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(
    @Inject(DOMAINS_CLIENT) private readonly domains: GrpcClient<typeof domainsV1.DomainsService>,
  ) {}

  static forRoot(config: LogsConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'logs',
          privateKey: config.PALISADE_INTERNAL_PRIVATE_KEY,
          publicKeys: config.PALISADE_INTERNAL_PUBLIC_KEYS,
          certificates: config.PALISADE_INTERNAL_CERTIFICATES,
          keysFile: config.PALISADE_KEYS_FILE,
          readiness: {
            provide: READINESS_CHECKS,
            inject: [DataSource],
            useFactory: (database: DataSource): ReadinessCheck[] => [
              { name: 'database', check: async () => void (await database.query('SELECT 1')) },
            ],
          },
        }),
        databaseModule(databaseOptions(config)),
        EventsModule.forRoot({
          service: 'logs',
          bus: readBusSettings(config.PALISADE_BUS_REDIS_URL, config),
        }),
      ],
      controllers: [
        AnalyticsController,
        BacklogController,
        DashboardController,
        ExportController,
        ForecastController,
        IngestController,
      ],
      providers: [
        { provide: LOGS_CONFIG, useValue: config },
        {
          provide: DOMAINS_CLIENT,
          inject: [InternalTokenSigner, InternalChannel],
          useFactory: (signer: InternalTokenSigner, channel: InternalChannel) =>
            grpcClient(domainsV1.DomainsService, {
              address: config.PALISADE_DOMAINS_GRPC,
              signer,
              channel,
              timeout: 2_000,
            }),
        },
        AlertAnnouncer,
        AlertsSchedule,
        AlertWatch,
        Analytics,
        BlockingForecasts,
        CommitMarks,
        Dashboard,
        DomainDirectory,
        Ingest,
        IngestMetrics,
        ExportAnnouncer,
        LogExport,
        LogSearch,
        Partitions,
        RequestLogQueries,
        Retention,
        RollUpQueries,
        Sites,
        TotalsAnnouncer,
        WeeklyReports,
        WouldBlockQueries,
      ],
    };
  }

  onApplicationShutdown(): void {
    this.domains.close();
  }
}
