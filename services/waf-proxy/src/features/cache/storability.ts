import CachePolicy from 'http-cache-semantics';
import { type CacheDirectives, parseCacheControl, parseTargeted } from '../../http/cache-control.ts';
import { valuesOf } from '../../http/header-lines.ts';
import { parseHttpDate } from '../../http/http-date.ts';
import type { CachePolicy as SiteCachePolicy } from './cache-policy.ts';
import { isStaticFile, looksDeceptive } from './deception.ts';
import { varyNames } from './vary.ts';

/** What of a request decides whether its response may be stored. */
export interface StoringRequest {
  /** Path without query. */
  path: string;
  noStore: boolean;
  hasCookie: boolean;
}

export interface ArrivedResponse {
  status: number;
  headers: readonly string[];
}

/** Until when a stored response may be used, and how. Moments in milliseconds since the epoch. */
export interface Freshness {
  /** The origin's Age, and what its Date adds to it (RFC 9111, 4.2.3), at the moment of arrival. */
  ageMs: number;
  freshUntilMs: number;
  /** Until then it may be served while it is fetched anew. */
  staleWhileRevalidateUntilMs: number;
  /** Until then it may be served when the origin fails. */
  staleIfErrorUntilMs: number;
}

/**
 * Parts and answers to conditions are about something stored, not something to store. The rest speaks of one client's
 * request and not of the resource: stored, one malformed request would take a page away from everybody.
 */
const NEVER: ReadonlySet<number> = new Set([
  206, 304, 400, 401, 407, 408, 411, 412, 413, 414, 415, 416, 417, 421, 422, 425, 426, 428, 429, 431,
]);
/** Final statuses whose meaning for caches the edge knows: what `must-understand` asks for. */
const UNDERSTOOD: ReadonlySet<number> = new Set([
  200, 203, 204, 300, 301, 302, 303, 307, 308, 403, 404, 405, 410, 451, 500, 501, 502, 503, 504,
]);
/** Cacheable without a word from the origin (RFC 9110, 15.1), save answers to what may have been an odd request. */
const BY_DEFAULT: ReadonlySet<number> = new Set([200, 203, 204, 300, 301, 308, 404, 410]);
/** Never whole, so never of use to a second client. */
const ENDLESS_TYPES = /^text\/event-stream\b/i;
const MAX_VARY_NAMES = 8;

/**
 * Judges whether a response may be stored for others, and how long. Null: it must not be, or would be of no use.
 *
 * The age and freshness arithmetic is http-cache-semantics'. It gets a Cache-Control that we have read and written
 * anew, since it takes directives apart at every comma, by exact spelling, and numbers as `parseInt` does; and it is
 * asked only about what lies within our own, narrower rules.
 */
export function judgeResponse(
  request: StoringRequest,
  response: ArrivedResponse,
  site: SiteCachePolicy,
  nowMs: number,
): Freshness | null {
  const { status, headers } = response;
  if (request.noStore || NEVER.has(status)) return null;
  // One visitor's cookies may be what the origin would not have: too many, or out of date.
  if (request.hasCookie && status >= 400) return null;
  if (valuesOf(headers, 'set-cookie').length > 0) return null;
  const vary = varyNames(headers);
  if (vary === 'everything' || vary.length > MAX_VARY_NAMES) return null;
  if (ENDLESS_TYPES.test(valuesOf(headers, 'content-type')[0] ?? '')) return null;
  if (looksDeceptive(request.path, headers)) return null;
  const targeted = parseTargeted(valuesOf(headers, 'cdn-cache-control'));
  const directives = targeted ?? parseCacheControl(valuesOf(headers, 'cache-control'));
  // `must-understand` takes `no-store` back where the status is understood (RFC 9111, 5.2.2.3).
  if (directives.mustUnderstand ? !UNDERSTOOD.has(status) : directives.noStore) return null;
  if (directives.private) return null;
  const lifetime = lifetimeOf(request, response, directives, targeted !== null, site, nowMs);
  if (lifetime === null) return null;
  const { maxAgeMs, ageMs } = lifetime;
  const freshUntilMs = nowMs + maxAgeMs - ageMs;
  const mayBeStale = !directives.noCache && !directives.mustRevalidate && !directives.proxyRevalidate;
  const beyond = (seconds: number | null, fallbackMs: number) =>
    // s-maxage means proxy-revalidate (RFC 9111, 5.2.2.10) unless the origin itself allows stale use.
    mayBeStale && (seconds !== null || directives.sMaxAge === null)
      ? freshUntilMs + (seconds === null ? fallbackMs : seconds * 1_000)
      : 0;
  const freshness: Freshness = {
    ageMs,
    freshUntilMs,
    staleWhileRevalidateUntilMs: beyond(directives.staleWhileRevalidate, site.staleWhileRevalidateMs),
    staleIfErrorUntilMs: beyond(directives.staleIfError, site.staleIfErrorMs),
  };
  return isUseful(freshness, headers, nowMs) ? freshness : null;
}

