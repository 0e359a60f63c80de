import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { LogFilter, StatusRange, ThreatFilter, Wanted } from '../log-store/log-filter.types.ts';
import { actionCodes } from '../records/actions.rules.ts';
import { SERVER_ERROR, THREATS, type Threat } from '../records/threats.rules.ts';

const MAX_TARGET = 2048;
const MAX_AGENT = 512;
/** Longer than any valid value: an address, a time, the name of a threat. */
const MAX_TEXT = 100;
const MAX_RULE = 2 ** 53 - 1;
const MAX_ASN = 2 ** 32 - 1;
const CLEAN = 'Clean';
/** Prefix of a value that entries must not have. */
const NOT = '!';

/** An empty text means no condition. */
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

/** An IPv6 address can be written in many ways; the URL parser normalises it. */
export function canonicalAddress(text: string): string | null {
  const family = isIP(text);
  if (family === 0 || text.includes('%')) return null;
  return family === 4 ? text : new URL(`http://[${text}]`).hostname.slice(1, -1);
}

/** Pseudonyms of clients, for sites that keep no addresses. */
const PSEUDONYM = /^anon-[0-9a-f]{16}$/;

/**
 * A client as records store it: address, network, or pseudonym. A network may be given by any of its addresses and is
 * normalised to the first; a network of one address is that address.
 */
export function keptClient(text: string): string | null {
  if (PSEUDONYM.test(text)) return text;
  const [address = '', bits, ...rest] = text.split('/');
  const canonical = canonicalAddress(address);
  if (canonical === null || rest.length > 0) return null;
  if (bits === undefined) return canonical;
  const most = isIP(canonical) === 4 ? 32 : 128;
  const length = Number(bits);
  if (!/^\d{1,3}$/.test(bits) || length > most) return null;
  if (length === most) return canonical;
  const family = most === 32 ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${canonicalAddress(family.networkAddressFromCIDR(`${canonical}/${length}`).toString())}/${length}`;
}

/** A text that `read` can parse, as the parsed value. */
const readBy = <Value>(read: (text: string) => Value | null | undefined, message: string, most = MAX_TEXT) =>
  z
    .string()
    .max(most)
    .transform((text, context): Value => {
      const value = read(text);
      if (value !== null && value !== undefined) return value;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

/** A value that entries must have, or with a leading "!" must not have. */
const wanted = <Value>(
  read: (text: string) => Value | null | undefined,
  message: string,
  description: string,
  most = MAX_TEXT,
) =>
  optional(
    readBy(
      (text): Wanted<Value> | null => {
        const not = text.startsWith(NOT);
        const bare = not ? text.slice(NOT.length) : text;
        const value = bare.length > most ? null : read(bare);
        return value === null || value === undefined ? null : { value, not };
      },
      message,
      most + NOT.length,
    ),
    `${description} With "!" before it: all other entries.`,
  );

const moment = readBy((text) => {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}, 'is not an ISO 8601 time');

function statusRange(text: string): StatusRange | null {
  if (/^[1-5]xx$/i.test(text)) return { first: Number(text[0]) * 100, last: Number(text[0]) * 100 + 99 };
  return /^[1-5]\d\d$/.test(text) ? { first: Number(text), last: Number(text) } : null;
}

function wholeNumber(text: string, most: number): number | null {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return value > 0 && value <= most ? value : null;
}

/** The text itself, if it has this form. */
const like = (form: RegExp) => (text: string) => (form.test(text) ? text : null);

/** The filter's parts as query parameters. */
export const logFilterParameters = {
  address: wanted(
    keptClient,
    'is neither an address nor a network',
    'Client address, a network such as 192.0.2.0/24, or a pseudonym such as anon-0123456789abcdef.',
  ),
  country: wanted(
    (text) => (text === 'unknown' ? '' : /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : null),
    'is not a country code',
    'ISO 3166-1 alpha-2 code of the client’s country, or "unknown".',
  ),
  network: wanted(
    (text) => wholeNumber(text.replace(/^AS/i, ''), MAX_ASN),
    'is not an AS number',
    'Number of the autonomous system that the client is in, such as 64500.',
  ),
  threat: wanted(
    (text) => threatFilters.get(text),
    'is not a threat type',
    'Threat type, such as "SQL Injection" or "Server Error"; "Clean": none.',
  ),
  rule: wanted(
    (text) => wholeNumber(text, MAX_RULE),
    'is no rule id',
    'Id of a rule that decided or fired, such as 1002.',
  ),
  method: wanted(like(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/), 'is no method', 'HTTP method, such as POST.'),
  agent: wanted(
    like(/^[\x20-\x7e]+$/),
    'is no agent',
    'User-Agent of the client; with "*" at the end, a prefix.',
    MAX_AGENT,
  ),
  ja4: wanted(
    (text) => (text === 'none' ? '' : like(/^[0-9a-z_]{1,36}\*?$/i)(text)),
    'is not a fingerprint',
    'JA4 fingerprint of the client’s TLS handshake, such as t13d1516h2_8daaf6152771_e5627efa2ab1; with "*" at its end, what it begins with; "none" where there is none.',
  ),
  path: wanted(
    like(/^[/*]/),
    'is no path',
    'Target without its query; with "*" at the end, a prefix.',
    MAX_TARGET,
  ),
  http_status: wanted(
    statusRange,
    'is not an HTTP status',
    'HTTP status that was sent, such as 503, or a class of them, such as 5xx.',
  ),
  cache: wanted(
    (text) => (text === 'none' ? '' : like(/^[a-z_]{1,32}$/)(text)),
    'is not a cache status',
    'What the cache did, such as "hit", "miss" or "bypass"; "none" where it was not asked.',
  ),
  reason: wanted(
    like(/^[\x21-\x7e]{1,100}$/),
    'is no reason',
    'Reason of the edge, such as "blocked_country"; with "*" at the end, a prefix.',
  ),
  request_id: optional(
    z.uuid().transform((id) => id.toLowerCase()),
    'Id of one request, as shown on the block page.',
  ),
  action: wanted(
    (text) => actionCodes.get(text),
    'is no action',
    'What the edge did, such as "block" or "rate_limit".',
  ),
  from: optional(moment, 'ISO 8601; entries from then on.'),
  to: optional(moment, 'ISO 8601; entries before then.'),
};

type Parameters = {
  [Name in keyof typeof logFilterParameters]: z.output<(typeof logFilterParameters)[Name]>;
};

export function toLogFilter({ request_id, http_status, action, from, to, ...same }: Parameters): LogFilter {
  return {
    ...same,
    requestId: request_id,
    httpStatus: http_status,
    actions: action,
    fromMs: from,
    toMs: to,
  };
}
