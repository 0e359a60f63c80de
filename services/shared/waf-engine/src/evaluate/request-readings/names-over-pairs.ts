import type { ByteString } from '../../model/api.ts';
import { percentDecode } from '../body-processors/percent-decoding.ts';

/** ASP.NET Core refuses forms with longer ones; each of their bytes may be escaped. */
const MAX_NAME = 3 * 2048;

/**
 * `<a&b>=1`: ASP.NET Core (2.x) reads a name of a form up to its equals sign, over every `&` before it. Of every pair without
 * such a name an empty text, which is a moment to pause.
 */
export function* namesOverPairs(text: ByteString): Generator<ByteString> {
  for (let start = 0; start < text.length; ) {
    const equals = text.indexOf('=', start);
    const end = equals < 0 ? text.length : equals;
    const name = end - start > MAX_NAME ? '' : text.slice(start, end);
    yield name.includes('&') ? percentDecode(name, true) : '';
    const next = text.indexOf('&', end);
    start = next < 0 ? text.length : next + 1;
  }
}
