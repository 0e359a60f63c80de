import { createPrivateKey, X509Certificate } from 'node:crypto';
import { jest } from '@jest/globals';
import { DAY_MS } from '@palisade/basics';
import { edgeV1 } from '@palisade/contracts';
import {
  EDGE_KEYS,
  generateEdgeKeys,
  openTlsKey,
  readTrustedKeys,
  verifySiteConfig,
} from '@palisade/edge-state';
import { createRedisStreamsBus, type EventBus, type ReceivedEvent, readEventKeys } from '@palisade/messaging';
import { JobQueues } from '@palisade/messaging/jobs';
import { SecretBox, SecretBoxError, type UserCaller } from '@palisade/nest-kit';
import { eventually, newSecretKey, silentLogger } from '@palisade/testing';
import { Client } from 'pg';
import { TestAuthority } from '../../test/certificate-authority.ts';
import { CNAME_TARGET, type Harness, newUser, startHarness } from '../../test/harness.ts';
import { resealTlsKeys } from '../../tools/edge-keys.ts';
import { reseal } from '../../tools/reseal.ts';
import { ClockService } from '../clock/clock.service.ts';
import {
  nextOriginAuthorityContext,
  originAuthorityContext,
} from '../origin-certificate-store/origin-issuance.service.ts';
import type { OriginCertificatesView } from './origin-certificate.schema.ts';
import { OriginCertificatesJob } from './origin-certificates.job.ts';

const CLIENT = ['1.3.6.1.5.5.7.3.2'];
const KEKS = { k1: newSecretKey() };

