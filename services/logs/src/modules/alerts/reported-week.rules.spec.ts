import { reportedWeek, startOfWeek } from './reported-week.rules.ts';

const at = (text: string) => new Date(`${text}Z`);

describe('a weekly report', () => {
  it.each(['2026-11-16T00:00:00', '2026-11-16T00:00:01', '2026-11-18T12:00:00', '2026-11-22T23:59:59'])(
    'counts its week from Monday: %s',
    (now) => {
      expect(startOfWeek(at(now))).toEqual(at('2026-11-16T00:00:00'));
    },
  );

  it('is about the week before', () => {
    expect(reportedWeek(at('2026-11-16T08:00:00'))).toEqual({
      from: at('2026-11-09T00:00:00'),
      to: at('2026-11-16T00:00:00'),
    });
  });

  it.each([
    ['2026-11-16T06:59:59', false],
    ['2026-11-16T07:00:00', true],
    ['2026-11-19T00:00:00', true],
    ['2026-11-19T00:00:01', false],
    ['2026-11-22T12:00:00', false],
  ])('goes out on Monday morning, or up to three days late: %s', (now, isDue) => {
    expect(reportedWeek(at(now)) !== null).toBe(isDue);
  });
});
