import { HOUR_MS, MINUTE_MS } from '@palisade/basics';
import fc from 'fast-check';
import { CountedValue } from './facet-columns.rules.ts';
import { bucketOf, type CountedRecord, FACET, OTHER, RollUps, statusClass } from './roll-ups.rules.ts';
import { SpareCounters } from './spare-counters.rules.ts';

const START = 1_790_000_000_000;
const VALUES = {
  country: 'DE',
  path: '/',
  address: '192.0.2.1',
  method: 'GET',
  cache: 'hit',
  network: '64500 Example Net',
  userAgent: 'curl/8',
};
type Values = typeof VALUES;

const counted = (fields: Partial<Omit<CountedRecord, keyof Values> & Values>): CountedRecord => {
  const { country, path, address, method, cache, network, userAgent, ...others } = { ...VALUES, ...fields };
  return {
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
    originDurationUs: 600,
    country: new CountedValue(country),
    path: new CountedValue(path),
    address: new CountedValue(address),
    method: new CountedValue(method),
    cache: new CountedValue(cache),
    network: new CountedValue(network),
    userAgent: new CountedValue(userAgent),
    bot: '',
    csp: [],
    rules: [],
    ...others,
  };
};

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

  it('counts any number of records and values', () => {
    const rollUps = new RollUps();
    const expected = new Map<string, number>();
    for (let i = 0; i < 10_000; i++) {
      const siteNo = (i % 3) + 1;
      const address = `192.0.2.${(i * 7) % 4_001}`;
      rollUps.add(counted({ siteNo, address, blocked: i % 2 === 0, threat: 1, responseBytes: i }));
      const key = `${siteNo} ${address}`;
      expected.set(key, (expected.get(key) ?? 0) + i);
    }
    const found = rollUps.facets().filter(({ kind }) => kind === FACET.address);
    expect(new Map(found.map((row) => [`${row.siteNo} ${row.value}`, row.responseBytes]))).toEqual(expected);
    expect(found.reduce((sum, { requests }) => sum + requests, 0)).toBe(10_000);
    expect(found.reduce((sum, { blocked }) => sum + blocked, 0)).toBe(5_000);
  });

  it('counts a value that two transactions share in each', () => {
    const shared = { ...counted({}), address: new CountedValue('192.0.2.7') };
    const [one, other] = [new RollUps(), new RollUps()];
    one.add(counted({ address: '192.0.2.1' }));
    for (const rollUps of [one, other, one]) rollUps.add(shared);
    const addresses = [one, other].map((rollUps) =>
      rollUps
        .facets()
        .flatMap(({ kind, value, requests }) => (kind === FACET.address ? [[value, requests]] : [])),
    );
    expect(addresses).toEqual([
      [
        ['192.0.2.1', 1],
        ['192.0.2.7', 2],
      ],
      [['192.0.2.7', 1]],
    ]);
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

  it('counts the same with the memory of the transactions before', () => {
    const fields = fc.record({
      siteNo: fc.integer({ min: 1, max: 2 }),
      blocked: fc.boolean(),
      status: fc.constantFrom(0, 200, 503),
      address: fc.constantFrom('', '192.0.2.1', '192.0.2.2', '192.0.2.3'),
      path: fc.constantFrom('/', '/cart', '/login'),
    });
    const transactions = fc.array(fc.array(fields, { maxLength: 20 }), { minLength: 2, maxLength: 5 });
    const countedBy = (rollUps: RollUps, list: readonly Parameters<typeof counted>[0][]) => {
      for (const one of list) rollUps.add(counted(one));
      return rollUps.facets();
    };
    fc.assert(
      fc.property(transactions, (lists) => {
        const spare = new SpareCounters();
        for (const list of lists) {
          const reusing = new RollUps(undefined, spare);
          expect(countedBy(reusing, list)).toEqual(countedBy(new RollUps(), list));
          reusing.release();
        }
      }),
    );
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
