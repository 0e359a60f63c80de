import { z } from 'zod';

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a message says of an alert: that it began, that it is over, or that this is only a test. */
export const ALERT_STATES = ['fired', 'resolved', 'test'] as const;

/** What a channel is told. It is kept with its delivery, so that a replay says the same again. */
export const alertMessageSchema = z.object({
  /** The same for each attempt and replay: receivers know by it what they have. */
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
  /** Where the dashboard shows it. */
  link: z.string(),
});
export type AlertMessage = Readonly<z.infer<typeof alertMessageSchema>>;

/** One message of an alert: it begins, it ends. */
export const messageIdOf = (alertId: string, state: 'fired' | 'resolved'): string => `${alertId}:${state}`;
/** The same of the alert that a delivery named so is about. */
export const messageIdSql = (delivery: string, state: 'fired' | 'resolved'): string =>
  `(${delivery}.message->>'alertId') || ':${state}'`;

const STATE_WORDS = { fired: 'Alert', resolved: 'Resolved', test: 'Test' } as const;

/** One line that says what it is about. */
export function titleOf({ state, ruleName, site }: AlertMessage): string {
  const where = site === null ? '' : ` on ${site.name}`;
  return `${STATE_WORDS[state]}: ${ruleName}${where}`;
}

/** What is told beneath the title, as name and value. */
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

/** Where the dashboard shows alerts. */
export const alertsLink = (config: { PALISADE_PUBLIC_URL: string }): string =>
  `${config.PALISADE_PUBLIC_URL}/dashboard/alerts`;
