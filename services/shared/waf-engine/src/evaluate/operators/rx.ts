import { compilePattern, type Pattern, PatternError, PausedRun, type StepBudget } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { OperatorContext, OperatorEnvironment, OperatorFactory } from '../../model/operator.ts';
import type { Pausable } from '../../model/pausable.ts';
import { locate } from './argument.ts';
import { ExpandedPatterns } from './expanded-patterns.ts';

/** TX:0 to TX:9. */
const CAPTURES = 10;

/**
 * Whether the regular expression (PCRE2's syntax, on bytes; `.` matches line feeds and `^ $` match beside them) occurs in the
 * value.
 *
 * Argument: a pattern; the empty one matches every value. With macros the pattern is compiled when its text is first seen, at
 * most a few dozen texts are kept, and one that does not compile matches nothing. Result: captures the match and its groups
 * 1–9 (groups that took no part are left alone), and its location.
 * Example: `SecRule ARGS "@rx (?i)\bunion\s+select\b" "id:1,phase:2,deny,capture"`
 */
export const rx: OperatorFactory = (argument, environment) => {
  if (argument === '') return { pure: true, evaluate: () => true };
  if (typeof argument === 'string') {
    const pattern = patternFrom(argument, environment, 'rx');
    return {
      pure: true,
      evaluate: (value, context) => search(pattern, value, context),
      evaluateInSlices: (value, context, budget) => searchInSlices(pattern, value, context, budget),
      scan: { kind: 'pattern', source: argument, pattern },
    };
  }
  const patterns = new ExpandedPatterns();
  return {
    pure: true,
    evaluate(value, context) {
      const pattern = patterns.get(context.expand(argument));
      return pattern !== null && search(pattern, value, context);
    },
    *evaluateInSlices(value, context, budget) {
      const pattern = patterns.get(context.expand(argument));
      return pattern !== null && (yield* searchInSlices(pattern, value, context, budget));
    },
  };
};

/** Compiles a pattern of a rule, and reports the position of an error. */
export function patternFrom(source: ByteString, environment: OperatorEnvironment, operator: string): Pattern {
  try {
    return compilePattern(source);
  } catch (error) {
    if (error instanceof PatternError) return environment.fail(error.code, `@${operator}: ${error.message}`);
    throw error;
  }
}

function search(pattern: Pattern, value: ByteString, context: OperatorContext): boolean {
  if (!context.capturing && context.locating === false) return pattern.test(value, context.budget);
  if (!context.capturing || context.capturingGroups === false) {
    const span = pattern.find(value, 0, context.budget);
    if (span === null) return false;
    if (context.capturing) context.capture(0, value.slice(span.start, span.end));
    return locate(context, span.start, span.end - span.start);
  }
  const match = pattern.exec(value, 0, context.budget);
  if (match === null) return false;
  captureGroups(match, value, context, 0);
  return locate(context, match[0]!, match[1]! - match[0]!);
}

/** {@link search} for long values. */
function* searchInSlices(
  pattern: Pattern,
  value: ByteString,
  context: OperatorContext,
  budget: StepBudget,
): Pausable<boolean> {
  const { capturing } = context;
  if (!capturing && context.locating === false) return yield* occursInSlices(pattern, value, budget);
  const match = yield* pattern.searchInSlices(
    value,
    0,
    budget,
    capturing && context.capturingGroups !== false,
  );
  if (match === null) return false;
  if (capturing) captureGroups(match, value, context, 0);
  return locate(context, match[0]!, match[1]! - match[0]!);
}

function* occursInSlices(pattern: Pattern, value: ByteString, budget: StepBudget): Pausable<boolean> {
  const run = new PausedRun();
  for (;;) {
    const occurs = pattern.testInSlices(value, budget, run);
    if (occurs !== null) return occurs;
    yield;
  }
}

/** Stores a match's groups from TX:`first` on. Returns the number after the last one stored or passed over. */
export function captureGroups(
  match: Int32Array,
  value: ByteString,
  context: OperatorContext,
  first: number,
): number {
  const groups = Math.min(match.length / 2, CAPTURES - first);
  for (let group = 0; group < groups; group++) {
    const start = match[group * 2]!;
    if (start >= 0) context.capture(first + group, value.slice(start, match[group * 2 + 1]!));
  }
  return first + groups;
}
