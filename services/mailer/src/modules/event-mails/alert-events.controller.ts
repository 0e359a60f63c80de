import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { type alertEventsV1, domainEventsV1, type securityEventsV1 } from '@palisade/contracts';
import { type EventContext, OnEvent } from '@palisade/messaging/nest';
import {
  formatBytes,
  formatChange,
  formatCount,
  formatDay,
  formatDuration,
  formatTime,
} from '../../templating/format.ts';
import { AccountMailsService } from './account-mails.service.ts';

/**
 * Notifications about sites. The id of the alert or event is the mail's; the owner's settings are checked when it is
 * sent.
 */
@Controller()
export class AlertEventsController {
  constructor(private readonly outbound: AccountMailsService) {}

  @OnEvent('logs.attack_detected.v1')
  onAttack(event: alertEventsV1.AttackDetected): Promise<void> {
    const [since, until] = [dateOf(event.since), dateOf(event.until)];
    return this.outbound.toUser(`attack-${event.alertId}`, event.ownerId, 'attacks', 'attack_alert', {
      domain: event.domainName,
      blocked: formatCount(event.blockedRequests),
      duration: formatDuration(until.getTime() - since.getTime()),
      attack_type: event.topThreat,
      sources: event.topAddresses.join(', '),
      since: formatTime(since),
    });
  }

  @OnEvent('logs.origin_down.v1')
  onOriginDown(event: alertEventsV1.OriginDown): Promise<void> {
    return this.outbound.toUser(
      `origin-down-${event.alertId}`,
      event.ownerId,
      'domains',
      'domain_unreachable',
      {
        domain: event.domainName,
        since: formatTime(dateOf(event.since)),
        failed: formatCount(event.failedRequests),
      },
    );
  }

  @OnEvent('logs.origin_up.v1')
  onOriginUp(event: alertEventsV1.OriginUp): Promise<void> {
    const away = dateOf(event.until).getTime() - dateOf(event.since).getTime();
    return this.outbound.toUser(`origin-up-${event.alertId}`, event.ownerId, 'domains', 'domain_reachable', {
      domain: event.domainName,
      duration: formatDuration(away),
    });
  }

  /** Visitors' texts stay in the dashboard: a mail would carry a stranger's words. */
  @OnEvent('logs.visitor_reported.v1')
  onVisitorReported(event: alertEventsV1.VisitorReported): Promise<void> {
    return this.outbound.toUser(
      `visitor-report-${event.reportId}`,
      event.ownerId,
      'attacks',
      'visitor_reported',
      { domain: event.domainName, waiting: formatCount(BigInt(event.openReports)) },
    );
  }

  @OnEvent('domains.traffic_lost.v1')
  onTrafficLost(event: domainEventsV1.DomainTrafficLost, { event: { id } }: EventContext): Promise<void> {
    return this.outbound.toUser(id, event.ownerId, 'domains', 'traffic_lost', {
      host: event.host,
      found: event.found,
      since: formatTime(dateOf(event.since)),
    });
  }

  @OnEvent('domains.traffic_returned.v1')
  onTrafficReturned(
    event: domainEventsV1.DomainTrafficReturned,
    { event: { id, occurredAt } }: EventContext,
  ): Promise<void> {
    return this.outbound.toUser(id, event.ownerId, 'domains', 'traffic_returned', {
      host: event.host,
      duration: formatDuration(occurredAt.getTime() - dateOf(event.since).getTime()),
    });
  }

  @OnEvent('domains.rollout_decided.v1')
  onRolloutDecided({
    rolloutId,
    ownerId,
    domainName,
    outcome,
    reason,
  }: domainEventsV1.RolloutDecided): Promise<void> {
    const { RolloutOutcome } = domainEventsV1;
    const isTakenBack = outcome === RolloutOutcome.TAKEN_BACK;
    const ofPolicy = isTakenBack ? 'rollout_taken_back' : 'rollout_promoted';
    const template = outcome === RolloutOutcome.RULES_HELD ? 'rules_held' : ofPolicy;
    return this.outbound.toUser(`rollout-${rolloutId}`, ownerId, 'domains', template, {
      domain: domainName,
      reason,
    });
  }

  @OnEvent('domains.certificate_failed.v1')
  onCertificateFailed(
    event: domainEventsV1.CertificateFailed,
    { event: { id } }: EventContext,
  ): Promise<void> {
    return this.outbound.toUser(id, event.ownerId, 'domains', 'certificate_failed', {
      domain: event.domainName,
      problem: event.problem,
      expires_at: event.expiresAt ? formatDay(timestampDate(event.expiresAt)) : '',
    });
  }

  @OnEvent('domains.list_failing.v1')
  onListFailing(event: domainEventsV1.ListFailing, { event: { id } }: EventContext): Promise<void> {
    return this.outbound.toUser(id, event.ownerId, 'domains', 'list_failing', {
      list: event.name,
      problem: `${event.problem.replaceAll('_', ' ')}${event.status === 0 ? '' : ` (HTTP ${event.status})`}`,
      since: formatDay(dateOf(event.since)),
    });
  }

