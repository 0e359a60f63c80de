import type { UserCaller } from '@palisade/nest-kit';
import { eventually, freePort } from '@palisade/testing';
import { Client } from 'pg';
import { TestAuthority } from '../../test/certificate-authority.ts';
import { handshake, startEdgeProcess } from '../../test/edge-process.ts';
import { CNAME_TARGET, type Harness, newUser, startHarness } from '../../test/harness.ts';
import { type NameServer, startNameServer } from '../../test/name-server.ts';
import { type Pebble, startPebble } from '../../test/pebble.ts';
import { DnsPollJob } from '../dns-records/dns-poll.job.ts';
import type { CertificatesView, CertificateView } from './certificate.schema.ts';
import { CertificatesJob } from './certificates.job.ts';
import { pauseAfterFailure } from './renewal-schedule.rules.ts';

const REFUSED = 'refused.test';

/** Authority, name server, edge, database and Redis are the real programs. */
describe('certificates from an authority', () => {
  let names: NameServer;
  let pebble: Pebble;
  let h: Harness;
  let edge: Awaited<ReturnType<typeof startEdgeProcess>>;
  let database: Client;
  let root: string;
  const ports = { http: 0, https: 0, admin: 0 };
  const records: string[] = [`${CNAME_TARGET}. A 127.0.0.1`];

  beforeAll(async () => {
    Object.assign(ports, { http: await freePort(), https: await freePort(), admin: await freePort() });
    names = await startNameServer();
    await names.setRecords(records);
    pebble = await startPebble({
      httpPort: ports.http,
      nameServer: names.address,
      refusedNames: [REFUSED],
    });
    h = await startHarness({
      PALISADE_DNS_SERVERS: names.address,
      PALISADE_ACME_DIRECTORY: pebble.directory,
      PALISADE_ACME_TERMS_AGREED: 'true',
      PALISADE_ACME_CONTACT: 'certificates@palisade.test',
      PALISADE_ACME_CA: pebble.ca,
      PALISADE_ACME_HTTP_PORT: String(ports.http),
      PALISADE_ACME_DNS_ZONE: names.zone,
      PALISADE_ACME_DNS_SERVER: names.address,
      PALISADE_ACME_DNS_KEY: JSON.stringify({ [names.key.name]: names.key.secret }),
    });
    edge = await startEdgeProcess({
      ports,
      redisUrl: `${h.redis.url}/1`,
      configKeys: { c1: h.signing.publicKey },
      sealKey: h.sealing.privateKey,
    });
    database = new Client({ connectionString: h.postgres.adminUrl, options: '-c search_path=domains' });
    await database.connect();
    root = await pebble.rootPem();
  });
  afterAll(async () => {
    await database?.end();
    await edge?.stop();
    await h?.stop();
    await pebble?.stop();
    await names?.stop();
  });

  /** A verified site with these names in DNS (`@` stands for the domain). */
  async function site(user: UserCaller, name: string, pointing: string[], further: string[] = []) {
    const { body } = await h.call('POST', '/domains', user, { domain_name: name, origin_host: '192.0.2.1' });
    const target = `CNAME ${CNAME_TARGET}.`;
    records.push(
      `${String(body.verification_subdomain)}. ${target}`,
      ...pointing.map((host) => `${host}. ${host === name ? 'A 127.0.0.1' : target}`),
      ...further,
    );
    await names.setRecords(records);
    expect((await h.call('POST', `/domains/${body.id}/verify`, user)).body.verified).toBe(true);
    return { id: String(body.id), token: String(body.verification_token) };
  }

  const view = async (user: UserCaller, id: string) =>
    (await h.call('GET', `/domains/${id}/certificates`, user)).body as unknown as CertificatesView;

  /** Has time pass: DNS is looked up, and what is due about certificates is done. */
  async function attended(
    user: UserCaller,
    id: string,
    until: (certificate: CertificateView) => boolean,
    before: () => Promise<unknown> = async () => undefined,
  ): Promise<CertificateView> {
    return await eventually('the certificate being attended to', async () => {
      await before();
      await h.app.get(DnsPollJob).checkDue();
      await h.app.get(CertificatesJob).findDue();
      const [certificate] = (await view(user, id)).certificates;
      if (certificate === undefined || !until(certificate)) {
        throw new Error(
          `${JSON.stringify(certificate)}\n${edge.output().slice(-2_000)}\n${pebble.output().slice(-3_000)}`,
        );
      }
      return certificate;
    });
  }
  /** To be done each time: a look that is under way writes down when to look next, and has seen the records of before. */
  const lookingAnew = (id: string) => () =>
    database.query('UPDATE domains SET next_dns_check_at = now() WHERE id = $1', [id]);
  const shown = (name: string) => handshake(ports.https, name, root);
  const shownSerial = (name: string, serial: string | null) =>
    eventually('the next handshake', async () => expect((await shown(name)).serial).toBe(serial));

  it('are obtained as soon as a name points to us, renewed in time, and replaced with another key once revoked', async () => {
    const user = newUser();
    const { id } = await site(user, 'shop.test', ['shop.test', 'www.shop.test']);
    const first = await attended(
      user,
      id,
      ({ status, uncovered_hosts }) => status === 'active' && uncovered_hosts.length === 0,
    );
    expect(first).toMatchObject({ in_use: true, last_error: null });
    expect([...first.names].sort()).toEqual(['shop.test', 'www.shop.test']);
    await shownSerial('shop.test', first.serial);
    await shownSerial('www.shop.test', first.serial);
    expect((await shown('shop.test')).fingerprint).toBe(first.fingerprint_sha256);

    await database.query(
      `UPDATE certificates SET renew_at = now(), next_attempt_at = now(), requested_at = NULL WHERE domain_id = $1`,
      [id],
    );
    const second = await attended(user, id, ({ serial }) => serial !== first.serial);
    await shownSerial('shop.test', second.serial);
    expect(await pebble.status(first.serial!)).toBe('Valid');

    const before = await shown('shop.test');
    const revoked = await h.call('POST', `/domains/${id}/certificates/revoke`, user, {});
    expect(revoked.status).toBe(200);
    expect(await pebble.status(second.serial!)).toBe('Revoked');
    const third = await attended(
      user,
      id,
      ({ serial, status }) => serial !== second.serial && status === 'active',
    );
    await shownSerial('shop.test', third.serial);
    expect((await shown('shop.test')).publicKey).not.toBe(before.publicKey);
    expect(await pebble.status(third.serial!)).toBe('Valid');

    const tooSoon = await h.call('POST', `/domains/${id}/certificates/issue`, user);
    expect(tooSoon).toMatchObject({ status: 429, body: { code: 'certificate_asked_too_soon' } });
  });

  it('take in a name that comes to point to us later', async () => {
    const user = newUser();
    const { id } = await site(user, 'late.test', ['late.test']);
    const first = await attended(user, id, ({ status }) => status === 'active');
    expect(first).toMatchObject({ names: ['late.test'], uncovered_hosts: ['www.late.test'] });
    records.push(`www.late.test. CNAME ${CNAME_TARGET}.`);
    await names.setRecords(records);
    const second = await attended(
      user,
      id,
      ({ uncovered_hosts }) => uncovered_hosts.length === 0,
      lookingAnew(id),
    );
    expect([...second.names].sort()).toEqual(['late.test', 'www.late.test']);
  });

  it('cover everything below a domain whose owner delegated challenges to us, before any of it points to us', async () => {
    const user = newUser();
    const { body } = await h.call('POST', '/domains', user, {
      domain_name: 'wild.test',
      origin_host: '192.0.2.1',
    });
    const { wildcard_record: record } = await view(user, String(body.id));
    records.push(
      `${String(body.verification_subdomain)}. CNAME ${CNAME_TARGET}.`,
      `${record?.name}. ${record?.type} ${record?.value}.`,
    );
    await names.setRecords(records);
    const id = String(body.id);
    expect((await h.call('POST', `/domains/${id}/verify`, user)).body.verified).toBe(true);
    expect((await h.call('POST', `/domains/${id}/certificates/issue`, user)).status).toBe(200);
    const certificate = await attended(user, id, ({ status }) => status === 'active');
    expect([...certificate.names].sort()).toEqual(['*.wild.test', 'wild.test']);
    const hosts = ['wild.test', 'www.wild.test', 'deep.wild.test'];
    expect((await h.call('PATCH', `/domains/${id}`, user, { hosts })).status).toBe(200);
    for (const host of hosts) await shownSerial(host, certificate.serial);
  });

  it('that the authority refuses say why in plain words, and are tried again later', async () => {
    const user = newUser();
    const { id } = await site(user, REFUSED, [REFUSED]);
    const failed = await attended(user, id, ({ status }) => status === 'failed');
    expect(failed).toMatchObject({ in_use: false, names: [], last_error: { code: 'name_rejected' } });
    expect(failed.last_error?.message).toMatch(/does not issue certificates for this name/);
    const pause = Date.parse(failed.next_attempt_at!) - Date.now();
    expect(pause).toBeGreaterThan(0);
    expect(pause).toBeLessThanOrEqual(pauseAfterFailure(1, 0, () => 1));
  });

  it('are obtained without a name that the authority cannot reach, and say so', async () => {
    const user = newUser();
    // A forgotten AAAA record, which authorities prefer: nothing listens there.
    const { id } = await site(
      user,
      'mixed.test',
      ['mixed.test'],
      ['www.mixed.test. A 127.0.0.1', 'www.mixed.test. AAAA ::1'],
    );
    const certificate = await attended(user, id, ({ status }) => status === 'active');
    expect(certificate).toMatchObject({
      names: ['mixed.test'],
      uncovered_hosts: ['www.mixed.test'],
      last_error: { code: 'validation_failed' },
    });
    expect(certificate.last_error?.message).toContain('Without www.mixed.test. ');
    await shownSerial('mixed.test', certificate.serial);
    // It is not tried again at every look.
    await h.app.get(CertificatesJob).findDue();
    expect((await view(user, id)).certificates[0]).toMatchObject({
      status: 'active',
      serial: certificate.serial,
    });
  });

  it('give way to one that the owner brings, and serve again when it is taken away or ends', async () => {
    const user = newUser();
    const { id } = await site(user, 'own.test', ['own.test', 'www.own.test']);
    const obtained = await attended(user, id, ({ status }) => status === 'active');
    const authority = await TestAuthority.create();
    const upload = async () => {
      const { certPem, keyPem, serial } = await authority.issue({ names: ['own.test', 'www.own.test'] });
      const answer = await h.call('PUT', `/domains/${id}/certificates/uploaded`, user, {
        certificate_chain: certPem + authority.intermediatePem,
        private_key: keyPem,
      });
      expect(answer.status).toBe(200);
      await eventually('the uploaded one in the next handshake', async () =>
        expect((await handshake(ports.https, 'own.test', authority.rootPem)).serial).toBe(serial),
      );
    };
    await upload();
    expect((await h.call('DELETE', `/domains/${id}/certificates/uploaded`, user)).status).toBe(200);
    await shownSerial('own.test', obtained.serial);

    await upload();
    await database.query(
      `UPDATE certificates SET not_after = now() - interval '1 second', next_attempt_at = now()
         WHERE domain_id = $1 AND source = 'uploaded'`,
      [id],
    );
    await h.app.get(CertificatesJob).findDue();
    await shownSerial('own.test', obtained.serial);
  });

  it('are waited for while no name points to us, and obtained again when one does', async () => {
    const user = newUser();
    const { id } = await site(user, 'away.test', ['away.test']);
    const first = await attended(user, id, ({ status }) => status === 'active');
    const ours = records.indexOf('away.test. A 127.0.0.1');
    await names.setRecords(records.with(ours, 'away.test. A 127.0.0.2'));
    await database.query(
      'UPDATE certificates SET renew_at = now(), next_attempt_at = now() WHERE domain_id = $1',
      [id],
    );
    // It is tried once more until DNS has been looked up again.
    const waiting = await attended(
      user,
      id,
      ({ last_error: error, next_attempt_at: next }) => error !== null && next === null,
    );
    expect(waiting).toMatchObject({
      status: 'renewing',
      in_use: true,
      last_error: { code: 'not_pointing' },
    });
    await names.setRecords(records);
    const second = await attended(user, id, ({ status }) => status === 'active', lookingAnew(id));
    expect(second.serial).not.toBe(first.serial);
  });

  it('are obtained with a new account where the authority has lost ours', async () => {
    await database.query(
      `UPDATE acme_accounts SET account_url = regexp_replace(account_url, '[^/]+$', 'lost')`,
    );
    await h.restart();
    const user = newUser();
    // Connections to the former process may be found dead first.
    await eventually('the service answering again', () => h.call('GET', '/domains', user));
    const { id } = await site(user, 'lost.test', ['lost.test']);
    const refused = await attended(user, id, ({ last_error: error }) => error !== null);
    expect(refused.last_error?.code).toBe('account_unknown');
    await database.query('UPDATE certificates SET next_attempt_at = now() WHERE domain_id = $1', [id]);
    await attended(user, id, ({ status }) => status === 'active');
  });

  it('leave no key in the clear, neither the account’s nor theirs', async () => {
    const { rows } = await database.query('SELECT sealed_key, account_url FROM acme_accounts');
    expect(rows).toHaveLength(1);
    expect(rows[0].sealed_key).toMatch(/^v1\.k1\./);
    const { rows: kept } = await database.query('SELECT sealed_key, chain_pem FROM certificates');
    expect(kept.some(({ sealed_key }) => sealed_key !== null)).toBe(true);
    for (const { sealed_key, chain_pem } of kept) {
      expect(`${chain_pem}${sealed_key?.toString('latin1')}`).not.toContain('PRIVATE KEY');
    }
  });
});
