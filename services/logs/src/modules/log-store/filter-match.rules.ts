import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { MIN_SERVER_ERROR } from '../records/threats.rules.ts';
import type { LogFilter } from './log-filter.types.ts';
import type { LogRow, StatusFilter } from './log-row.types.ts';

type Fits = (row: LogRow) => boolean;
type WantedName = Exclude<keyof LogFilter, 'requestId' | 'fromMs' | 'toMs'>;
type ValueOf<Name extends WantedName> = NonNullable<LogFilter[Name]>['value'];

/**
 * Whether a row matches a filter, with the same result as the stores' searches; compiled once per filter, for rows in
 * memory.
 */
export function filterMatch(filter: LogFilter, status: StatusFilter): Fits {
  const parts: Fits[] = [];
  if (status !== null) parts.push(({ blocked }) => blocked === (status === 'blocked'));
  for (const name of WANTED) {
    const part = filter[name];
    if (part === null) continue;
    const fits = FITS[name](part.value as never);
    parts.push(part.not ? (row) => !fits(row) : fits);
  }
  const { requestId, fromMs, toMs } = filter;
  if (requestId !== null) parts.push(({ request_id }) => request_id === requestId);
  if (fromMs !== null) parts.push(({ received_at }) => received_at.getTime() >= fromMs);
  if (toMs !== null) parts.push(({ received_at }) => received_at.getTime() < toMs);
  return (row) => parts.every((fits) => fits(row));
}

type TextColumn = 'target' | 'user_agent' | 'ja4' | 'reason';

function textOrBeginning(column: TextColumn, value: string, whole: (row: LogRow) => string): Fits {
  if (!value.endsWith('*')) return (row) => whole(row) === value;
  const beginning = value.slice(0, -1);
  return (row) => row[column].startsWith(beginning);
}

/** Whether an address is in a network, or a network within another. A value that is no address is in none. */
function inNetwork(value: string): Fits {
  const [network, bits] = ipaddr.parseCIDR(value);
  return ({ client_address }) => {
    const [address = '', ownBits] = client_address.split('/');
    if (isIP(address) === 0 || address.includes('%')) return false;
    if (ownBits !== undefined && Number(ownBits) < bits) return false;
    const parsed = ipaddr.parse(address);
    // The types of its `match` have no overload for a pair of either family.
    return parsed.kind() === network.kind() && parsed.match(network as never, bits);
  };
}

const FITS: { [Name in WantedName]: (value: ValueOf<Name>) => Fits } = {
  address: (value) =>
    value.includes('/') ? inNetwork(value) : ({ client_address }) => client_address === value,
  country: (value) => (row) => row.country === value,
  network: (value) => (row) => Number(row.asn) === value,
  threat:
    ({ code, isServerError }) =>
    (row) =>
      row.threat === code && (isServerError === null || isServerError === row.status >= MIN_SERVER_ERROR),
  rule: (value) => (row) =>
    Number(row.rule_id) === value || row.matches?.some(({ rule_id }) => rule_id === value) === true,
  method: (value) => (row) => row.method === value,
  agent: (value) => textOrBeginning('user_agent', value, (row) => row.user_agent),
  ja4: (value) => textOrBeginning('ja4', value, (row) => row.ja4),
  path: (value) => textOrBeginning('target', value, (row) => row.target.split('?', 1)[0]!),
  httpStatus:
    ({ first, last }) =>
    ({ status }) =>
      status >= first && status <= last,
  cache: (value) => (row) => row.cache_status === value,
  reason: (value) => textOrBeginning('reason', value, (row) => row.reason),
  actions: (value) => (row) => value.includes(row.action),
};
const WANTED = Object.keys(FITS) as WantedName[];
