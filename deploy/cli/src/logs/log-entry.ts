import { CommandError, printable } from '@palisade/command-line';
import { targetText } from '@palisade/site-policy/words';
import type { Api } from '../base/api.ts';

/** What is read of an entry of the log. */
export interface LogEntry {
  request_id: string;
  timestamp: string;
  domain_name: string;
  status: string;
  action: string;
  reason: string;
  http_status: number;
  remote_addr: string;
  geo_country: string | null;
  request_method: string;
  request_uri: string;
  user_agent: string;
  inbound_score: number;
  matches: readonly {
    rule_id: number;
    message: string;
    score: number;
    targets: readonly { name: string; value?: string }[];
  }[];
}

export async function recentLogs(api: Api, query: Record<string, string>): Promise<LogEntry[]> {
  const { logs } = await api.call<{ logs: LogEntry[] }>(
    'GET',
    `/api/dashboard/logs/recent?${new URLSearchParams(query)}`,
  );
  return logs;
}

export async function logEntry(api: Api, requestId: string): Promise<LogEntry> {
  const [entry] = await recentLogs(api, { request_id: requestId, limit: '1' });
  if (entry !== undefined) return entry;
  throw new CommandError(
    'request_unknown',
    `Your log has no request ${requestId}.`,
    'Records last as long as the plan says.',
  );
}

const MAX_TARGET = 120;

export function entryLine(entry: LogEntry): string {
  const { timestamp, status, http_status: code, remote_addr: address, geo_country: country } = entry;
  const target =
    entry.request_uri.length > MAX_TARGET ? `${entry.request_uri.slice(0, MAX_TARGET)}…` : entry.request_uri;
  const reason = entry.reason === '' ? '' : ` ${entry.reason}`;
  return printable(
    `${timestamp} ${status}${reason} ${code} ${address}${country ? ` ${country}` : ''} ${entry.domain_name} ${entry.request_method} ${target} ${entry.request_id}`,
  );
}

export function entryText(entry: LogEntry): string {
  const facts = [
    ['request', entry.request_id],
    ['at', entry.timestamp],
    ['site', entry.domain_name],
    ['client', `${entry.remote_addr}${entry.geo_country ? ` (${entry.geo_country})` : ''}`],
    ['asked', `${entry.request_method} ${entry.request_uri}`],
    ['with', entry.user_agent],
    [
      'verdict',
      `${entry.status}, ${entry.http_status}${entry.reason === '' ? '' : `, ${entry.reason}`}, score ${entry.inbound_score}`,
    ],
  ];
  const lines = facts.map(([name = '', value = '']) => `${name.padEnd(8)} ${printable(value)}`);
  const rules = entry.matches.map(({ rule_id: id, message, score, targets }) => {
    const places = [...new Set(targets.map(({ name }) => targetText(name)))].join(', ');
    return printable(
      `  ${id === 0 ? 'your rule' : id}  ${message}${score > 0 ? ` (score ${score})` : ''}${places === '' ? '' : `: ${places}`}`,
    );
  });
  return `${[...lines, ...(rules.length > 0 ? ['rules', ...rules] : [])].join('\n')}\n`;
}
