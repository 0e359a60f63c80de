import type { Subject } from '../bytes/subject.ts';

export interface PhraseMatch {
  /** Position of the phrase in the list given to `compilePhrases`. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** A list of literal phrases (`@pm`), found with Aho-Corasick. */
export interface PhraseMatcher {
  readonly size: number;
  test(subject: string): boolean;
  /** The phrase that ends first; of several that end at the same byte, the longest. Null if there is none. */
  find(subject: string): PhraseMatch | null;
  /** Sets the bit of every phrase that occurs in `subject`; bit `i & 31` of word `i >> 5` is that of phrase `i`. */
  scan(subject: Subject | string, out: Uint32Array): void;
}

/** Many phrase lists, looked for in one pass. */
export interface PhraseSet {
  readonly size: number;
  /** Sets bit `i` in `out` for each list `i` of which at least one phrase occurs in `subject`. */
  scan(subject: Subject | string, out: Uint32Array): void;
}
