import fc from 'fast-check';
import { type CountedRecord, FACET, HOUR_MS, MINUTE_MS, RollUps } from './roll-ups.rules.ts';

const START = 1_790_000_000_000;
const counted = (fields: Partial<CountedRecord>): CountedRecord => ({
  siteNo: 1,
  receivedAtMs: START,
  blocked: false,
  threat: 0,
  status: 200,
  requestBytes: 10,
  responseBytes: 100,
  durationUs: 1000,
  originAsked: true,
  originFailed: false,
  country: 'DE',
  path: '/',
  address: '192.0.2.1',
  ...fields,
});

describe('roll-ups', () => {
  it('adds up to the same by minute, by hour and in all, sorted', () => {
    const records = fc.array(
      fc.record({
        siteNo: fc.integer({ min: 1, max: 3 }),
        receivedAtMs: fc.integer({ min: START, max: START + 5 * HOUR_MS }),
        blocked: fc.boolean(),
      }),
      { minLength: 1, maxLength: 200 },
    );
    fc.assert(
      fc.property(records, (list) => {
        const rollUps = new RollUps();
        for (const fields of list) rollUps.add(counted({ ...fields, threat: fields.blocked ? 1 : 0 }));
        for (const siteNo of [1, 2, 3]) {
          const mine = list.filter((one) => one.siteNo === siteNo);
          for (const rows of [rollUps.minutes(), rollUps.hours(), rollUps.totals()]) {
            const own = rows.filter((row) => row.siteNo === siteNo);
            expect(own.reduce((sum, row) => sum + row.requests, 0)).toBe(mine.length);
            expect(own.reduce((sum, row) => sum + row.blocked, 0)).toBe(
              mine.filter(({ blocked }) => blocked).length,
            );
            expect(own.map(({ timeMs }) => timeMs)).toEqual(
              [...new Set(own.map(({ timeMs }) => timeMs))].sort((a, b) => a - b),
            );
          }
          expect(rollUps.minutes().every(({ timeMs }) => timeMs % MINUTE_MS === 0)).toBe(true);
          expect(rollUps.hours().every(({ timeMs }) => timeMs % HOUR_MS === 0)).toBe(true);
          expect(rollUps.totals().filter((row) => row.siteNo === siteNo).length).toBe(
            mine.length > 0 ? 1 : 0,
          );
        }
      }),
    );
  });

  it('counts threats of what was blocked and durations of what was not', () => {
    const rollUps = new RollUps();
    rollUps.add(counted({ blocked: true, threat: 2, durationUs: 9_000_000 }));
    rollUps.add(counted({ threat: 2, durationUs: 5_001 }));
    const of = (kind: number) => rollUps.facets().filter((facet) => facet.kind === kind);
    expect(of(FACET.threat)).toMatchObject([{ value: '2', requests: 1, blocked: 1 }]);
    expect(of(FACET.latency)).toMatchObject([{ value: '1', requests: 1 }]);
    expect(rollUps.totals()).toMatchObject([{ allowedDurationUs: 5_001 }]);
  });
});
