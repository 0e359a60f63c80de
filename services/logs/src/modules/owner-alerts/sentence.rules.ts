import type { Condition } from './condition.schema.ts';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

function windowWords(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`;
  return minutes === 60 ? 'an hour' : `${minutes / 60} hours`;
}

const kindOfRequests = ({ filter }: Condition): string => {
  const { status = '', ...rest } = filter;
  const narrowed = Object.values(rest).some((text) => text !== undefined && text !== '') ? 'matching ' : '';
  return `${narrowed}${status === '' || status === 'all' ? '' : `${status} `}requests`;
};

const AMOUNTS: Readonly<Record<Condition['measure'], (value: string, condition: Condition) => string>> = {
  requests: (value, condition) => `${value} ${kindOfRequests(condition)}`,
  rate: (value, condition) => `${value} ${kindOfRequests(condition)} a minute`,
  share: (value, condition) => `${value} % ${kindOfRequests(condition)}`,
  latency: (value, { percentile }) => `${value} ms at the ${percentile}th percentile`,
  clients: (value, condition) => `${value} clients with ${kindOfRequests(condition)}`,
  clients_of_one_rule: (value) => `${value} clients blocked by one rule on one path`,
};

/** "412 blocked requests in 5 minutes, more than 100" */
export function sentenceOf(condition: Condition, value: number, limit: number, detail = ''): string {
  const amount = AMOUNTS[condition.measure](number.format(value), condition);
  const compared = condition.direction === 'above' ? 'more than' : 'less than';
  const usual = condition.compare === 'usual' ? `, ${number.format(condition.value)} times the usual` : '';
  return `${amount} in ${windowWords(condition.window_minutes)}, ${compared} ${number.format(limit)}${usual}${detail}`;
}
