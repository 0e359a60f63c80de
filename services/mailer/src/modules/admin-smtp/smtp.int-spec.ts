import { generateKeyPairSync } from 'node:crypto';
import { eventually } from '@palisade/testing';
import { type Harness, newAdmin, startHarness } from '../../test/harness.ts';
import { localCertificate, SmtpSink } from '../../test/smtp-sink.ts';
import { ServerSelectionService } from '../smtp/server-selection.service.ts';
import { MAX_SMTP_SERVERS } from './smtp-servers.service.ts';

const LOGIN = { user: 'mailer', pass: 's3cret' };

describe('SMTP servers', () => {
  const admin = newAdmin();
  let harness: Harness;
  let certificate: { key: string; cert: string };
  const sinks: SmtpSink[] = [];

  beforeAll(async () => {
    certificate = await localCertificate();
    harness = await startHarness({ PALISADE_SMTP_CA: certificate.cert, PALISADE_SMTP_TIMEOUT_MS: '1500' });
  });

  afterAll(async () => {
    await harness?.stop();
    await Promise.all(sinks.map((sink) => sink.stop()));
  });

  afterEach(async () => {
    await harness.database.query('DELETE FROM smtp_servers');
    harness.app.get(ServerSelectionService).forget(); // Else they would be known for a second.
  });

  const sinkWith = async (options: Parameters<typeof SmtpSink.start>[0] = {}) => {
    const sink = await SmtpSink.start({ credentials: LOGIN, certificate, ...options });
    sinks.push(sink);
    return sink;
  };

  const input = (sink: { port: number }, facts: Record<string, unknown> = {}) => ({
    name: 'Main',
    host: '127.0.0.1',
    port: sink.port,
    username: LOGIN.user,
    password: LOGIN.pass,
    use_tls: false,
    from_email: 'news@palisade.example',
    ...facts,
  });

  const create = async (sink: { port: number }, facts: Record<string, unknown> = {}): Promise<number> => {
    const { status, body } = await harness.call('POST', '/admin/smtp/', admin, input(sink, facts));
    expect([status, body.detail]).toEqual([201, undefined]);
    return body.id!;
  };

  const test = (id: number, to = 'me@example.com') =>
    harness.call('POST', '/admin/smtp/test', admin, { smtp_id: id, test_email: to });

  async function campaign(count: number): Promise<Record<string, unknown>> {
    const custom = Array.from({ length: count }, (_, index) => `x${index}@example.com`).join();
    const { body } = await harness.call('POST', '/admin/campaigns/', admin, {
      name: 'Rotation',
      subject: 'Hi',
      body_html: '<p>Hi</p>',
      target_audience: 'custom',
      custom_emails: custom,
      emails_per_second: 50,
    });
    await harness.call('POST', `/admin/campaigns/${body.id}/send`, admin);
    return eventually('the campaign ends', async () => {
      const { body: now } = await harness.call('GET', `/admin/campaigns/${body.id}/stats`, admin);
      expect(now.status).toBe('completed');
      return now;
    });
  }

  it.each([
    ['STARTTLS', { startTls: true }, { use_tls: true }, true],
    ['implicit TLS', { secure: true }, { use_tls: false, use_ssl: true }, true],
    ['no encryption', {}, { use_tls: false }, false],
  ])('sends with %s and a password', async (_name, server, security, secure) => {
    const sink = await sinkWith(server);
    const id = await create(sink, security);
    expect((await test(id)).body).toEqual({ message: 'Test email sent to me@example.com' });
    expect(sink.taken).toMatchObject([
      { to: 'me@example.com', secure, user: LOGIN.user, from: 'news@palisade.example' },
    ]);
    const { body } = await harness.call('GET', '/admin/smtp/', admin);
    expect(body).toMatchObject([{ id, sent_count: 1 }]);
  });

  it('never falls back to plain text where TLS is asked for', async () => {
    const sink = await sinkWith({ startTls: false });
    const { status, body } = await test(await create(sink, { use_tls: true }));
    expect(status).toBe(502);
    expect(body.detail).toMatch(/^The test email was not sent\. /);
    expect(sink.taken).toHaveLength(0);
  });

  it('says what the server said about a wrong password, and keeps the password to itself', async () => {
    const sink = await sinkWith();
    const id = await create(sink, { password: 'wrong-one' });
    const answer = await test(id);
    expect(answer.status).toBe(502);
    expect(answer.body.detail).toContain('535');
    const { rows } = await harness.database.query('SELECT * FROM smtp_servers');
    const all = answer.text + (await harness.call('GET', '/admin/smtp', admin)).text + JSON.stringify(rows);
    expect(all).not.toContain('wrong-one');
    // An empty password keeps the current one; a new one is used from the next connection.
    await harness.call('PUT', `/admin/smtp/${id}`, admin, { ...input(sink), password: '' });
    expect((await test(id)).status).toBe(502);
    await harness.call('PUT', `/admin/smtp/${id}`, admin, input(sink));
    expect((await test(id)).status).toBe(200);
  });

  it('does not give the stored password to another server, or for another user', async () => {
    const [sink, strangers] = [await sinkWith(), await sinkWith()];
    const id = await create(sink);
    const { password: _kept, ...same } = input(sink);
    const put = (facts: object) => harness.call('PUT', `/admin/smtp/${id}`, admin, { ...same, ...facts });
    for (const other of [{ port: strangers.port }, { host: 'localhost' }, { username: 'other' }])
      expect(await put(other)).toMatchObject({
        status: 422,
        body: { code: 'validation_failed', errors: [{ path: 'password' }] },
      });
    expect((await put({ name: 'Renamed' })).status).toBe(200);
    expect((await put({ port: strangers.port, password: LOGIN.pass })).status).toBe(200);
    expect((await test(id)).status).toBe(200);
    expect([sink.taken.length, strangers.taken.length]).toEqual([0, 1]);
  });

  it('does not send the stored password unencrypted because somebody unticks a box', async () => {
    const sink = await sinkWith({ startTls: true });
    const id = await create(sink, { use_tls: true });
    const put = (facts: object) => harness.call('PUT', `/admin/smtp/${id}`, admin, facts);
    expect(await put({ use_tls: false })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ path: 'password' }] },
    });
    expect((await put({ use_ssl: true })).status).toBe(200);
    expect((await put({ use_ssl: false, use_tls: true })).status).toBe(200);
    expect((await put({ use_tls: false, password: LOGIN.pass })).status).toBe(200);
    expect((await put({ use_tls: false, name: 'Still so' })).status).toBe(200);
  });

  it('signs with DKIM where a key is configured, and keeps the key to itself', async () => {
    const sink = await sinkWith();
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const badKey = await harness.call(
      'POST',
      '/admin/smtp/',
      admin,
      input(sink, { dkim_domain: 'palisade.example', dkim_selector: 's1', dkim_private_key: 'no key' }),
    );
    expect([badKey.status, badKey.text]).toEqual([422, expect.stringContaining('RSA private key')]);
    const dkim = { dkim_domain: 'palisade.example', dkim_selector: 's1', dkim_private_key: privateKey };
    expect((await test(await create(sink, dkim))).status).toBe(200);
    expect(sink.taken[0]?.raw).toMatch(/^DKIM-Signature:[\s\S]*?d=palisade\.example;[\s\S]*?s=s1;/m);
    const list = await harness.call('GET', '/admin/smtp', admin);
    expect(list.body).toMatchObject([{ has_dkim_key: true }]);
    expect(list.text).not.toContain('PRIVATE KEY');
  });

  it('lets TLS and SSL exclude each other', async () => {
    const sink = await sinkWith();
    expect(
      (await harness.call('POST', '/admin/smtp', admin, input(sink, { use_tls: true, use_ssl: true })))
        .status,
    ).toBe(422);
    const id = await create(sink, { use_tls: true });
    const { body } = await harness.call('PUT', `/admin/smtp/${id}`, admin, { use_ssl: true });
    expect(body).toMatchObject({ use_ssl: true, use_tls: false });
  });

  it('refuses names and addresses that would end a header', async () => {
    const refused = async (facts: Record<string, unknown>) =>
      (await harness.call('POST', '/admin/smtp', admin, input({ port: 25 }, facts))).status;
    expect(await refused({ from_name: 'A\r\nBcc: x@example.com' })).toBe(422);
    expect(await refused({ from_email: 'a@example.com\r\nBcc: x@example.com' })).toBe(422);
    expect(await refused({ host: 'mail.example\nx' })).toBe(422);
  });

  it('rotates evenly over the default servers, and over them only', async () => {
    const three = await Promise.all([sinkWith(), sinkWith(), sinkWith()]);
    const other = await sinkWith();
    const ids = [];
    for (const sink of three) ids.push(await create(sink));
    await create(other);
    for (const id of ids) await harness.call('POST', `/admin/smtp/${id}/toggle-default`, admin);
    expect(await campaign(60)).toMatchObject({ emails_sent: 60 });
    for (const sink of three) expect(Math.abs(sink.taken.length - 20)).toBeLessThanOrEqual(1);
    expect(other.taken).toHaveLength(0);
  });

  it('rests a failing server and sends its mails by the others', async () => {
    const good = await sinkWith();
    const bad = await sinkWith();
    await create(good, { is_default: true });
    const badId = await create(bad, { is_default: true });
    await bad.stop();
    expect(await campaign(20)).toMatchObject({ emails_sent: 20, emails_failed: 0 });
    expect(good.taken).toHaveLength(20);
    const { rows } = await harness.database.query(
      'SELECT resting_until, last_error FROM smtp_servers WHERE id = $1',
      [badId],
    );
    expect(rows[0].resting_until.getTime()).toBeGreaterThan(Date.now());
    expect(rows[0].last_error).toMatch(/^no_connection: /);
  });

  it('keeps a server that a campaign has chosen until the campaign is over', async () => {
    const id = await create(await sinkWith());
    const { body } = await harness.call('POST', '/admin/campaigns/', admin, {
      name: 'Autumn sale',
      subject: 'Hi',
      body_html: '<p>Hi</p>',
      target_audience: 'custom',
      custom_emails: 'a@example.com',
      smtp_config_id: id,
    });
    const refusal = await harness.call('DELETE', `/admin/smtp/${id}`, admin);
    expect([refusal.status, refusal.body.code]).toEqual([409, 'smtp_server_in_use']);
    expect(refusal.body.detail).toContain('“Autumn sale” (draft)');

    const inState = (status: string) =>
      harness.database.query('UPDATE campaigns SET status = $2 WHERE id = $1', [body.id, status]);
    await inState('paused');
    expect((await harness.call('DELETE', `/admin/smtp/${id}`, admin)).status).toBe(409);
    const { rows } = await harness.database.query('SELECT smtp_config_id FROM campaigns WHERE id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([{ smtp_config_id: id }]);

    await inState('completed');
    expect((await harness.call('DELETE', `/admin/smtp/${id}`, admin)).status).toBe(204);
  });

  it('are so many, also where several administrators add one at once', async () => {
    for (let made = 1; made < MAX_SMTP_SERVERS; made++) await create({ port: 25 });
    const add = () => harness.call('POST', '/admin/smtp/', admin, input({ port: 25 }));
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.map(({ body }) => body.code)).toContain('too_many_smtp_servers');
  });

  it('records what administrators do, without secrets', async () => {
    const sink = await sinkWith();
    const id = await create(sink);
    expect((await harness.call('DELETE', `/admin/smtp/${id}`, admin)).status).toBe(204);
    expect((await harness.call('DELETE', `/admin/smtp/${id}`, admin)).status).toBe(404);
  });

  it('say whether mails go out, and by whose server', async () => {
    const delivery = async () => (await harness.call('GET', '/admin/smtp/delivery', admin)).body;
    expect(await delivery()).toEqual({ state: 'none', by: 'installation' });
    const id = await create({ port: 25 }, { is_default: true });
    harness.app.get(ServerSelectionService).forget();
    expect(await delivery()).toEqual({ state: 'ready', by: 'configured' });
    await harness.call('PUT', `/admin/smtp/${id}`, admin, { is_active: false });
    harness.app.get(ServerSelectionService).forget();
    expect(await delivery()).toEqual({ state: 'none', by: 'configured' });
  });
});
