// Owners are notified of every change of their streams; a change that cannot be announced is refused.

import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { securityEventsV1 } from '@palisade/contracts';
import { createRedisStreamsBus, type EventBus, readEventKeys } from '@palisade/messaging';
import { EventPublisher } from '@palisade/messaging/nest';
import { eventually, silentLogger } from '@palisade/testing';
import { startHarness } from '../../test/harness.ts';
import type { StreamView } from './log-stream.schema.ts';
import { StreamPlansJob } from './stream-plans.job.ts';

const { LogStreamAct } = securityEventsV1;

describe('changes of log streams', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  let bus: EventBus;
  const changes: securityEventsV1.LogStreamChanged[] = [];
  const acts: { action: string; details: Record<string, string> }[] = [];
  const [owner, site, operator] = [randomUUID(), randomUUID(), randomUUID()];

  beforeAll(async () => {
    harness = await startHarness();
    harness.domainsOf.set(owner, [{ id: site, name: 'shop.example' }]);
    bus = createRedisStreamsBus({
      url: harness.environment.PALISADE_BUS_REDIS_URL!,
      source: 'auth',
      keys: readEventKeys(harness.eventSettings('auth')),
      logger: silentLogger,
    });
    await bus.subscribe({
      group: 'auth',
      registrations: {
        'logs.stream_changed.v1': {
          mode: 'single',
          handle: async ({ payload }) => void changes.push(payload),
        },
        'auth.admin_act_recorded.v1': {
          mode: 'single',
          handle: async ({ payload }) => void acts.push(payload),
        },
      },
    });
  });
  afterAll(async () => {
    await bus?.close();
    await harness?.dispose();
  });

  type Fetched = Parameters<typeof harness.fetchAs>[2];
  const call = async (who: string, path: string, more: Fetched) => {
    const response = await harness.fetchAs(who, path, more);
    const text = await response.text();
    const body = text === '' ? null : JSON.parse(text);
    return { status: response.status, body: body as { code: string; stream: StreamView } };
  };
  const INPUT = { name: 'To my SIEM', kind: 'http', target: { url: 'https://siem.example/in' } };
  const steps = (path: string, more: Fetched) => [
    { path, ...more, method: 'PUT', body: { name: 'To the SIEM' } },
    { path, ...more, method: 'PUT', body: { target: { url: 'https://elsewhere.example/in' } } },
    { path: `${path}/rotate-secret`, ...more, method: 'POST', body: {} },
    { path, ...more, method: 'DELETE' },
  ];

  it('are told to their owner, each with where records go from then on, and by whom', async () => {
    const { body } = await call(owner, '/log-streams', { method: 'POST', body: { domain: site, ...INPUT } });
    for (const { path, ...step } of steps(`/log-streams/${body.stream.id}`, {}))
      expect((await call(owner, path, step)).status).toBeLessThan(300);
    await eventually('all of them', async () => expect(changes).toHaveLength(5));
    expect(changes.map(({ act, hint, streamName }) => [act, hint, streamName])).toEqual([
      [LogStreamAct.ADDED, 'siem.example', 'To my SIEM'],
      [LogStreamAct.CHANGED, 'siem.example', 'To the SIEM'],
      [LogStreamAct.REDIRECTED, 'elsewhere.example', 'To the SIEM'],
      [LogStreamAct.SECRET_RENEWED, 'elsewhere.example', 'To the SIEM'],
      [LogStreamAct.DELETED, 'elsewhere.example', 'To the SIEM'],
    ]);
    for (const one of changes)
      expect(one).toMatchObject({
        userId: owner,
        domainName: 'shop.example',
        clientAddress: '192.0.2.1',
        byApiKey: false,
      });
  });

  it('are told where a smaller plan pauses them, once', async () => {
    const other = randomUUID();
    const domain = randomUUID();
    harness.domainsOf.set(other, [{ id: domain, name: 'other.example' }]);
    harness.streamsOf.set(other, 2);
    for (const name of ['First', 'Second'])
      await call(other, '/log-streams', { method: 'POST', body: { ...INPUT, domain, name } });
    harness.streamsOf.set(other, 1);
    await harness.app.get(StreamPlansJob).fitToPlans();
    await harness.app.get(StreamPlansJob).fitToPlans();
    const own = () => changes.filter(({ userId }) => userId === other);
    await eventually('what was paused', async () => expect(own()).toHaveLength(3));
    expect(own().at(-1)).toMatchObject({
      ...{ act: LogStreamAct.PAUSED_BY_PLAN, streamName: 'Second', domainName: 'other.example' },
      ...{ hint: 'siem.example', clientAddress: '', byApiKey: false },
    });
  });

  it('of all sites stand in the audit log', async () => {
    const admin = { isAdmin: true };
    const path = '/admin/logs/streams';
    const { body } = await call(operator, path, { ...admin, method: 'POST', body: INPUT });
    for (const { path: at, ...step } of steps(`${path}/${body.stream.id}`, admin))
      expect((await call(operator, at, step)).status).toBeLessThan(300);
    await eventually('all of them', async () => expect(acts).toHaveLength(5));
    expect(acts.map(({ action, details }) => [action, details.target])).toEqual([
      ['log_stream.created', 'siem.example'],
      ['log_stream.updated', 'siem.example'],
      ['log_stream.redirected', 'elsewhere.example'],
      ['log_stream.secret_renewed', 'elsewhere.example'],
      ['log_stream.deleted', 'elsewhere.example'],
    ]);
  });

  it('are not done where nobody can hear of them', async () => {
    const { body } = await call(owner, '/log-streams', { method: 'POST', body: { domain: site, ...INPUT } });
    const publish = jest
      .spyOn(harness.app.get(EventPublisher), 'publish')
      .mockRejectedValue(new Error('the bus is away'));
    try {
      for (const { path, ...step } of steps(`/log-streams/${body.stream.id}`, {}))
        expect((await call(owner, path, step)).body.code).toBe('log_stream_not_recorded');
      const added = await call(owner, '/log-streams', { method: 'POST', body: { domain: site, ...INPUT } });
      expect(added.body.code).toBe('log_stream_not_recorded');
    } finally {
      publish.mockRestore();
    }
    const answer = await harness.get(owner, '/log-streams');
    expect(answer.body.streams).toMatchObject([{ name: 'To my SIEM', hint: 'siem.example' }]);
  });

  it('are made with an API key only where it has the scope for just this', async () => {
    const input = { method: 'POST', body: { domain: site, ...INPUT } };
    expect((await call(owner, '/log-streams', { ...input, scopes: ['logs:write'] })).body.code).toBe(
      'scope_missing',
    );
    const before = changes.length;
    expect((await call(owner, '/log-streams', { ...input, scopes: ['log_streams:write'] })).status).toBe(201);
    await eventually('it', async () => expect(changes.slice(before)).toMatchObject([{ byApiKey: true }]));
  });
});
