import { formatCount } from '../../shared/lib/format.ts';
import type { AlertCondition } from './alerts-api.ts';

export const MEASURES: Readonly<Record<AlertCondition['measure'], { label: string; unit: string }>> = {
  requests: { label: 'Number of requests', unit: 'requests' },
  rate: { label: 'Requests a minute', unit: 'a minute' },
  share: { label: 'Share of all requests', unit: '%' },
  latency: { label: 'Response time', unit: 'ms' },
  clients: { label: 'Distinct clients', unit: 'clients' },
  clients_of_one_rule: { label: 'Clients blocked by one rule on one path', unit: 'clients' },
};

export const WINDOWS = [
  { value: '5', label: '5 minutes' },
  { value: '15', label: '15 minutes' },
  { value: '30', label: '30 minutes' },
  { value: '60', label: 'an hour' },
  { value: '360', label: '6 hours' },
  { value: '1440', label: '24 hours' },
] as const;

const windowWords = (minutes: number): string =>
  WINDOWS.find(({ value }) => Number(value) === minutes)?.label ?? `${minutes} minutes`;

const filterWords = (filter: AlertCondition['filter']): string =>
  Object.entries(filter ?? {})
    .filter(([, text]) => text !== undefined && text !== '')
    .map(([name, text]) => `${name === 'http_status' ? 'HTTP status' : name}: ${text}`)
    .join(', ');

/** A measured value with its unit. */
export const measuredText = (measure: AlertCondition['measure'], value: number): string =>
  `${formatCount(Math.round(value * 10) / 10)} ${MEASURES[measure].unit}`;

/** A rule in plain words. */
export function ruleSentence(condition: AlertCondition): string {
  const { label } = MEASURES[condition.measure];
  const where = filterWords(condition.filter);
  const limit =
    condition.compare === 'usual'
      ? `${formatCount(condition.value)} times the usual`
      : measuredText(condition.measure, condition.value);
  const hold = condition.hold_minutes ? `, for ${condition.hold_minutes} minutes` : '';
  return `${label}${where === '' ? '' : ` (${where})`} ${condition.direction} ${limit} within ${windowWords(condition.window_minutes)}${hold}`;
}
