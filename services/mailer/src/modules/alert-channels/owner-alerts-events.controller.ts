import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Controller, Inject } from '@nestjs/common';
import { alertEventsV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import { AccountsService } from '../accounts/accounts.service.ts';
import { DeliveriesService } from './deliveries.service.ts';
import { type AlertMessage, alertsLink, messageIdOf, type Severity } from './formats/alert-message.ts';

const SEVERITY_NAMES: Readonly<Record<alertEventsV1.AlertSeverity, Severity>> = {
  [alertEventsV1.AlertSeverity.UNSPECIFIED]: 'warning',
  [alertEventsV1.AlertSeverity.INFO]: 'info',
  [alertEventsV1.AlertSeverity.WARNING]: 'warning',
  [alertEventsV1.AlertSeverity.CRITICAL]: 'critical',
};

/** Alerts of owners' rules are delivered to the channels that the rules name. */
@Controller()
export class OwnerAlertsEventsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly deliveries: DeliveriesService,
    @Inject(MAILER_CONFIG) private readonly config: Pick<MailerConfig, 'PALISADE_PUBLIC_URL'>,
  ) {}

  @OnEvent('logs.alert_fired.v1')
  onFired({ alert }: alertEventsV1.AlertFired): Promise<void> {
    return this.tell(alert, 'fired', null);
  }

  @OnEvent('logs.alert_resolved.v1')
  onResolved({ alert, resolvedAt }: alertEventsV1.AlertResolved): Promise<void> {
    return this.tell(alert, 'resolved', resolvedAt === undefined ? new Date() : timestampDate(resolvedAt));
  }

  /** A deleted or deactivated account receives nothing. */
  private async tell(
    alert: alertEventsV1.Alert | undefined,
    state: 'fired' | 'resolved',
    resolvedAt: Date | null,
  ): Promise<void> {
    if (alert === undefined || alert.channelIds.length === 0) return;
    const account = await this.accounts.byId(alert.ownerId);
    if (!account?.is_active) return;
    const message: AlertMessage = {
      id: messageIdOf(alert.alertId, state),
      state,
      alertId: alert.alertId,
      ruleId: alert.ruleId,
      ruleName: alert.ruleName,
      severity: SEVERITY_NAMES[alert.severity],
      site: alert.siteId === '' ? null : { id: alert.siteId, name: alert.domainName },
      summary: alert.summary,
      note: alert.note,
      firedAt: (alert.firedAt === undefined ? new Date() : timestampDate(alert.firedAt)).toISOString(),
      resolvedAt: resolvedAt?.toISOString() ?? null,
      link: alertsLink(this.config),
    };
    await this.deliveries.tell(alert.ownerId, alert.channelIds, message);
  }
}
