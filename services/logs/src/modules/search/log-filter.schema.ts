import { isIP } from 'node:net';
import { z } from 'zod';
import { ACTIONS } from '../ingest/actions.rules.ts';
import { MIN_SERVER_ERROR, SERVER_ERROR, THREATS, type Threat } from '../ingest/threats.rules.ts';
import type { StatusFilter } from '../request-logs/request-logs.repository.ts';

/** What entries are looked for besides status and domain; every part that is not null has to fit. */
export interface LogFilter {
  /** An address, or a network in CIDR notation; in the one spelling in which addresses are stored. */
  address: string | null;
  /** ISO 3166-1 alpha-2; empty text: not known. */
  country: string | null;
  threat: ThreatFilter | null;
  /** A rule that decided or fired. */
  rule: number | null;
  method: string | null;
  /** The target without its query; with a `*` at its end, what the target begins with. */
  path: string | null;
  requestId: string | null;
  /** Codes of the edge's action. */
  actions: readonly number[] | null;
  /** Milliseconds of 1970; `toMs` is the first that no longer fits. */
  fromMs: number | null;
  toMs: number | null;
}

export interface ThreatFilter {
  /** Of the threat class; 0: none. */
  code: number;
  /** Whether the answer was a 5xx, which tells what was no threat apart; `null`: does not matter. */
  isServerError: boolean | null;
}

export function isFiltering(filter: LogFilter): boolean {
  return Object.values(filter).some((part) => part !== null);
}

const MAX_TARGET = 2048;
/** Longer than every other thing that is looked for: an address, a moment, the name of a threat. */
const MAX_TEXT = 100;
const MAX_RULE = 2 ** 53 - 1;
const CLEAN = 'Clean';

/** An empty text means: not asked for. */
const optional = <Value>(schema: z.ZodType<Value, string>, description: string) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .optional()
    .transform((value) => value ?? null)
    .describe(description);

const threatFilters = new Map<string, ThreatFilter>([
  [CLEAN, { code: THREATS.safe.code, isServerError: false }],
  [SERVER_ERROR.name, { code: THREATS.safe.code, isServerError: true }],
  ...(Object.keys(THREATS) as Threat[]).flatMap((key): [string, ThreatFilter][] => {
    const { name, code } = THREATS[key];
    return name === null ? [] : [[name, { code, isServerError: null }]];
  }),
]);

const actionCodes = new Map<string, number[]>();
for (const [code, { name }] of Object.entries(ACTIONS))
  actionCodes.set(name, [...(actionCodes.get(name) ?? []), Number(code)]);

/** IPv6 has many spellings of one address; the URL parser writes the usual one. */
function canonicalAddress(text: string): string | null {
  const family = isIP(text);
  if (family === 0 || text.includes('%')) return null;
  return family === 4 ? text : new URL(`http://[${text}]`).hostname.slice(1, -1);
}

function addressOrNetwork(text: string): string | null {
  const [address = '', bits, ...rest] = text.split('/');
  const canonical = canonicalAddress(address);
  if (canonical === null || rest.length > 0) return null;
  if (bits === undefined) return canonical;
  const most = isIP(canonical) === 4 ? 32 : 128;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? `${canonical}/${Number(bits)}` : null;
}

