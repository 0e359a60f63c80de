import { randomFillSync } from 'node:crypto';

/*
 * RFC 9562 UUIDv7. The random half comes from a pool that is filled 512 ids at a time: asking the system for each one
 * costs more than the rest of the id. Ids need no order among themselves beyond their millisecond.
 */
const POOL_BYTES = 5_120;
const BYTES_PER_ID = 10;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const pool = new Uint8Array(POOL_BYTES);
let position = POOL_BYTES;
let prefixMs = -1;
let prefix = '';

export function newRequestId(nowMs: number): string {
  if (position === POOL_BYTES) {
    randomFillSync(pool);
    position = 0;
  }
  if (nowMs !== prefixMs) {
    const hex = nowMs.toString(16).padStart(12, '0');
    prefix = `${hex.slice(0, 8)}-${hex.slice(8)}-`;
    prefixMs = nowMs;
  }
  const at = position;
  position += BYTES_PER_ID;
  return (
    prefix +
    HEX[0x70 | (pool[at]! & 0x0f)]! +
    HEX[pool[at + 1]!]! +
    '-' +
    HEX[0x80 | (pool[at + 2]! & 0x3f)]! +
    HEX[pool[at + 3]!]! +
    '-' +
    HEX[pool[at + 4]!]! +
    HEX[pool[at + 5]!]! +
    HEX[pool[at + 6]!]! +
    HEX[pool[at + 7]!]! +
    HEX[pool[at + 8]!]! +
    HEX[pool[at + 9]!]!
  );
}
