import type { RateLimitRule } from '../groups/rate-limit-rules.ts';
import { conditionText } from './custom-rule-words.ts';

export type RateLimitKeyPart = RateLimitRule['key'][number];
export type RateLimitAction = RateLimitRule['action'];
export type RateLimitCount = RateLimitRule['counts'];

interface Words {
  /** In a list of choices. */
  label: string;
  /** In a sentence. */
  phrase: string;
}

/** What requests can be counted by, in the order in which it is offered. */
export const keyParts: Readonly<Record<RateLimitKeyPart['part'], Words>> = {
  address: { label: 'Address', phrase: 'address' },
  network: { label: 'Network (/24, /48)', phrase: 'network' },
  cookie: { label: 'Cookie', phrase: 'cookie' },
  header: { label: 'Header', phrase: 'header' },
  api_key: { label: 'API key', phrase: 'API key' },
  jwt_claim: { label: 'Claim of a bearer token', phrase: 'claim' },
  query_parameter: { label: 'Query parameter', phrase: 'parameter' },
  form_field: { label: 'Form field', phrase: 'form field' },
  json_path: { label: 'JSON path', phrase: 'JSON value' },
  path: { label: 'Path', phrase: 'path' },
  host: { label: 'Host', phrase: 'host' },
  method: { label: 'Method', phrase: 'method' },
  user_agent: { label: 'User agent', phrase: 'user agent' },
  ja4: { label: 'TLS fingerprint (JA4)', phrase: 'TLS fingerprint' },
  country: { label: 'Country', phrase: 'country' },
  asn: { label: 'Network operator (ASN)', phrase: 'network operator' },
};

export const countedThings: Readonly<Record<RateLimitCount, Words>> = {
  requests: { label: 'Requests', phrase: 'requests' },
  failures: { label: 'Failures', phrase: 'failed answers' },
  bytes: { label: 'Bytes', phrase: 'bytes' },
  distinct_paths: { label: 'Distinct paths', phrase: 'distinct paths' },
};

export const limitActions: Readonly<Record<RateLimitAction, Words & { hint: string }>> = {
  refuse: {
    label: 'Refuse',
    phrase: 'Refuse',
    hint: 'Requests over the limit get 429 and the time to retry.',
  },
  block: {
    label: 'Block',
    phrase: 'Block',
    hint: 'Clients over the limit are blocked within its scope, for the time you set.',
  },
  challenge: {
    label: 'Challenge',
    phrase: 'Challenge',
    hint: 'The browser has to solve a short proof of work; programs that cannot are blocked.',
  },
  slow_down: {
    label: 'Slow down',
    phrase: 'Slow down',
    hint: 'Requests over the limit are delayed.',
  },
  log: { label: 'Log', phrase: 'Log', hint: 'It is only recorded.' },
};

const formatCount = (count: number): string => count.toLocaleString('en');

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** "10 minutes", "an hour" as "1 hour", "90 seconds". */
export function secondsText(seconds: number): string {
  const [length, unit] = UNITS.find(([length]) => seconds % length === 0) ?? [1, 'second'];
  const count = seconds / length;
  return `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`;
}

export const keyText = (key: readonly RateLimitKeyPart[]): string =>
  key.map(({ part, name }) => `${keyParts[part].phrase}${name && ` ${name}`}`).join(' and ');

/** "5 failed answers (401, 403) in 10 minutes", "100 requests in 1 minute, 20 at once". */
export function amountText({ counts, statuses, amount, window_seconds, burst }: RateLimitRule): string {
  const which = statuses.length > 0 ? ` (${statuses.join(', ')})` : '';
  const atOnce = burst > 0 ? `, ${formatCount(burst)} at once` : '';
  return `${formatCount(amount)} ${countedThings[counts].phrase}${which} in ${secondsText(window_seconds)}${atOnce}`;
}

export function limitActionText({ action, block_seconds, delay_ms }: RateLimitRule): string {
  const { phrase } = limitActions[action];
  if (action === 'block') return `${phrase} for ${secondsText(block_seconds)}`;
  return action === 'slow_down' ? `${phrase} by ${formatCount(delay_ms)} ms` : phrase;
}

/** The whole limit: "5 failed answers (401) in 10 minutes by address, when the path starts with /login → Block for 1 hour". */
export function rateLimitText(rule: RateLimitRule): string {
  const when =
    rule.conditions.length === 0 ? '' : `, when ${rule.conditions.map(conditionText).join(' and ')}`;
  return `${amountText(rule)} by ${keyText(rule.key)}${when} → ${limitActionText(rule)}`;
}