/** A text that `read` understands, as what it reads there. */
const readBy = <Value>(read: (text: string) => Value | null | undefined, message: string) =>
  z
    .string()
    .max(MAX_TEXT)
    .transform((text, context): Value => {
      const value = read(text);
      if (value !== null && value !== undefined) return value;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

const moment = readBy((text) => {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}, 'is no moment as ISO 8601 writes it');

/** The filter's parts as query parameters. */
export const logFilterParameters = {
  address: optional(
    readBy(addressOrNetwork, 'is neither an address nor a network'),
    'Client address, or a network such as 192.0.2.0/24.',
  ),
  country: optional(
    readBy(
      (text) => (text === 'unknown' ? '' : /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : null),
      'is no country code',
    ),
    'ISO 3166-1 alpha-2 code of the client’s country, or "unknown".',
  ),
  threat: optional(
    readBy((text) => threatFilters.get(text), 'is no threat type'),
    'Threat type as entries name it, such as "SQL Injection" or "Server Error"; "Clean" for those without.',
  ),
  rule: optional(
    readBy((text) => {
      const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
      return id > 0 && id <= MAX_RULE ? id : null;
    }, 'is no rule id'),
    'Id of a rule that decided or fired, such as 1002.',
  ),
  method: optional(
    z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, 'is no method'),
    'HTTP method, such as POST.',
  ),
  path: optional(
    z.string().max(MAX_TARGET).regex(/^[/*]/, 'is no path'),
    'Target without its query; with "*" at its end, what the target begins with.',
  ),
  request_id: optional(
    z.uuid().transform((id) => id.toLowerCase()),
    'Id of one request, as pages of refusal show it.',
  ),
  action: optional(
    readBy((text) => actionCodes.get(text), 'is no action'),
    'What the edge did, such as "block" or "rate_limit".',
  ),
  from: optional(moment, 'ISO 8601; entries from then on.'),
  to: optional(moment, 'ISO 8601; entries before then.'),
};

type Parameters = {
  [Name in keyof typeof logFilterParameters]: z.output<(typeof logFilterParameters)[Name]>;
};

export function toLogFilter({ request_id, action, from, to, ...same }: Parameters): LogFilter {
  return { ...same, requestId: request_id, actions: action, fromMs: from, toMs: to };
}

/**
 * Sets of rows that have a partial index each. `noticed` are allowed requests of which something is known: what
 * log-only would have blocked, and rules that fired without reaching the score.
 */
export type RowKind = 'blocked' | 'allowed' | 'noticed';

export const ROW_KINDS: Readonly<Record<RowKind, string>> = {
  blocked: 'l.blocked',
  allowed: 'NOT l.blocked',
  noticed: 'NOT l.blocked AND (l.threat <> 0 OR l.matches IS NOT NULL)',
};

/** Where rows that fit can be. */
export function kindsOf(filter: LogFilter, status: StatusFilter): RowKind[] {
  const { threat, rule, actions } = filter;
  const blocking = actions?.every((code) => (ACTIONS as Record<number, { blocked: boolean }>)[code]?.blocked);
  const canBeBlocked = status !== 'allowed' && threat?.code !== THREATS.safe.code && blocking !== false;
  const canBeAllowed = status !== 'blocked' && blocking !== true;
  const isNoticed =
    rule !== null ||
    (threat !== null && threat.code !== THREATS.safe.code) ||
    actions?.includes(actionCodes.get('log_only')![0]!) === true;
  return [
    ...(canBeBlocked ? (['blocked'] as const) : []),
    ...(canBeAllowed ? ([isNoticed ? 'noticed' : 'allowed'] as const) : []),
  ];
}

export interface Conditions {
  /** Each `AND …`, on a row named `l`. */
  sql: string;
  values: unknown[];
}

/** The filter on rows, except for its moments, which the search turns into time ranges. */
export function rowConditions(filter: LogFilter, firstParameter: number): Conditions {
  const values: unknown[] = [];
  const put = (value: unknown) => `$${firstParameter + values.push(value) - 1}`;
  const { address, country, threat, rule, method, path, requestId, actions } = filter;
  const parts: string[] = [];
  if (address?.includes('/'))
    // What an edge sends as an address need not be one.
    parts.push(
      `CASE WHEN pg_input_is_valid(l.client_address, 'inet') THEN l.client_address::inet <<= ${put(address)}::inet ELSE false END`,
    );
  else if (address !== null) parts.push(`l.client_address = ${put(address)}`);
  if (country !== null) parts.push(`l.country = ${put(country)}`);
  if (threat !== null) parts.push(`l.threat = ${put(threat.code)}`);
  if (threat !== null && threat.isServerError !== null)
    parts.push(`l.status ${threat.isServerError ? '>=' : '<'} ${MIN_SERVER_ERROR}`);
  if (rule !== null) {
    const fired = put(JSON.stringify([{ rule_id: rule }]));
    parts.push(`(l.rule_id = ${put(rule)} OR l.matches @> ${fired}::jsonb)`);
  }
  if (method !== null) parts.push(`l.method = ${put(method)}`);
  if (path?.endsWith('*')) parts.push(`starts_with(l.target, ${put(path.slice(0, -1))})`);
  else if (path !== null) parts.push(`split_part(l.target, '?', 1) = ${put(path)}`);
  if (requestId !== null) parts.push(`l.request_id = ${put(requestId)}`);
  if (actions !== null) parts.push(`l.action = ANY(${put(actions)}::int[])`);
  return { sql: parts.map((part) => ` AND ${part}`).join(''), values };
}
