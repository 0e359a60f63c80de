import { pastPeriods } from './past-periods.ts';

const now = Date.parse('2026-11-27T12:00:00Z');

it('offers the weeks that are over, back to the first with traffic', () => {
  expect(pastPeriods('week', '2026-11-11', now)).toEqual([
    { from: '2026-11-16', label: '16 Nov – 22 Nov 2026' },
    { from: '2026-11-09', label: '9 Nov – 15 Nov 2026' },
  ]);
});

it('offers the months that are over', () => {
  expect(pastPeriods('month', '2026-09-30', now)).toEqual([
    { from: '2026-10-01', label: 'October 2026' },
    { from: '2026-09-01', label: 'September 2026' },
  ]);
});

it('offers none that is not over, and none where nothing was', () => {
  expect(pastPeriods('week', '2026-11-24', now)).toEqual([]);
  expect(pastPeriods('month', null, now)).toEqual([]);
});

it('goes back no further than sums are kept', () => {
  expect(pastPeriods('month', '2020-01-01', now)).toHaveLength(13);
  expect(pastPeriods('week', '2020-01-01', now)).toHaveLength(57);
});
