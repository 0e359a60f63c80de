import type { ByteString } from '../../model/api.ts';

/** A value of an address's query: it ends where the next begins, or where the text continues after the address. */
const VALUE = /[?&][\w.[\]-]{1,60}=([^&#\s"'<>]+)/g;
const ESCAPE = /%[\da-f]{2}/i;
/** Maximum number per text; programs do not parse the addresses of pages with more links. */
const MAX_VALUES = 100;

/** Escaped query values of URLs within a text, undecoded. */
export function addressValues(text: ByteString): ByteString[] {
  const values: ByteString[] = [];
  if (!text.includes('?') || !text.includes('=') || !ESCAPE.test(text)) return values;
  for (const [, value] of text.matchAll(VALUE)) {
    if (ESCAPE.test(value!)) values.push(value!);
    if (values.length === MAX_VALUES) break;
  }
  return values;
}
