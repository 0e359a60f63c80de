import { randomFillSync } from 'node:crypto';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const random = new Uint8Array(10);
let lastMs = 0;
let counter = 0;

/**
 * RFC 9562 UUIDv7. Ids made by one process rise strictly: within a millisecond the 12 bits after the version count up
 * (method 1 of section 6.2), and a full counter or a clock that steps back borrows from the next millisecond.
 */
export function uuidV7(now: number = Date.now()): string {
  randomFillSync(random);
  if (now > lastMs) {
    lastMs = now;
    counter = ((random[0]! << 8) | random[1]!) & 0x7ff;
  } else {
    counter++;
    if (counter > 0xfff) {
      lastMs++;
      counter = random[0]!;
    }
  }
  const high = Math.floor(lastMs / 0x1_0000_0000);
  const low = lastMs >>> 0;
  const hex = (byte: number) => HEX[byte & 0xff]!;
  return (
    `${hex(high >>> 8)}${hex(high)}${hex(low >>> 24)}${hex(low >>> 16)}-${hex(low >>> 8)}${hex(low)}-` +
    `${hex(0x70 | (counter >>> 8))}${hex(counter)}-` +
    `${hex(0x80 | (random[2]! & 0x3f))}${hex(random[3]!)}-` +
    `${hex(random[4]!)}${hex(random[5]!)}${hex(random[6]!)}${hex(random[7]!)}${hex(random[8]!)}${hex(random[9]!)}`
  );
}
