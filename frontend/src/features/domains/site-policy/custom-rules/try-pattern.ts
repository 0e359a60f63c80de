import { compileValuePattern, PatternError, ValueSteps } from '@palisade/regex';
import type { CompilePattern } from './rule-preview.ts';

/** Longer values are not tried. */
const MAX_LENGTH = 4096;
/** Steps that all values of a preview may take together: some ten milliseconds, whatever somebody writes. */
const MAX_STEPS = 4_000_000;

const encoder = new TextEncoder();

/** The matcher takes bytes, one a character. */
const toBytes = (text: string): string => String.fromCharCode(...encoder.encode(text));

/** The edge's own matcher, in linear time: the page says of a pattern what the edge would, and no pattern holds it up. */
export function createPatternCompiler(): CompilePattern {
  const steps = new ValueSteps();
  return (source, anyCase) => {
    try {
      const pattern = compileValuePattern(source, { caseInsensitive: anyCase });
      return (value) =>
        value.length > MAX_LENGTH || steps.spent > MAX_STEPS
          ? null
          : pattern.occursIn(toBytes(value), steps, MAX_STEPS);
    } catch (error) {
      if (error instanceof PatternError) throw new Error(`"${source}": ${error.message}`);
      throw error;
    }
  };
}
