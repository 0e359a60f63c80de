import type { ByteString } from '../../model/api.ts';

const MAX_BYTES = 512;

/** Up to 512 bytes around a match, and the offset of the excerpt in the value. */
export function excerpt(
  value: ByteString,
  offset: number,
  length: number,
): { text: ByteString; start: number } {
  if (value.length <= MAX_BYTES) return { text: value, start: 0 };
  const context = Math.max(0, MAX_BYTES - length) >> 1;
  const start = Math.max(0, Math.min(offset - context, value.length - MAX_BYTES));
  return { text: value.slice(start, start + MAX_BYTES), start };
}
