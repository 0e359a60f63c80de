import type { ByteString } from '../../model/api.ts';

const REPLACEMENT = '\xef\xbf\xbd';
/** Half a pair of surrogates, with the character behind it. */
const HALF_PAIRS = /\xed[\xa0-\xaf][\x80-\xbf](?!\xed[\xb0-\xbf])[\s\S]?/g;
const HALF_PAIR = /\xed[\xa0-\xaf][\x80-\xbf]/;
/** Of more, all are read alike. */
const MAX_READ_APART = 4;

/**
 * Of half a pair that was an escape, and the character behind it, Ruby's JSON makes one question mark, or one of no script; what
 * was bytes it leaves. Which was which nobody can tell any more: each may be either.
 */
export function* halfPairReadings(text: ByteString): Generator<ByteString> {
  if (!HALF_PAIR.test(text)) return;
  const count = text.match(HALF_PAIRS)?.length ?? 0;
  const all = 2 ** Math.min(count, MAX_READ_APART) - 1;
  for (let chosen = count > MAX_READ_APART ? all : 1; chosen <= all; chosen++)
    for (const sign of ['?', REPLACEMENT]) {
      let index = 0;
      yield text.replace(HALF_PAIRS, (pair) =>
        ((chosen >> (index++ % MAX_READ_APART)) & 1) === 1 ? sign : pair,
      );
    }
}
