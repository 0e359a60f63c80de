import { compileValuePattern, PatternError, ValueSteps } from '@palisade/regex';
import type { CompilePattern } from './rule-preview.ts';

/** Maximum length of a value that is tried. */
const MAX_LENGTH = 4096;
/** Maximum steps for all values of a preview: some ten milliseconds, whatever the pattern. */
const MAX_STEPS = 4_000_000;

const encoder = new TextEncoder();

/** The matcher takes byte strings. */
const toBytes = (text: string): string => String.fromCharCode(...encoder.encode(text));

/** The edge's own matcher, in linear time: the preview agrees with the edge, and no pattern blocks the page. */
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
