import type { MatchedTarget } from '@palisade/waf-engine';
import { maskedAfter, maskedBefore } from './masked-target.ts';

const target = (value: string, transformed: string, match: string): MatchedTarget => ({
  name: 'ARGS:q',
  value,
  valueOffset: 0,
  transformed,
  matchOffset: transformed.indexOf(match),
  matchLength: match.length,
  transformations: [],
  operator: '@rx',
});

describe('what records keep of a value', () => {
  it.each([
    ['in letters of either case', target('pw1 UNION pw2', 'pw1 union pw2', 'union'), '****UNION****'],
    ['elsewhere than the rule read it', target('p\0w union', 'pw union', 'union'), '****union'],
    ['if it was sent', target('pw1 %75nion', 'pw1 union', 'union'), '***********'],
    ['unless it is not known where', target('pw1', 'PW1', ''), '***'],
    ['alone', target('union', 'union', 'union'), 'union'],
  ])('is the match %s', (_how, one, sent) => {
    expect(maskedBefore(one)).toBe(sent);
    const { transformed, matchOffset, matchLength } = one;
    const kept = transformed.slice(matchOffset, matchOffset + matchLength);
    expect(maskedAfter(one).replaceAll('*', '')).toBe(kept);
    expect(maskedAfter(one)).toHaveLength(transformed.length);
  });
});
