import type { ByteString } from '../../model/api.ts';
import { percentDecode } from '../body-processors/percent-decoding.ts';

/** Of nothing else can an attack be written, and it is seen as it is in the pair that it is a part of. */
const PLAIN = /^[\w.-]{0,20}$/;

/**
 * `a=1;b=2`: to readers that follow HTML 4 (Rack 2, Go before 1.17, Python before 3.9.2) a semicolon ends a pair as well, so
 * that what stands within a value for all others begins one for them. Only where it is not written as `%3B`, as browsers do.
 * Of every pair without one `null`, which is a moment to pause.
 */
export function* semicolonPairs(
  text: ByteString,
): Generator<readonly [name: ByteString, value: ByteString] | null> {
  if (!text.includes(';')) return;
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('&', start);
    const end = next < 0 ? text.length : next;
    const pair = text.slice(start, end);
    start = end + 1;
    if (!pair.includes(';')) yield null;
    else for (const piece of pair.split(';')) yield readPair(piece.trimStart());
  }
}

function readPair(piece: ByteString): readonly [ByteString, ByteString] | null {
  const equals = piece.indexOf('=');
  const name = percentDecode(equals < 0 ? piece : piece.slice(0, equals), true);
  const value = equals < 0 ? '' : percentDecode(piece.slice(equals + 1), true);
  return PLAIN.test(name) && PLAIN.test(value) ? null : [name, value];
}
