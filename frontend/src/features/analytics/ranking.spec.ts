import type { LogEntry } from '../../shared/api/types.ts';
import { rankCountries } from './ranking.ts';

const entry = (geo_country: string | null, status: string) => ({ geo_country, status }) as LogEntry;

describe('rankCountries', () => {
  it('counts, shares and sorts, ties by code', () => {
    const logs = [
      entry('DE', 'allowed'),
      entry('US', 'blocked'),
      entry('US', 'allowed'),
      entry('AT', 'blocked'),
      entry(null, 'allowed'),
    ];
    expect(rankCountries(logs, 2)).toEqual([
      { key: 'US', count: 2, blocked: 1, share: 40 },
      { key: 'AT', count: 1, blocked: 1, share: 20 },
    ]);
  });
});
