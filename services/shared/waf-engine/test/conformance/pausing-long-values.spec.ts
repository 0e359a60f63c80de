/** Operations on a long value: operators that capture and locate, and transformations. */
import { StepBudget } from '@palisade/regex';
import { TransformationCache } from '../../src/accelerate/transformation-cache/transformation-cache.ts';
import { TransformationChains } from '../../src/evaluate/transformations/transformation-chains.ts';
import { runToEnd } from '../../src/model/pausable.ts';
import { compileOperator, RecordingContext } from '../support/operator-context.ts';
import { generated, PAUSED, pausesAsOne } from '../support/pausable-conformance.ts';

const resultOf = ({ captures, matchOffset, matchLength }: RecordingContext) => [
  [...captures],
  matchOffset,
  matchLength,
];
const LONG_TEXT = `${"a word or two, 4111 1111 1111 1112 <b> ' ".repeat(500)}4111111111111111 x=1y`;
for (const [name, argument, leastPauses] of [
  ['rx', '(x)=(\\d+)(y)?', 10],
  ['rx', '(?:(\\w+)|(\\W))+y', 10],
  ['rx', '(?<=x)(=)(\\d)\\2?y', 10],
  ['rxGlobal', '(4)(1+)', 10],
  ['verifyCC', '\\d{13,16}', 10],
  ['pm', 'nothing x=1', 3],
  ['detectSQLi', '', 0],
  ['detectXSS', '', 1],
] as const) {
  const operator = compileOperator(name, argument);
  pausesAsOne(
    `@${name} ${argument}, with captures`,
    (budget) => {
      const context = new RecordingContext(true);
      const work = generated(operator.evaluateInSlices!(LONG_TEXT, context, budget));
      return {
        ...work,
        resume: () => {
          const answer = work.resume();
          return answer === PAUSED ? PAUSED : [answer, resultOf(context)];
        },
      };
    },
    leastPauses,
  );
  it(`@${name} ${argument} answers and tells in slices what it does at once`, () => {
    const [whole, sliced] = [new RecordingContext(true), new RecordingContext(true)];
    const answer = operator.evaluate(LONG_TEXT, whole);
    expect(runToEnd(operator.evaluateInSlices!(LONG_TEXT, sliced, new StepBudget()))).toBe(answer);
    expect(resultOf(sliced)).toEqual(resultOf(whole));
  });
}

pausesAsOne(
  'the transformations of a long value',
  (budget) => {
    const chain = new TransformationChains().intern([
      'utf8tounicode',
      'urldecodeuni',
      'htmlentitydecode',
      'jsdecode',
      'cssdecode',
      'removenulls',
      'sha1',
    ])!;
    const cache = new TransformationCache(budget, {
      transformation_cache: true,
      transformation_triggers: true,
    });
    return generated(cache.applyInSlices(chain, 'a%u0041\xc3\xa9&#65;\\x41\\41 \0'.repeat(3_000)));
  },
  10,
);
