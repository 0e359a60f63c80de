import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '@palisade/basics';
import fc from 'fast-check';
import { attack, record, utf8 } from '../../../test/records.ts';
import { FACET, type Facet, OTHER } from '../../records/roll-ups.rules.ts';
import {
  encoded,
  everyRow,
  Feeder,
  idAt,
  idsOf,
  type Logged,
  newestFirst,
  type OpenStore,
  type StoreUnderTest,
} from './store-under-test.ts';

const CUTS = 10;

/** Each record is stored and counted exactly once, whatever happens on its way. */
export function appendConformance(name: string, open: OpenStore): void {
  describe(`${name}: append`, () => {
    let under: StoreUnderTest;
    let feeder: Feeder;

    beforeAll(async () => {
      under = await open();
      feeder = new Feeder(under);
    });
    afterAll(() => under.dispose());

    const made = (siteId: string, count: number, atMs = Date.now(), stepMs = 1): Logged[] =>
      Array.from({ length: count }, (_, i) => {
        const receivedAtMs = atMs - i * stepMs;
        const fields = { requestId: idAt(receivedAtMs), siteId, receivedAtMs: BigInt(receivedAtMs) };
        return i % 5 === 0 ? attack(1001, fields) : record(fields);
      });

    const countOf = async (siteNo: number, facet: Facet) => {
      const sums = await under.store.facets.top([siteNo], facet, { fromMs: 0 }, 1_000);
      return sums.reduce((sum, { requests }) => sum + requests, 0);
    };

    it('stores a batch once, however often it comes and however it is cut', async () => {
      const siteId = randomUUID();
      const records = made(siteId, 60);
      const facts = { nodeId: 'twice', segmentId: randomUUID() };
      await feeder.store(records.slice(0, 40), { ...facts, last: false });
      await feeder.store(records.slice(0, 40), { ...facts, last: false });
      await feeder.store(records.slice(25, 50), { ...facts, firstIndex: 25, last: false });
      const whole = encoded(records, facts);
      await feeder.batches([whole, whole]);
      await feeder.batches([whole]);
      const siteNo = await feeder.numberOf(siteId);
      expect(idsOf(await everyRow(under.store, siteNo))).toEqual(newestFirst(records));
      expect(await countOf(siteNo, 'status')).toBe(records.length);
      expect(await countOf(siteNo, 'address')).toBe(records.length);
    });

    it('does not take what would leave a gap, and takes it when what was missing has come', async () => {
      const siteId = randomUUID();
      const records = made(siteId, 30);
      const facts = { nodeId: 'gap', segmentId: randomUUID() };
      const [early, late] = [records.slice(0, 10), records.slice(10)];
      await feeder.store(late, { ...facts, firstIndex: 10 });
      await feeder.store(early, { ...facts, last: false });
      const siteNo = await feeder.numberOf(siteId);
      expect(idsOf(await everyRow(under.store, siteNo))).toEqual(newestFirst(early));
      await feeder.store(late, { ...facts, firstIndex: 10 });
      expect(idsOf(await everyRow(under.store, siteNo))).toEqual(newestFirst(records));
    });

    it('stores each record once although its connections are cut in the middle of batches', async () => {
      const siteId = randomUUID();
      const segmentId = randomUUID();
      const batches = Array.from({ length: CUTS }, () => made(siteId, 400));
      let [cut, firstIndex] = [0, 0];
      for (const records of batches) {
        const facts = { nodeId: 'cut', segmentId, firstIndex, last: false };
        for (let tries = 0; ; tries++) {
          const storing = feeder.store(records, facts).then(
            () => true,
            () => false,
          );
          // Each batch is interrupted once, at a different point; everything is then delivered again.
          if (tries === 0) {
            await sleep(Math.random() * 40);
            cut += await cutWriters(under);
          }
          if ((await storing) && tries > 0) break;
        }
        firstIndex += records.length;
      }
      const siteNo = await feeder.numberOf(siteId);
      const all = batches.flat();
      expect(cut).toBeGreaterThan(0);
      expect(idsOf(await everyRow(under.store, siteNo)).toSorted()).toEqual(
        all.map(({ requestId }) => requestId).toSorted(),
      );
      expect(await countOf(siteNo, 'method')).toBe(all.length);
      expect(await countOf(siteNo, 'threat')).toBe(all.length / 5);
    });

    it('takes late records and those out of order, on both sides of a day', async () => {
      const siteId = randomUUID();
      const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
      const times = [
        midnight,
        midnight - 1,
        midnight - 3 * DAY_MS,
        midnight - 2 * HOUR_MS,
        midnight - DAY_MS - 1,
      ];
      const records = times.map((ms) => record({ requestId: idAt(ms), siteId, receivedAtMs: BigInt(ms) }));
      for (const one of records) await feeder.store([one]);
      const siteNo = await feeder.numberOf(siteId);
      const rows = await everyRow(under.store, siteNo);
      expect(idsOf(rows)).toEqual(newestFirst(records));
      expect(rows.map(({ received_at }) => received_at.getTime())).toEqual(times.toSorted((a, b) => b - a));
      const days = await under.store.facets.series([siteNo], 'status', '2xx', 'day', {
        fromMs: midnight - 7 * DAY_MS,
        toMs: midnight + DAY_MS,
      });
      expect(Object.fromEntries(days)).toEqual({
        [midnight]: 1,
        [midnight - DAY_MS]: 2,
        [midnight - 2 * DAY_MS]: 1,
        [midnight - 3 * DAY_MS]: 1,
      });
    });

    it('sets a clock that is ahead back to where no day is opened for it', async () => {
      const siteId = randomUUID();
      const nowMs = Date.now();
      await feeder.store([record({ siteId, receivedAtMs: BigInt(nowMs + 40 * DAY_MS) })], {}, nowMs);
      const [row] = await everyRow(under.store, await feeder.numberOf(siteId));
      expect(row!.received_at.getTime() - nowMs).toBeLessThan(HOUR_MS);
    });

    it('keeps whatever strangers send as text that can be read', async () => {
      const [siteId, nowMs] = [randomUUID(), Date.now()];
      const hostile: [sent: Uint8Array<ArrayBuffer>, stored: string][] = [
        [utf8('/nul\0tab\tline\nreturn\r'), '/nul\\x00tab\\x09line\\x0Areturn\\x0D'],
        [new Uint8Array([0x2f, 0xff, 0xc0, 0xaf, 0xed, 0xa0, 0x80]), '/\\xFF\\xC0\\xAF\\xED\\xA0\\x80'],
        [utf8(`/${'ä'.repeat(200)}`), `/${'ä'.repeat(200)}`],
        [utf8('/שלום/مرحبا/\u202egpj.exe'), '/שלום/مرحبا/\u202egpj.exe'],
        [utf8('/\\N\\.\\t\'"`;--'), '/\\N\\.\\t\'"`;--'],
        [utf8('/😀'), '/😀'],
      ];
      const records = hostile.map(([target], i) =>
        attack(1001, {
          siteId,
          receivedAtMs: BigInt(nowMs - i),
          target,
          userAgent: target,
          host: target,
          matches: [
            { ruleId: 1001, message: 'a\0b\u0085', score: 5, targets: [{ name: 'ARGS', value: target }] },
          ],
        }),
      );
      await feeder.store(records);
      const siteNo = await feeder.numberOf(siteId);
      const rows = await everyRow(under.store, siteNo);
      const stored = hostile.map(([, text]) => text);
      expect(rows.map(({ target }) => target)).toEqual(stored);
      expect(rows.map(({ user_agent }) => user_agent)).toEqual(stored);
      expect(rows.map(({ matches }) => matches?.[0]?.targets[0]?.value)).toEqual(stored);
      expect(rows.map(({ matches }) => matches?.[0]?.message)).toEqual(stored.map(() => 'a\\x00b\\x85'));
    });

    it('keeps numbers up to what a number can hold exactly', async () => {
      const siteId = randomUUID();
      const most = BigInt(Number.MAX_SAFE_INTEGER);
      await feeder.store([
        attack(0xffff_ffff, { siteId, requestBytes: most, responseBytes: 2n ** 63n - 1n, asn: 0xffff_ffff }),
      ]);
      const [row] = await everyRow(under.store, await feeder.numberOf(siteId));
      expect(row).toMatchObject({
        rule_id: String(0xffff_ffff),
        request_bytes: String(most),
        response_bytes: String(most),
        asn: String(0xffff_ffff),
      });
    });

    it('counts what a recount of the records counts, whatever comes when', async () => {
      const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
      const someRecord = fc.record({
        ago: fc.integer({ min: 0, max: 50 * 60 }),
        country: fc.constantFrom('DE', 'US', ''),
        method: fc.constantFrom('GET', 'POST'),
        path: fc.constantFrom('/', '/a', '/b?q=1'),
        address: fc.constantFrom('192.0.2.1', '2001:db8::1'),
        rule: fc.constantFrom(0, 1001, 2001),
        bytes: fc.integer({ min: 0, max: 5_000 }),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              batch: fc.array(someRecord, { minLength: 1, maxLength: 12 }),
              isSummed: fc.boolean(),
            }),
            { maxLength: 4 },
          ),
          fc.integer({ min: 0, max: 73 }),
          async (batches, cutHours) => {
            const siteId = randomUUID();
            const expected = new Counts();
            for (const { batch, isSummed } of batches) {
              const records = batch.map(({ ago, country, method, path, address, rule, bytes }) => {
                const atMs = hour - ago * 60_000;
                expected.add(
                  atMs,
                  { country, method, path: path.split('?')[0]!, address },
                  rule !== 0,
                  bytes,
                );
                const fields = {
                  ...{ siteId, receivedAtMs: BigInt(atMs), country, clientAddress: address },
                  ...{ method: utf8(method), target: utf8(path), responseBytes: BigInt(bytes) },
                };
                return rule === 0 ? record(fields) : attack(rule, fields);
              });
              const payload = encoded(records);
              await feeder.batches([payload, payload]);
              // Later batches come late for the days that are summed.
              if (isSummed) await under.store.sumDays(Date.now() + HOUR_MS);
            }
            const siteNo = await feeder.numberOf(siteId);
            const span = { fromMs: hour - 3 * DAY_MS, toMs: hour + HOUR_MS };
            const found = await under.store.facets.topOfEach([siteNo], COUNTED, span, 100);
            for (const facet of COUNTED) expect(found[facet]).toEqual(expected.of(facet));
            // At any boundary of a time range, also within days that a store sums up as a whole.
            const cutMs = span.fromMs + cutHours * HOUR_MS;
            const before = await under.store.facets.topOfEach(
              [siteNo],
              COUNTED,
              { ...span, toMs: cutMs },
              100,
            );
            const after = await under.store.facets.topOfEach(
              [siteNo],
              COUNTED,
              { ...span, fromMs: cutMs },
              100,
            );
            for (const facet of COUNTED)
              for (const { value, requests, blocked, responseBytes } of found[facet]) {
                const sum = (name: 'requests' | 'blocked' | 'responseBytes') =>
                  [...before[facet], ...after[facet]]
                    .filter((one) => one.value === value)
                    .reduce((total, one) => total + one[name], 0);
                expect([sum('requests'), sum('blocked'), sum('responseBytes')]).toEqual([
                  requests,
                  blocked,
                  responseBytes,
                ]);
              }
            for (const [atMs, requests] of expected.hours('GET'))
              expect(
                await under.store.facets.series([siteNo], 'method', 'GET', 'hour', {
                  fromMs: atMs,
                  toMs: atMs + HOUR_MS,
                }),
              ).toEqual(new Map([[atMs, requests]]));
          },
        ),
        { numRuns: 12 },
      );
    });

    it('tells 500 values of an hour apart and puts the others together', async () => {
      const siteId = randomUUID();
      const atMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
      const paths = Array.from({ length: 600 }, (_, i) => `/invented-${i}`);
      for (const part of [paths.slice(0, 450), paths.slice(450), paths.slice(0, 10)])
        await feeder.store(
          part.map((path) => record({ siteId, receivedAtMs: BigInt(atMs), target: utf8(path) })),
        );
      const siteNo = await feeder.numberOf(siteId);
      const sums = await under.store.facets.top([siteNo], 'path', { fromMs: atMs }, 1_000);
      expect(sums).toHaveLength(501);
      expect(sums[0]).toEqual({ value: OTHER, requests: 100, blocked: 0 });
      expect(sums.slice(1, 11).every(({ requests }) => requests === 2)).toBe(true);
      expect(sums.reduce((sum, { requests }) => sum + requests, 0)).toBe(610);
    });
  });
}

