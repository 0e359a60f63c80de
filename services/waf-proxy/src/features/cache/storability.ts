import CachePolicy from 'http-cache-semantics';
import { type CacheDirectives, parseCacheControl, parseTargeted } from '../../http/cache-control.ts';
import { valuesOf } from '../../http/header-lines.ts';
import { parseHttpDate } from '../../http/http-date.ts';
import type { CachePolicy as SiteCachePolicy } from './cache-policy.ts';
import { isStaticFile, looksDeceptive } from './deception.ts';
import { varyNames } from './vary.ts';

/** Parts of a request that decide whether its response may be stored. */
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

/** How long a stored response may be used, and how. Times in ms since the epoch. */
export interface Freshness {
  /** Age at arrival, from the origin's Age and Date (RFC 9111, 4.2.3). */
  ageMs: number;
  freshUntilMs: number;
  /** Until then it may be served while it is being refetched. */
  staleWhileRevalidateUntilMs: number;
  /** Until then it may be served if the origin fails. */
  staleIfErrorUntilMs: number;
}

/**
 * Partial and conditional responses refer to something stored. The others are about one client's request rather than
 * the resource: once stored, a single malformed request would replace a page for everybody.
 */
const NEVER: ReadonlySet<number> = new Set([
  206, 304, 400, 401, 407, 408, 411, 412, 413, 414, 415, 416, 417, 421, 422, 425, 426, 428, 429, 431,
]);
/** Final statuses whose caching rules the edge implements, as `must-understand` requires. */
const UNDERSTOOD: ReadonlySet<number> = new Set([
  200, 203, 204, 300, 301, 302, 303, 307, 308, 403, 404, 405, 410, 451, 500, 501, 502, 503, 504,
]);
/** Cacheable by default (RFC 9110, 15.1), except for responses to possibly malformed requests. */
const BY_DEFAULT: ReadonlySet<number> = new Set([200, 203, 204, 300, 301, 308, 404, 410]);
/** Never complete, so of no use to other clients. */
const ENDLESS_TYPES = /^text\/event-stream\b/i;
const MAX_VARY_NAMES = 8;

/**
 * Decides whether a response may be stored for others, and how long. Null: no, or there would be no use.
 *
 * Age and freshness are computed by http-cache-semantics. It is given a Cache-Control that we have parsed and written
 * anew, because it splits directives at every comma, compares exact spellings and parses numbers like `parseInt`; and
 * it is only asked about responses that our own, stricter rules allow.
 */
export function judgeResponse(
  request: StoringRequest,
  response: ArrivedResponse,
  site: SiteCachePolicy,
  nowMs: number,
): Freshness | null {
  const { status, headers } = response;
  if (request.noStore || NEVER.has(status)) return null;
  // The error may be caused by one visitor's cookies: too many, or outdated.
  if (request.hasCookie && status >= 400) return null;
  if (valuesOf(headers, 'set-cookie').length > 0) return null;
  const vary = varyNames(headers);
  if (vary === 'everything' || vary.length > MAX_VARY_NAMES) return null;
  if (ENDLESS_TYPES.test(valuesOf(headers, 'content-type')[0] ?? '')) return null;
  if (looksDeceptive(request.path, headers)) return null;
  const targeted = parseTargeted(valuesOf(headers, 'cdn-cache-control'));
  const directives = targeted ?? parseCacheControl(valuesOf(headers, 'cache-control'));
  // `must-understand` overrides `no-store` where the status is understood (RFC 9111, 5.2.2.3).
  if (directives.mustUnderstand ? !UNDERSTOOD.has(status) : directives.noStore) return null;
  if (directives.private) return null;
  const lifetime = lifetimeOf(request, response, directives, targeted !== null, site, nowMs);
  if (lifetime === null) return null;
  const { maxAgeMs, ageMs } = lifetime;
  const freshUntilMs = nowMs + maxAgeMs - ageMs;
  const mayBeStale = !directives.noCache && !directives.mustRevalidate && !directives.proxyRevalidate;
  const beyond = (seconds: number | null, fallbackMs: number) =>
    // s-maxage implies proxy-revalidate (RFC 9111, 5.2.2.10) unless the origin allows stale use.
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

/** A response that is stale on arrival is only useful for revalidation, or if the origin fails. */
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
  // Without explicit freshness, the owner's default applies, and never with cookies; nothing is derived from
  // Last-Modified.
  const allowed = BY_DEFAULT.has(status) || directives.public;
  if (site.defaultTtlMs === 0 || !allowed || (request.hasCookie && !directives.public)) return null;
  const ageMs = ageOf(policyOf(status, directives, expires, headers, dateMs, nowMs), headers, dateMs, nowMs);
  return { maxAgeMs: site.defaultTtlMs, ageMs };
}

/**
 * A response to a request with cookies is only shared if the origin addresses shared caches, or if it is a file by name
 * and type; `max-age` alone is also set on private pages.
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

/** The library's policy for the rewritten response. */
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
  // Several values, or an invalid date, count as expired (RFC 9111, 5.3).
  if (expires.length > 0) clean.expires = expiresMs === null ? '0' : new Date(expiresMs).toUTCString();
  const age = valuesOf(headers, 'age')[0]?.split(',')[0]?.trim() ?? '';
  if (/^\d+$/.test(age)) clean.age = age;
  // The library accepts fewer statuses than we do; statuses were checked before.
  return new CachePolicy(
    { method: 'GET', url: '/', headers: {} },
    { status: BY_DEFAULT.has(status) ? status : 200, headers: clean },
    { shared: true, cacheHeuristic: 0 },
  );
}

/** The larger of Age and the age by Date; the library only knows Age. */
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
