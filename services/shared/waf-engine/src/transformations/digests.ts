import { md5 as md5Of, sha1 as sha1Of } from '@noble/hashes/legacy.js';
import type { ByteString } from '../api.ts';
import { bytesToString, copyInto } from './byte-buffer.ts';
import type { TransformationEntry } from './types.ts';

/**
 * The MD5 digest of the value (RFC 1321), as bytes: usually followed by `t:hexEncode`.
 *
 * Argument: none. Result: 16 bytes.
 * Example: `SecRule ARGS:key "@streq 098f6bcd4621d373cade4e832627b4f6" "id:1,phase:2,pass,t:md5,t:hexEncode"`
 */
export const md5: TransformationEntry = { apply: (value) => digest(md5Of, value), triggers: null };

/**
 * The SHA-1 digest of the value (RFC 3174), as bytes: usually followed by `t:hexEncode`.
 *
 * Argument: none. Result: 20 bytes.
 * Example: `SecRule REQUEST_BODY "@streq da39a3ee5e6b4b0d3255bfef95601890afd80709" "id:1,phase:2,pass,t:sha1,t:hexEncode"`
 */
export const sha1: TransformationEntry = { apply: (value) => digest(sha1Of, value), triggers: null };

function digest(hash: (message: Uint8Array) => Uint8Array, value: ByteString): ByteString {
  const message = new Uint8Array(value.length);
  copyInto(message, 0, value, 0, value.length);
  const result = hash(message);
  return bytesToString(result, result.length);
}
