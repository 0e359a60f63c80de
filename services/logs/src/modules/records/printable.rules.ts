/**
 * Length of the well-formed UTF-8 sequence at `i` (Unicode, table 3-7), 0 if there is none or if it is a C1 control
 * character.
 */
export function utf8Length(bytes: Uint8Array, i: number, end: number): number {
  const first = bytes[i]!;
  const second = i + 1 < end ? bytes[i + 1]! : 0;
  if ((second & 0xc0) !== 0x80) return 0;
  if (first >= 0xc2 && first <= 0xdf) return first === 0xc2 && second < 0xa0 ? 0 : 2;
  const third = i + 2 < end ? bytes[i + 2]! : 0;
  if ((third & 0xc0) !== 0x80) return 0;
  if (first >= 0xe0 && first <= 0xef) {
    if (first === 0xe0 && second < 0xa0) return 0;
    return first === 0xed && second > 0x9f ? 0 : 3;
  }
  const fourth = i + 3 < end ? bytes[i + 3]! : 0;
  if ((fourth & 0xc0) !== 0x80 || first < 0xf0 || first > 0xf4) return 0;
  if (first === 0xf0 && second < 0x90) return 0;
  return first === 0xf4 && second > 0x8f ? 0 : 4;
}

/** Readable text: well-formed UTF-8 stays, control characters and everything else become \xHH. */
export function printableText(bytes: Uint8Array): string {
  let text = '';
  let plainFrom = 0;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < bytes.length; ) {
    const byte = bytes[i]!;
    const length = byte >= 0x20 && byte < 0x7f ? 1 : byte < 0x80 ? 0 : utf8Length(bytes, i, bytes.length);
    if (length === 0) {
      text += `${view.toString('utf8', plainFrom, i)}\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
      plainFrom = i + 1;
    }
    i += length || 1;
  }
  return text + view.toString('utf8', plainFrom, bytes.length);
}
