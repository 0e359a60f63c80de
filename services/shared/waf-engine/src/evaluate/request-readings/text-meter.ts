/** Results of {@link bytesThatFollow}: a continuation byte, and one that occurs in no text. */
export const CONTINUES = -1;
const ODD = -2;

const FOLLOWING = Int8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x80) return (byte >= 0x20 && byte !== 0x7f) || (byte >= 9 && byte <= 13) ? 0 : ODD;
  if (byte < 0xc0) return CONTINUES;
  if (byte < 0xc2 || byte > 0xf4) return ODD;
  return byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
});

/** For UTF-8: number of continuation bytes after a lead byte; below zero for any other. */
export const bytesThatFollow = (byte: number): number => FOLLOWING[byte]!;

/** Counts what is no text in UTF-8, byte by byte. */
export class TextMeter {
  odd = 0;
  private awaited = 0;

  take(byte: number): void {
    const following = bytesThatFollow(byte);
    if (following === CONTINUES && this.awaited > 0) {
      this.awaited--;
      return;
    }
    if (this.awaited > 0 || following < 0) this.odd++;
    this.awaited = Math.max(0, following);
  }
}
