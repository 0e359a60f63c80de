import { ACTIONS, actionCodes } from '../../records/actions.rules.ts';
import { MIN_SERVER_ERROR, THREATS } from '../../records/threats.rules.ts';
import type { LogFilter, ThreatFilter } from '../log-filter.types.ts';
import type { StatusFilter } from '../log-row.types.ts';

/**
 * Sets of rows with a partial index each. `noticed` are allowed requests with findings: what log-only would have
 * blocked, and rules that matched without reaching the score; `failed` are those that ended in a 5xx.
 */
export type RowKind = 'blocked' | 'allowed' | 'noticed' | 'failed';

export const ROW_KINDS: Readonly<Record<RowKind, string>> = {
  blocked: 'l.blocked',
  allowed: 'NOT l.blocked',
  noticed: 'NOT l.blocked AND (l.threat <> 0 OR l.matches IS NOT NULL)',
  failed: `NOT l.blocked AND l.status >= ${MIN_SERVER_ERROR}`,
};

const LOG_ONLY = actionCodes.get('log_only')![0]!;

/** Index sets that can contain matches. */
export function kindsOf(filter: LogFilter, status: StatusFilter): RowKind[] {
  const threat = only(filter.threat);
  const actions = only(filter.actions);
  const blocking = actions?.every((code) => (ACTIONS as Record<number, { blocked: boolean }>)[code]?.blocked);
  const canBeBlocked = status !== 'allowed' && threat?.code !== THREATS.safe.code && blocking !== false;
  const canBeAllowed = status !== 'blocked' && blocking !== true;
  return [
    ...(canBeBlocked ? (['blocked'] as const) : []),
    ...(canBeAllowed ? [kindOfAllowed(filter, threat)] : []),
  ];
}

function kindOfAllowed(filter: LogFilter, threat: ThreatFilter | null): RowKind {
  const isNoticed =
    only(filter.rule) !== null ||
    (threat !== null && threat.code !== THREATS.safe.code) ||
    only(filter.actions)?.includes(LOG_ONLY) === true;
  if (isNoticed) return 'noticed';
  const hasFailed =
    threat?.isServerError === true || (only(filter.httpStatus)?.first ?? 0) >= MIN_SERVER_ERROR;
  return hasFailed ? 'failed' : 'allowed';
}

/** Positive conditions of the filter; negated ones say nothing about where matches are. */
const only = <Value>(part: { value: Value; not: boolean } | null): Value | null =>
  part === null || part.not ? null : part.value;

export interface Conditions {
  /** Each `AND …`, on a row named `l`. */
  sql: string;
  values: unknown[];
}

/** The filter on rows, without its time range, which the search splits. */
export function rowConditions(filter: LogFilter, firstParameter: number): Conditions {
  const values: unknown[] = [];
  const put = (value: unknown) => `$${firstParameter + values.push(value) - 1}`;
  const parts: string[] = [];
  for (const name of WANTED) {
    const part = filter[name];
    if (part === null) continue;
    const fits = FITS[name](part.value as never, put);
    parts.push(part.not ? `NOT (${fits})` : fits);
  }
  if (filter.requestId !== null) parts.push(`l.request_id = ${put(filter.requestId)}`);
  return { sql: parts.map((part) => ` AND ${part}`).join(''), values };
}

type WantedName = Exclude<keyof LogFilter, 'requestId' | 'fromMs' | 'toMs'>;
type ValueOf<Name extends WantedName> = NonNullable<LogFilter[Name]>['value'];
/** Adds a value to a statement's parameters and returns its placeholder. */
type Put = (value: unknown) => string;

/** Prefix of an IPv4 network's addresses: its whole octets. */
const octets = (network: string): string => {
  const [address = '', bits = '0'] = network.split('/');
  if (address.includes(':')) return '';
  const whole = address.split('.').slice(0, Math.floor(Number(bits) / 8));
  return whole.length === 4 || whole.length === 0 ? whole.join('.') : `${whole.join('.')}.`;
};

/** Each is true or false, never null, so that it can be negated. */
const FITS: { [Name in WantedName]: (value: ValueOf<Name>, put: Put) => string } = {
  address: (value, put) =>
    value.includes('/')
      ? // What an edge sends as an address need not be one. Texts are compared first: that is cheap, and leaves few.
        `${octets(value) === '' ? '' : `starts_with(l.client_address, ${put(octets(value))}) AND `}CASE WHEN pg_input_is_valid(l.client_address, 'inet') THEN l.client_address::inet <<= ${put(value)}::inet ELSE false END`
      : `l.client_address = ${put(value)}`,
  country: (value, put) => `l.country = ${put(value)}`,
  network: (value, put) => `l.asn = ${put(value)}`,
  threat: ({ code, isServerError }, put) => {
    const ofClass = `l.threat = ${put(code)}`;
    return isServerError === null
      ? ofClass
      : `${ofClass} AND l.status ${isServerError ? '>=' : '<'} ${MIN_SERVER_ERROR}`;
  },
  rule: (value, put) => {
    const fired = put(JSON.stringify([{ rule_id: value }]));
    return `(l.rule_id = ${put(value)} OR coalesce(l.matches @> ${fired}::jsonb, false))`;
  },
  method: (value, put) => `l.method = ${put(value)}`,
  agent: (value, put) =>
    value.endsWith('*')
      ? `starts_with(l.user_agent, ${put(value.slice(0, -1))})`
      : `l.user_agent = ${put(value)}`,
  ja4: (value, put) =>
    value.endsWith('*') ? `starts_with(l.ja4, ${put(value.slice(0, -1))})` : `l.ja4 = ${put(value)}`,
  path: (value, put) =>
    value.endsWith('*')
      ? `starts_with(l.target, ${put(value.slice(0, -1))})`
      : `split_part(l.target, '?', 1) = ${put(value)}`,
  httpStatus: ({ first, last }, put) => `l.status BETWEEN ${put(first)} AND ${put(last)}`,
  cache: (value, put) => `l.cache_status = ${put(value)}`,
  reason: (value, put) =>
    value.endsWith('*') ? `starts_with(l.reason, ${put(value.slice(0, -1))})` : `l.reason = ${put(value)}`,
  actions: (value, put) => `l.action = ANY(${put(value)}::int[])`,
};
const WANTED = Object.keys(FITS) as WantedName[];
