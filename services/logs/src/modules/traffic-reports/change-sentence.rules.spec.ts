import { changeSentence, type PeriodSums, scaled } from './change-sentence.rules.ts';

const sums = (requests: number, blocked: number, originRequests = 0, originFailures = 0): PeriodSums => ({
  requests,
  blocked,
  originRequests,
  originFailures,
});
const week = (now: PeriodSums, before: PeriodSums | null, topThreat = '') =>
  changeSentence({ period: 'week', now, before, topThreat });

describe('what changed, in one sentence', () => {
  it.each([
    [sums(0, 0), null, '', 'There was no traffic this week.'],
    [sums(0, 0), sums(0, 0), '', 'There was no traffic this week.'],
    [sums(0, 0), sums(1200, 3), '', 'There was no traffic this week, after 1,200 requests the week before.'],
    [
      sums(1, 0),
      null,
      '',
      '1 request came this week, and none was blocked; the week before is not known as a whole, so there is nothing to compare with.',
    ],
    [sums(1200, 0), sums(0, 0), '', 'Traffic began this week with 1,200 requests, and nothing was blocked.'],
    [
      sums(1240, 60),
      sums(1000, 40),
      'SQL Injection',
      'Traffic rose by 24 % to 1,240 requests, and blocked requests rose by 50 % to 60, mostly SQL Injection.',
    ],
    [
      sums(1049, 0),
      sums(1000, 7),
      '',
      'Traffic stayed about the same at 1,049 requests, and nothing was blocked, after 7 the week before.',
    ],
    [
      sums(500, 9),
      sums(1000, 0),
      'XSS Attack',
      'Traffic fell by 50 % to 500 requests, and 9 were blocked, after none the week before, mostly XSS Attack.',
    ],
    [
      sums(2500, 100),
      sums(1000, 100),
      '',
      'Traffic grew 2.5 times to 2,500 requests, and blocked requests stayed about the same at 100.',
    ],
    [
      sums(50_000, 2000),
      sums(1000, 1),
      '',
      'Traffic grew more than tenfold to 50,000 requests, and blocked requests grew more than tenfold to 2,000.',
    ],
  ])('%j after %j', (now, before, threat, sentence) => expect(week(now, before, threat)).toBe(sentence));

  it.each([
    [
      sums(0, 0),
      sums(31_000, 310),
      'There was no traffic this month, after 31,000 requests the month before.',
    ],
    [
      sums(28_000, 0),
      sums(31_000, 310),
      'Traffic stayed about the same at 28,000 requests, and nothing was blocked, after 310 the month before.',
    ],
    [
      sums(28_000, 1),
      sums(31_000, 1),
      'Traffic stayed about the same at 28,000 requests, and blocked requests stayed about the same at 1.',
    ],
  ])(
    'compares %j of February with %j as if they were as long, and says what there was',
    (now, before, sentence) =>
      expect(changeSentence({ period: 'month', now, before, longer: 28 / 31, topThreat: '' })).toBe(sentence),
  );

  it('tells of a server that fails more often, or less, and not of what hardly changed', () => {
    const after = (failed: number, before: number) =>
      week(sums(1000, 0, 1000, failed), sums(1000, 0, 1000, before)).split('; ')[1];
    expect(after(32, 4)).toBe(
      'your server failed to answer 3.2 % of what it was asked, against 0.4 % the week before.',
    );
    expect(after(0, 20)).toBe(
      'your server failed to answer 0 % of what it was asked, against 2 % the week before.',
    );
    expect(after(30, 20)).toBeUndefined();
    expect(after(5, 1)).toBeUndefined();
  });

  it('compares months as if they were as long', () => {
    const before = scaled(sums(28_000, 280, 280, 28), 31 / 28);
    expect(before).toEqual(sums(31_000, 310, 310, 31));
    expect(changeSentence({ period: 'month', now: sums(31_000, 310), before, topThreat: '' })).toBe(
      'Traffic stayed about the same at 31,000 requests, and blocked requests stayed about the same at 310.',
    );
  });
});
