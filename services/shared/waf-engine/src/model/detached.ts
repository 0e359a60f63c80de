import type { ByteString } from './api.ts';

/** A copy: a slice of a request would keep the whole request alive. */
export function detached(value: ByteString): ByteString {
  const codes: number[] = [];
  for (let index = 0; index < value.length; index++) codes.push(value.charCodeAt(index));
  return String.fromCharCode(...codes);
}
