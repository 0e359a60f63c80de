import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { createRedisStreamsBus, type EventBus, readEventKeys, uuidV7 } from '@palisade/messaging';
import { EventPublisher } from '@palisade/messaging/nest';
import { eventually, silentLogger } from '@palisade/testing';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record } from '../../test/records.ts';

const owner = { id: randomUUID(), site: randomUUID() };
const other = { id: randomUUID(), site: randomUUID() };
const operator = { id: randomUUID(), isAdmin: true };

describe('the log entry of a request to any domain', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const blocked = attack(1001, { siteId: owner.site, requestId: uuidV7(), receivedAtMs: BigInt(Date.now()) });
  const allowed = record({ siteId: other.site, requestId: uuidV7(), receivedAtMs: BigInt(Date.now()) });
  const acts: unknown[] = [];
  let bus: EventBus;

  beforeAll(async () => {
    harness = await startHarness();
    harness.domainsOf.set(owner.id, [{ id: owner.site, name: 'shop.example' }]);
    harness.domainsOf.set(other.id, [{ id: other.site, name: 'other.example' }]);
    bus = createRedisStreamsBus({
      url: harness.environment.PALISADE_BUS_REDIS_URL!,
      source: 'auth',
      keys: readEventKeys(harness.eventSettings('auth')),
      logger: silentLogger,
    });
    await bus.subscribe({
      group: 'auth',
      registrations: {
        'auth.admin_act_recorded.v1': {
          mode: 'single',
          handle: async ({ payload }: { payload: unknown }) => void acts.push(payload),
        },
      },
    });
    await harness.publish(logBatch([blocked, allowed], { segmentId: 'one' }));
    await harness.stored('node-1', 'one', 2);
  });
  afterAll(async () => {
    await bus?.close();
    await harness?.dispose();
  });

  const open = async (id: string, who: { id: string; isAdmin?: boolean } = operator) => {
    const response = await harness.fetchAs(who.id, `/admin/logs/entries/${id}`, {
      isAdmin: who.isAdmin ?? false,
    });
    return { status: response.status, body: await response.json() };
  };

  it('is shown to administrators, with whose it is, and each look is recorded', async () => {
    expect(await open(blocked.requestId)).toMatchObject({
      status: 200,
      body: {
        entry: { request_id: blocked.requestId, status: 'blocked', domain_name: 'shop.example' },
        domain_id: owner.site,
        owner_id: owner.id,
      },
    });
    expect((await open(allowed.requestId)).body).toMatchObject({ owner_id: other.id });
    await eventually('the looks being told', async () => expect(acts).toHaveLength(2));
    expect(acts[0]).toMatchObject({
      action: 'log_entry.opened',
      actorId: operator.id,
      targetId: blocked.requestId,
      details: { domain: owner.site },
    });
  });

  it('is not shown while the look cannot be recorded, which is said', async () => {
    const publish = jest
      .spyOn(harness.app.get(EventPublisher), 'publish')
      .mockRejectedValue(new Error('the bus is away'));
    try {
      expect(await open(blocked.requestId)).toMatchObject({
        status: 503,
        body: { code: 'service_unavailable' },
      });
    } finally {
      publish.mockRestore();
    }
  });

  it('is not there for customers, for requests that nobody has, and for domains that are gone', async () => {
    expect((await open(blocked.requestId, owner)).status).toBe(403);
    expect((await open(uuidV7())).body).toMatchObject({ code: 'log_entry_not_found' });
    const ofTheYear10800 = 'fd1b3a19-80d1-7b48-b1de-9cb2aaf1ba10';
    expect((await open(ofTheYear10800)).body).toMatchObject({ code: 'log_entry_not_found' });
    expect((await open('nonsense')).status).toBe(422);
    harness.domainsOf.set(other.id, []);
    expect((await open(allowed.requestId)).status).toBe(404);
  });
});
