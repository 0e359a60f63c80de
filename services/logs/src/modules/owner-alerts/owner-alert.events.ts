import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { alertEventsV1 } from '@palisade/contracts';
import type { OutgoingEvent } from '@palisade/messaging';
import type { Severity } from './alert-rule.schema.ts';
import type { AlertRow } from './alert-rule-row.types.ts';

const SEVERITY_CODES: Readonly<Record<Severity, alertEventsV1.AlertSeverity>> = {
  info: alertEventsV1.AlertSeverity.INFO,
  warning: alertEventsV1.AlertSeverity.WARNING,
  critical: alertEventsV1.AlertSeverity.CRITICAL,
};

/** An alert's pending notifications. */
export function eventsOf(row: AlertRow): OutgoingEvent[] {
  const alert = {
    alertId: row.alert_id,
    ruleId: row.rule_id,
    ownerId: row.owner_id,
    ruleName: row.rule_name,
    severity: SEVERITY_CODES[row.severity],
    siteId: row.site_id,
    domainName: row.domain_name,
    firedAt: timestampFromDate(row.fired_at),
    summary: row.summary,
    note: row.note,
    channelIds: row.channel_ids,
  };
  const fired: OutgoingEvent = { type: 'logs.alert_fired.v1', key: row.owner_id, payload: { alert } };
  const events = row.begin_told ? [] : [fired];
  if (row.end_told || row.resolved_at === null) return events;
  const resolvedAt = timestampFromDate(row.resolved_at);
  return [...events, { type: 'logs.alert_resolved.v1', key: row.owner_id, payload: { alert, resolvedAt } }];
}
