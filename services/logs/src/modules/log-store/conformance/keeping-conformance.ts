import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { attack, record } from '../../../test/records.ts';
import {
  everyRow,
  Feeder,
  idAt,
  idsOf,
  type Logged,
  newestFirst,
  type OpenStore,
  type StoreUnderTest,
} from './store-under-test.ts';

/** Retention and deletion. */
export function keepingConformance(name: string, open: OpenStore): void {
  describe(`${name}: retention and deletion`, () => {
    let under: StoreUnderTest;
    let feeder: Feeder;
    const now = Date.now();

    beforeEach(async () => {
      under = await open();
      feeder = new Feeder(under);
    });
    afterEach(() => under.dispose());

    const at = (siteId: string, ms: number, more: Parameters<typeof record>[0] = {}): Logged =>
      record({ requestId: idAt(ms), siteId, receivedAtMs: BigInt(ms), ...more });

    it('keeps records for as long as the plan says that they came under', async () => {
      const siteId = randomUUID();
      const plans = [7, 30, 90];
      const stored = plans.flatMap((retentionDays) =>
        [1, 6, 8, 29, 32, 89].map((days) => at(siteId, now - days * DAY_MS, { retentionDays })),
      );
      await feeder.store(stored);
      const siteNo = await feeder.numberOf(siteId);
      const kept = (nowMs: number) =>
        // A day is dropped as a whole, once its last record has expired under its plan.
        stored.filter(
          ({ receivedAtMs, retentionDays }) =>
            (Math.floor(Number(receivedAtMs) / DAY_MS) + retentionDays + 1) * DAY_MS > nowMs,
        );
      await under.store.applyRetention(now);
      const present = kept(now);
      expect(idsOf(await everyRow(under.store, siteNo))).toEqual(newestFirst(present));
      const later = now + 10 * DAY_MS;
      await under.store.prepare(later);
      await under.store.applyRetention(later);
      await under.store.applyRetention(later);
      expect(kept(later).length).toBeLessThan(present.length);
      expect(idsOf(await everyRow(under.store, siteNo))).toEqual(newestFirst(kept(later)));
      // New records are stored although earlier days were dropped.
      await feeder.store([at(siteId, later)], {}, later);
      expect(await everyRow(under.store, siteNo)).toHaveLength(kept(later).length + 1);
    });

    it('counts what came too late for its plan without storing it', async () => {
      const siteId = randomUUID();
      await feeder.store([at(siteId, now - 20 * DAY_MS, { retentionDays: 7 }), at(siteId, now)]);
      const siteNo = await feeder.numberOf(siteId);
      expect(await everyRow(under.store, siteNo)).toHaveLength(1);
      const sums = await under.store.facets.top([siteNo], 'method', { fromMs: 0 }, 10);
      expect(sums).toEqual([{ value: 'GET', requests: 2, blocked: 0 }]);
    });

    it('forgets facets after the longest time that analytics look back', async () => {
      const siteId = randomUUID();
      await feeder.store([at(siteId, now - 91 * DAY_MS), at(siteId, now - 95 * DAY_MS), at(siteId, now)]);
      const siteNo = await feeder.numberOf(siteId);
      await under.store.applyRetention(now);
      const [sum] = await under.store.facets.top([siteNo], 'method', { fromMs: 0 }, 10);
      expect(sum?.requests).toBe(2);
    });

    it('leaves nothing of a site that is deleted, and everything of its neighbour', async () => {
      const [gone, stays] = [randomUUID(), randomUUID()];
      const of = (siteId: string) =>
        [0, 1, 9].flatMap((days) => [
          at(siteId, now - days * DAY_MS, { retentionDays: 14 }),
          attack(1001, { siteId, receivedAtMs: BigInt(now - days * DAY_MS), retentionDays: 90 }),
        ]);
      await feeder.store([...of(gone), ...of(stays)]);
      const [goneNo, staysNo] = [await feeder.numberOf(gone), await feeder.numberOf(stays)];
      const over = AbortSignal.abort(new Error('too late'));
      await expect(under.store.deleteSite(goneNo, over)).rejects.toThrow('too late');
      expect(await everyRow(under.store, goneNo)).toHaveLength(6);
      expect(await under.store.deleteSite(goneNo)).toBeGreaterThan(6);
      expect(await under.store.deleteSite(goneNo)).toBe(0);
      expect(await everyRow(under.store, goneNo)).toEqual([]);
      expect(await under.store.facets.top([goneNo], 'address', { fromMs: 0 }, 10)).toEqual([]);
      expect(await under.store.aggregates.attackers({ siteNo: goneNo, sinceMs: 0, limit: 10 })).toEqual([]);
      expect(await everyRow(under.store, staysNo)).toHaveLength(6);
      // Records from edges' spools arrive afterwards, and are deleted by the next round.
      await feeder.store(of(gone));
      expect(await under.store.deleteSite(goneNo)).toBeGreaterThan(6);
      expect(await everyRow(under.store, goneNo)).toEqual([]);
    });

    it('keeps what an address asked for in the rest of an hour, to be found', async () => {
      const siteId = randomUUID();
      const hour = Math.floor(now / HOUR_MS) * HOUR_MS - 3 * HOUR_MS;
      const person = { clientAddress: '192.0.2.78' };
      const before = at(siteId, hour + HOUR_MS / 4, person);
      const during = [hour + HOUR_MS / 2, hour + HOUR_MS].map((ms) => at(siteId, ms, person));
      await feeder.store([before, ...during]);
      const siteNo = await feeder.numberOf(siteId);
      const span = { fromMs: hour + HOUR_MS / 3, toMs: hour + 2 * HOUR_MS };
      expect(await under.store.deleteClient(siteNo, person.clientAddress, span)).toBe(2);
      expect(idsOf(await everyRow(under.store, siteNo))).toEqual([before.requestId]);
      const inHour = async (fromMs: number) => {
        const addresses = await under.store.facets.top(
          [siteNo],
          'address',
          { fromMs, toMs: fromMs + HOUR_MS },
          10,
        );
        return addresses.map(({ value }) => value);
      };
      expect(await inHour(hour)).toEqual([person.clientAddress]);
      expect(await inHour(hour + HOUR_MS)).toEqual([]);
      expect(await under.store.deleteClient(siteNo, person.clientAddress, { ...span, fromMs: hour })).toBe(1);
      expect(await inHour(hour)).toEqual([]);
    });

    it('leaves nothing of what an address asked for in a time, and everything else', async () => {
      const [siteId, other] = [randomUUID(), randomUUID()];
      const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
      const person = { clientAddress: '192.0.2.77' };
      const before = at(siteId, hour - 5 * HOUR_MS, person);
      const during = [
        at(siteId, hour - 2 * HOUR_MS, person),
        attack(1001, { siteId, receivedAtMs: BigInt(hour - HOUR_MS), ...person }),
      ];
      const somebody = at(siteId, hour - 2 * HOUR_MS, { clientAddress: '192.0.2.7' });
      await feeder.store([before, ...during, somebody, at(other, hour - 2 * HOUR_MS, person)]);
      const siteNo = await feeder.numberOf(siteId);
      const span = { fromMs: hour - 3 * HOUR_MS, toMs: hour };
      const ended = AbortSignal.abort(new Error('too late'));
      await expect(under.store.deleteClient(siteNo, '192.0.2.77', span, ended)).rejects.toThrow('too late');
      expect(await under.store.deleteClient(siteNo, '192.0.2.77', span)).toBe(2);
      expect(await under.store.deleteClient(siteNo, '192.0.2.77', span)).toBe(0);
      expect(idsOf(await everyRow(under.store, siteNo))).toEqual(newestFirst([before, somebody]));
      const addresses = await under.store.facets.top([siteNo], 'address', span, 10);
      expect(addresses.map(({ value }) => value)).toEqual(['192.0.2.7']);
      expect(await everyRow(under.store, await feeder.numberOf(other))).toHaveLength(1);
    });
  });
}
