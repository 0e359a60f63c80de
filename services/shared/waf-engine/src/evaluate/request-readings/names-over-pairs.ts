import type { ByteString } from '../../model/api.ts';
import { percentDecode } from '../body-processors/percent-decoding.ts';

/** ASP.NET Core refuses forms with longer ones; each of their bytes may be escaped. */
const MAX_NAME = 3 * 2048;

/**
 * `<a&b>=1`: ASP.NET Core (2.x) reads a name of a form up to its equals sign, over every `&` before it. All pairs as
 * it cuts them; `isOver`: one with such a name. Values stay encoded: others have read each.
 */
export function* namesOverPairs(
  text: ByteString,
): Generator<readonly [name: ByteString, value: ByteString, isOver: boolean]> {
  for (let start = 0; start < text.length; ) {
    const equals = text.indexOf('=', start);
    const end = equals < 0 ? text.length : equals;
    const next = text.indexOf('&', end);
    const name = end - start > MAX_NAME ? '' : text.slice(start, end);
    const valueEnd = next < 0 ? text.length : next;
    yield [percentDecode(name, true), text.slice(end + 1, valueEnd), name.includes('&')];
    start = valueEnd + 1;
  }
}
