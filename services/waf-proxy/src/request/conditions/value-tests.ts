import type { MatchSpan, ValuePattern, ValueSteps } from '@palisade/regex';
import type { Values } from './values.ts';

/** The step limit was reached before the test was decided. */
export const UNDECIDED = -2;
const NONE = -1;

/** An operator with its operands, to be tested on values. */
export interface ValueTest {
  /** Relative cost; its share of a request's steps is in proportion to it. */
  readonly weight: number;
  /** Index of the first value that passes; -1: none; {@link UNDECIDED}: `until` steps were used up. */
  firstOf(values: Values, steps: ValueSteps, until: number): number;
  /** The part of the value that made it pass. */
  locate(values: Values, place: number, steps: ValueSteps): MatchSpan | null;
}

export const EXISTS: ValueTest = {
  weight: 0,
  firstOf: ({ texts }) => (texts.length > 0 ? 0 : NONE),
  locate: () => null,
};

/** Needs no more look-ups than there are literals, so it takes no steps and is always decided. */
export class EqualsOneOf implements ValueTest {
  readonly weight = 0;
  private readonly literals: ReadonlySet<string>;

  constructor(literals: readonly string[]) {
    this.literals = new Set(literals);
  }

  firstOf(values: Values): number {
    const { compared } = values;
    if (compared.length <= this.literals.size) {
      for (let place = 0; place < compared.length; place++) {
        if (this.literals.has(compared[place]!)) return place;
      }
      return NONE;
    }
    for (const literal of this.literals) {
      const place = values.indexOf(literal);
      if (place >= 0) return place;
    }
    return NONE;
  }

  locate({ texts }: Values, place: number): MatchSpan {
    return { start: 0, end: texts[place]!.length };
  }
}

/** How a literal is searched for, and the maximum cost of that. */
interface LiteralSearch {
  find(value: string, literal: string): number;
  stepsFor(value: string): number;
}

/** Bytes per step: searching eight bytes for a literal takes about as long as one byte in the matcher. */
const BYTES_PER_STEP = 8;

const SEARCHES = {
  contains: {
    find: (value, literal) => value.indexOf(literal),
    stepsFor: (value) => 1 + value.length / BYTES_PER_STEP,
  },
  starts_with: { find: (value, literal) => (value.startsWith(literal) ? 0 : NONE), stepsFor: () => 1 },
  ends_with: {
    find: (value, literal) => (value.endsWith(literal) ? value.length - literal.length : NONE),
    stepsFor: () => 1,
  },
} as const satisfies Record<string, LiteralSearch>;

export type LiteralOperator = keyof typeof SEARCHES;

export class HasOneOf implements ValueTest {
  readonly weight: number;
  private readonly literals: readonly string[];
  private readonly search: LiteralSearch;

  constructor(operator: LiteralOperator, literals: readonly string[]) {
    this.weight = literals.length;
    this.literals = literals;
    this.search = SEARCHES[operator];
  }

  firstOf({ compared }: Values, steps: ValueSteps, until: number): number {
    for (let place = 0; place < compared.length; place++) {
      const value = compared[place]!;
      const cost = this.search.stepsFor(value) * this.literals.length;
      if (steps.spent + cost > until) return UNDECIDED;
      steps.spend(cost);
      for (const literal of this.literals) if (this.search.find(value, literal) >= 0) return place;
    }
    return NONE;
  }

  locate({ compared }: Values, place: number): MatchSpan | null {
    const value = compared[place]!;
    for (const literal of this.literals) {
      const start = this.search.find(value, literal);
      if (start >= 0) return { start, end: start + literal.length };
    }
    return null;
  }
}

/** Patterns are matched byte by byte, while literals are searched by leaps. */
const PATTERN_WEIGHT = 10;

export class MatchesOneOf implements ValueTest {
  readonly weight: number;
  private readonly patterns: readonly ValuePattern[];

  constructor(patterns: readonly ValuePattern[]) {
    this.weight = patterns.length * PATTERN_WEIGHT;
    this.patterns = patterns;
  }

  firstOf({ texts }: Values, steps: ValueSteps, until: number): number {
    for (let place = 0; place < texts.length; place++) {
      for (const pattern of this.patterns) {
        const left = until - steps.spent;
        const occurs = left > 0 ? pattern.occursIn(texts[place]!, steps, left) : null;
        if (occurs === null) return UNDECIDED;
        if (occurs) return place;
      }
    }
    return NONE;
  }

  locate({ texts }: Values, place: number, steps: ValueSteps): MatchSpan | null {
    for (const pattern of this.patterns) {
      const span = pattern.locate(texts[place]!, steps);
      if (span !== null) return span;
    }
    return null;
  }
}
