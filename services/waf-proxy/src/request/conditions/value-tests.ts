import type { MatchSpan, ValuePattern, ValueSteps } from '@palisade/regex';
import type { Values } from './values.ts';

/** The test could not be ended within its steps. */
export const UNDECIDED = -2;
const NONE = -1;

/** An operator with its operands, as a condition asks it of values. */
export interface ValueTest {
  /** What its part of a request's steps is in proportion to. */
  readonly weight: number;
  /** Where the first value stands that passes; -1: none does; {@link UNDECIDED}: `until` steps were spent before that is known. */
  firstOf(values: Values, steps: ValueSteps, until: number): number;
  /** What of the value that passed made it pass. */
  locate(values: Values, place: number, steps: ValueSteps): MatchSpan | null;
}

export const EXISTS: ValueTest = {
  weight: 0,
  firstOf: ({ texts }) => (texts.length > 0 ? 0 : NONE),
  locate: () => null,
};

/** Takes no more look-ups than there are literals, so that it needs no steps and always knows. */
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

/** How a literal is looked for, and what that costs at most. */
interface LiteralSearch {
  find(value: string, literal: string): number;
  stepsFor(value: string): number;
}

/** Looking for a literal in eight bytes takes about as long as the matcher with one. */
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

/** A pattern goes through its values byte by byte, where others leap. */
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