/** Stale on arrival it serves only for being confirmed, or while the origin fails. */
function isUseful(freshness: Freshness, headers: readonly string[], nowMs: number): boolean {
  if (freshness.freshUntilMs > nowMs) return true;
  if (freshness.staleWhileRevalidateUntilMs > nowMs || freshness.staleIfErrorUntilMs > nowMs) return true;
  return valuesOf(headers, 'etag').length > 0 || valuesOf(headers, 'last-modified').length > 0;
}

function lifetimeOf(
  request: StoringRequest,
  response: ArrivedResponse,
  directives: CacheDirectives,
  isTargeted: boolean,
  site: SiteCachePolicy,
  nowMs: number,
): { maxAgeMs: number; ageMs: number } | null {
  const { status, headers } = response;
  const expires = isTargeted ? [] : valuesOf(headers, 'expires');
  const dateMs = parseHttpDate(valuesOf(headers, 'date')[0] ?? '');
  const explicit =
    directives.maxAge !== null || directives.sMaxAge !== null || directives.noCache || expires.length > 0;
  if (explicit) {
    if (request.hasCookie && !isForEverybody(request, directives, headers, isTargeted)) return null;
    const policy = policyOf(status, directives, expires, headers, dateMs, nowMs);
    if (!policy.storable()) return null;
    return { maxAgeMs: policy.maxAge() * 1_000, ageMs: ageOf(policy, headers, dateMs, nowMs) };
  }
  // Nothing is guessed from Last-Modified: without a word of the origin the owner decides, and never for cookies.
  const allowed = BY_DEFAULT.has(status) || directives.public;
  if (site.defaultTtlMs === 0 || !allowed || (request.hasCookie && !directives.public)) return null;
  const ageMs = ageOf(policyOf(status, directives, expires, headers, dateMs, nowMs), headers, dateMs, nowMs);
  return { maxAgeMs: site.defaultTtlMs, ageMs };
}

/**
 * What was made for a request with cookies is for others only where the origin speaks to shared caches, or where it is
 * a file by its name and by its kind; `max-age` alone is said of private pages, too.
 */
function isForEverybody(
  { path }: StoringRequest,
  directives: CacheDirectives,
  headers: readonly string[],
  isTargeted: boolean,
): boolean {
  if (directives.public) return true;
  if (directives.noCache) return false;
  return isTargeted || directives.sMaxAge !== null || isStaticFile(path, headers);
}

/** The library's policy for what we made of the response. */
function policyOf(
  status: number,
  directives: CacheDirectives,
  expires: readonly string[],
  headers: readonly string[],
  dateMs: number | null,
  nowMs: number,
): CachePolicy {
  const clean: Record<string, string> = { date: new Date(dateMs ?? nowMs).toUTCString() };
  const written: string[] = [];
  if (directives.noCache) written.push('no-cache');
  if (directives.maxAge !== null) written.push(`max-age=${directives.maxAge}`);
  if (directives.sMaxAge !== null) written.push(`s-maxage=${directives.sMaxAge}`);
  if (written.length > 0) clean['cache-control'] = written.join(', ');
  const expiresMs = expires.length === 1 ? parseHttpDate(expires[0]!) : null;
  // Several, or none of HTTP's three forms: expired already (RFC 9111, 5.3).
  if (expires.length > 0) clean.expires = expiresMs === null ? '0' : new Date(expiresMs).toUTCString();
  const age = valuesOf(headers, 'age')[0]?.split(',')[0]?.trim() ?? '';
  if (/^\d+$/.test(age)) clean.age = age;
  // The library stores by fewer statuses than we understand; which ones is settled before it is asked.
  return new CachePolicy(
    { method: 'GET', url: '/', headers: {} },
    { status: BY_DEFAULT.has(status) ? status : 200, headers: clean },
    { shared: true, cacheHeuristic: 0 },
  );
}

/** The greater of what Age says and what Date shows; the library knows Age alone. */
function ageOf(
  policy: CachePolicy,
  headers: readonly string[],
  dateMs: number | null,
  nowMs: number,
): number {
  const apparentMs = dateMs === null ? 0 : Math.max(0, nowMs - dateMs);
  const statedMs = valuesOf(headers, 'age').length === 0 ? 0 : Math.max(0, policy.age() * 1_000);
  return Math.max(apparentMs, statedMs);
}
