import { fromBinary } from '@bufbuild/protobuf';
import { DAY_MS } from '@palisade/basics';
import { edgeV1 } from '@palisade/contracts';
import { EDGE_KEYS, openTlsKey, readTrustedKeys, verifySiteConfig } from '@palisade/edge-state';
import { createRedisStreamsBus, type EventBus, type ReceivedEvent, readEventKeys } from '@palisade/messaging';
import type { DomainId, UserCaller } from '@palisade/nest-kit';
import { eventually, silentLogger } from '@palisade/testing';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { TestAuthority } from '../../test/certificate-authority.ts';
import { CNAME_TARGET, type Harness, newUser, startHarness } from '../../test/harness.ts';
import type { IssuanceError } from './acme/acme.errors.ts';
import type { CertificatesView } from './certificate.schema.ts';
import { CertificateMaintenanceService } from './certificate-maintenance.service.ts';
import { CertificateOrdersRepository, MAX_ORDERS_OF_OWNER } from './certificate-orders.repository.ts';

describe('certificates that owners bring', () => {
  let h: Harness;
  let authority: TestAuthority;
  let redis: Redis;
  let database: Client;
  let bus: EventBus;
  const events: ReceivedEvent[] = [];
  const eventsOf = (id: string) => events.filter(({ key }) => key === id);
  let number = 0;

  beforeAll(async () => {
    [h, authority] = await Promise.all([startHarness(), TestAuthority.create()]);
    redis = new Redis(`${h.redis.url}/1`);
    database = new Client({ connectionString: h.postgres.adminUrl, options: '-c search_path=domains' });
    await database.connect();
    const keys = readEventKeys(h.keys.eventSettings('mailer'));
    bus = createRedisStreamsBus({ url: `${h.redis.url}/0`, source: 'mailer', keys, logger: silentLogger });
    const handle = async (event: ReceivedEvent) => void events.push(event);
    await bus.subscribe({
      group: 'mailer',
      registrations: {
        'domains.certificate_expiring.v1': { mode: 'single', handle },
        'domains.domain_removed.v1': { mode: 'single', handle },
      },
    });
  });
  afterAll(async () => {
    redis?.disconnect();
    await bus?.close();
    await database?.end();
    await h?.stop();
  });

  async function site(user: UserCaller): Promise<{ id: string; name: string }> {
    number++;
    const name = `site-${number}.example.com`;
    const { body } = await h.call('POST', '/domains', user, { domain_name: name, origin_host: '192.0.2.1' });
    h.dns.records = [
      ...h.dns.records,
      { name: String(body.verification_subdomain), type: 'CNAME', value: CNAME_TARGET },
    ];
    expect((await h.call('POST', `/domains/${body.id}/verify`, user)).body.verified).toBe(true);
    return { id: String(body.id), name };
  }

  async function upload(user: UserCaller, id: string, names: string[], notAfter?: Date) {
    const { certPem, keyPem } = await authority.issue({ names, ...(notAfter && { notAfter }) });
    const answer = await h.call('PUT', `/domains/${id}/certificates/uploaded`, user, {
      certificate_chain: certPem + authority.intermediatePem,
      private_key: keyPem,
    });
    return { certPem, keyPem, answer };
  }

  /** The site's published configuration. */
  const published = async (id: string): Promise<edgeV1.SiteConfig> => {
    const bytes = await redis.hgetBuffer(EDGE_KEYS.configs, id);
    return verifySiteConfig(bytes!, readTrustedKeys({ c1: h.signing.publicKey }));
  };
  const view = async (user: UserCaller, id: string) =>
    (await h.call('GET', `/domains/${id}/certificates`, user)).body as unknown as CertificatesView;

  it('are served, and their key opens with the edge’s key only and leaves nowhere else', async () => {
    const user = newUser();
    const { id, name } = await site(user);
    const { certPem, keyPem, answer } = await upload(user, id, [name]);
    expect(answer.status).toBe(200);
    expect((answer.body as unknown as CertificatesView).certificates).toEqual([
      expect.objectContaining({
        source: 'uploaded',
        in_use: true,
        status: 'active',
        names: [name],
        uncovered_hosts: [],
        issuer: 'Test Inc Test Intermediate',
      }),
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('PRIVATE');

    await eventually('the certificate at the edge', async () => {
      expect((await published(id)).tls?.certificateChainPem).toContain(certPem.trim());
    });
    const { sealedPrivateKey } = (await published(id)).tls!;
    expect(openTlsKey(sealedPrivateKey, id, h.sealing.privateKey).replaceAll(/\s/g, '')).toBe(
      keyPem.replaceAll(/\s/g, ''),
    );
    const needle = Buffer.from(keyPem.split('\n')[1]!);
    const { rows } = await database.query(
      'SELECT chain_pem, sealed_key FROM certificates WHERE domain_id = $1',
      [id],
    );
    expect(rows[0].sealed_key.includes(needle)).toBe(false);
    const { rows: documents } = await database.query('SELECT document FROM publications WHERE site_id = $1', [
      id,
    ]);
    expect(fromBinary(edgeV1.SiteConfigSchema, documents[0].document).tls).toBeDefined();
    expect(documents[0].document.includes(needle)).toBe(false);
  });

  it('are refused with a code and the field that it is about', async () => {
    const user = newUser();
    const { id } = await site(user);
    const { answer } = await upload(user, id, ['other.example.com']);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'certificate_names_missing', errors: [{ path: 'certificate_chain' }] },
    });
    expect((await view(user, id)).certificates).toEqual([]);
  });

  it('are the owner’s alone', async () => {
    const [user, stranger] = [newUser(), newUser()];
    const { id, name } = await site(user);
    await upload(user, id, [name]);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/issue'],
      ['POST', '/revoke'],
      ['PUT', '/uploaded'],
      ['DELETE', '/uploaded'],
    ]) {
      const body = { certificate_chain: 'x', private_key: 'x' };
      const answer = await h.call(
        method!,
        `/domains/${id}/certificates${path}`,
        stranger,
        method === 'PUT' ? body : method === 'POST' ? {} : undefined,
      );
      expect({ method, path, status: answer.status }).toEqual({ method, path, status: 404 });
    }
    expect((await view(user, id)).certificates).toHaveLength(1);
  });

  it('go when the owner takes them away', async () => {
    const user = newUser();
    const { id, name } = await site(user);
    await upload(user, id, [name]);
    const answer = await h.call('DELETE', `/domains/${id}/certificates/uploaded`, user);
    expect(answer).toMatchObject({ status: 200, body: { certificates: [] } });
    await eventually('no certificate at the edge', async () => {
      expect((await published(id)).tls).toBeUndefined();
    });
    const again = await h.call('DELETE', `/domains/${id}/certificates/uploaded`, user);
    expect(again).toMatchObject({ status: 404, body: { code: 'certificate_not_found' } });
  });

  it('end: the owner is told once before, and what is shown says so after', async () => {
    const user = newUser();
    const { id, name } = await site(user);
    await upload(user, id, [name], new Date(Date.now() + 5 * DAY_MS));
    const care = h.app.get(CertificateMaintenanceService);
    await care.maintain(id as DomainId, 'uploaded');
    await care.maintain(id as DomainId, 'uploaded');
    await database.query(
      `UPDATE certificates SET not_after = now() - interval '1 minute' WHERE domain_id = $1`,
      [id],
    );
    await care.maintain(id as DomainId, 'uploaded');
    expect((await view(user, id)).certificates).toEqual([
      expect.objectContaining({ status: 'expired', in_use: true }),
    ]);
    await h.call('DELETE', `/domains/${id}`, user);
    await eventually('the last event about it', async () => {
      expect(eventsOf(id).at(-1)?.type).toBe('domains.domain_removed.v1');
    });
    expect(eventsOf(id).map(({ type }) => type)).toEqual([
      'domains.certificate_expiring.v1',
      'domains.domain_removed.v1',
    ]);
    expect(eventsOf(id)[0]?.payload).toMatchObject({ ownerId: user.userId, domainName: name });
  });

  it('are ordered of the authority up to an owner’s share of what it takes of all, and then later', async () => {
    const orders = h.app.get(CertificateOrdersRepository);
    const [greedy, other] = [newUser().userId, newUser().userId];
    await database.query(
      `INSERT INTO certificate_orders SELECT $1, now() - interval '2 hours' FROM generate_series(1, $2)`,
      [greedy, MAX_ORDERS_OF_OWNER - 1],
    );
    await orders.take(greedy);
    const refused: unknown = await orders.take(greedy).catch((error: unknown) => error);
    expect(refused).toMatchObject({ fault: { code: 'rate_limited', mendedBy: 'time' } });
    const { retryAfter } = (refused as IssuanceError).fault;
    expect(retryAfter).toBeGreaterThan(3_000);
    expect(retryAfter).toBeLessThanOrEqual(3_600);
    await orders.take(other);
    await database.query(`UPDATE certificate_orders SET ordered_at = ordered_at - interval '2 hours'`);
    await orders.take(greedy);
  });

  it('leave room for others however many owners order much, and are counted one after another', async () => {
    const orders = h.app.get(CertificateOrdersRepository);
    await database.query('DELETE FROM certificate_orders');
    const owners = [1, 2, 3].map(() => newUser().userId);
    const taken: number[] = [];
    for (const owner of owners) {
      const asked = Array.from({ length: MAX_ORDERS_OF_OWNER + 5 }, () => orders.take(owner));
      const answers = await Promise.allSettled(asked);
      taken.push(answers.filter(({ status }) => status === 'fulfilled').length);
    }
    expect(taken).toEqual([100, 67, 45]);
    await database.query('DELETE FROM certificate_orders');
  });

  it('are all there is where no authority is configured', async () => {
    const user = newUser();
    const { id } = await site(user);
    expect(await h.call('POST', `/domains/${id}/certificates/issue`, user)).toMatchObject({
      status: 409,
      body: { code: 'automatic_certificates_off' },
    });
    expect(await view(user, id)).toMatchObject({ automatic_available: false, wildcard_record: null });
  });
});