  @OnEvent('domains.certificate_expiring.v1')
  onCertificateExpiring(
    event: domainEventsV1.CertificateExpiring,
    { event: { id } }: EventContext,
  ): Promise<void> {
    return this.outbound.toUser(id, event.ownerId, 'domains', 'certificate_expiring', {
      domain: event.domainName,
      expires_at: formatDay(dateOf(event.expiresAt)),
    });
  }

  @OnEvent('domains.origin_certificate_expiring.v1')
  onOriginCertificateExpiring(
    event: domainEventsV1.OriginCertificateExpiring,
    { event: { id } }: EventContext,
  ): Promise<void> {
    return this.outbound.toUser(id, event.ownerId, 'domains', 'origin_certificate_expiring', {
      domain: event.domainName,
      expires_at: formatDay(dateOf(event.expiresAt)),
    });
  }

  @OnEvent('domains.revocation_list_due.v1')
  onRevocationListDue(
    event: domainEventsV1.RevocationListDue,
    { event: { id } }: EventContext,
  ): Promise<void> {
    const day = formatDay(dateOf(event.nextUpdate));
    return this.outbound.toUser(id, event.ownerId, 'domains', 'revocation_list_due', {
      domain: event.domainName,
      authority: event.issuer === '' ? 'an authority without a name' : event.issuer,
      due: event.isOver ? `was to be replaced on ${day}` : `is to be replaced by ${day}`,
    });
  }

  /** Requested by its reader, so no setting stops it. The link works only for a user signed in to the account. */
  @OnEvent('logs.export_finished.v1')
  onExportFinished(event: securityEventsV1.ExportFinished): Promise<void> {
    const template = event.isAccountData ? 'account_export_finished' : 'export_finished';
    return this.outbound.toUser(`export-${event.exportId}`, event.userId, 'account', template, {
      sites: event.domainName,
      entries: formatCount(event.rows),
      size: formatBytes(event.bytes),
      extent: event.isWhole ? 'all that you asked for' : 'the newest, as many as your plan includes',
      expires_at: formatTime(dateOf(event.expiresAt)),
    });
  }

  /** Decisions about the account's page: no setting stops it. */
  @OnEvent('logs.status_page_suspended.v1')
  onStatusPageSuspended(event: alertEventsV1.StatusPageSuspended): Promise<void> {
    return this.outbound.toUser(
      `status-page-${event.suspensionId}`,
      event.ownerId,
      'account',
      'status_page_suspended',
      { domain: event.domainName, reason: event.reason },
    );
  }

  @OnEvent('logs.status_page_unsuspended.v1')
  onStatusPageUnsuspended(event: alertEventsV1.StatusPageUnsuspended): Promise<void> {
    return this.outbound.toUser(
      `status-page-${event.suspensionId}`,
      event.ownerId,
      'account',
      'status_page_unsuspended',
      { domain: event.domainName },
    );
  }

  @OnEvent('logs.weekly_report.v1')
  onWeeklyReport(event: alertEventsV1.TrafficReport): Promise<void> {
    return this.report('week', event);
  }

  @OnEvent('logs.monthly_report.v1')
  onMonthlyReport({ report }: alertEventsV1.MonthlyReport): Promise<void> {
    return this.report('month', report!);
  }

  /** One per owner, site and period, however often it is announced. */
  private report(period: keyof typeof REPORTS, event: alertEventsV1.TrafficReport): Promise<void> {
    const [from, to] = [dateOf(event.from), dateOf(event.to)];
    const day = from.toISOString().slice(0, 10);
    const sites = event.sites.flatMap((site, index) => [
      [`site_${index + 1}`, site.domainName],
      [
        `site_${index + 1}_figures`,
        `${formatCount(site.totalRequests)} requests, ${formatCount(site.blockedRequests)} blocked`,
      ],
    ]);
    const { id, template } = REPORTS[period];
    const ofSite = event.siteId === '' ? '' : `-${event.siteId}`;
    return this.outbound.toUser(
      `${id}-${event.ownerId}-${day}${ofSite}`,
      event.ownerId,
      'reports',
      template,
      {
        from: formatDay(from),
        // A period ends with the last moment of its last day.
        to: formatDay(new Date(to.getTime() - 1)),
        about: event.siteName,
        brand: event.brandName,
        sentence: event.sentence,
        total_requests: formatCount(event.totalRequests),
        blocked_requests: formatCount(event.blockedRequests),
        requests_change: formatChange(event.totalRequests, event.previousTotalRequests),
        blocked_change: formatChange(event.blockedRequests, event.previousBlockedRequests),
        data_sent: formatBytes(event.responseBytes),
        top_attack: event.topThreat,
        ...Object.fromEntries(event.siteId === '' ? sites : []),
        ...(event.withPdf && {
          report_owner: event.ownerId,
          report_period: period,
          report_from: day,
          report_site: event.siteId,
        }),
      },
    );
  }
}

const REPORTS = {
  week: { id: 'weekly', template: 'weekly_report' },
  month: { id: 'monthly', template: 'monthly_report' },
} as const;

const dateOf = (timestamp: Timestamp | undefined): Date =>
  timestamp === undefined ? new Date() : timestampDate(timestamp);
