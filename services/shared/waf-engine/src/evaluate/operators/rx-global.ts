import type { Pattern, StepBudget } from '@palisade/regex';
import type { OperatorContext, OperatorFactory } from '../../model/operator.ts';
import type { Pausable } from '../../model/pausable.ts';
import { locate } from './argument.ts';
import { ExpandedPatterns } from './expanded-patterns.ts';
import { captureGroups, patternFrom } from './rx.ts';

const CAPTURES = 10;

/**
 * As `@rx`, but goes on after the first match: with `capture`, TX:0–9 hold the groups of one match after another until they
 * are full.
 *
 * Argument: as `@rx`. Result: the location is that of the first match.
 * Example: `SecRule ARGS "@rxGlobal (\d+)-(\d+)" "id:1,phase:2,pass,capture"`
 *
 * Deviation: after an empty match libmodsecurity first looks for one that is not empty at the same byte; here the search goes
 * on at the next byte.
 */
export const rxGlobal: OperatorFactory = (argument, environment) => {
  if (argument === '') return { pure: true, evaluate: () => true };
  if (typeof argument === 'string') {
    const pattern = patternFrom(argument, environment, 'rxGlobal');
    return {
      pure: true,
      evaluate: (value, context) => searchAll(pattern, value, context),
      evaluateInSlices: (value, context, budget) => searchAllInSlices(pattern, value, context, budget),
      scan: { kind: 'pattern', source: argument, pattern },
    };
  }
  const patterns = new ExpandedPatterns();
  return {
    pure: true,
    evaluate(value, context) {
      const pattern = patterns.get(context.expand(argument));
      return pattern !== null && searchAll(pattern, value, context);
    },
    *evaluateInSlices(value, context, budget) {
      const pattern = patterns.get(context.expand(argument));
      return pattern !== null && (yield* searchAllInSlices(pattern, value, context, budget));
    },
  };
};

function searchAll(pattern: Pattern, value: string, context: OperatorContext): boolean {
  const first = pattern.exec(value, 0, context.budget);
  if (first === null) return false;
  if (context.capturing) {
    let captured = 0;
    for (let match: Int32Array | null = first; match !== null && captured < CAPTURES; ) {
      captured = captureGroups(match, value, context, captured);
      const next: number = match[1]! > match[0]! ? match[1]! : match[1]! + 1;
      match = next <= value.length ? pattern.exec(value, next, context.budget) : null;
    }
  }
  return locate(context, first[0]!, first[1]! - first[0]!);
}

/** {@link searchAll} for long values. */
function* searchAllInSlices(
  pattern: Pattern,
  value: string,
  context: OperatorContext,
  budget: StepBudget,
): Pausable<boolean> {
  const first = yield* pattern.searchInSlices(value, 0, budget, true);
  if (first === null) return false;
  if (context.capturing) {
    let captured = 0;
    for (let match: Int32Array | null = first; match !== null && captured < CAPTURES; ) {
      captured = captureGroups(match, value, context, captured);
      const next: number = match[1]! > match[0]! ? match[1]! : match[1]! + 1;
      match = next <= value.length ? yield* pattern.searchInSlices(value, next, budget, true) : null;
    }
  }
  return locate(context, first[0]!, first[1]! - first[0]!);
}
