import type { Subject } from '@palisade/regex';
import type { ByteString } from './api.ts';

/** A pure function on byte strings. Returns the *same* string (not merely an equal one) when nothing changed. */
export type Transformation = (value: ByteString) => ByteString;

/** Where a transformation stands in a value, and what it has written. */
export interface Pass {
  readonly value: ByteString;
  readonly bytes: Uint8Array;
  /** Of the next byte to be read. */
  at: number;
  /** Of what has been written. */
  length: number;
  /** What it must know of what it has read; 0 at first. */
  memory: number;
}

/** A transformation that reads its value from beginning to end, and so may be interrupted. */
export interface PassRules {
  /** Bytes that one byte gives at most. */
  readonly growth: number;
  readonly begin?: (pass: Pass) => void;
  /** Goes on until `at` is `until` at least; what has begun before may reach behind it. At the value's end nothing is left. */
  readonly advance: (pass: Pass, until: number) => void;
  readonly end?: (pass: Pass) => void;
}

export interface TransformationEntry {
  readonly apply: Transformation;
  /** The same in pieces, for long values. */
  readonly inPieces?: PassRules;
  /**
   * Entry 1 for every byte of which at least one must occur for `apply` to be able to change a value;
   * `null` where no such set exists (`length`, hashes, `trim` of nothing in particular, …).
   */
  readonly triggers: Uint8Array | null;
  /** A closer look, for transformations whose triggers occur in most values that they do not change: false only if none changes. */
  readonly mayChange?: (value: Subject) => boolean;
  /** The same as a pattern that occurs where it is true; there with `mayChange`. */
  readonly changes?: ByteString;
  /** For transformations that replace byte by byte. */
  readonly map?: Uint8Array;
}

/** By lower-case SecLang name, without `t:`. `none` is not in it: the compiler handles it. */
export type TransformationRegistry = Readonly<Record<string, TransformationEntry>>;
