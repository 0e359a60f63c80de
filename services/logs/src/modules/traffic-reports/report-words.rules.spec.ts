import { noClasses, noValues, ofAPart } from './report-words.rules.ts';

const value = { name: 'one', requests: 1, blocked: 1 };
const figures = (isWithoutValues: boolean, blocked: number, isListed = false) => {
  const list = isListed ? [value] : [];
  return { isWithoutValues, totals: { requests: 400, blocked }, classes: list, countries: list, paths: list };
};

it('does not say that nothing was blocked where the classes are not kept any more', () => {
  expect(noClasses(figures(true, 310))).toBe('No longer stored.');
  expect(noClasses(figures(true, 0))).toBe('Nothing was blocked.');
  expect(noClasses(figures(false, 0))).toBe('Nothing was blocked.');
});

it('does not say that values were kept once where there was nothing', () => {
  expect(noValues(figures(true, 0))).toBe('No longer stored.');
  expect(noValues({ ...figures(true, 0), totals: { requests: 0, blocked: 0 } })).toBe('No requests.');
});

it('says of lists that they are of a part of the period', () => {
  expect(ofAPart(figures(true, 310, true))).toContain('kept for 92 days');
  expect(ofAPart(figures(true, 310))).toBe('');
  expect(ofAPart(figures(false, 310, true))).toBe('');
});
