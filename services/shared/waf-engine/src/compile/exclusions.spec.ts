import { compileRuleSet } from '../host/rule-set.ts';
import { RuleError } from '../model/errors.ts';
import { assertExclusion } from './exclusions.ts';

const ruleSet = compileRuleSet([
  { name: 'r', text: 'SecRule ARGS|!ARGS:ok|REQUEST_HEADERS:Referer "@rx a" "id:1,phase:2,pass,tag:\'t\'"' },
]);

const faultOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof RuleError) return error.code;
    throw error;
  }
  return 'accepted';
};

describe('exclusions that somebody stores', () => {
  const TARGETS = [
    ['ARGS', 'accepted'],
    ['ARGS:comment', 'accepted'],
    ['REQUEST_COOKIES:/^session_[a-z]+$/', 'accepted'],
    ['XML:/*', 'accepted'],
    ['ARGS:\u00e9', 'accepted'],
    ['', 'seclang_syntax'],
    ['ARGS:', 'seclang_syntax'],
    ['ARGS|ARGS_NAMES', 'seclang_bad_argument'],
    ['!ARGS:a', 'seclang_bad_argument'],
    ['REQUEST_URI:a', 'seclang_bad_argument'],
    ['NOTHING', 'seclang_unknown_variable'],
    ['ARGS:a\nSecRuleEngine Off', 'accepted'],
    ['ARGS:/(/', 'pattern_syntax'],
  ] as const;

  it.each(TARGETS)('are refused exactly where a site would refuse them: %j', (target, outcome) => {
    const exclusion = { name: 'x', by: { id: '1' }, target };
    expect(faultOf(() => assertExclusion(exclusion))).toBe(outcome);
    expect(faultOf(() => ruleSet.withOverlay({ exclusions: [exclusion] }))).toBe(outcome);
  });

  it.each([
    ['ARGS:/(a+)\\1/', 'pattern_unsupported'],
    ['ARGS:/(?:a?){2000}/', 'pattern_too_large'],
  ])('may not have patterns that cost too much: %j', (target, outcome) => {
    expect(faultOf(() => assertExclusion({ name: 'x', by: { tag: 't' }, target }))).toBe(outcome);
  });

  it('name rules by number or range', () => {
    expect(faultOf(() => assertExclusion({ name: 'x', by: { id: '1-5' } }))).toBe('accepted');
    expect(faultOf(() => assertExclusion({ name: 'x', by: { id: 'one' } }))).toBe('seclang_bad_argument');
  });

  it('are made from what a rule looks at', () => {
    expect(ruleSet.describe(1)?.targets).toEqual(['ARGS', 'REQUEST_HEADERS:Referer']);
  });
});
