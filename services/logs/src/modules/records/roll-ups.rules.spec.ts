import { HOUR_MS, MINUTE_MS } from '@palisade/basics';
import fc from 'fast-check';
import { bucketOf, type CountedRecord, FACET, OTHER, RollUps, statusClass } from './roll-ups.rules.ts';

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
  originDurationUs: 600,
  path: '/',
  address: '192.0.2.1',
  method: 'GET',
  cache: 'hit',
  network: '64500 Example Net',
  userAgent: 'curl/8',
  bot: '',
  csp: [],
  rules: [],
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

  it('counts values that repeat, change and have no counter of their own as a plain count does', () => {
    const closed = new Set(['GET', 'POST']);
    const records = fc.array(
      fc.record({
        siteNo: fc.integer({ min: 1, max: 2 }),
        receivedAtMs: fc.constantFrom(START, START + HOUR_MS),
        blocked: fc.boolean(),
        status: fc.constantFrom(0, 101, 200, 204, 404, 503, 700),
        method: fc.constantFrom('GET', 'POST', 'PURGE', 'LOCK'),
        responseBytes: fc.nat({ max: 1_000 }),
      }),
      { maxLength: 300 },
    );
    fc.assert(
      fc.property(records, (list) => {
        const rollUps = new RollUps((siteNo, kind) =>
          siteNo === 1 && kind === FACET.method ? closed : undefined,
        );
        const expected = new Map<string, number[]>();
        for (const fields of list) {
          rollUps.add(counted({ ...fields, threat: 1 }));
          const { siteNo, receivedAtMs, method, status } = fields;
          const isOther = siteNo === 1 && !closed.has(method);
          for (const value of [
            [FACET.method, isOther ? OTHER : method],
            [FACET.status, statusClass(status)],
          ]) {
            const key = [siteNo, receivedAtMs - (receivedAtMs % HOUR_MS), ...value].join(' ');
            const [requests, blocked, bytes] = expected.get(key) ?? [0, 0, 0];
            const isBlocked = fields.blocked ? 1 : 0;
            expected.set(key, [requests! + 1, blocked! + isBlocked, bytes! + fields.responseBytes]);
          }
        }
        const found = rollUps
          .facets()
          .filter(({ kind }) => kind === FACET.method || kind === FACET.status)
          .map((row): [string, number[]] => [
            [row.siteNo, row.hourMs, row.kind, row.value].join(' '),
            [row.requests, row.blocked, row.responseBytes],
          ]);
        expect(found).toHaveLength(expected.size);
        expect(new Map(found)).toEqual(expected);
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

  it('counts the time of the origin and the rest apart, where an origin was asked', () => {
    const rollUps = new RollUps();
    rollUps.add(counted({ durationUs: 60_000, originDurationUs: 48_000 }));
    rollUps.add(counted({ durationUs: 60_000, originAsked: false, originDurationUs: 0 }));
    rollUps.add(counted({ durationUs: 60_000, blocked: true, threat: 1 }));
    const of = (kind: number) => rollUps.facets().filter((facet) => facet.kind === kind);
    // Up to 50 ms, and up to 25 ms.
    expect(of(FACET.originLatency)).toMatchObject([{ value: '3', requests: 1 }]);
    expect(of(FACET.edgeLatency)).toMatchObject([{ value: '2', requests: 1 }]);
  });

  it('counts every rule that fired, bots by what they were taken for, and bytes with each value', () => {
    const rollUps = new RollUps();
    rollUps.add(counted({ rules: ['1002', '2001'], bot: 'bot:library:curl', responseBytes: 7 }));
    rollUps.add(counted({ csp: ['img-src ads.example /', 'img-src inline /'], responseBytes: 0 }));
    rollUps.add(counted({ rules: ['1002'], blocked: true, threat: 1, responseBytes: 5 }));
    const of = (kind: number) => rollUps.facets().filter((facet) => facet.kind === kind);
    expect(of(FACET.rule)).toMatchObject([
      { value: '1002', requests: 2, blocked: 1, responseBytes: 12 },
      { value: '2001', requests: 1, blocked: 0 },
    ]);
    expect(of(FACET.bot)).toMatchObject([{ value: 'bot:library:curl', requests: 1 }]);
    expect(of(FACET.csp)).toMatchObject([
      { value: 'img-src ads.example /', requests: 1 },
      { value: 'img-src inline /', requests: 1 },
    ]);
    expect(of(FACET.path)).toMatchObject([{ requests: 3, responseBytes: 12 }]);
  });

  it('puts together what is known to get no counter of its own, hour by hour', () => {
    const full = new Set(['192.0.2.1']);
    const rollUps = new RollUps((siteNo, kind, hourMs) =>
      siteNo === 1 && kind === FACET.address && hourMs === START - (START % HOUR_MS) ? full : undefined,
    );
    for (let i = 0; i < 4; i++) rollUps.add(counted({ address: `192.0.2.${i}`, blocked: i === 3 }));
    rollUps.add(counted({ address: '192.0.2.9', siteNo: 2 }));
    rollUps.add(counted({ address: '192.0.2.9', receivedAtMs: START + HOUR_MS }));
    const addresses = rollUps.facets().filter(({ kind }) => kind === FACET.address);
    expect(addresses).toMatchObject([
      { siteNo: 1, value: OTHER, requests: 3, blocked: 1, responseBytes: 300 },
      { siteNo: 1, value: '192.0.2.1', requests: 1 },
      { siteNo: 1, value: '192.0.2.9', requests: 1 },
      { siteNo: 2, value: '192.0.2.9', requests: 1 },
    ]);
  });

  it('keeps kinds of facets apart for the highest numbers of sites', () => {
    const kinds = Object.values(FACET);
    const buckets = [1, 2 ** 29 - 1].flatMap((siteNo) =>
      kinds.flatMap((kind) => [bucketOf(siteNo, kind, START), bucketOf(siteNo, kind, START + HOUR_MS)]),
    );
    expect(new Set(buckets).size).toBe(buckets.length);
    expect(Math.max(...kinds)).toBeLessThan(16);
  });
});
