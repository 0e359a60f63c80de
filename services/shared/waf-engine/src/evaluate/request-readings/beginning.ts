import type { ByteString } from '../../model/api.ts';

/** Maximum bytes read of a value's beginning. */
const BEGINNING_BYTES = 96;
const bytes = new Uint8Array(BEGINNING_BYTES);

/** Applies a byte-based check to the first bytes of a string; the check must not keep them. */
export function lookAtBeginning<Answer>(
  value: ByteString,
  look: (bytes: Uint8Array, start: number, end: number) => Answer,
): Answer {
  const length = Math.min(value.length, BEGINNING_BYTES);
  for (let at = 0; at < length; at++) bytes[at] = value.charCodeAt(at);
  return look(bytes, 0, length);
}
