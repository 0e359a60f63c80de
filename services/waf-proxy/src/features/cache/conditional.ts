import { parseHttpDate } from '../../http/http-date.ts';
import type { CacheFacts } from './request-facts.ts';

export interface Validators {
  etag: string | null;
  lastModified: string | null;
  lastModifiedMs: number | null;
  dateMs: number;
}

const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * Whether 304 is the answer, as the client's copy is current (RFC 9110, 13.2.2; If-None-Match has priority over the
 * date).
 */
export function isNotModified(facts: CacheFacts, stored: Validators): boolean {
  if (facts.ifNoneMatch !== null) {
    if (facts.ifNoneMatch.trim() === '*') return true;
    if (stored.etag === null) return false;
    const wanted = opaque(stored.etag);
    return (facts.ifNoneMatch.match(ENTITY_TAG) ?? []).some((tag) => opaque(tag) === wanted);
  }
  if (facts.ifModifiedSince === null) return false;
  const since = parseHttpDate(facts.ifModifiedSince);
  // Without Last-Modified, a response generated before that moment cannot have changed since (RFC 9111, 4.3.2).
  return since !== null && (stored.lastModifiedMs ?? stored.dateMs) <= since;
}

/** Whether a range may be served from this copy: strong comparison, or the exact date (RFC 9110, 13.1.5). */
export function ifRangeHolds(ifRange: string | null, stored: Validators): boolean {
  if (ifRange === null) return true;
  if (ifRange.startsWith('"')) return stored.etag === ifRange;
  if (ifRange.startsWith('W/')) return false;
  return stored.lastModified !== null && stored.lastModified === ifRange;
}

const opaque = (tag: string) => (tag.startsWith('W/') ? tag.slice(2) : tag);
