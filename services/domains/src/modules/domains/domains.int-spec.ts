import { jest } from '@jest/globals';
import { eventually } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { CNAME_TARGET, type Harness, newUser, startHarness } from '../../test/harness.ts';
import { ClockService } from '../clock/clock.service.ts';
import { DnsRecordsService } from '../dns-records/dns-records.service.ts';
import { OwnersService } from '../owners/owners.service.ts';
import { VERIFIED } from '../verification/verification.service.ts';

describe('domains', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness();
  });
  afterAll(() => h?.stop());

  const add = (user: ReturnType<typeof newUser>, name: string, more: object = {}) =>
    h.call('POST', '/domains/', user, { domain_name: name, origin_host: '192.0.2.10', ...more });
  const pointVerification = (domain: Record<string, unknown>, value = CNAME_TARGET) => {
    h.dns.records = [
      ...h.dns.records,
      { name: String(domain.verification_subdomain), type: 'CNAME' as const, value },
    ];
  };
  const verified = async (user: ReturnType<typeof newUser>, name: string) => {
    const { body } = await add(user, name);
    pointVerification(body);
    expect(await h.call('POST', `/domains/${body.id}/verify`, user)).toMatchObject({
      body: { verified: true },
    });
    return body;
  };
  const paying = (slug: 'starter' | 'business' | 'enterprise') => {
    const user = newUser();
    h.billing.setPlan(user.userId, slug);
    return user;
  };

  describe('adding', () => {
    it('answers the new domain with what its owner must do', async () => {
      const user = newUser();
      const { status, body } = await add(user, 'https://Example.com/');
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(String),
        domain_name: 'example.com',
        hosts: ['example.com', 'www.example.com'],
        origin_host: '192.0.2.10',
        origin_port: 80,
        origin_protocol: 'http',
        dns_verified: false,
        is_active: false,
        paused: false,
        created_at: expect.any(String),
        total_requests: 0,
        allowed_requests: 0,
        blocked_requests: 0,
        mode: 'On',
        certificate: null,
        dns: null,
        cname_target: CNAME_TARGET,
        verification_subdomain: `waf-${body.verification_token}.example.com`,
        verification_token: expect.stringMatching(/^[0-9a-f]{20}$/),
        verification_txt: {
          name: '_palisade-challenge.example.com',
          value: `palisade-domain-verification=${body.verification_token}`,
        },
        txt_reason: null,
        release_at: null,
        ownership_requests: [],
      });
      expect((await h.call('GET', '/domains', user)).body).toEqual([body]);
      expect((await h.call('GET', '/domains/', user)).body).toEqual([body]);
      expect((await h.call('GET', `/domains/${body.id}`, user)).body).toEqual(body);
    });

    it('is listed with its mode, its certificate and where its names lead', async () => {
      const user = newUser();
      const { body } = await add(user, 'glance.example');
      const view = async () => (await h.call('GET', `/domains/${body.id}`, user)).body;
      const query = (sql: string, ...parameters: unknown[]) =>
        h.app.get(DataSource).query(sql, [body.id, ...parameters]);
      const namesAre = (state: string, host = '%') =>
        query(
          `UPDATE dns_records SET state = $2 WHERE domain_id = $1 AND purpose = 'traffic' AND host LIKE $3`,
          state,
          host,
        );
      await h.call('PUT', `/domains/${body.id}/waf-config`, user, {
        policyConfig: { mode: 'DetectionOnly' },
      });
      await eventually('its names being looked up', async () => {
        const rows = await query('SELECT FROM dns_records WHERE domain_id = $1');
        expect(rows.length).toBeGreaterThan(0);
      });
      // Before its owner has proved it, nobody expects its names to lead here.
      expect(await view()).toMatchObject({ mode: 'DetectionOnly', certificate: null, dns: null });
      await query('UPDATE domains SET dns_verified = true, verified_at = now() WHERE id = $1');
      expect(await view()).toMatchObject({ dns: 'none' });
      await namesAre('ok');
      expect(await view()).toMatchObject({ dns: 'all' });
      await namesAre('missing', 'www.%');
      const certificate = (source: string, end: string, status = 'active') =>
        query(
          `INSERT INTO certificates (domain_id, source, status, chain_pem, sealed_key, not_after, next_attempt_at)
           VALUES ($1, $2, $3, 'PEM', 'sealed', now() + $4::interval, now())`,
          source,
          status,
          end,
        );
      await certificate('uploaded', '-1 day');
      expect(await view()).toMatchObject({ dns: 'some', certificate: { status: 'expired' } });
      // A valid certificate is preferred to an expired one, whatever its origin.
      await certificate('automatic', '60 days', 'renewing');
      expect(await view()).toMatchObject({ certificate: { status: 'renewing' } });
    });

    it('takes port 443 where the origin speaks https and no port was given', async () => {
      expect((await add(newUser(), 'tls.example.org', { origin_protocol: 'https' })).body).toMatchObject({
        origin_port: 443,
        origin_protocol: 'https',
      });
    });

    it.each([
      [{ domain_name: '', origin_host: 'a.example' }, 'valid domain name'],
      [{ domain_name: 'localhost', origin_host: 'a.example' }, 'valid domain name'],
      [{ domain_name: 'co.uk', origin_host: 'a.example' }, 'public suffix'],
      [{ domain_name: `x.${CNAME_TARGET}`, origin_host: 'a.example' }, 'belongs to this service'],
      [{ domain_name: 'a.example', origin_host: '' }, 'Origin host is required'],
      [{ domain_name: 'a.example', origin_host: 'not a host' }, 'valid host name or IP address'],
      [{ domain_name: 'a.example', origin_host: 'b.example', origin_port: 0 }, 'Port must be'],
      [{ domain_name: 'a.example', origin_host: 'b.example', origin_protocol: 'ftp' }, 'origin_protocol'],
      [{ origin_host: 'b.example' }, 'domain_name'],
      [{ domain_name: 'a.example', origin_host: 'WWW.a.example' }, 'leads back to this service'],
      [{ domain_name: 'a.example', origin_host: CNAME_TARGET }, 'leads back to this service'],
    ])('refuses %j with 422', async (body, text) => {
      const answer = await h.call('POST', '/domains/', newUser(), body);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toContain(text);
    });

    it('takes nothing from an account that was closed a moment ago, in whatever order both arrive', async () => {
      const [late, atOnce] = [newUser(), newUser()];
      const owners = h.app.get(OwnersService);
      await owners.deleted(late.userId);
      const refused = { status: 403, body: { code: 'account_not_active' } };
      expect(await add(late, 'late-claim.example')).toMatchObject(refused);
      await owners.activityChanged(late.userId, true);
      expect(await add(late, 'late-claim.example')).toMatchObject(refused);
      for (let round = 0; round < 5; round++) {
        await Promise.all([add(atOnce, `at-once-${round}.example`), owners.deleted(atOnce.userId)]);
        expect((await h.call('GET', '/domains', atOnce)).body).toEqual([]);
      }
    });

    it('takes nothing from a deactivated account until it is active again', async () => {
      const user = newUser();
      const owners = h.app.get(OwnersService);
      await owners.activityChanged(user.userId, false);
      expect((await add(user, 'asleep.example')).status).toBe(403);
      await owners.activityChanged(user.userId, true);
      expect((await add(user, 'asleep.example')).status).toBe(201);
    });

    it('refuses the same domain twice', async () => {
      const user = paying('business');
      await add(user, 'twice.example');
      expect(await add(user, 'TWICE.example')).toMatchObject({
        status: 409,
        body: { code: 'domain_already_added', detail: 'You have already added twice.example.' },
      });
    });

    it('refuses one more than the plan includes, with the way out, and takes it right after an upgrade', async () => {
      const user = newUser();
      await add(user, 'first.example');
      expect(await add(user, 'second.example')).toMatchObject({
        status: 402,
        body: {
          code: 'upgrade_required',
          detail: 'Upgrade required: your Free plan includes 1 domain. Upgrade your plan to protect more.',
        },
      });
      h.billing.setPlan(user.userId, 'starter');
      expect((await add(user, 'second.example')).status).toBe(201);
      expect((await add(user, 'third.example')).body.detail).toContain(
        'your Starter plan includes 2 domains',
      );
    });

    it('holds the limit against many at once', async () => {
      const user = newUser();
      const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => add(user, `race-${i}.example`)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(11).fill(402)]);
    });
  });

  describe('verifying', () => {
    it('says what is missing, what is wrong, and activates at last', async () => {
      const user = newUser();
      const { body } = await add(user, 'steps.example');
      const verify = () => h.call('POST', `/domains/${body.id}/verify`, user);
      const name = String(body.verification_subdomain);

      expect(await verify()).toMatchObject({
        status: 200,
        body: { verified: false, message: expect.stringContaining(`No CNAME record found for ${name}`) },
      });
      h.dns.records = [...h.dns.records, { name, type: 'A', value: '192.0.2.99' }];
      expect((await verify()).body).toMatchObject({
        verified: false,
        message: expect.stringContaining('has an address (192.0.2.99) but no CNAME'),
      });
      h.dns.records = h.dns.records.filter((record) => record.name !== name);
      pointVerification(body, 'elsewhere.example.net');
      expect((await verify()).body).toMatchObject({
        verified: false,
        message: expect.stringContaining(`points to elsewhere.example.net instead of ${CNAME_TARGET}`),
      });
      h.dns.records = h.dns.records.filter((record) => record.name !== name);
      pointVerification(body, CNAME_TARGET.toUpperCase());
      expect((await verify()).body).toEqual({ verified: true, code: 'verified', message: VERIFIED });
      expect((await h.call('GET', `/domains/${body.id}`, user)).body).toMatchObject({
        dns_verified: true,
        is_active: true,
        // Looked up with the proof: nobody waits for the poll to learn it.
        dns: 'none',
      });
      expect((await verify()).body).toMatchObject({ verified: true });
    });

    it('is said although its hosts cannot be looked up', async () => {
      const user = newUser();
      const { body } = await add(user, 'unlooked.example');
      pointVerification(body);
      const look = jest.spyOn(h.app.get(DnsRecordsService), 'check').mockRejectedValue(new Error('lost'));
      const verify = () => h.call('POST', `/domains/${body.id}/verify`, user);
      expect((await verify()).body).toEqual({ verified: true, code: 'verified', message: VERIFIED });
      look.mockRestore();
    });

    it('asks for another record where a claim waited for three months', async () => {
      const user = newUser();
      const { body } = await add(user, 'forgotten.example');
      pointVerification(body);
      const days = (count: number) =>
        jest.spyOn(h.app.get(ClockService), 'now').mockImplementation(() => Date.now() + count * 86_400_000);
      days(91);
      expect(await h.call('POST', `/domains/${body.id}/verify`, user)).toMatchObject({
        body: { verified: false, code: 'record_missing', message: expect.stringContaining('has changed') },
      });
      jest.restoreAllMocks();
      const { body: now } = await h.call('GET', `/domains/${body.id}`, user);
      expect(now.verification_token).not.toBe(body.verification_token);
      expect(await h.call('POST', `/domains/${body.id}/verify`, user)).toMatchObject({
        body: { verified: false },
      });
      pointVerification(now);
      days(89);
      expect(await h.call('POST', `/domains/${body.id}/verify`, user)).toMatchObject({
        body: { verified: true },
      });
      jest.restoreAllMocks();
    });

    it('follows a chain of aliases', async () => {
      const user = newUser();
      const { body } = await add(user, 'chain.example');
      pointVerification(body, 'one.chain.example');
      h.dns.records = [...h.dns.records, { name: 'one.chain.example', type: 'CNAME', value: CNAME_TARGET }];
      expect((await h.call('POST', `/domains/${body.id}/verify`, user)).body).toMatchObject({
        verified: true,
      });
    });

    it('lets two customers claim a name, and gives it to the first that proves it', async () => {
      const [a, b] = [newUser(), newUser()];
      const claims = [await add(a, 'contested.example'), await add(b, 'contested.example')];
      expect(claims.map((claim) => claim.status)).toEqual([201, 201]);
      for (const claim of claims) pointVerification(claim.body);
      const answers = await Promise.all([
        h.call('POST', `/domains/${claims[0]!.body.id}/verify`, a),
        h.call('POST', `/domains/${claims[1]!.body.id}/verify`, b),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      const loser = answers[0]!.status === 409 ? 0 : 1;
      expect(answers[loser]!.body).toMatchObject({ code: 'domain_taken' });
      expect((await h.call('GET', `/domains/${claims[loser]!.body.id}`, [a, b][loser]!)).body).toMatchObject({
        dns_verified: false,
      });
      expect(await add(newUser(), 'contested.example')).toMatchObject({
        status: 409,
        body: { code: 'domain_taken' },
      });
    });

    it('does not serve a name of another customer’s site', async () => {
      await verified(newUser(), 'covered.example');
      const other = newUser();
      const { body } = await add(other, 'www.covered.example');
      pointVerification(body);
      expect((await h.call('POST', `/domains/${body.id}/verify`, other)).body).toMatchObject({
        verified: false,
        code: 'consent_waiting',
      });
    });

    it('moves www to a site of its own when its owner adds it', async () => {
      const user = paying('business');
      const apex = await verified(user, 'split.example');
      await verified(user, 'www.split.example');
      expect((await h.call('GET', `/domains/${apex.id}`, user)).body).toMatchObject({
        hosts: ['split.example'],
      });
    });

    it('does not serve more sites than the plan of now includes', async () => {
      const user = paying('business');
      await verified(user, 'kept-1.example');
      await verified(user, 'kept-2.example');
      const late = (await add(user, 'late.example')).body;
      h.billing.setPlan(user.userId, 'starter');
      pointVerification(late);
      expect(await h.call('POST', `/domains/${late.id}/verify`, user)).toMatchObject({
        status: 402,
        body: { code: 'upgrade_required' },
      });
      expect((await h.call('GET', '/domains', user)).body).toMatchObject([
        { is_active: true },
        { is_active: true },
        { is_active: false },
      ]);
    });

    it('says that DNS does not answer', async () => {
      await h.restart({ PALISADE_DNS_SERVERS: '127.0.0.1:9' });
      const user = newUser();
      const { body } = await add(user, 'silent.example');
      expect((await h.call('POST', `/domains/${body.id}/verify`, user)).body).toMatchObject({
        verified: false,
        message: expect.stringContaining('did not respond'),
      });
      await h.restart();
    });
  });

  describe('the state of DNS', () => {
    it('shows every record with what was found', async () => {
      const user = newUser();
      const { body } = await add(user, 'wizard.example');
      h.dns.records = [
        ...h.dns.records,
        { name: CNAME_TARGET, type: 'A', value: '198.51.100.7' },
        { name: 'wizard.example', type: 'A', value: '198.51.100.7' },
        { name: 'www.wizard.example', type: 'A', value: '203.0.113.9' },
        { name: 'wizard.example', type: 'NS', value: 'Ada.NS.provider.example' },
      ];
      expect((await h.call('GET', `/domains/${body.id}/dns`, user)).body).toMatchObject({
        cname_target: CNAME_TARGET,
        name_servers: ['ada.ns.provider.example'],
        records: [
          {
            purpose: 'ownership',
            name: body.verification_subdomain,
            value: CNAME_TARGET,
            state: 'missing',
          },
          { purpose: 'traffic', name: 'wizard.example', state: 'ok', found: ['198.51.100.7'] },
          { purpose: 'traffic', name: 'www.wizard.example', state: 'wrong', found: ['203.0.113.9'] },
        ],
      });
    });
  });

  describe('changing and removing', () => {
    it('pauses, lists hosts, and removes', async () => {
      const user = newUser();
      const { id } = await verified(user, 'mine.example');
      const patch = (body: object) => h.call('PATCH', `/domains/${id}`, user, body);
      expect((await patch({ is_active: false })).body).toMatchObject({ is_active: false, paused: true });
      expect((await patch({ hosts: ['API.mine.example'] })).body).toMatchObject({
        hosts: ['mine.example', 'api.mine.example'],
        paused: true,
      });
      expect((await patch({ is_active: true })).body).toMatchObject({ is_active: true });
      expect(await patch({ hosts: ['other.example'] })).toMatchObject({
        status: 422,
        body: { code: 'host_invalid' },
      });
      expect((await h.call('DELETE', `/domains/${id}`, user)).status).toBe(204);
      expect((await h.call('GET', '/domains', user)).body).toEqual([]);
      expect(await h.call('GET', `/domains/${id}`, user)).toMatchObject({ status: 404 });
    });

    it('does not take a name away that somebody else has added meanwhile', async () => {
      const user = newUser();
      const { id } = await verified(user, 'busy.example');
      const patch = (body: object) => h.call('PATCH', `/domains/${id}`, user, body);
      const seen = ['www.busy.example', 'busy.example'];
      expect((await patch({ hosts: [...seen, 'shop.busy.example'], hosts_before: seen })).status).toBe(200);
      expect(await patch({ hosts: [...seen, 'blog.busy.example'], hosts_before: seen })).toMatchObject({
        status: 409,
        body: { code: 'hosts_changed' },
      });
      expect((await h.call('GET', `/domains/${id}`, user)).body.hosts).toEqual([
        'busy.example',
        'www.busy.example',
        'shop.busy.example',
      ]);
    });

    it('refuses its own origin as a host, after which no policy could be saved', async () => {
      const user = newUser();
      h.billing.setPlan(user.userId, 'enterprise');
      const { body } = await add(user, 'loop.example', { origin_host: 'origin.loop.example' });
      const patch = (hosts: string[]) => h.call('PATCH', `/domains/${body.id}`, user, { hosts });
      const save = (originConfig: object) =>
        h.call('PUT', `/domains/${body.id}/waf-config`, user, { originConfig });
      const refused = {
        status: 422,
        body: { code: 'origin_is_edge', errors: [{ path: 'hosts', message: expect.any(String) }] },
      };
      expect(await patch(['Origin.loop.example'])).toMatchObject(refused);
      const second = { host: 'second.loop.example', port: 80, protocol: 'http', weight: 1, backup: true };
      expect((await save({ additional_origins: [second] })).status).toBe(200);
      expect(await patch(['second.loop.example'])).toMatchObject(refused);
      expect((await patch(['shop.loop.example'])).status).toBe(200);
      expect((await save({ timeout_seconds: 31 })).status).toBe(200);
    });

    it('refuses a host that another site serves', async () => {
      await verified(newUser(), 'api.shared.example');
      const user = newUser();
      const { id } = await verified(user, 'shared.example');
      expect(await h.call('PATCH', `/domains/${id}`, user, { hosts: ['api.shared.example'] })).toMatchObject({
        status: 409,
        body: { code: 'host_taken', errors: [{ path: 'hosts' }] },
      });
    });
  });
});
