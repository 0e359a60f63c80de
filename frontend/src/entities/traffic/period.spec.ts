import { rangeOf, timeRangeOf, timeRangeText } from './period.ts';

describe('the period of a report', () => {
  it('is a week where the address names none that there is', () => {
    expect(rangeOf('24h').days).toBe(1);
    expect(rangeOf('2 years').value).toBe('7d');
  });

  it('is a time range of up to 90 days', () => {
    expect(timeRangeOf('2026-03-04T00:00:00Z', '2026-03-06T00:00:00+01:00')).toEqual({
      from: '2026-03-04T00:00:00.000Z',
      to: '2026-03-05T23:00:00.000Z',
    });
    expect(timeRangeOf('2026-03-06', '2026-03-04')).toBeNull();
    expect(timeRangeOf('2025-03-06', '2026-03-04')).toBeNull();
    expect(timeRangeOf('', '')).toBeNull();
    expect(timeRangeOf('now', 'then')).toBeNull();
  });

  it('is named by its days, or by its hours', () => {
    const days = { from: '2026-03-04T00:00:00.000Z', to: '2026-03-07T00:00:00.000Z' };
    // Intl parts its words by spaces of several widths.
    const plain = (text: string) => text.replaceAll(/\s/g, ' ');
    expect(plain(timeRangeText(days, 'day'))).toBe('Mar 4 – 6');
    expect(plain(timeRangeText(days, 'hour', 'utc'))).toBe('Mar 4, 12:00 AM – Mar 7, 12:00 AM');
  });
});
