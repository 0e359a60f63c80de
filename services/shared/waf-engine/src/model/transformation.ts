import type { Subject } from '@palisade/regex';
import type { ByteString } from './api.ts';

/** A pure function on byte strings. Returns the *same* string (not merely an equal one) when nothing changed. */
export type Transformation = (value: ByteString) => ByteString;

export interface TransformationEntry {
  readonly apply: Transformation;
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
