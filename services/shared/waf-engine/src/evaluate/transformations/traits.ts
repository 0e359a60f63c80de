import { byteRange, byteSet } from './byte-classes.ts';

/** Bits of `Subject.traits`: without them a value has no such byte. They lie above those of the transformations' triggers. */
export const MARKUP = 1 << 29;
export const BEYOND_ONE_WORD = 1 << 30;

const MARKUP_BYTES = byteSet('<=');
const WORD_BYTES = byteSet(byteRange(0x30, 0x39), byteRange(0x41, 0x5a), byteRange(0x61, 0x7a), '_');

export const TRAITS_OF_BYTE: Int32Array = Int32Array.from(
  { length: 256 },
  (_, byte) => (MARKUP_BYTES[byte] === 1 ? MARKUP : 0) | (WORD_BYTES[byte] === 0 ? BEYOND_ONE_WORD : 0),
);
