/**
 * A set of bytes as 256 bits. Never changed after it was made, so sets may be shared between nodes.
 * Letters are ASCII letters everywhere: that is what PCRE2 means with the C locale's tables and without UTF mode.
 */
export type ByteSet = Readonly<Uint32Array>;

const WORDS = 8;

export function setOf(...ranges: readonly (readonly [number, number])[]): ByteSet {
  const words = new Uint32Array(WORDS);
  for (const [low, high] of ranges) {
    for (let byte = low; byte <= high; byte++) {
      words[byte >> 5]! |= 1 << (byte & 31);
    }
  }
  return words;
}

const singles: ByteSet[] = [];
const foldedSingles: ByteSet[] = [];

/** Literals are most of what patterns consist of; equal ones share a set. */
export function setOfByte(byte: number): ByteSet {
  singles[byte] ??= setOf([byte, byte]);
  return singles[byte];
}

/** A byte, and if it is a letter its other case. */
export function setOfByteFolded(byte: number): ByteSet {
  foldedSingles[byte] ??= setFoldCase(setOfByte(byte));
  return foldedSingles[byte];
}

export function setHas(set: ByteSet, byte: number): boolean {
  return ((set[byte >> 5]! >>> (byte & 31)) & 1) === 1;
}

export function setUnion(...sets: readonly ByteSet[]): ByteSet {
  const words = new Uint32Array(WORDS);
  for (const set of sets) {
    for (let i = 0; i < WORDS; i++) {
      words[i]! |= set[i]!;
    }
  }
  return words;
}

export function setInvert(set: ByteSet): ByteSet {
  return Uint32Array.from(set, (word) => ~word);
}

/** Adds the other case of every letter in the set. */
export function setFoldCase(set: ByteSet): ByteSet {
  const words = Uint32Array.from(set);
  // 'A'–'Z' are bits 1–26 of word 2, 'a'–'z' the same bits of word 3.
  const letters = 0x07fffffe;
  const both = (words[2]! | words[3]!) & letters;
  words[2]! |= both;
  words[3]! |= both;
  return words;
}

export function setSize(set: ByteSet): number {
  let size = 0;
  for (let byte = 0; byte < 256; byte++) {
    size += setHas(set, byte) ? 1 : 0;
  }
  return size;
}

/** A string that two sets share exactly if they are equal. */
export function setKey(set: ByteSet): string {
  return set.join(',');
}

export const ANY_BYTE = setOf([0x00, 0xff]);
export const NEWLINE = setOfByte(0x0a);
export const NOT_NEWLINE = setInvert(NEWLINE);
export const DIGIT = setOf([0x30, 0x39]);
export const WORD = setOf([0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]);
/** `\s`: with the vertical tab, as in Perl since 5.18 and PCRE since 8.34. */
export const SPACE = setOf([0x09, 0x0d], [0x20, 0x20]);
/** `\h`. 0xa0 is a space in Latin-1, and PCRE counts it here though not in `\s`. */
export const HORIZONTAL_SPACE = setOf([0x09, 0x09], [0x20, 0x20], [0xa0, 0xa0]);
/** `\v`. */
export const VERTICAL_SPACE = setOf([0x0a, 0x0d], [0x85, 0x85]);

/** POSIX classes in the C locale. */
export const POSIX_CLASSES: Readonly<Record<string, ByteSet>> = {
  alpha: setOf([0x41, 0x5a], [0x61, 0x7a]),
  lower: setOf([0x61, 0x7a]),
  upper: setOf([0x41, 0x5a]),
  alnum: setOf([0x30, 0x39], [0x41, 0x5a], [0x61, 0x7a]),
  ascii: setOf([0x00, 0x7f]),
  blank: setOf([0x09, 0x09], [0x20, 0x20]),
  cntrl: setOf([0x00, 0x1f], [0x7f, 0x7f]),
  digit: DIGIT,
  graph: setOf([0x21, 0x7e]),
  print: setOf([0x20, 0x7e]),
  punct: setOf([0x21, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e]),
  space: SPACE,
  word: WORD,
  xdigit: setOf([0x30, 0x39], [0x41, 0x46], [0x61, 0x66]),
};
