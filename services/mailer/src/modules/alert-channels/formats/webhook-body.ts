import type { AlertMessage } from './alert-message.ts';

/** Body for an owner's own program: the envelope of Standard Webhooks, with the field names of the API. */
export const webhookBody = (message: AlertMessage): object => ({
  type: `alert.${message.state}`,
  timestamp: message.resolvedAt ?? message.firedAt,
  data: {
    alert_id: message.alertId,
    rule_id: message.ruleId,
    rule_name: message.ruleName,
    severity: message.severity,
    domain_id: message.site?.id ?? null,
    domain_name: message.site?.name ?? null,
    summary: message.summary,
    note: message.note,
    fired_at: message.firedAt,
    resolved_at: message.resolvedAt,
    link: message.link,
  },
});
