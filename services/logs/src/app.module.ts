import { type DynamicModule, Module } from '@nestjs/common';
import { readBusSettings } from '@palisade/messaging';
import { EventsModule } from '@palisade/messaging/nest';
import { databaseModule, databaseReadiness, ServiceModule, serviceIdentity } from '@palisade/nest-kit';
import type { LogsConfig } from './config/config.ts';
import { ConnectionsModule } from './connections/connections.module.ts';
import { databaseOptions } from './database/database.ts';
import { AnalyticsModule } from './modules/analytics/analytics.module.ts';
import { AttackDetectionModule } from './modules/attack-detection/attack-detection.module.ts';
import { AttackStatusModule } from './modules/attack-status/attack-status.module.ts';
import { backlogModule } from './modules/backlog/backlog.module.ts';
import { DashboardModule } from './modules/dashboard/dashboard.module.ts';
import { DemoAttackModule } from './modules/demo-attack/demo-attack.module.ts';
import { ErasureModule } from './modules/erasure/erasure.module.ts';
import { ForecastModule } from './modules/forecast/forecast.module.ts';
import { IngestModule } from './modules/ingest/ingest.module.ts';
import { LiveModule } from './modules/live/live.module.ts';
import { LiveFiguresModule } from './modules/live-figures/live-figures.module.ts';
import { LogDownloadModule } from './modules/log-download/log-download.module.ts';
import { LogExportsModule } from './modules/log-exports/log-exports.module.ts';
import { LogStreamsModule } from './modules/log-streams/log-streams.module.ts';
import { OperatorEntriesModule } from './modules/operator-entries/operator-entries.module.ts';
import { OriginHealthModule } from './modules/origin-health/origin-health.module.ts';
import { OwnerAlertsModule } from './modules/owner-alerts/owner-alerts.module.ts';
import { OwnershipModule } from './modules/ownership/ownership.module.ts';
import { PolicyReplayModule } from './modules/policy-replay/policy-replay.module.ts';
import { RecordingsModule } from './modules/recordings/recordings.module.ts';
import { RetentionModule } from './modules/retention/retention.module.ts';
import { RollUpsModule } from './modules/roll-ups/roll-ups.module.ts';
import { RolloutsModule } from './modules/rollouts/rollouts.module.ts';
import { SearchModule } from './modules/search/search.module.ts';
import { StatusPagesModule } from './modules/status-pages/status-pages.module.ts';
import { TotalsModule } from './modules/totals/totals.module.ts';
import { TrafficReportsModule } from './modules/traffic-reports/traffic-reports.module.ts';
import { VisitorDataModule } from './modules/visitor-data/visitor-data.module.ts';
import { VisitorReportsModule } from './modules/visitor-reports/visitor-reports.module.ts';

@Module({})
export class AppModule {
  static forRoot(config: LogsConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          ...serviceIdentity('logs', config),
          readiness: databaseReadiness(),
        }),
        databaseModule(databaseOptions(config)),
        ConnectionsModule.forRoot(config),
        EventsModule.forRoot({
          service: 'logs',
          bus: readBusSettings(config.PALISADE_BUS_REDIS_URL, config),
        }),
        AttackDetectionModule,
        AnalyticsModule,
        backlogModule,
        DashboardModule,
        DemoAttackModule,
        ErasureModule,
        LogDownloadModule,
        ForecastModule,
        IngestModule,
        LiveFiguresModule,
        LiveModule,
        LogExportsModule,
        LogStreamsModule,
        OperatorEntriesModule,
        OriginHealthModule,
        AttackStatusModule,
        OwnerAlertsModule,
        OwnershipModule,
        RecordingsModule,
        TrafficReportsModule,
        RetentionModule,
        RolloutsModule,
        RollUpsModule,
        SearchModule,
        StatusPagesModule,
        TotalsModule,
        PolicyReplayModule,
        VisitorDataModule,
        VisitorReportsModule,
      ],
    };
  }
}
