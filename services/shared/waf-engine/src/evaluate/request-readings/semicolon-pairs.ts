import type { ByteString } from '../../model/api.ts';
import { percentDecode } from '../body-processors/percent-decoding.ts';

/** Such text can contain no attack, and is inspected as part of its pair. */
const PLAIN = /^[\w.-]{0,20}$/;

/**
 * `a=1;b=2`: to readers that follow HTML 4 (Rack 2, Go before 1.17, Python before 3.9.2) a semicolon ends a pair as well, so
 * that what stands within a value for all others begins one for them. Only where it is not written as `%3B`, as browsers do.
 * Of every pair without one `null`, which is a moment to pause.
 */
export function* semicolonPairs(
  text: ByteString,
): Generator<readonly [name: ByteString, value: ByteString] | null> {
  // Looked for from where it was found on, however many pairs there are before the next.
  let semicolon = text.indexOf(';');
  for (let start = 0; start < text.length && semicolon >= 0; ) {
    const next = text.indexOf('&', start);
    const end = next < 0 ? text.length : next;
    if (semicolon > end) yield null;
    else
      for (let from = start; from <= end; ) {
        const cut = semicolon < 0 || semicolon > end ? end : semicolon;
        yield readPair(text.slice(from, cut).trimStart());
        from = cut + 1;
        if (cut === semicolon) semicolon = text.indexOf(';', from);
      }
    start = end + 1;
  }
}

function readPair(piece: ByteString): readonly [ByteString, ByteString] | null {
  const equals = piece.indexOf('=');
  const name = percentDecode(equals < 0 ? piece : piece.slice(0, equals), true);
  const value = equals < 0 ? '' : percentDecode(piece.slice(equals + 1), true);
  return PLAIN.test(name) && PLAIN.test(value) ? null : [name, value];
}
