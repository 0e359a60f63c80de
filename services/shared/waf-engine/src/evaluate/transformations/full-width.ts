/**
 * The ASCII byte for the low byte of a full-width form: U+FF01–U+FF5E are wide forms of 0x21–0x7e, and some servers
 * fold them. Low bytes outside that range stay unchanged.
 */
export function asciiOfFullWidth(lowByte: number): number {
  return lowByte > 0x00 && lowByte < 0x5f ? lowByte + 0x20 : lowByte;
}
