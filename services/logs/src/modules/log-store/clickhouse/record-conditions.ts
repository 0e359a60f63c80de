import { MIN_SERVER_ERROR } from '../../records/threats.rules.ts';
import type { LogFilter } from '../log-filter.types.ts';
import type { StatusFilter } from '../log-row.types.ts';

/** SQL, and the values of its parameters `{name:Type}`. */
export interface Conditions {
  sql: string;
  values: Record<string, unknown>;
}

type WantedName = Exclude<keyof LogFilter, 'requestId' | 'fromMs' | 'toMs'>;
type ValueOf<Name extends WantedName> = NonNullable<LogFilter[Name]>['value'];
/** Adds a value as a parameter and returns its placeholder. */
type Put = (type: string, value: unknown) => string;

export const PATH = `substringIndex(target, '?', 1)`;

/** The filter on records, without its time range. */
export function recordConditions(filter: LogFilter, status: StatusFilter): Conditions {
  const values: Record<string, unknown> = {};
  const put: Put = (type, value) => {
    const name = `filter_${Object.keys(values).length}`;
    values[name] = value;
    return `{${name}:${type}}`;
  };
  const parts: string[] = [];
  if (status !== null) parts.push(status === 'blocked' ? 'blocked' : 'NOT blocked');
  for (const name of WANTED) {
    const part = filter[name];
    if (part === null) continue;
    const fits = FITS[name](part.value as never, put);
    parts.push(part.not ? `NOT (${fits})` : `(${fits})`);
  }
  if (filter.requestId !== null) parts.push(`request_id = ${put('String', filter.requestId)}`);
  return { sql: parts.map((part) => ` AND ${part}`).join(''), values };
}

/** For a client of a site that stores networks, the network's first address. */
const ADDRESS = `substringIndex(client_address, '/', 1)`;
const IS_ADDRESS = `(isIPv4String(${ADDRESS}) OR isIPv6String(${ADDRESS}))`;

const textOrBeginning = (column: string, value: string, put: Put, whole = column): string =>
  value.endsWith('*')
    ? `startsWith(${column}, ${put('String', value.slice(0, -1))})`
    : `${whole} = ${put('String', value)}`;

const FITS: { [Name in WantedName]: (value: ValueOf<Name>, put: Put) => string } = {
  address: (value, put) =>
    value.includes('/')
      ? // What an edge sends as an address need not be one, and the function throws for what is none. A network is in another that is no smaller.
        `${IS_ADDRESS} AND isIPAddressInRange(if(${IS_ADDRESS}, ${ADDRESS}, '::'), ${put('String', value)})
          AND (position(client_address, '/') = 0
            OR toUInt8OrZero(substringIndex(client_address, '/', -1)) >= ${put('UInt8', value.split('/')[1])})`
      : `client_address = ${put('String', value)}`,
  country: (value, put) => `country = ${put('String', value)}`,
  network: (value, put) => `asn = ${put('UInt64', value)}`,
  threat: ({ code, isServerError }, put) => {
    const ofClass = `threat = ${put('UInt8', code)}`;
    return isServerError === null
      ? ofClass
      : `${ofClass} AND status ${isServerError ? '>=' : '<'} ${MIN_SERVER_ERROR}`;
  },
  rule: (value, put) => {
    const rule = put('UInt64', value);
    return `rule_id = ${rule} OR has(fired_rules, ${rule})`;
  },
  method: (value, put) => `method = ${put('String', value)}`,
  agent: (value, put) => textOrBeginning('user_agent', value, put),
  ja4: (value, put) => textOrBeginning('ja4', value, put),
  path: (value, put) => textOrBeginning('target', value, put, PATH),
  httpStatus: ({ first, last }, put) => `status BETWEEN ${put('UInt32', first)} AND ${put('UInt32', last)}`,
  cache: (value, put) => `cache_status = ${put('String', value)}`,
  reason: (value, put) => textOrBeginning('reason', value, put),
  actions: (value, put) => `has(${put('Array(UInt16)', value)}, action)`,
};
const WANTED = Object.keys(FITS) as WantedName[];
