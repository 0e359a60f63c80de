import { countryName, formatDateTime } from '../../shared/lib/format.ts';
import { paths } from '../page/paths.ts';

/** Log filters besides status and domain, as in the URL. The server evaluates them. */
export const LOG_FILTERS = [
  'address',
  'country',
  'network',
  'threat',
  'rule',
  'method',
  'agent',
  'ja4',
  'path',
  'http_status',
  'cache',
  'id',
  'action',
  'reason',
  'from',
  'to',
] as const;
export type LogFilterName = (typeof LOG_FILTERS)[number];
export type LogFilters = Partial<Record<LogFilterName, string>>;

/** Before a value in the address: entries that have another one. */
const NOT = '!';
/** A trailing "*" makes the value a prefix. */
const BEGINNINGS: ReadonlySet<LogFilterName> = new Set(['path', 'agent', 'ja4', 'reason']);
const WITHOUT_OPPOSITE: ReadonlySet<LogFilterName> = new Set(['id', 'from', 'to']);

/** The filter for entries that differ from it; that of a negated one is the plain one. Null where that makes no sense. */
export function oppositeOf(name: LogFilterName, value: string): string | null {
  if (WITHOUT_OPPOSITE.has(name)) return null;
  return isNegated(name, value) ? value.slice(NOT.length) : NOT + value;
}

export const isNegated = (name: LogFilterName, value: string): boolean =>
  !WITHOUT_OPPOSITE.has(name) && value.startsWith(NOT);

const labels: Record<LogFilterName, string> = {
  address: 'Address',
  country: 'Country',
  network: 'Network',
  threat: 'Threat type',
  rule: 'Rule',
  method: 'Method',
  agent: 'User agent',
  ja4: 'TLS fingerprint',
  path: 'Path',
  http_status: 'HTTP status',
  cache: 'Cache',
  id: 'Request id',
  action: 'Verdict',
  reason: 'Reason',
  from: 'From',
  to: 'Until',
};

/** Readable names of the edge's actions. */
export const actionTexts: Readonly<Record<string, string>> = {
  allow: 'Let through',
  block: 'Blocked by a rule',
  reject: 'Refused before routing',
  challenge: 'Challenged',
  rate_limit: 'Over the rate limit',
  ban: 'Address is banned',
  geo: 'Country is blocked',
  ip_list: 'Address on the block list',
  bot: 'Refused as a bot',
  ddos: 'Stopped as part of a flood',
  custom_rule: 'Decided by a custom rule',
  log_only: 'Would have been blocked (log only)',
};

/** Readable names of cache statuses. */
export const cacheTexts: Readonly<Record<string, string>> = {
  hit: 'Hit',
  miss: 'Miss',
  bypass: 'Not cacheable',
  expired: 'Expired',
  stale: 'Stale, while it was revalidated',
  revalidated: 'Renewed',
  none: 'Not asked',
};

/** A filter as its chip shows it. */
export function filterText(name: LogFilterName, given: string): { label: string; value: string } {
  if (!isNegated(name, given)) return plainText(name, given);
  const { label, value } = plainText(name, given.slice(NOT.length));
  return { label: `${label} is not`, value };
}

function plainText(name: LogFilterName, value: string): { label: string; value: string } {
  const label = labels[name];
  if (name === 'network') return { label, value: `AS${value.replace(/^AS/i, '')}` };
  if (name === 'cache') return { label, value: cacheTexts[value] ?? value };
  if (name === 'country') return { label, value: value === 'unknown' ? 'Unknown' : countryName(value) };
  if (name === 'action') return { label, value: actionTexts[value] ?? value };
  if ((name === 'from' || name === 'to') && !Number.isNaN(Date.parse(value)))
    return { label, value: formatDateTime(value) };
  if (BEGINNINGS.has(name) && value.endsWith('*'))
    return { label: `${label} begins with`, value: value.slice(0, -1) };
  return { label, value };
}

/** The log, filtered. */
export function logLink(filters: LogFilters & { domain?: string; status?: string }): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
  const text = query.toString();
  return text === '' ? paths.logs : `${paths.logs}?${text}`;
}

/** A country's filter value: unknown countries have no code. */
export const countryFilter = (code: string | null): string => code || 'unknown';

/** Counted paths are cut at 200 characters, and what is not ASCII is counted as a question mark. */
export function countedPathFilter(path: string): string | null {
  if (!path.startsWith('/') || path.includes('?')) return null;
  return path.length >= 200 ? `${path}*` : path;
}

const V4 = /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/;
const V6 = /^(?=.*:.*:)[0-9a-f:.]{3,45}(?:\/\d{1,3})?$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT)$/;

/** Whether a text has the form of a request's id. */
export const isRequestId = (text: string): boolean => UUID.test(text);

/** Recognises typed text that is clearly a value the server can filter by; a leading "!" negates it. */
export function recogniseFilter(text: string): { name: LogFilterName; value: string } | null {
  const typed = text.trim();
  if (!typed.startsWith(NOT)) return recognisePlain(typed);
  const plain = recognisePlain(typed.slice(NOT.length));
  const value = plain && oppositeOf(plain.name, plain.value);
  return plain && value ? { name: plain.name, value } : null;
}

function recognisePlain(typed: string): { name: LogFilterName; value: string } | null {
  if (V4.test(typed) || V6.test(typed)) return { name: 'address', value: typed };
  if (isRequestId(typed)) return { name: 'id', value: typed };
  if (METHOD.test(typed)) return { name: 'method', value: typed };
  const network = /^AS(\d{1,10})$/i.exec(typed)?.[1];
  if (network) return { name: 'network', value: network };
  if (/^[1-5](?:xx|\d\d)$/i.test(typed)) return { name: 'http_status', value: typed.toLowerCase() };
  const rule = /^(?:rule\s*)?(\d{3,7})$/i.exec(typed)?.[1];
  if (rule) return { name: 'rule', value: rule };
  if (/^\/\S*$/.test(typed)) return { name: 'path', value: `${typed.replace(/\*$/, '')}*` };
  if (/^[A-Z]{2}$/.test(typed) && countryName(typed) !== typed) return { name: 'country', value: typed };
  return null;
}
