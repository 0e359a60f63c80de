import { z } from 'zod';

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Kind of a message: an alert began, is over, or this is a test. */
export const ALERT_STATES = ['fired', 'resolved', 'test'] as const;

/** Content of a message. Stored with its delivery, so that a replay sends the same. */
export const alertMessageSchema = z.object({
  /** The same for every attempt and replay, so that receivers can detect duplicates. */
  id: z.string(),
  state: z.enum(ALERT_STATES),
  alertId: z.string(),
  ruleId: z.string(),
  ruleName: z.string(),
  severity: z.enum(SEVERITIES),
  /** Null where the rule looks at all sites together. */
  site: z.object({ id: z.string(), name: z.string() }).nullable(),
  summary: z.string(),
  note: z.string(),
  firedAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  /** Link to the alert in the dashboard. */
  link: z.string(),
});
export type AlertMessage = Readonly<z.infer<typeof alertMessageSchema>>;

/** A message of an alert: the opening or the closing one. */
export const messageIdOf = (alertId: string, state: 'fired' | 'resolved'): string => `${alertId}:${state}`;
/** The other message of the alert that the delivery with this name belongs to. */
export const messageIdSql = (delivery: string, state: 'fired' | 'resolved'): string =>
  `(${delivery}.message->>'alertId') || ':${state}'`;

const STATE_WORDS = { fired: 'Alert', resolved: 'Resolved', test: 'Test' } as const;

/** One line that says what it is about. */
export function titleOf({ state, ruleName, site }: AlertMessage): string {
  const where = site === null ? '' : ` on ${site.name}`;
  return `${STATE_WORDS[state]}: ${ruleName}${where}`;
}

/** Facts shown beneath the title, as name and value. */
export function factsOf(message: AlertMessage): [name: string, value: string][] {
  return [
    ...(message.site === null ? [] : [['Site', message.site.name] as [string, string]]),
    ['Severity', message.severity],
    ['Since', message.firedAt],
    ...(message.resolvedAt === null ? [] : [['Until', message.resolvedAt] as [string, string]]),
    ...(message.note === '' ? [] : [['Note', message.note] as [string, string]]),
  ];
}

/** Title, summary, facts and link as plain text. */
export const plainText = (message: AlertMessage): string =>
  [
    titleOf(message),
    message.summary,
    '',
    ...factsOf(message).map(([name, value]) => `${name}: ${value}`),
    '',
    message.link,
  ].join('\n');

/** Link to the alerts in the dashboard. */
export const alertsLink = (config: { PALISADE_PUBLIC_URL: string }): string =>
  `${config.PALISADE_PUBLIC_URL}/dashboard/alerts`;
