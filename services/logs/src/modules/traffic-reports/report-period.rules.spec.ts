import {
  dayText,
  dueSpan,
  lastSpan,
  type ReportPeriod,
  spanBefore,
  spanFrom,
  startOfPeriod,
} from './report-period.rules.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const daysOf = (span: { fromMs: number; toMs: number } | null) =>
  span && [dayText(span.fromMs), dayText(span.toMs)];

describe('the period of a report', () => {
  it.each(['2026-11-16T00:00:00', '2026-11-16T00:00:01', '2026-11-18T12:00:00', '2026-11-22T23:59:59'])(
    'begins on Monday where it is a week: %s',
    (now) => expect(startOfPeriod('week', at(now))).toBe(at('2026-11-16T00:00:00')),
  );

  it.each<[ReportPeriod, string, string[]]>([
    ['week', '2026-11-16T08:00:00', ['2026-11-09', '2026-11-16']],
    ['month', '2026-12-01T08:00:00', ['2026-11-01', '2026-12-01']],
    ['month', '2027-01-31T23:59:59', ['2026-12-01', '2027-01-01']],
    ['month', '2028-03-01T00:00:00', ['2028-02-01', '2028-03-01']],
  ])('is the last %s that is over at %s', (period, now, days) =>
    expect(daysOf(lastSpan(period, at(now)))).toEqual(days),
  );

  it('is compared with the one before it, however long that was', () => {
    expect(daysOf(spanBefore('month', { fromMs: at('2027-03-01T00:00:00') }))).toEqual([
      '2027-02-01',
      '2027-03-01',
    ]);
    expect(daysOf(spanBefore('week', { fromMs: at('2026-11-16T00:00:00') }))).toEqual([
      '2026-11-09',
      '2026-11-16',
    ]);
  });

  it.each<[ReportPeriod, string, string[] | null]>([
    ['week', '2026-11-16', ['2026-11-16', '2026-11-23']],
    ['month', '2026-02-01', ['2026-02-01', '2026-03-01']],
    ['month', '2026-10-01', ['2026-10-01', '2026-11-01']],
    // Not a Monday, not a first of the month, not over, not a date.
    ['week', '2026-11-17', null],
    ['month', '2026-10-02', null],
    ['week', '2026-11-23', null],
    ['month', '2026-11-01', null],
    ['week', '2026-13-45', null],
  ])('can be any past one: %s of %s', (period, day, days) =>
    expect(daysOf(spanFrom(period, day, at('2026-11-27T12:00:00')))).toEqual(days),
  );

  it.each<[ReportPeriod, string, boolean]>([
    ['week', '2026-11-16T06:59:59', false],
    ['week', '2026-11-16T07:00:00', true],
    ['week', '2026-11-19T00:00:00', true],
    ['week', '2026-11-19T00:00:01', false],
    ['week', '2026-11-22T12:00:00', false],
    ['month', '2026-11-16T08:00:00', false],
    ['month', '2026-12-01T06:59:59', false],
    ['month', '2026-12-01T07:00:00', true],
    ['month', '2026-12-04T00:00:01', false],
  ])('is due on its next morning, or up to three days late: %s at %s', (period, now, isDue) =>
    expect(dueSpan(period, at(now)) !== null).toBe(isDue),
  );
});
