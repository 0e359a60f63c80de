import type { Subject } from '@palisade/regex';
import type { ByteString } from './api.ts';

/** A pure function on byte strings. Returns the *same* string (not merely an equal one) when nothing changed. */
export type Transformation = (value: ByteString) => ByteString;

/** Position of a transformation in its value and output. */
export interface Pass {
  readonly value: ByteString;
  readonly bytes: Uint8Array;
  /** Offset of the next byte to read. */
  at: number;
  /** Length of the output so far. */
  length: number;
  /** State carried between pieces; 0 at first. */
  memory: number;
}

/** A transformation that reads its value from start to end, so that it can be interrupted. */
export interface PassRules {
  /** Maximum output bytes per input byte. */
  readonly growth: number;
  readonly begin?: (pass: Pass) => void;
  /**
   * Continues until `at` is at least `until`; a sequence begun before may reach further. At the end of the value
   * nothing is left over.
   */
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
  /**
   * A finer test, for transformations whose triggers occur in most values that they leave unchanged. False only if
   * nothing changes.
   */
  readonly mayChange?: (value: Subject) => boolean;
  /** A pattern that occurs wherever `mayChange` is true; present together with it. */
  readonly changes?: ByteString;
  /** For transformations that map single bytes. */
  readonly map?: Uint8Array;
}

/** By lower-case SecLang name, without `t:`. `none` is not in it: the compiler handles it. */
export type TransformationRegistry = Readonly<Record<string, TransformationEntry>>;
