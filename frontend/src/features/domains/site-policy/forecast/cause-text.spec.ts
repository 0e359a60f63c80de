import { type Cause, causeText, sumsOf } from './cause-text.ts';

const cause = (over: Partial<Cause>): Cause => ({
  rule_id: null,
  message: null,
  reason: 'rule',
  threat_type: 'Security Rule',
  requests: 1,
  addresses: 1,
  answered: 0,
  path: '/',
  target: '',
  likelihood: 'unclear',
  samples: [],
  ...over,
});

describe('causeText', () => {
  it.each([
    [{ rule_id: 1002, message: 'SQL comment' }, 'SQL comment'],
    [{ rule_id: 1002, message: null }, 'Rule 1002'],
    [{ reason: 'rate_limit' }, 'Over the rate limit'],
    [{ reason: 'bot:empty_agent' }, 'Bad bot (empty agent)'],
    [{ reason: 'something_newer' }, 'something newer'],
  ])('%j reads %s', (over, text) => expect(causeText(cause(over))).toBe(text));
});

describe('sumsOf', () => {
  it('adds requests up by likelihood', () => {
    expect(
      sumsOf([
        cause({ likelihood: 'attack', requests: 40 }),
        cause({ likelihood: 'ordinary', requests: 3 }),
        cause({ likelihood: 'attack', requests: 2 }),
      ]),
    ).toEqual({ ordinary: 3, unclear: 0, attack: 42 });
  });
});
