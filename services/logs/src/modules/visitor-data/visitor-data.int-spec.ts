import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { HOUR_MS } from '@palisade/basics';
import { eventually } from '@palisade/testing';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record } from '../../test/records.ts';
import { ClientErasureJob } from '../erasure/client-erasure.job.ts';
import { LogStore } from '../log-store/log-store.port.ts';

const PERSON = '203.0.113.77';
const NETWORK = '203.0.113.0/24';
const PSEUDONYM = 'anon-0123456789abcdef';

describe('what is stored of a visitor', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const now = Date.now();
  const alice = { id: randomUUID(), site: randomUUID() };
  const bob = { id: randomUUID(), site: randomUUID() };
  const at = (hours: number, clientAddress: string, siteId = alice.site) => ({
    siteId,
    clientAddress,
    receivedAtMs: BigInt(now - hours * HOUR_MS),
  });

  beforeAll(async () => {
    harness = await startHarness();
    harness.domainsOf.set(alice.id, [{ id: alice.site, name: 'alice.example' }]);
    harness.domainsOf.set(bob.id, [{ id: bob.site, name: 'bob.example' }]);
    const records = [
      record(at(1, PERSON)),
      attack(1001, at(2, PERSON)),
      record(at(30, PERSON)),
      record(at(1, NETWORK)),
      record(at(1, '203.0.113.8')),
      record(at(1, PSEUDONYM)),
      record(at(1, PERSON, bob.site)),
    ];
    await harness.publish(logBatch(records, { segmentId: 'visitors' }));
    await harness.stored('node-1', 'visitors', records.length);
  });
  afterAll(() => harness.dispose());

  const call = async (
    method: 'GET' | 'DELETE',
    address: string,
    more = {},
    user = alice.id,
    signal?: AbortSignal,
  ) => {
    const query = new URLSearchParams({
      domain: 'alice.example',
      address,
      from: new Date(now - 3 * HOUR_MS).toISOString(),
      to: new Date(now + 1).toISOString(),
      ...more,
    });
    const response = await harness.fetchAs(user, `/dashboard/visitor-data?${query}`, {
      method,
      ...(signal && { signal }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const found = async (address: string, more = {}) => (await call('GET', address, more)).body;
  const nothing = { records: 0, recordings: 0, reports: 0, exports: 0 };

  it('is found as records have it, and deleted so, which is told without saying who it was', async () => {
    const events: unknown[] = [];
    await harness.bus.subscribe({
      group: 'auth',
      registrations: {
        'auth.admin_act_recorded.v1': {
          mode: 'single',
          handle: async ({ payload }) => void events.push(payload),
        },
      },
    });
    expect(await found(PERSON)).toEqual({ ...nothing, records: 2, is_complete: true, network: NETWORK });
    // Whichever address of it is given; but not records under a single address in it, or of somebody else.
    expect(await found(`${PERSON}/24`)).toMatchObject({ records: 1, network: null });
    expect(await found(`${PERSON}/32`)).toMatchObject({ records: 2 });
    expect(await found(NETWORK)).toMatchObject({ records: 1, network: null });
    expect(await found(PSEUDONYM)).toMatchObject({ records: 1 });

    expect(await call('DELETE', PERSON)).toEqual({
      ...{ status: 200, body: { ...nothing, records: 2, is_repeated: true } },
    });
    expect(await found(PERSON)).toMatchObject(nothing);
    expect(await found(PERSON, { from: new Date(now - 40 * HOUR_MS).toISOString() })).toMatchObject({
      records: 1,
    });
    expect(await found(NETWORK)).toMatchObject({ records: 1 });
    expect((await call('DELETE', NETWORK)).body).toMatchObject({ records: 1 });
    expect((await call('DELETE', PSEUDONYM)).body).toMatchObject({ records: 1 });
    const { rows } = await harness.database.query('SELECT client_address FROM request_logs ORDER BY 1');
    expect(rows.map(({ client_address }) => client_address)).toEqual([PERSON, PERSON, '203.0.113.8']);

    await eventually('the deletions are told', async () => expect(events).toHaveLength(3));
    expect(events[0]).toMatchObject({
      action: 'visitor_data.deleted',
      actorId: alice.id,
      targetId: alice.site,
      details: { from: new Date(now - 3 * HOUR_MS).toISOString(), to: new Date(now + 1).toISOString() },
    });
    expect(JSON.stringify(events)).not.toContain(PERSON);
  });

  it('that reaches the log after it was deleted goes in a later round, as long as edges may have it', async () => {
    const late = '198.51.100.44';
    const lateRecord = async () => {
      const segmentId = randomUUID();
      await harness.publish(logBatch([record(at(1, late))], { segmentId }));
      await harness.stored('node-1', segmentId, 1);
    };
    const job = harness.app.get(ClientErasureJob);
    expect(await call('DELETE', late)).toEqual({ status: 200, body: { ...nothing, is_repeated: true } });
    const kept = await harness.database.query('SELECT * FROM client_erasures');
    expect(kept.rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept.rows)).not.toContain(late);
    await lateRecord();
    await job.eraseDue();
    expect(await found(late)).toMatchObject({ records: 1 });
    await job.eraseDue(() => now + 2 * HOUR_MS);
    expect(await found(late)).toMatchObject({ records: 0 });
    await lateRecord();
    for (const days of [2, 8]) await job.eraseDue(() => now + days * 24 * HOUR_MS);
    expect(await found(late)).toMatchObject({ records: 0 });
    await job.eraseDue(() => now + 31 * 24 * HOUR_MS);
    expect((await harness.database.query('SELECT * FROM client_erasures')).rows).toEqual([]);
    expect(await found('203.0.113.8')).toMatchObject({ records: 1 });
  });

  it('takes with it the exports that hold what came late, whoever ends the round', async () => {
    const late = '198.51.100.45';
    const more = async () => {
      const segmentId = randomUUID();
      await harness.publish(logBatch([record(at(1, late))], { segmentId }));
      await harness.stored('node-1', segmentId, 1);
    };
    const exported = () =>
      harness.database.query(
        `INSERT INTO log_exports (export_id, owner_id, domain_name, site_ids, format, filter, from_at, to_at, most_rows, state, expires_at)
         VALUES (gen_random_uuid(), $1, '', ARRAY[$2], 'csv', '{}', $3, $4, 1, 'failed', now() + interval '1 day')`,
        [alice.id, alice.site, new Date(now - 2 * HOUR_MS), new Date(now)],
      );
    const exports = async () => (await harness.database.query('SELECT FROM log_exports')).rows.length;
    const job = harness.app.get(ClientErasureJob);
    const store = harness.app.get(LogStore);
    const deleteClient = store.deleteClient.bind(store);
    await call('DELETE', late);
    await more();
    await exported();
    // The round's first step deletes the records, and has no time for the rest.
    const ending = new AbortController();
    jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(ending.signal);
    const deleting = jest
      .spyOn(store, 'deleteClient')
      .mockImplementation(async (siteNo, address, span, until) => {
        deleting.mockImplementation(deleteClient);
        await deleteClient(siteNo, address, span);
        ending.abort();
        throw until?.reason;
      });
    try {
      let looks = 0;
      // The second check of what is due ends the run, as a restart would.
      await job.eraseDue(() => (++looks > 2 ? now : now + 2 * HOUR_MS));
    } finally {
      jest.restoreAllMocks();
    }
    expect(await found(late)).toMatchObject({ records: 0 });
    expect(await exports()).toBe(1);
    await job.eraseDue(() => now + 3 * HOUR_MS);
    expect(await exports()).toBe(0);
    // Later exports contain nothing of it.
    await exported();
    await job.eraseDue(() => now + 25 * HOUR_MS);
    expect(await exports()).toBe(1);
    await harness.database.query('DELETE FROM log_exports');
    await job.eraseDue(() => now + 31 * 24 * HOUR_MS);
  });

  it('is remembered once, however often its deletion is asked for, and it is said where it is not', async () => {
    const kept = async () => (await harness.database.query('SELECT FROM client_erasures')).rows.length;
    const rounds = async () =>
      (await harness.database.query('SELECT DISTINCT rounds_done FROM client_erasures')).rows;
    await call('DELETE', '198.51.100.46');
    await harness.app.get(ClientErasureJob).eraseDue(() => now + 2 * HOUR_MS);
    expect(await rounds()).toEqual([{ rounds_done: 2 }]);
    for (const address of ['198.51.100.46', '198.51.100.46/32'])
      expect((await call('DELETE', address)).body).toMatchObject({ is_repeated: true });
    expect(await kept()).toBe(1);
    expect(await rounds()).toEqual([{ rounds_done: 1 }]);
    await harness.database.query(
      `INSERT INTO client_erasures (erasure_id, site_id, address, from_at, to_at, erased_at, next_at)
       SELECT gen_random_uuid(), $1, '', now(), now(), now(), 'infinity' FROM generate_series(1, 9999)`,
      [alice.site],
    );
    expect((await call('DELETE', '198.51.100.46')).body).toMatchObject({ is_repeated: true });
    expect((await call('DELETE', '198.51.100.47')).body).toMatchObject({ is_repeated: false });
    await harness.database.query('DELETE FROM client_erasures');
  });

  it('is kept for as many days as the plan says, and as is told', async () => {
    const { status, body } = await harness.get(alice.id, '/dashboard/visitor-data/kept');
    expect(status).toBe(200);
    const days = Object.fromEntries(body.map((one: { kind: string; days: number }) => [one.kind, one.days]));
    // The stub's plan keeps logs for 30 days.
    expect(days).toMatchObject({ records: 30, recordings: 30, reports: 30, values_by_hour: 92, exports: 3 });
  });

  it('is looked for no longer than somebody waits, and by no owner in the place of others', async () => {
    const { records } = harness.app.get(LogStore);
    const ofClient = records.ofClient.bind(records);
    const endless = '0.0.0.0/0';
    const pages = jest.spyOn(records, 'ofClient').mockImplementation(async (siteNo, address, ...rest) => {
      if (address !== endless) return await ofClient(siteNo, address, ...rest);
      await sleep(5);
      return { rows: [], next: { receivedAt: new Date(now), requestId: randomUUID() }, searchedToMs: now };
    });
    try {
      const leaving = new AbortController();
      const asked = Array.from({ length: 4 }, () => call('GET', endless, {}, alice.id, leaving.signal));
      const left = Promise.allSettled(asked);
      expect((await Promise.race(asked)).body).toMatchObject({ code: 'too_many_searches' });
      await eventually('it is looked for', async () => expect(pages.mock.calls.length).toBeGreaterThan(2));
      expect(await call('GET', PERSON, { domain: 'bob.example' }, bob.id)).toMatchObject({
        status: 200,
        body: { records: 1, is_complete: true },
      });
      leaving.abort();
      await left;
      await eventually('nobody looks any more', async () => {
        const before = pages.mock.calls.length;
        await sleep(100);
        expect(pages.mock.calls.length).toBe(before);
      });
    } finally {
      pages.mockRestore();
    }
  });

  it('is its owner’s alone to look for', async () => {
    for (const method of ['GET', 'DELETE'] as const)
      expect(await call(method, PERSON, {}, bob.id)).toMatchObject({
        status: 404,
        body: { code: 'domain_not_found' },
      });
  });

  it.each([
    ['address', { address: '203.0.113.0/40' }],
    ['address', { address: 'somebody' }],
    ['from', { from: 'yesterday' }],
    ['to', { to: new Date(now - 4 * HOUR_MS).toISOString() }],
  ])('is not looked for where %s says nothing', async (path, more) => {
    expect(await call('DELETE', PERSON, more)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ path }] },
    });
  });
});
