import type { DatabaseOptions } from '@palisade/nest-kit';
import type { LogsConfig } from '../config/config.ts';
import { RequestLogs1700000000001 } from './migrations/1700000000001-request-logs.ts';
import { Alerts1700000000010 } from './migrations/1700000000010-alerts.ts';
import { NoticedRequests1700000000020 } from './migrations/1700000000020-noticed-requests.ts';
import { LogOnlyIndex1700000000021 } from './migrations/1700000000021-log-only-index.ts';
import { SiteErasures1700000000030 } from './migrations/1700000000030-site-erasures.ts';
import { FailedRequests1700000000031 } from './migrations/1700000000031-failed-requests.ts';
import { OriginHealthSpans1700000000032 } from './migrations/1700000000032-origin-health-spans.ts';
import { OwnerAlerts1700000000040 } from './migrations/1700000000040-owner-alerts.ts';
import { FacetBytes1700000000041 } from './migrations/1700000000041-facet-bytes.ts';
import { VisitorReports1700000000042 } from './migrations/1700000000042-visitor-reports.ts';
import { LogStreams1700000000050 } from './migrations/1700000000050-log-streams.ts';
import { RecordedRequests1700000000060 } from './migrations/1700000000060-recorded-requests.ts';
import { RolloutFigures1700000000080 } from './migrations/1700000000080-rollout-figures.ts';
import { LogExports1700000000090 } from './migrations/1700000000090-log-exports.ts';
import { LogBlocks1700000000100 } from './migrations/1700000000100-log-blocks.ts';
import { LogMoves1700000000110 } from './migrations/1700000000110-log-moves.ts';
import { LogExportStarts1700000000120 } from './migrations/1700000000120-log-export-starts.ts';
import { RolloutRules1700000000130 } from './migrations/1700000000130-rollout-rules.ts';
import { TlsFingerprints1700000000140 } from './migrations/1700000000140-tls-fingerprints.ts';
import { LiveTails1700000000150 } from './migrations/1700000000150-live-tails.ts';
import { StatusPages1700000000160 } from './migrations/1700000000160-status-pages.ts';
import { TlsVersions1700000000170 } from './migrations/1700000000170-tls-versions.ts';
import { FreshRecords1700000000175 } from './migrations/1700000000175-fresh-records.ts';
import { FormerStatusSlugs1700000000180 } from './migrations/1700000000180-former-status-slugs.ts';
import { StatusPageSuspensions1700000000190 } from './migrations/1700000000190-status-page-suspensions.ts';
import { RequestLogValues1700000000200 } from './migrations/1700000000200-request-log-values.ts';
import { OwnersOfStatusSlugs1700000000210 } from './migrations/1700000000210-owners-of-status-slugs.ts';
import { Reports1700000000220 } from './migrations/1700000000220-reports.ts';
import { SuspensionsOfRemovedPages1700000000225 } from './migrations/1700000000225-suspensions-of-removed-pages.ts';
import { ConditionsOfAlerts1700000000227 } from './migrations/1700000000227-conditions-of-alerts.ts';
import { AccountExports1700000000230 } from './migrations/1700000000230-account-exports.ts';
import { ReportClaims1700000000235 } from './migrations/1700000000235-report-claims.ts';
import { ClientErasures1700000000240 } from './migrations/1700000000240-client-erasures.ts';
import { OwnerAlertIndexes1700000000245 } from './migrations/1700000000245-owner-alert-indexes.ts';
import { StreamsPausedByPlans1700000000250 } from './migrations/1700000000250-streams-paused-by-plans.ts';
import { ChosenOrigins1700000000255 } from './migrations/1700000000255-chosen-origins.ts';
import { ClientErasureDigests1700000000260 } from './migrations/1700000000260-client-erasure-digests.ts';
import { FacetValueStatistics1700000000265 } from './migrations/1700000000265-facet-value-statistics.ts';
import { FacetDays1700000000270 } from './migrations/1700000000270-facet-days.ts';

export const databaseOptions = (
  config: Pick<LogsConfig, 'PALISADE_DATABASE_URL' | 'PALISADE_DATABASE_POOL'>,
): DatabaseOptions => ({
  url: config.PALISADE_DATABASE_URL,
  schema: 'logs',
  poolSize: config.PALISADE_DATABASE_POOL,
  entities: [],
  migrations: [
    RequestLogs1700000000001,
    Alerts1700000000010,
    NoticedRequests1700000000020,
    LogOnlyIndex1700000000021,
    SiteErasures1700000000030,
    FailedRequests1700000000031,
    OriginHealthSpans1700000000032,
    OwnerAlerts1700000000040,
    FacetBytes1700000000041,
    VisitorReports1700000000042,
    LogStreams1700000000050,
    RecordedRequests1700000000060,
    RolloutFigures1700000000080,
    LogExports1700000000090,
    LogBlocks1700000000100,
    LogMoves1700000000110,
    LogExportStarts1700000000120,
    RolloutRules1700000000130,
    TlsFingerprints1700000000140,
    LiveTails1700000000150,
    StatusPages1700000000160,
    TlsVersions1700000000170,
    FreshRecords1700000000175,
    FormerStatusSlugs1700000000180,
    StatusPageSuspensions1700000000190,
    RequestLogValues1700000000200,
    OwnersOfStatusSlugs1700000000210,
    Reports1700000000220,
    SuspensionsOfRemovedPages1700000000225,
    ConditionsOfAlerts1700000000227,
    AccountExports1700000000230,
    ReportClaims1700000000235,
    ClientErasures1700000000240,
    OwnerAlertIndexes1700000000245,
    StreamsPausedByPlans1700000000250,
    ChosenOrigins1700000000255,
    ClientErasureDigests1700000000260,
    FacetValueStatistics1700000000265,
    FacetDays1700000000270,
  ],
});
