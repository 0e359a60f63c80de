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
    const told: unknown[] = [];
    await harness.bus.subscribe({
      group: 'auth',
      registrations: {
        'auth.admin_act_recorded.v1': {
          mode: 'single',
          handle: async ({ payload }) => void told.push(payload),
        },
      },
    });
    expect(await found(PERSON)).toEqual({ ...nothing, records: 2, is_complete: true, network: NETWORK });
    // Whichever address of it is named; not what stands under an address in it, or that is somebody else's.
    expect(await found(`${PERSON}/24`)).toMatchObject({ records: 1, network: null });
    expect(await found(`${PERSON}/32`)).toMatchObject({ records: 2 });
    expect(await found(NETWORK)).toMatchObject({ records: 1, network: null });
    expect(await found(PSEUDONYM)).toMatchObject({ records: 1 });

    expect(await call('DELETE', PERSON)).toEqual({ status: 200, body: { ...nothing, records: 2 } });
    expect(await found(PERSON)).toMatchObject(nothing);
    expect(await found(PERSON, { from: new Date(now - 40 * HOUR_MS).toISOString() })).toMatchObject({
      records: 1,
    });
    expect(await found(NETWORK)).toMatchObject({ records: 1 });
    expect((await call('DELETE', NETWORK)).body).toMatchObject({ records: 1 });
    expect((await call('DELETE', PSEUDONYM)).body).toMatchObject({ records: 1 });
    const { rows } = await harness.database.query('SELECT client_address FROM request_logs ORDER BY 1');
    expect(rows.map(({ client_address }) => client_address)).toEqual([PERSON, PERSON, '203.0.113.8']);

    await eventually('the deletions are told', async () => expect(told).toHaveLength(3));
    expect(told[0]).toMatchObject({
      action: 'visitor_data.deleted',
      actorId: alice.id,
      targetId: alice.site,
      details: { from: new Date(now - 3 * HOUR_MS).toISOString(), to: new Date(now + 1).toISOString() },
    });
    expect(JSON.stringify(told)).not.toContain(PERSON);
  });

  it('that reaches the log after it was deleted goes in a later round, as long as edges may have it', async () => {
    const late = '198.51.100.44';
    const lateRecord = async () => {
      const segmentId = randomUUID();
      await harness.publish(logBatch([record(at(1, late))], { segmentId }));
      await harness.stored('node-1', segmentId, 1);
    };
    const job = harness.app.get(ClientErasureJob);
    expect(await call('DELETE', late)).toEqual({ status: 200, body: nothing });
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
