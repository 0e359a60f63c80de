import { ANY_BYTE, type ByteSet, NEWLINE, setHas, setInvert, WORD } from './byte-set.ts';

/**
 * A zero-width condition on the byte before and the byte after a position. Every assertion that looks at most one byte
 * far (`^ $ \b \A \z \Z`, one-byte look-around) is written as such guards, so the automata know only one kind of assertion.
 */
export interface Guard {
  /** The guard holds where any of these holds. */
  readonly cases: readonly GuardCase[];
}

export interface GuardCase {
  readonly before: Neighbour;
  readonly after: Neighbour;
}

/** Which bytes may stand beside the position, and whether the subject's edge may. */
export interface Neighbour {
  readonly bytes: ByteSet;
  readonly edge: boolean;
  /** Only after a position: does a newline that is the subject's last byte count? Otherwise as `bytes` says. */
  readonly finalNewline: boolean;
}

/** Stands for "no byte": the subject's edge. */
export const EDGE = 256;
/** A newline that is the last byte of the subject; differs from other newlines for `\Z` and for `$` without `m`. */
export const FINAL_NEWLINE = 257;

const NO_BYTE: ByteSet = new Uint32Array(8);

export function neighbour(bytes: ByteSet, edge: boolean): Neighbour {
  return { bytes, edge, finalNewline: setHas(bytes, 0x0a) };
}

const ANYTHING = neighbour(ANY_BYTE, true);
const ONLY_EDGE = neighbour(NO_BYTE, true);
const WORD_BYTE = neighbour(WORD, false);
const NO_WORD_BYTE = neighbour(setInvert(WORD), true);

export const GUARDS = {
  /** `\A`, and `^` without `m`. */
  subjectStart: { cases: [{ before: ONLY_EDGE, after: ANYTHING }] },
  /** `^` with `m`: not after a newline that ends the subject (PCRE without ALT_CIRCUMFLEX). */
  lineStart: {
    cases: [
      { before: ONLY_EDGE, after: ANYTHING },
      { before: neighbour(NEWLINE, false), after: neighbour(ANY_BYTE, false) },
    ],
  },
  /** `\z`. */
  subjectEnd: { cases: [{ before: ANYTHING, after: ONLY_EDGE }] },
  /** `\Z`, and `$` without `m`. */
  subjectEndOrFinalNewline: {
    cases: [{ before: ANYTHING, after: { bytes: NO_BYTE, edge: true, finalNewline: true } }],
  },
  /** `$` with `m`. */
  lineEnd: { cases: [{ before: ANYTHING, after: neighbour(NEWLINE, true) }] },
  wordBoundary: {
    cases: [
      { before: WORD_BYTE, after: NO_WORD_BYTE },
      { before: NO_WORD_BYTE, after: WORD_BYTE },
    ],
  },
  notWordBoundary: {
    cases: [
      { before: WORD_BYTE, after: WORD_BYTE },
      { before: NO_WORD_BYTE, after: NO_WORD_BYTE },
    ],
  },
  /** `(?!)`, and every other thing that cannot hold. */
  never: { cases: [] },
} as const satisfies Record<string, Guard>;

/** `(?=[…])` and `(?![…])`. */
export function guardNext(bytes: ByteSet, negative: boolean): Guard {
  return { cases: [{ before: ANYTHING, after: oneByte(bytes, negative) }] };
}

/** `(?<=[…])` and `(?<![…])`. */
export function guardPrevious(bytes: ByteSet, negative: boolean): Guard {
  return { cases: [{ before: oneByte(bytes, negative), after: ANYTHING }] };
}

function oneByte(bytes: ByteSet, negative: boolean): Neighbour {
  return negative ? neighbour(setInvert(bytes), true) : neighbour(bytes, false);
}

/** `symbol`: a byte, {@link EDGE} or {@link FINAL_NEWLINE}. */
export function neighbourAllows(rule: Neighbour, symbol: number): boolean {
  if (symbol < EDGE) {
    return setHas(rule.bytes, symbol);
  }
  return symbol === EDGE ? rule.edge : rule.finalNewline;
}

export function guardHolds(guard: Guard, before: number, after: number): boolean {
  return guard.cases.some((c) => neighbourAllows(c.before, before) && neighbourAllows(c.after, after));
}

/** Does the guard depend on what comes before the position? */
export function guardLooksBack(guard: Guard): boolean {
  return guard.cases.some((c) => c.before !== ANYTHING);
}
