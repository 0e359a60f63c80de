import { edgeV1 } from '@palisade/contracts';
import { EDGE_KEYS, readTrustedKeys, verifySiteConfig } from '@palisade/edge-state';
import {
  createRedisStreamsBus,
  type EventBus,
  type OutgoingEvent,
  readEventKeys,
  uuidV7,
} from '@palisade/messaging';
import { publishAsProducers } from '@palisade/messaging/test-support';
import { eventually, newSigningKeys, silentLogger } from '@palisade/testing';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { CNAME_TARGET, type Harness, newUser, planChange, startHarness } from '../../test/harness.ts';
import { notSignedBy, signAnew } from '../../tools/edge-keys.ts';
import { OwnersService } from '../owners/owners.service.ts';
import { ConfigPublisherService } from './config-publisher.service.ts';

describe('publication to the edge', () => {
  let h: Harness;
  let redis: Redis;
  let bus: EventBus;
  let trusted: ReturnType<typeof readTrustedKeys>;

  const say = (events: OutgoingEvent[]) => publishAsProducers(bus, h.keys.eventSettings, events);

  beforeAll(async () => {
    h = await startHarness();
    redis = new Redis(`${h.redis.url}/1`, { maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
    bus = createRedisStreamsBus({
      url: `${h.redis.url}/0`,
      source: 'domains',
      keys: readEventKeys(h.keys.eventSettings('domains')),
      logger: silentLogger,
    });
    trusted = readTrustedKeys({ c1: h.signing.publicKey });
  });
  afterAll(async () => {
    redis?.disconnect();
    await bus?.close();
    await h?.stop();
  });

  const atEdge = async (id: string): Promise<edgeV1.SiteConfig | null> => {
    const bytes = await redis.hgetBuffer(EDGE_KEYS.configs, id);
    return bytes === null ? null : verifySiteConfig(bytes, trusted);
  };
  const until = (id: string, check: (config: edgeV1.SiteConfig) => void) =>
    eventually(
      'the edge has the configuration',
      async () => {
        const config = await atEdge(id);
        if (config === null) throw new Error('nothing published');
        check(config);
        return config;
      },
      60_000,
    );
  const site = async (plan: 'free' | 'enterprise' = 'enterprise') => {
    const user = newUser();
    if (plan !== 'free') h.billing.setPlan(user.userId, plan);
    const { body } = await h.call('POST', '/domains', user, {
      domain_name: `${user.userId.slice(-12)}.example`,
      origin_host: '192.0.2.10',
      origin_port: 8080,
    });
    h.dns.records = [
      ...h.dns.records,
      { name: String(body.verification_subdomain), type: 'CNAME', value: CNAME_TARGET },
    ];
    const id = String(body.id);
    const verify = () => h.call('POST', `/domains/${id}/verify`, user);
    const put = (policyConfig: object) => h.call('PUT', `/domains/${id}/waf-config`, user, { policyConfig });
    return { id, user, name: String(body.domain_name), verify, put };
  };

  it('tells edges of which trace a change is', async () => {
    const s = await site();
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
    await h.call('POST', `/domains/${s.id}/verify`, s.user, undefined, { traceparent: trace });
    await until(s.id, (c) => expect(c.version).toBe(1n));
    const entries = await redis.xrevrange(EDGE_KEYS.configChanges, '+', '-', 'COUNT', 50);
    const [, fields] = entries.find(([, texts]) => texts.includes(s.id))!;
    expect(fields[fields.indexOf('traceparent') + 1]).toBe(trace);
  });

  it('publishes nothing before ownership is proved, and everything then', async () => {
    const s = await site();
    await s.put({
      waf_sensitivity: 'high',
      mode: 'DetectionOnly',
      enable_rate_limiting: true,
      rate_limit_requests: 250,
    });
    expect(await atEdge(s.id)).toBeNull();
    await s.verify();
    const config = await until(s.id, (c) => expect(c.version).toBe(1n));
    expect(config).toMatchObject({
      siteId: s.id,
      ownerId: s.user.userId,
      hosts: [s.name, `www.${s.name}`],
      isActive: true,
      origin: { host: '192.0.2.10', port: 8080, useTls: false, timeoutMs: 30_000 },
      policy: {
        managedRules: true,
        paranoiaLevel: 3,
        rateLimiting: true,
        rateLimitRequests: 250,
        mode: edgeV1.EngineMode.DETECTION_ONLY,
        onEngineFailure: edgeV1.FailurePolicy.OPEN,
      },
      delivery: { http2: true, compression: true },
      entitlements: { planSlug: 'enterprise', logRetentionDays: 90 },
      removed: false,
    });
    expect((await h.call('GET', `/domains/${s.id}/waf-config`, s.user)).body).toMatchObject({
      published: true,
    });
  });

  it('publishes every change as a higher version, and a removal as a tombstone', async () => {
    const s = await site();
    await s.verify();
    for (let i = 0; i < 5; i++) await s.put({ rate_limit_requests: 100 + i });
    await until(s.id, (c) => expect([c.version, c.policy?.rateLimitRequests]).toEqual([5n, 104]));
    await h.call('PATCH', `/domains/${s.id}`, s.user, { is_active: false });
    await until(s.id, (c) => expect([c.version, c.isActive]).toEqual([6n, false]));
    await h.call('DELETE', `/domains/${s.id}`, s.user);
    await until(s.id, (c) => expect([c.version, c.removed]).toEqual([7n, true]));
  });

  it('refuses a policy that edges would not take for its size, so that later changes go on reaching them', async () => {
    const s = await site();
    await s.verify();
    // Three bytes each, as UTF-8.
    const html = (length: number) => '字'.repeat(length);
    const own_pages = ['en', 'de', 'fr'].map((language) => ({ kind: 'block', language, html: html(64_000) }));
    expect((await s.put({ own_pages })).status).toBe(200);
    const custom_rules = Array.from({ length: 9 }, (_, nth) => ({
      id: `01890000-0000-7000-8000-00000000000${nth}`,
      name: `Page ${nth}`,
      enabled: true,
      action: 'page',
      skip: [],
      conditions: [{ field: 'path', name: '', operator: 'equals', negate: false, values: [`/${nth}`] }],
      page: { status: 403, language: 'en', html: html(20_000) },
    }));
    expect(await s.put({ custom_rules })).toMatchObject({
      status: 422,
      body: { code: 'configuration_too_large', detail: expect.stringMatching(/takes 1,1\d\d,\d{3} bytes/) },
    });
    expect((await s.put({ custom_rules: custom_rules.slice(0, 3) })).status).toBe(200);
    await until(s.id, (c) => expect(c.policy?.customRules).toHaveLength(3));
  });

  it('stops applying what the plan no longer includes, and applies it again after an upgrade', async () => {
    const s = await site('enterprise');
    await s.verify();
    await s.put({
      enable_caching: true,
      enable_geo_blocking: true,
      blocked_countries: ['KP'],
      blocked_ips: ['203.0.113.0/24'],
      enable_ddos_protection: true,
    });
    await until(s.id, (c) =>
      expect(c.policy).toMatchObject({ caching: true, ddosProtectionLevel: 'medium' }),
    );
    const change = async (slug: 'free' | 'enterprise') => {
      const { revision } = h.billing.setPlan(s.user.userId, slug);
      const payload = planChange(s.user.userId, slug, revision);
      const event = { type: 'billing.user_plan_changed.v1' as const, key: s.user.userId, payload };
      await say([event, event]);
    };
    await change('free');
    await until(s.id, (c) =>
      expect(c).toMatchObject({
        entitlements: { planSlug: 'free', logRetentionDays: 7 },
        policy: {
          caching: false,
          geoBlocking: false,
          blockedIps: [],
          ddosProtectionLevel: 'none',
          managedRules: true,
        },
      }),
    );
    expect((await h.call('GET', `/domains/${s.id}/waf-config`, s.user)).body).toMatchObject({
      policyConfig: { enable_caching: true, blocked_ips: ['203.0.113.0/24'] },
    });
    await change('enterprise');
    await until(s.id, (c) =>
      expect(c.policy).toMatchObject({ caching: true, blockedIps: ['203.0.113.0/24'] }),
    );
  });

  it('pauses and resumes a deactivated owner’s sites, and removes a deleted owner’s', async () => {
    const s = await site();
    await s.verify();
    await until(s.id, (c) => expect(c.isActive).toBe(true));
    const userId = s.user.userId;
    await say([{ type: 'auth.user_deactivated.v1', key: userId, payload: { userId } }]);
    await until(s.id, (c) => expect(c.isActive).toBe(false));
    await say([{ type: 'auth.user_updated.v1', key: userId, payload: { userId, isActive: true } }]);
    await until(s.id, (c) => expect(c.isActive).toBe(true));
    await say([{ type: 'auth.user_deleted.v1', key: userId, payload: { userId } }]);
    await until(s.id, (c) => expect(c.removed).toBe(true));
    expect((await h.call('GET', '/domains', s.user)).body).toEqual([]);
    // Billing's event about the end of the plan restores nothing.
    const { revision } = h.billing.setPlan(userId, 'free');
    await h.app.get(OwnersService).planChanged(planChange(userId, 'free', revision));
    expect(
      await h.app.get(DataSource).query('SELECT plan_slug FROM user_plans WHERE user_id = $1', [userId]),
    ).toEqual([]);
  });

  it('keeps a deactivated owner’s sites paused when an old event is given again', async () => {
    const s = await site();
    await s.verify();
    const { userId } = s.user;
    const updated = (id: string, isActive: boolean) =>
      ({ id, type: 'auth.user_updated.v1', key: userId, payload: { userId, isActive } }) as const;
    const [old, last] = [uuidV7(), uuidV7()];
    await say([updated(old, true), { type: 'auth.user_deactivated.v1', key: userId, payload: { userId } }]);
    await until(s.id, (c) => expect(c.isActive).toBe(false));
    await say([updated(old, true), updated(last, false)]);
    await eventually('what was said last', async () =>
      expect(
        await h.app
          .get(DataSource)
          .query('SELECT event_id FROM processed_events WHERE event_id = ANY ($1)', [
            [`auth/${old}`, `auth/${last}`],
          ]),
      ).toHaveLength(2),
    );
    await until(s.id, (c) => expect(c.isActive).toBe(false));
  });

  it('counts traffic as the log service says, the latest word winning', async () => {
    const s = await site();
    const totals = (total: bigint, asOfMs: bigint) => ({
      type: 'logs.site_totals.v1' as const,
      key: s.id,
      payload: {
        siteId: s.id,
        totalRequests: total,
        allowedRequests: total - 3n,
        blockedRequests: 3n,
        asOfMs,
      },
    });
    await say([totals(10n, 1_000n), totals(25n, 2_000n), totals(10n, 1_000n)]);
    await eventually('the counters', async () =>
      expect((await h.call('GET', '/domains', s.user)).body).toMatchObject([
        { total_requests: 25, allowed_requests: 22, blocked_requests: 3 },
      ]),
    );
  });

  it('tells the other services, in order', async () => {
    const seen: string[] = [];
    const register = (name: string) => ({
      mode: 'single' as const,
      handle: async (event: { key: string }) => {
        seen.push(`${event.key} ${name}`);
      },
    });
    const subscription = await bus.subscribe({
      group: `spec-${Date.now()}`,
      registrations: {
        'domains.domain_added.v1': register('added'),
        'domains.domain_verified.v1': register('verified'),
        'domains.domain_changed.v1': register('changed'),
        'domains.domain_removed.v1': register('removed'),
      },
    });
    const s = await site();
    await s.verify();
    await s.put({ waf_sensitivity: 'low' });
    await h.call('DELETE', `/domains/${s.id}`, s.user);
    await eventually('all events', async () =>
      expect(seen.filter((line) => line.startsWith(s.id)).map((line) => line.split(' ')[1])).toEqual([
        'added',
        'verified',
        'changed',
        'changed',
        'removed',
      ]),
    );
    await subscription.stop();
  });

  describe('when things fail', () => {
    it('publishes after a restart what was committed while Redis was away', async () => {
      const s = await site();
      await s.verify();
      await until(s.id, (c) => expect(c.version).toBe(1n));
      await h.redis.kill();
      expect((await s.put({ rate_limit_requests: 777 })).status).toBe(200);
      expect((await s.put({ rate_limit_requests: 778 })).body).toMatchObject({
        published: false,
        version: 3,
      });
      await h.redis.restart();
      await h.restart();
      await until(s.id, (c) => expect([c.version, c.policy?.rateLimitRequests]).toEqual([3n, 778]));
    });

    it('publishes everything again when Redis came back empty', async () => {
      const sites = [await site(), await site()];
      for (const s of sites) await s.verify();
      for (const s of sites) await until(s.id, (c) => expect(c.version).toBe(1n));
      const before = await redis.hgetBuffer(EDGE_KEYS.configs, sites[0]!.id);
      await h.redis.kill();
      await h.redis.restart();
      for (const s of sites) await until(s.id, (c) => expect(c.version).toBe(1n));
      expect(await redis.hgetBuffer(EDGE_KEYS.configs, sites[0]!.id)).toEqual(before);
    });

    it('goes above what is out when the database came back from a backup', async () => {
      const s = await site();
      await s.verify();
      for (let i = 0; i < 3; i++) await s.put({ rate_limit_requests: 200 + i });
      await until(s.id, (c) => expect(c.version).toBe(4n));
      await withDatabase((client) =>
        client.query('UPDATE publications SET version = 2, published_version = 1 WHERE site_id = $1', [s.id]),
      );
      await s.put({ rate_limit_requests: 500 });
      await until(s.id, (c) => expect([c.version > 4n, c.policy?.rateLimitRequests]).toEqual([true, 500]));
    });

    it('goes above what a restored database says that edges may hold, with nothing in Redis', async () => {
      const s = await site();
      await s.verify();
      await until(s.id, (c) => expect(c.version).toBe(1n));
      await h.redis.kill();
      await withDatabase((client) =>
        client.query(
          `UPDATE publications SET version = 1795000000, key_id = '', published_version = NULL WHERE site_id = $1`,
          [s.id],
        ),
      );
      await h.redis.restart();
      await until(s.id, (c) => expect(c.version).toBeGreaterThan(1_795_000_000n));
    });

    it('leaves Redis alone while it holds everything', async () => {
      const s = await site();
      await s.verify();
      await until(s.id, (c) => expect(c.version).toBe(1n));
      const sequence = await redis.get(EDGE_KEYS.configSequence);
      await h.app.get(ConfigPublisherService).reconcile();
      expect(await redis.get(EDGE_KEYS.configSequence)).toBe(sequence);
    });

    const published = (id: string) =>
      eventually('the publication is noted', async () => {
        const { rows } = await withDatabase((client) =>
          client.query('SELECT 1 FROM publications WHERE site_id = $1 AND published_version = version', [id]),
        );
        if (rows.length === 0) throw new Error('not noted yet');
      });
    /** Later than everything that is noted by now: the database counts microseconds. */
    const fromNowOn = () => new Date(Date.now() + 1);

    it('signs anew without delay what whoever changes keys has marked', async () => {
      const s = await site();
      await s.verify();
      await published(s.id);
      await signAnew(h.postgres.adminUrl, fromNowOn());
      await h.app.get(ConfigPublisherService).drain();
      const config = await atEdge(s.id);
      expect(config?.version).toBeGreaterThan(1n);
      expect(await notSignedBy(h.postgres.adminUrl, 'c1')).toBe(0);
    });

    it('signs anew what is marked while it is on its way to the edge', async () => {
      const s = await site();
      await s.verify();
      await published(s.id);
      await withDatabase((client) =>
        client.query('UPDATE publications SET published_version = NULL WHERE site_id = $1', [s.id]),
      );
      await redis.call('CLIENT', 'PAUSE', '60000', 'WRITE');
      const drained = h.app.get(ConfigPublisherService).drain();
      await eventually('the publication waits for Redis', async () =>
        expect(await redis.info('clients')).not.toContain('blocked_clients:0'),
      );
      await signAnew(h.postgres.adminUrl, fromNowOn());
      await redis.call('CLIENT', 'UNPAUSE');
      await drained;
      await h.app.get(ConfigPublisherService).drain();
      const config = await atEdge(s.id);
      expect(config?.version).toBeGreaterThan(1n);
    });

    it('signs everything anew under a new key', async () => {
      const s = await site();
      await s.verify();
      await until(s.id, (c) => expect(c.version).toBe(1n));
      const next = newSigningKeys();
      trusted = readTrustedKeys({ c1: h.signing.publicKey, c2: next.publicKey });
      await h.restart({ PALISADE_CONFIG_SIGNING_KEY: next.privateKey, PALISADE_CONFIG_SIGNING_KEY_ID: 'c2' });
      trusted = readTrustedKeys({ c2: next.publicKey });
      await eventually('a signature by the new key', async () => {
        expect(await atEdge(s.id)).toMatchObject({ version: 2n, hosts: [s.name, `www.${s.name}`] });
      });
    });
  });

  async function withDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: h.postgres.adminUrl, options: '-c search_path=domains' });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
});