describe('certificates for origins', () => {
  let h: Harness;
  let authority: TestAuthority;
  let database: Client;
  let bus: EventBus;
  const events: ReceivedEvent[] = [];
  let number = 0;

  beforeAll(async () => {
    [h, authority] = await Promise.all([
      startHarness({ PALISADE_KEK_KEYS: JSON.stringify(KEKS) }),
      TestAuthority.create(),
    ]);
    database = new Client({ connectionString: h.postgres.adminUrl, options: '-c search_path=domains' });
    await database.connect();
    const queues = h.app.get(JobQueues).all();
    await queues.find(({ name }) => name === 'domains-origin-certificates')!.pause();
    const keys = readEventKeys(h.keys.eventSettings('mailer'));
    bus = createRedisStreamsBus({ url: `${h.redis.url}/0`, source: 'mailer', keys, logger: silentLogger });
    const handle = async (event: ReceivedEvent) => void events.push(event);
    await bus.subscribe({
      group: 'mailer',
      registrations: { 'domains.origin_certificate_expiring.v1': { mode: 'single', handle } },
    });
  });
  afterAll(async () => {
    await bus?.close();
    await database?.end();
    await h?.stop();
  });
  afterEach(() => jest.restoreAllMocks());

  const site = async () => {
    const user = newUser();
    number++;
    const { body } = await h.call('POST', '/domains', user, {
      domain_name: `origin-${number}.example.com`,
      origin_host: '192.0.2.1',
    });
    const id = String(body.id);
    const path = `/domains/${id}`;
    const verify = async () => {
      h.dns.records = [
        ...h.dns.records,
        { name: String(body.verification_subdomain), type: 'CNAME', value: CNAME_TARGET },
      ];
      expect((await h.call('POST', `${path}/verify`, user)).body.verified).toBe(true);
    };
    const choose = (origin_client_certificate: string) =>
      h.call('PUT', `${path}/waf-config`, user, { originConfig: { origin_client_certificate } });
    return { id, user, path: `${path}/origin-certificates`, verify, choose };
  };
  const view = async (s: { path: string; user: UserCaller }) =>
    (await h.call('GET', s.path, s.user)).body as unknown as OriginCertificatesView;
  const published = async (id: string): Promise<edgeV1.SiteConfig> => {
    const bytes = await h.edgeRedis.hgetBuffer(EDGE_KEYS.configs, id);
    return verifySiteConfig(bytes!, readTrustedKeys({ c1: h.signing.publicKey }));
  };
  /** What the edge presents, once it is another than before. */
  const presented = (id: string, before: string | null = null) =>
    eventually('another certificate at the edge', async () => {
      const { originClient } = await published(id);
      expect(originClient).toBeDefined();
      expect(originClient!.certificateChainPem).not.toBe(before);
      return originClient!;
    });
  const isSignedBy = (leafPem: string, authorityPem: string) =>
    new X509Certificate(leafPem).verify(new X509Certificate(authorityPem).publicKey);
  const ahead = (days: number) => {
    const now = Date.now() + days * DAY_MS;
    jest.spyOn(h.app.get(ClockService), 'now').mockImplementation(() => now);
  };
  const upload = async (s: { path: string; user: UserCaller }, purposes = CLIENT) => {
    const { certPem, keyPem } = await authority.issue({
      purposes,
      notAfter: new Date(Date.now() + 30 * DAY_MS),
    });
    const answer = await h.call('PUT', `${s.path}/uploaded`, s.user, {
      certificate_chain: certPem + authority.intermediatePem,
      private_key: keyPem,
    });
    return { certPem, keyPem, answer };
  };

  it('are issued by an authority that is the site’s alone, before its domain points to us', async () => {
    const [one, other] = [await site(), await site()];
    expect(await view(one)).toEqual({
      in_use: 'off',
      authority: null,
      next_authority: null,
      certificates: [],
    });
    await one.choose('automatic');
    await other.choose('automatic');
    const [mine, theirs] = [await view(one), await view(other)];
    expect(mine.authority!.certificate_pem).not.toBe(theirs.authority!.certificate_pem);
    await one.verify();
    const { certificateChainPem, sealedPrivateKey } = await presented(one.id);
    expect(isSignedBy(certificateChainPem, mine.authority!.certificate_pem)).toBe(true);
    expect(isSignedBy(certificateChainPem, theirs.authority!.certificate_pem)).toBe(false);
    expect(openTlsKey(sealedPrivateKey, one.id, h.sealing.privateKey)).toContain('PRIVATE KEY');
    // A later save keeps it.
    await h.call('PUT', `/domains/${one.id}/waf-config`, one.user, { originConfig: { timeout_seconds: 31 } });
    await eventually('the save at the edge', async () =>
      expect((await published(one.id)).origin!.timeoutMs).toBe(31_000),
    );
    expect((await published(one.id)).originClient!.certificateChainPem).toBe(certificateChainPem);
    await one.choose('off');
    await eventually('none at the edge', async () =>
      expect((await published(one.id)).originClient).toBeUndefined(),
    );
    expect((await view(one)).authority).toEqual(mine.authority);
  });

  it('are told to their owner without keys, and to nobody else', async () => {
    const s = await site();
    await s.choose('automatic');
    const answer = await h.call('GET', s.path, s.user);
    expect(JSON.stringify(answer.body)).not.toContain('PRIVATE');
    expect((await h.call('GET', s.path, newUser())).status).toBe(404);
    const { rows } = await database.query('SELECT sealed_key FROM origin_authorities WHERE domain_id = $1', [
      s.id,
    ]);
    expect(rows[0].sealed_key).not.toContain('PRIVATE');
    const opened = h.app.get(SecretBox).open(rows[0].sealed_key, originAuthorityContext(s.id));
    expect(opened).toContain('PRIVATE KEY');
  });

  it('are renewed in time by the same authority, while they are in use', async () => {
    const [used, unused] = [await site(), await site()];
    for (const s of [used, unused]) {
      await s.verify();
      await s.choose('automatic');
    }
    const before = await presented(used.id);
    await presented(unused.id);
    await unused.choose('off');
    ahead(50);
    await h.app.get(OriginCertificatesJob).maintainDue();
    expect((await published(used.id)).originClient!.certificateChainPem).toBe(before.certificateChainPem);
    ahead(65);
    await h.app.get(OriginCertificatesJob).maintainDue();
    const after = await presented(used.id, before.certificateChainPem);
    const { authority: same, certificates } = await view(used);
    expect(isSignedBy(after.certificateChainPem, same!.certificate_pem)).toBe(true);
    expect(certificates).toHaveLength(1);
    const left = Date.parse(certificates[0]!.not_after) - Date.now();
    expect(left / DAY_MS).toBeGreaterThan(150);
    const [old] = (await view(unused)).certificates;
    expect(Date.parse(old!.not_after) - Date.now()).toBeLessThan(91 * DAY_MS);
    // Switched on again when it is due already.
    await unused.choose('automatic');
    const [renewed] = (await view(unused)).certificates;
    expect(Date.parse(renewed!.not_after) - Date.now()).toBeGreaterThan(150 * DAY_MS);
  });

  it('may be of another authority once the site’s servers trust it', async () => {
    const s = await site();
    await s.verify();
    expect((await h.call('POST', `${s.path}/next-authority`, s.user)).body.code).toBe(
      'origin_authority_missing',
    );
    await s.choose('automatic');
    const before = await presented(s.id);
    const { authority: old } = await view(s);
    expect((await h.call('POST', `${s.path}/next-authority/switch`, s.user)).body.code).toBe(
      'origin_authority_not_prepared',
    );
    await h.call('POST', `${s.path}/next-authority`, s.user);
    const { next_authority: next } = await view(s);
    // Asked again, it stays the one that servers may have been given.
    await h.call('POST', `${s.path}/next-authority`, s.user);
    expect((await view(s)).next_authority).toEqual(next);
    expect((await published(s.id)).originClient!.certificateChainPem).toBe(before.certificateChainPem);
    expect((await h.call('POST', `${s.path}/next-authority/switch`, s.user)).status).toBe(200);
    const after = await presented(s.id, before.certificateChainPem);
    expect(isSignedBy(after.certificateChainPem, next!.certificate_pem)).toBe(true);
    expect(isSignedBy(after.certificateChainPem, old!.certificate_pem)).toBe(false);
    expect(await view(s)).toMatchObject({ authority: next, next_authority: null });
  });

  it('may be the owner’s own, which is judged, kept while it is in use, and warned of once', async () => {
    const s = await site();
    await s.verify();
    const early = await s.choose('uploaded');
    expect([early.status, early.body.code]).toEqual([422, 'validation_failed']);
    expect(JSON.stringify(early.body)).toContain('originConfig.origin_client_certificate');
    const unfit = await upload(s, ['1.3.6.1.5.5.7.3.1']);
    expect([unfit.answer.status, unfit.answer.body.code]).toEqual([422, 'certificate_purpose']);
    const { certPem, keyPem, answer } = await upload(s);
    expect(answer.status).toBe(200);
    expect((await s.choose('uploaded')).status).toBe(200);
    const atEdge = await presented(s.id);
    expect(atEdge.certificateChainPem).toContain(certPem.trim());
    expect(openTlsKey(atEdge.sealedPrivateKey, s.id, h.sealing.privateKey).replaceAll(/\s/g, '')).toBe(
      keyPem.replaceAll(/\s/g, ''),
    );
    const removal = await h.call('DELETE', `${s.path}/uploaded`, s.user);
    expect([removal.status, removal.body.code]).toEqual([409, 'origin_certificate_in_use']);
    ahead(21);
    for (let round = 0; round < 2; round++) await h.app.get(OriginCertificatesJob).maintainDue();
    await eventually('the warning', async () => expect(events.map(({ key }) => key)).toContain(s.id));
    ahead(25);
    await h.app.get(OriginCertificatesJob).maintainDue();
    expect(events.filter(({ key }) => key === s.id)).toHaveLength(1);
    jest.restoreAllMocks();
    await s.choose('off');
    expect((await h.call('DELETE', `${s.path}/uploaded`, s.user)).status).toBe(200);
    expect((await h.call('DELETE', `${s.path}/uploaded`, s.user)).body.code).toBe(
      'origin_certificate_not_found',
    );
  });

  it('are of the same authority after its key-encryption key was rotated, and so is the next one', async () => {
    const s = await site();
    await s.verify();
    await s.choose('automatic');
    await h.call('POST', `${s.path}/next-authority`, s.user);
    const { authority: old, next_authority: next } = await view(s);
    const keks = { ...KEKS, k2: newSecretKey() };
    await reseal({
      PALISADE_DATABASE_URL: h.postgres.adminUrl,
      PALISADE_KEK_KEYS: JSON.stringify(keks),
      PALISADE_KEK_CURRENT: 'k2',
    });
    const { rows } = await database.query(
      'SELECT sealed_key, next_sealed_key FROM origin_authorities WHERE domain_id = $1',
      [s.id],
    );
    const box = new SecretBox({ k2: keks.k2 }, 'k2');
    const opened = [
      box.open(rows[0].sealed_key, originAuthorityContext(s.id)),
      box.open(rows[0].next_sealed_key, nextOriginAuthorityContext(s.id)),
    ];
    const certificates = [old!, next!].map(({ certificate_pem }) => new X509Certificate(certificate_pem));
    for (const [index, certificate] of certificates.entries())
      expect(certificate.checkPrivateKey(createPrivateKey(opened[index]!))).toBe(true);
    // Each is its own column's: they cannot be swapped.
    expect(() => box.open(rows[0].next_sealed_key, originAuthorityContext(s.id))).toThrow(SecretBoxError);
  });

  it('open with the edges’ next key after a rotation, in the table and in the document', async () => {
    const s = await site();
    await s.verify();
    await s.choose('automatic');
    await presented(s.id);
    const next = generateEdgeKeys().sealing;
    await resealTlsKeys(h.postgres.adminUrl, { ...next, previous: [h.sealing.privateKey] });
    const { rows } = await database.query('SELECT sealed_key FROM origin_certificates WHERE domain_id = $1', [
      s.id,
    ]);
    expect(openTlsKey(rows[0].sealed_key, s.id, next.privateKey)).toContain('PRIVATE KEY');
    await eventually('the key at the edge', async () => {
      const { sealedPrivateKey } = (await published(s.id)).originClient!;
      expect(openTlsKey(sealedPrivateKey, s.id, next.privateKey)).toContain('PRIVATE KEY');
    });
  });
});