/** Terminates every connection with an open transaction. @returns how many */
async function cutWriters({ database }: StoreUnderTest): Promise<number> {
  const rows: unknown[] = await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
  );
  return rows.length;
}

const COUNTED = ['country', 'method', 'path', 'address'] as const satisfies readonly (keyof typeof FACET)[];
type Counted = (typeof COUNTED)[number];
interface Sum {
  value: string;
  requests: number;
  blocked: number;
  responseBytes: number;
}

/** The same sums, computed naively. */
class Counts {
  private readonly sums = new Map<string, Sum>();
  private readonly byHour = new Map<string, Map<number, number>>();

  add(atMs: number, values: Record<Counted, string>, blocked: boolean, bytes: number): void {
    for (const facet of COUNTED) {
      const value = values[facet];
      const key = `${facet} ${value}`;
      const sum = this.sums.get(key) ?? { value, requests: 0, blocked: 0, responseBytes: 0 };
      sum.requests++;
      if (blocked) sum.blocked++;
      sum.responseBytes += bytes;
      this.sums.set(key, sum);
    }
    const hours = this.byHour.get(values.method) ?? new Map<number, number>();
    const hour = Math.floor(atMs / HOUR_MS) * HOUR_MS;
    this.byHour.set(values.method, hours.set(hour, (hours.get(hour) ?? 0) + 1));
  }

  /** The most frequent first; ties are ordered by text. */
  of(facet: Counted): Sum[] {
    return [...this.sums]
      .filter(([key]) => key.startsWith(`${facet} `))
      .map(([, sum]) => sum)
      .toSorted((a, b) => b.requests - a.requests || (a.value < b.value ? -1 : 1));
  }

  hours(method: string): Map<number, number> {
    return this.byHour.get(method) ?? new Map();
  }
}
