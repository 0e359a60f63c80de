import type { ByteString } from '../../model/api.ts';
import { isBinary } from './sniff.ts';

/** Of printable ASCII and blanks; random bytes have as many in a row once in fifty places. */
const RUN = /[\t-\r -~]{6,}/g;

/**
 * What of an image or an archive may be text: all that is printable for a few bytes, NULs left out, with a blank for whatever
 * else stands between.
 * Bytes as they are look like climbing out of directories in every third file.
 */
export function textOf(content: ByteString): ByteString {
  return isBinary(content) ? (content.replaceAll('\0', '').match(RUN) ?? []).join(' ') : content;
}
