import { type AlertMessage, factsOf, type Severity, titleOf } from './alert-message.ts';

/** Opsgenie truncates longer messages. */
const OPSGENIE_MESSAGE = 130;

const details = (message: AlertMessage) => Object.fromEntries(factsOf(message));

/** PagerDuty's Events API v2. Messages of one alert share a key, so that the closing message resolves the incident. */
export function pagerDutyBody(message: AlertMessage, routingKey: string): object {
  const same = { routing_key: routingKey, dedup_key: message.alertId };
  if (message.state === 'resolved') return { ...same, event_action: 'resolve' };
  return {
    ...same,
    event_action: 'trigger',
    client: 'Palisade',
    client_url: message.link,
    payload: {
      summary: `${titleOf(message)}: ${message.summary}`,
      source: message.site?.name ?? 'Palisade',
      severity: message.severity,
      timestamp: message.firedAt,
      custom_details: details(message),
    },
  };
}

const PRIORITIES: Readonly<Record<Severity, string>> = { info: 'P5', warning: 'P3', critical: 'P1' };

export function opsgenieBody(message: AlertMessage): object {
  if (message.state === 'resolved') return { source: 'Palisade', note: message.summary };
  return {
    message: titleOf(message).slice(0, OPSGENIE_MESSAGE),
    alias: message.alertId,
    description: `${message.summary}\n\n${message.link}`,
    priority: PRIORITIES[message.severity],
    source: 'Palisade',
    details: details(message),
  };
}
