import { HeaderKind, headerKind } from '../../http/header-kind.ts';
import { trimBlanks, valuesOf } from '../../http/header-lines.ts';

const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
/** Variants are told apart by these values; longer ones belong to nobody else, so such a response is not stored. */
export const MAX_VARIANT_CHARACTERS = 4_096;

/** The origin is told these by us, of what stands in the key. */
const IN_THE_KEY: ReadonlySet<string> = new Set(['host', 'x-forwarded-host', 'x-forwarded-proto']);
/** Passed on to some origins as they came, and written anew, or left out, for others. */
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
 * The request fields that a response depends on, lower case, sorted, each once; or that nothing can match it: what
 * varies by a field that the edge writes depends on the client in a way in which no two clients can be compared.
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
  // Who allows one site's scripts in particular has read who asks, whether they say so or not.
  const allowed = valuesOf(headers, 'access-control-allow-origin');
  if (allowed.some((origin) => origin !== '*')) names.add('origin');
  return [...names].sort();
}

/** The origin gets it as the client has said it; Accept-Encoding as we put it, which is what variants are told apart by. */
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
 * What distinguishes a request among the variants of one key. Two requests get the same text only if every named field
 * stands in both with the same values in the same order, spaces around commas aside.
 *
 * @param acceptEncoding what the origin is told in the client's stead.
 * @param hasDecoys it is a page with hidden links, as who asks for a part of one does not get it
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
    // Absent is not the same as empty. A line break cannot stand in a value, so it keeps the fields apart.
    text += values.length === 0 ? '-\n' : `=${values.map(tidyList).join(',')}\n`;
  }
  return text;
}

function tidyList(value: string): string {
  return value.includes('"') ? value.trim() : value.split(',').map(trimBlanks).join(',');
}
