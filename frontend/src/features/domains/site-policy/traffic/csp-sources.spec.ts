import type { HeaderRule } from '../../../../entities/policy/site-policy.ts';
import { policyRule, reportedSources } from './csp-sources.ts';

it('sources are counted over all pages, the most frequent first', () => {
  expect(
    reportedSources([
      { value: 'img-src ads.example /', requests: 2 },
      { value: 'script-src-elem inline /basket', requests: 4 },
      { value: 'img-src ads.example /basket', requests: 3 },
      { value: 'img-src ads.example *', requests: 1 },
      { value: '(other)', requests: 9 },
    ]),
  ).toEqual([
    { directive: 'img-src', source: 'ads.example', requests: 6, pages: ['/', '/basket'] },
    { directive: 'script-src-elem', source: 'inline', requests: 4, pages: ['/basket'] },
  ]);
});

const rule = (name: string, over: Partial<HeaderRule> = {}): HeaderRule => ({
  target: 'response',
  operation: 'set',
  name,
  value: 'a',
  ...over,
});

it.each([
  [[], null],
  [[rule('X-A'), rule('content-security-policy')], { index: 1, reportsOnly: false }],
  [
    [rule('Content-Security-Policy'), rule('Content-Security-Policy-Report-Only')],
    { index: 1, reportsOnly: true },
  ],
  [[rule('Content-Security-Policy', { operation: 'remove', value: '' })], null],
  [[rule('Content-Security-Policy', { target: 'request' })], null],
])('the policy of %j is %j', (rules, found) => {
  expect(policyRule(rules)).toEqual(found);
});
