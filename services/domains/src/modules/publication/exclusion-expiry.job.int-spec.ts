import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { HOUR_MS } from '@palisade/basics';
import type { edgeV1 } from '@palisade/contracts';
import { EDGE_KEYS, readTrustedKeys, verifySiteConfig } from '@palisade/edge-state';
import { JobQueues } from '@palisade/messaging/jobs';
import type { RuleExclusion } from '@palisade/site-policy';
import { eventually } from '@palisade/testing';
import { Client } from 'pg';
import { CNAME_TARGET, type Harness, newUser, startHarness } from '../../test/harness.ts';
import { ClockService } from '../clock/clock.service.ts';
import { ExclusionExpiryJob } from './exclusion-expiry.job.ts';

describe('exclusions that expire', () => {
  let h: Harness;
  let database: Client;
  beforeAll(async () => {
    h = await startHarness();
    database = new Client({ connectionString: h.postgres.adminUrl, options: '-c search_path=domains' });
    await database.connect();
    // What tests count is published by them alone.
    await expiryQueue().pause();
  });
  afterAll(async () => {
    await database?.end();
    await h?.stop();
  });
  afterEach(() => jest.restoreAllMocks());

  const expiryQueue = () => {
    const queues = h.app.get(JobQueues).all();
    return queues.find(({ name }) => name === 'domains-expiry')!;
  };

  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const exclusion = (expires_at: string | null): RuleExclusion => ({
    id: randomUUID(),
    by: 'tag',
    value: 'family/xss',
    target: 'ARGS:comment',
    path_prefix: '',
    note: '',
    expires_at,
  });
  /** Moves the clock forward by so many hours. */
  const later = (hours: number) =>
    jest.spyOn(h.app.get(ClockService), 'now').mockImplementation(() => Date.now() + hours * HOUR_MS);
  const publishDue = () => h.app.get(ExclusionExpiryJob).publishDue();

  const site = async (rule_exclusions: RuleExclusion[]) => {
    const user = newUser();
    const { id, path } = await h.newDomain(user);
    const { body } = await h.call('GET', path, user);
    h.dns.records = [
      ...h.dns.records,
      { name: String(body.verification_subdomain), type: 'CNAME', value: CNAME_TARGET },
    ];
    const save = (policyConfig: object) => h.call('PUT', `${path}/waf-config`, user, { policyConfig });
    await save({ rule_exclusions });
    await h.call('POST', `${path}/verify`, user);
    return { id, user, path, save, get: () => h.call('GET', `${path}/waf-config`, user) };
  };
  const atEdge = (id: string, check: (config: edgeV1.SiteConfig) => void) =>
    eventually(
      'the edge has the configuration',
      async () => {
        const bytes = await h.edgeRedis.hgetBuffer(EDGE_KEYS.configs, id);
        if (bytes === null) throw new Error('nothing published');
        check(verifySiteConfig(bytes, readTrustedKeys({ c1: h.signing.publicKey })));
      },
      8_000,
    );
  const named = (config: edgeV1.SiteConfig) => config.policy?.exclusions.map(({ name }) => name);
  const dueAt = async (id: string) => {
    const { rows } = await database.query('SELECT next_expiry_at FROM publications WHERE site_id = $1', [id]);
    return rows[0]?.next_expiry_at?.toISOString() ?? null;
  };

  it('leave the edge one after the other, in publications of the same version of the configuration', async () => {
    const [first, second, lasting] = [exclusion(inHours(1)), exclusion(inHours(2)), exclusion(null)];
    const s = await site([second, first, lasting]);
    await atEdge(s.id, (config) => expect(named(config)).toEqual([second.id, first.id, lasting.id]));
    expect(await dueAt(s.id)).toBe(first.expires_at);
    expect(await publishDue()).toBe(0);

    later(1.5);
    expect(await publishDue()).toBe(1);
    await atEdge(s.id, (config) =>
      expect([config.version, named(config)]).toEqual([2n, [second.id, lasting.id]]),
    );
    expect(await dueAt(s.id)).toBe(second.expires_at);
    expect(await publishDue()).toBe(0);

    later(2.5);
    expect(await publishDue()).toBe(1);
    await atEdge(s.id, (config) => expect([config.version, named(config)]).toEqual([3n, [lasting.id]]));
    expect(await dueAt(s.id)).toBeNull();
    expect((await s.get()).body).toMatchObject({
      version: 2,
      policyConfig: { rule_exclusions: [second, first, lasting] },
    });
  });

  it('can stay and go as they are, but not come newly', async () => {
    const old = exclusion(inHours(1));
    const s = await site([old]);
    later(2);
    const noted = { ...old, note: 'Was for the launch' };
    expect((await s.save({ rule_exclusions: [noted], waf_sensitivity: 'low' })).status).toBe(200);
    await atEdge(s.id, (config) => expect([named(config), config.policy?.paranoiaLevel]).toEqual([[], 1]));
    expect(await s.save({ rule_exclusions: [noted, exclusion(inHours(1.5))] })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'policyConfig.rule_exclusions.1.expires_at' }] },
    });
    const longer = { ...noted, expires_at: inHours(3) };
    expect((await s.save({ rule_exclusions: [longer] })).status).toBe(200);
    await atEdge(s.id, (config) => expect(named(config)).toEqual([old.id]));
    expect((await s.save({ rule_exclusions: [] })).status).toBe(200);
    expect(await dueAt(s.id)).toBeNull();
  });

  it('are published once, whoever looks, and also by a service that was not there when they expired', async () => {
    const sites = await Promise.all([1, 2, 3].map(() => site([exclusion(inHours(1))])));
    await h.restart();
    later(2);
    const counts = await Promise.all([publishDue(), publishDue(), publishDue()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    for (const { id } of sites)
      await atEdge(id, (config) => expect([config.version, named(config)]).toEqual([2n, []]));
  });

  it('of one site that cannot be published do not keep those of others', async () => {
    const [broken, sound] = [await site([exclusion(inHours(1))]), await site([exclusion(inHours(1.1))])];
    await database.query(
      `UPDATE waf_config_versions SET origin_config = origin_config || '{"origin_port": 0}' WHERE domain_id = $1`,
      [broken.id],
    );
    later(2);
    expect(await publishDue()).toBe(1);
    await atEdge(sound.id, (config) => expect(named(config)).toEqual([]));
    expect(Date.parse((await dueAt(broken.id))!)).toBeGreaterThan(Date.now() + 2 * HOUR_MS);
    await database.query(
      `UPDATE waf_config_versions SET origin_config = origin_config || '{"origin_port": 80}' WHERE domain_id = $1`,
      [broken.id],
    );
    later(2.1);
    expect(await publishDue()).toBe(1);
    await atEdge(broken.id, (config) => expect(named(config)).toEqual([]));
  });

  it('of a site that is gone are nobody’s concern', async () => {
    const s = await site([exclusion(inHours(1))]);
    await h.call('DELETE', s.path, s.user);
    expect(await dueAt(s.id)).toBeNull();
    later(2);
    expect(await publishDue()).toBe(0);
  });

  it('are found by the job that runs by itself', async () => {
    const s = await site([exclusion(inHours(1))]);
    await expiryQueue().resume();
    await database.query(
      "UPDATE publications SET next_expiry_at = now() - interval '1 second' WHERE site_id = $1",
      [s.id],
    );
    await eventually(
      'the schedule being right again',
      async () => expect(Date.parse((await dueAt(s.id))!)).toBeGreaterThan(Date.now()),
      40_000,
    );
  }, 60_000);
});
