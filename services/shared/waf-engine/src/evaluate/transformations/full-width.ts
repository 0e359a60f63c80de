/**
 * The ASCII byte for the low byte of a full-width form: U+FF01–U+FF5E are the characters 0x21–0x7e drawn wide, and some
 * servers fold them. Low bytes outside that range stand for themselves.
 */
export function asciiOfFullWidth(lowByte: number): number {
  return lowByte > 0x00 && lowByte < 0x5f ? lowByte + 0x20 : lowByte;
}
