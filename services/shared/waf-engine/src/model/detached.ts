import type { ByteString } from './api.ts';

/** Maximum number of arguments passed in one call, to stay below the engine's stack limit. */
const CHUNK = 4_096;

/** A copy: a slice would keep the whole request string alive. */
export function detached(value: ByteString): ByteString {
  let copy = '';
  for (let start = 0; start < value.length; start += CHUNK) {
    const codes: number[] = [];
    const end = Math.min(start + CHUNK, value.length);
    for (let index = start; index < end; index++) codes.push(value.charCodeAt(index));
    copy += String.fromCharCode(...codes);
  }
  return copy;
}
