import { barLabel, barLabels, beginOf } from './traffic-labels.ts';

describe('labels of bars', () => {
  it('name days by UTC, shorter the more there are', () => {
    expect(barLabel('2026-03-04', 'day', 7, false, 'local')).toBe('4 Wed');
    expect(barLabel('2026-03-04T00:00:00.000Z', 'day', 30, false, 'local')).toBe('Mar 4');
    expect(barLabel('2026-03-04', 'day', 30, true, 'local')).toBe('Wed, Mar 4');
    expect(beginOf('2026-03-04')).toBe(Date.UTC(2026, 2, 4));
  });

  it('name hours in the zone that is chosen, with their day where there are several', () => {
    const plain = (text: string) => text.replaceAll(/\s/g, ' ');
    expect(plain(barLabel('2026-03-04T14:00:00Z', 'hour', 24, false, 'utc'))).toBe('2 PM');
    expect(plain(barLabel('2026-03-04T14:00:00Z', 'hour', 72, false, 'utc'))).toBe('Wed 2 PM');
    expect(barLabel('no date', 'hour', 24, false, 'utc')).toBe('no date');
  });

  it('tell an hour that comes twice from the first', () => {
    const [one, other] = barLabels(['2026-03-04T14:00:00Z', '2026-03-04T14:00:00Z'], 'hour');
    expect(other).toBe(`${one} (again)`);
  });
});
