import { HeaderKind, headerKind } from '../../http/header-kind.ts';
import { trimBlanks, valuesOf } from '../../http/header-lines.ts';

const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
/**
 * Maximum length of the header values that distinguish variants; with longer ones a response is not stored, as nobody
 * else sends them.
 */
export const MAX_VARIANT_CHARACTERS = 4_096;

/** Headers that the edge sets from parts of the key. */
const IN_THE_KEY: ReadonlySet<string> = new Set(['host', 'x-forwarded-host', 'x-forwarded-proto']);
/** Headers that are passed to some origins unchanged, and rewritten or removed for others. */
const REWRITTEN: ReadonlySet<string> = new Set([
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'traceparent',
  'tracestate',
]);

/**
 * Lower-case names of the request headers that a response depends on, sorted and unique; 'everything' if no request can
 * match: a header that the edge sets identifies the client, so no two requests are alike.
 */
export function varyNames(headers: readonly string[]): readonly string[] | 'everything' {
  const names = new Set<string>();
  for (const value of valuesOf(headers, 'vary')) {
    for (const part of value.split(',')) {
      const name = part.trim().toLowerCase();
      if (name === '') continue;
      if (name === '*' || !NAME.test(name)) return 'everything';
      if (IN_THE_KEY.has(name)) continue;
      if (!isTheClients(name)) return 'everything';
      names.add(name);
    }
  }
  // A response that allows one origin in particular depends on the Origin header, whether Vary says so or not.
  const allowed = valuesOf(headers, 'access-control-allow-origin');
  if (allowed.some((origin) => origin !== '*')) names.add('origin');
  return [...names].sort();
}

/** The origin receives the client's value; for Accept-Encoding ours, by which variants are distinguished. */
function isTheClients(name: string): boolean {
  switch (headerKind(name)) {
    case HeaderKind.Plain:
    case HeaderKind.UserAgent:
    case HeaderKind.Referer:
    case HeaderKind.ContentEncoding:
    case HeaderKind.Underscore:
      return !REWRITTEN.has(name);
    case HeaderKind.Host:
    case HeaderKind.ContentLength:
    case HeaderKind.TransferEncoding:
    case HeaderKind.Connection:
    case HeaderKind.Hop:
    case HeaderKind.Upgrade:
    case HeaderKind.Expect:
    case HeaderKind.ForwardedFor:
    case HeaderKind.Forwarded:
    case HeaderKind.Via:
    case HeaderKind.CdnLoop:
      return false;
  }
}

/**
 * Distinguishes requests among the variants of a key. Two requests have the same result only if each named header has
 * the same values in the same order, apart from spaces around commas.
 *
 * @param acceptEncoding what the origin is sent instead of the client's
 * @param hasDecoys the page gets honeypots, which requests for ranges do not
 */
export function variantOf(
  names: readonly string[],
  rawHeaders: readonly string[],
  acceptEncoding: string,
  hasDecoys: boolean,
): string {
  let text = hasDecoys ? 'page\n' : '';
  for (const name of names) {
    const values = name === 'accept-encoding' ? [acceptEncoding] : valuesOf(rawHeaders, name);
    // Absent differs from empty. Values cannot contain line breaks, so these separate the headers.
    text += values.length === 0 ? '-\n' : `=${values.map(tidyList).join(',')}\n`;
  }
  return text;
}

function tidyList(value: string): string {
  return value.includes('"') ? value.trim() : value.split(',').map(trimBlanks).join(',');
}
