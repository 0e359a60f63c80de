import { jest } from '@jest/globals';
import { eventually, freePort, startOwnPostgres } from '@palisade/testing';
import { type Harness, newAdmin, startHarness } from '../../test/harness.ts';
import { SmtpSink } from '../../test/smtp-sink.ts';

// Real servers are killed and restarted.
jest.setTimeout(120_000);

const LOGIN = { user: 'mailer', pass: 's3cret' };

describe('campaigns in trouble', () => {
  const admin = newAdmin();
  let harness: Harness;
  let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
  const sinks: SmtpSink[] = [];

  beforeEach(async () => {
    postgres = await startOwnPostgres({ durable: true });
    harness = await startHarness({ PALISADE_CAMPAIGN_STALL_MS: '1500' }, async () => postgres);
  });
  afterEach(async () => {
    await harness?.stop();
    await Promise.all(sinks.splice(0).map((sink) => sink.stop()));
  });

  const sinkOn = async (port: number): Promise<SmtpSink> => {
    const sink = await SmtpSink.start({ port, credentials: LOGIN });
    sinks.push(sink);
    return sink;
  };
  const server = async (port: number, facts: Record<string, unknown> = {}): Promise<number> => {
    const { status, body } = await harness.call('POST', '/admin/smtp/', admin, {
      name: 'Main',
      host: '127.0.0.1',
      port,
      username: LOGIN.user,
      password: LOGIN.pass,
      use_tls: false,
      from_email: 'news@palisade.example',
      ...facts,
    });
    expect([status, body.detail]).toEqual([201, undefined]);
    return body.id!;
  };
  async function campaign(count: number, facts: Record<string, unknown> = {}): Promise<string> {
    const { body } = await harness.call('POST', '/admin/campaigns/', admin, {
      name: 'Trouble',
      subject: 'Hi',
      body_html: '<p>Hi</p>',
      target_audience: 'custom',
      custom_emails: Array.from({ length: count }, (_, index) => `x${index}@example.com`).join(),
      emails_per_second: 50,
      ...facts,
    });
    const path = `/admin/campaigns/${body.id}`;
    expect((await harness.call('POST', `${path}/send`, admin)).status).toBe(200);
    return path;
  }
  const becomes = (path: string, status: string, within = 60_000) =>
    eventually(
      `campaign ${status}`,
      async () => {
        const { body } = await harness.call('GET', `${path}/stats`, admin);
        expect(body.status).toBe(status);
        return body;
      },
      within,
    );
  const problemOf = async (path: string): Promise<unknown> => {
    const { body } = await harness.call('GET', '/admin/campaigns/', admin);
    const all = body as unknown as { id: number; problem: string | null }[];
    return all.find(({ id }) => path.endsWith(`/${id}`))?.problem;
  };
  const duplicates = (sink: SmtpSink) => sink.taken.length - new Set(sink.recipients).size;

  it('pauses with the reason when the chosen server does not answer, costs nobody an attempt, and never goes another way', async () => {
    const [chosenPort, otherPort] = [await freePort(), await freePort()];
    const other = await sinkOn(otherPort);
    await server(otherPort, { is_default: true });
    const chosen = await server(chosenPort);
    const path = await campaign(40, { smtp_config_id: chosen });
    await becomes(path, 'paused');
    expect(await problemOf(path)).toMatch(/^The chosen SMTP server takes no mails\. no_connection: /);
    const { rows } = await harness.database.query(
      `SELECT count(*)::int AS open, max(attempts) AS attempts FROM campaign_recipients WHERE status = 'pending'`,
    );
    expect(rows[0]).toEqual({ open: 40, attempts: 0 });
    expect(other.taken).toHaveLength(0);

    const sink = await sinkOn(chosenPort);
    await harness.call('PUT', `/admin/smtp/${chosen}`, admin, { is_active: true });
    expect((await harness.call('POST', `${path}/resume`, admin)).status).toBe(200);
    expect(await becomes(path, 'completed')).toMatchObject({ emails_sent: 40, emails_failed: 0 });
    expect([sink.taken.length, duplicates(sink), other.taken.length]).toEqual([40, 0, 0]);
    expect(await problemOf(path)).toBeNull();
  });

  it('pauses at once where the chosen server was switched off', async () => {
    const port = await freePort();
    const sink = await sinkOn(port);
    sink.slowness = 20;
    const chosen = await server(port);
    const path = await campaign(200, { smtp_config_id: chosen });
    await eventually('some mails', async () => expect(sink.taken.length).toBeGreaterThan(5));
    await harness.call('PUT', `/admin/smtp/${chosen}`, admin, { is_active: false });
    await becomes(path, 'paused');
    expect(await problemOf(path)).toMatch(/switched off/);
    await harness.call('PUT', `/admin/smtp/${chosen}`, admin, { is_active: true });
    await harness.call('POST', `${path}/resume`, admin);
    expect(await becomes(path, 'completed')).toMatchObject({ emails_sent: 200, emails_unknown: 0 });
    expect(duplicates(sink)).toBe(0);
  });

  it.each([
    ['Redis', () => harness.redis.restart()],
    ['PostgreSQL', () => postgres.restart()],
  ])(
    '%s is killed and comes back in the middle: nobody is mailed twice, nothing is lost',
    async (_name, restart) => {
      const port = await freePort();
      const sink = await sinkOn(port);
      sink.slowness = 100;
      await server(port, { is_default: true });
      const path = await campaign(300);
      await eventually('some mails', async () => expect(sink.taken.length).toBeGreaterThan(40));
      await restart();
      const done = await becomes(path, 'completed', 90_000);
      expect(duplicates(sink)).toBe(0);
      const [sent, unknown, failed] = [done.emails_sent, done.emails_unknown, done.emails_failed].map(Number);
      expect(sent! + unknown!).toBe(300);
      expect(failed).toBe(0);
      // Recipients in flight are unknown at worst; everybody else received the mail.
      expect(sink.taken.length).toBeGreaterThanOrEqual(sent!);
      expect(unknown).toBeLessThanOrEqual(32);
    },
  );
});
