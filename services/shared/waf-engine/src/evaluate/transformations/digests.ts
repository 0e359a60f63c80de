import { md5 as md5Of, sha1 as sha1Of } from '@noble/hashes/legacy.js';
import type { ByteString } from '../../model/api.ts';
import type { TransformationEntry } from '../../model/transformation.ts';
import { bytesToString, copyInto } from './byte-buffer.ts';

const REMEMBERED = 128;
const REMEMBERED_LENGTH = 512;

/**
 * The MD5 digest of the value (RFC 1321), as bytes: usually followed by `t:hexEncode`.
 *
 * Argument: none. Result: 16 bytes.
 * Example: `SecRule ARGS:key "@streq 098f6bcd4621d373cade4e832627b4f6" "id:1,phase:2,pass,t:md5,t:hexEncode"`
 */
export const md5: TransformationEntry = { apply: remembering(md5Of), triggers: null };

/**
 * The SHA-1 digest of the value (RFC 3174), as bytes: usually followed by `t:hexEncode`.
 *
 * Argument: none. Result: 20 bytes.
 * Example: `SecRule REQUEST_BODY "@streq da39a3ee5e6b4b0d3255bfef95601890afd80709" "id:1,phase:2,pass,t:sha1,t:hexEncode"`
 */
export const sha1: TransformationEntry = { apply: remembering(sha1Of), triggers: null };

/**
 * Rule sets take digests of what visitors send again and again (CRS of each User-Agent), and one costs as much as a phase of
 * a small request. Bounded; two generations instead of an order of use.
 */
function remembering(hash: (message: Uint8Array) => Uint8Array): (value: ByteString) => ByteString {
  let recent = new Map<ByteString, ByteString>();
  let older = recent;
  return (value) => {
    const known = recent.get(value) ?? older.get(value);
    if (known !== undefined) return known;
    const message = new Uint8Array(value.length);
    copyInto(message, 0, value, 0, value.length);
    const result = hash(message);
    const digest = bytesToString(result, result.length);
    if (value.length > REMEMBERED_LENGTH) return digest;
    if (recent.size >= REMEMBERED) {
      older = recent;
      recent = new Map();
    }
    // Under a copy: the value may be a slice of a request, and would keep all of it.
    recent.set(bytesToString(message, message.length), digest);
    return digest;
  };
}
