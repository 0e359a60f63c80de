import type { EventType } from '@palisade/contracts';
import { createRedisStreamsBus, type EventBus, type ReceivedEvent, readEventKeys } from '@palisade/messaging';
import { eventually, silentLogger } from '@palisade/testing';
import { Client } from 'pg';
import { CNAME_TARGET, type Harness, newUser, startHarness } from '../../test/harness.ts';
import { DnsPollJob } from './dns-poll.job.ts';

describe('watching where the traffic of served sites goes', () => {
  let h: Harness;
  let database: Client;
  let bus: EventBus;
  const events: ReceivedEvent[] = [];

  beforeAll(async () => {
    h = await startHarness();
    database = new Client({ connectionString: h.postgres.adminUrl, options: '-c search_path=domains' });
    await database.connect();
    const keys = readEventKeys(h.keys.eventSettings('mailer'));
    bus = createRedisStreamsBus({ url: `${h.redis.url}/0`, source: 'mailer', keys, logger: silentLogger });
    const handle = async (event: ReceivedEvent) => void events.push(event);
    await bus.subscribe({
      group: 'mailer',
      registrations: {
        'domains.traffic_lost.v1': { mode: 'single', handle },
        'domains.traffic_returned.v1': { mode: 'single', handle },
        'domains.domain_removed.v1': { mode: 'single', handle },
      },
    });
  });
  afterAll(async () => {
    await bus?.close();
    await database?.end();
    await h?.stop();
  });

  const look = async (id: unknown) => {
    await database.query('UPDATE domains SET next_dns_check_at = now() WHERE id = $1', [id]);
    await h.app.get(DnsPollJob).checkDue();
  };
  const later = (minutes: number) =>
    database.query('UPDATE traffic_watch SET away_since = away_since - make_interval(mins => $1)', [minutes]);
  const minutesToNextCheck = async (id: unknown): Promise<number> => {
    const { rows } = await database.query(
      'SELECT extract(epoch FROM next_dns_check_at - now()) / 60 AS minutes FROM domains WHERE id = $1',
      [id],
    );
    return Number(rows[0].minutes);
  };
  const eventTypes = (): EventType[] => events.map(({ type }) => type);

  it('tells the owner once when a host leaves us, and once when it is back; a blip is not told', async () => {
    const user = newUser();
    const { body } = await h.call('POST', '/domains', user, {
      domain_name: 'watched.example',
      origin_host: '192.0.2.1',
    });
    const proof = { name: String(body.verification_subdomain), type: 'CNAME' as const, value: CNAME_TARGET };
    const ours = { name: 'watched.example', type: 'CNAME' as const, value: CNAME_TARGET };
    const elsewhere = { name: 'watched.example', type: 'A' as const, value: '203.0.113.9' };
    h.dns.records = [proof, ours];
    expect((await h.call('POST', `/domains/${body.id}/verify`, user)).status).toBe(200);
    await look(body.id);

    // www.watched.example never pointed to us, so it is not missed.
    h.dns.records = [proof, elsewhere];
    await look(body.id);
    expect(await minutesToNextCheck(body.id)).toBeLessThanOrEqual(5);
    h.dns.records = [proof, ours];
    await later(6);
    await look(body.id);

    h.dns.records = [proof, elsewhere];
    await look(body.id);
    await look(body.id);
    await later(6);
    await look(body.id);
    await look(body.id);
    h.dns.records = [proof, ours];
    await look(body.id);
    await look(body.id);
    await h.call('DELETE', `/domains/${body.id}`, user);

    await eventually('the last event', async () =>
      expect(eventTypes()).toContain('domains.domain_removed.v1'),
    );
    expect(eventTypes()).toEqual([
      'domains.traffic_lost.v1',
      'domains.traffic_returned.v1',
      'domains.domain_removed.v1',
    ]);
    expect(events[0]?.payload).toMatchObject({
      ownerId: user.userId,
      domainName: 'watched.example',
      host: 'watched.example',
      found: '203.0.113.9',
    });
  });
});
