// npm run prove:mail: outcome of a mail for each behaviour of a mail server, and distribution of a campaign over three
// default servers, one of which fails in the middle. Prints both tables; exits with 1 if a row differs from the
// expected one.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, freePort } from '@palisade/testing';
import { newAdmin, startHarness } from './harness.ts';
import { localCertificate, type SinkOptions, SmtpSink } from './smtp-sink.ts';

const LOGIN = { user: 'mailer', pass: 's3cret' };
const TIMEOUT_MS = 2_000;

interface Case {
  behaviour: string;
  options?: SinkOptions;
  security?: { use_tls?: boolean; use_ssl?: boolean };
  password?: string;
  react?: (sink: SmtpSink) => void;
  /** A server of its own instead of the sink: nothing listening, or one that never answers. */
  instead?: 'nobody' | 'silent';
  /** Outcome of the recipient; `waits` is a campaign that paused with the reason. */
  expected: 'sent' | 'failed' | 'unknown' | 'waits';
  attempts: number;
  onTheWire: number;
}

const refusing = (code: number, text: string) => (sink: SmtpSink) => {
  sink.onRecipient = () => ({ code, text });
};

const certificate = await localCertificate();
const foreign = await localCertificate();
const CASES: readonly Case[] = [
  { behaviour: 'plain, password', expected: 'sent', attempts: 1, onTheWire: 1 },
  {
    behaviour: 'STARTTLS, password',
    options: { startTls: true, certificate },
    security: { use_tls: true },
    expected: 'sent',
    attempts: 1,
    onTheWire: 1,
  },
  {
    behaviour: 'implicit TLS, password',
    options: { secure: true, certificate },
    security: { use_ssl: true },
    expected: 'sent',
    attempts: 1,
    onTheWire: 1,
  },
  {
    behaviour: 'TLS asked for, not offered',
    security: { use_tls: true },
    expected: 'waits',
    attempts: 0,
    onTheWire: 0,
  },
  {
    behaviour: 'certificate of a stranger',
    options: { secure: true, certificate: foreign },
    security: { use_ssl: true },
    expected: 'waits',
    attempts: 0,
    onTheWire: 0,
  },
  { behaviour: 'wrong password', password: 'wrong', expected: 'waits', attempts: 0, onTheWire: 0 },
  {
    behaviour: 'greylisting: 451 twice, then taken',
    react: (sink) => {
      let refusals = 0;
      sink.onRecipient = () => (refusals++ < 2 ? { code: 451, text: '4.7.1 Come back later' } : null);
    },
    expected: 'sent',
    attempts: 3,
    onTheWire: 1,
  },
  {
    behaviour: '452 for ever (mailbox full)',
    react: refusing(452, '4.2.2 Mailbox full'),
    expected: 'failed',
    attempts: 6,
    onTheWire: 0,
  },
  {
    behaviour: '550 to the recipient',
    react: refusing(550, '5.1.1 No such user'),
    expected: 'failed',
    attempts: 1,
    onTheWire: 0,
  },
  {
    behaviour: '554 to the message',
    react: (sink) => {
      sink.onMessage = () => ({ code: 554, text: '5.7.1 Looks like spam' });
    },
    expected: 'failed',
    attempts: 1,
    onTheWire: 0,
  },
  {
    behaviour: 'connection lost before the message, twice',
    react: (sink) => {
      let drops = 0;
      sink.onRecipient = () => (drops++ < 2 ? 'drop' : null);
    },
    expected: 'sent',
    attempts: 1,
    onTheWire: 1,
  },
  {
    behaviour: 'connection lost after the message',
    react: (sink) => {
      sink.onMessage = () => 'drop';
    },
    expected: 'unknown',
    attempts: 1,
    onTheWire: 1,
  },
  { behaviour: 'nobody listens', instead: 'nobody', expected: 'waits', attempts: 0, onTheWire: 0 },
  { behaviour: 'connects and stays silent', instead: 'silent', expected: 'waits', attempts: 0, onTheWire: 0 },
];

const harness = await startHarness({
  PALISADE_SMTP_CA: certificate.cert,
  PALISADE_SMTP_TIMEOUT_MS: '700',
  PALISADE_CAMPAIGN_STALL_MS: String(TIMEOUT_MS),
});
const admin = newAdmin();
const isAsStated: boolean[] = [];

async function server(port: number, facts: Record<string, unknown>): Promise<number> {
  const { status, body, text } = await harness.call('POST', '/admin/smtp/', admin, {
    name: `Server ${port}`,
    host: '127.0.0.1',
    port,
    username: LOGIN.user,
    password: LOGIN.pass,
    use_tls: false,
    from_email: 'news@palisade.example',
    ...facts,
  });
  if (status !== 201 || body.id === undefined) throw new Error(text);
  return body.id;
}

async function campaign(recipients: readonly string[], chosen: number | null): Promise<number> {
  const { body } = await harness.call('POST', '/admin/campaigns/', admin, {
    name: 'Proof',
    subject: 'Hi',
    body_html: '<p>Hi</p>',
    target_audience: 'custom',
    custom_emails: recipients.join(),
    emails_per_second: 50,
    smtp_config_id: chosen,
  });
  await harness.call('POST', `/admin/campaigns/${body.id}/send`, admin);
  return body.id!;
}

const end = (id: number, timeoutMs = 60_000): Promise<string> =>
  eventually(
    'the end of the campaign',
    async () => {
      const { rows } = await harness.database.query('SELECT status FROM campaigns WHERE id = $1', [id]);
      if (rows[0].status === 'sending') {
        await sleep(100);
        throw new Error('it is sending');
      }
      return String(rows[0].status);
    },
    timeoutMs,
  );

async function silentServer(port: number): Promise<() => void> {
  const silent = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
  return () => void silent.close();
}

async function behaviours(): Promise<Record<string, unknown>[]> {
  const table: Record<string, unknown>[] = [];
  for (const [index, each] of CASES.entries()) {
    const port = await freePort();
    const sink = each.instead ? null : await SmtpSink.start({ port, credentials: LOGIN, ...each.options });
    if (sink) each.react?.(sink);
    const stopSilent = each.instead === 'silent' ? await silentServer(port) : null;
    const chosen = await server(port, {
      ...each.security,
      ...(each.password && { password: each.password }),
    });
    const id = await campaign([`case${index}@example.com`], chosen);
    const status = await end(id);
    const { rows } = await harness.database.query(
      `SELECT r.status, r.attempts, coalesce(r.reason, c.problem, '') AS said FROM campaign_recipients r
       JOIN campaigns c ON c.id = r.campaign_id WHERE c.id = $1`,
      [id],
    );
    const became = status === 'paused' ? 'waits' : rows[0].status;
    const onTheWire = sink?.taken.length ?? 0;
    const ok = became === each.expected && rows[0].attempts === each.attempts && onTheWire === each.onTheWire;
    isAsStated.push(ok);
    table.push({
      'the server': each.behaviour,
      becomes: became,
      attempts: rows[0].attempts,
      'on the wire': onTheWire,
      encrypted: sink?.taken[0]?.secure ?? '',
      said: String(rows[0].said).slice(0, 60),
      'as stated': ok,
    });
    await sink?.stop();
    stopSilent?.();
  }
  await harness.database.query('DELETE FROM campaigns');
  await harness.database.query('DELETE FROM smtp_servers');
  return table;
}

/** Even over three; then one is stopped in the middle, and the others take its share. */
async function rotation(count: number): Promise<Record<string, unknown>[]> {
  await sleep(1_100); // Servers are known for a second.
  const sinks = await Promise.all([1, 2, 3].map(async () => SmtpSink.start({ credentials: LOGIN })));
  for (const sink of sinks) await server(sink.port, { is_default: true });
  const addresses = Array.from({ length: count }, (_, index) => `even${index}@example.com`);
  await end(await campaign(addresses, null));
  const even = sinks.map((sink) => sink.taken.length);
  for (const sink of sinks) sink.taken.length = 0;
  const id = await campaign(addresses, null);
  await eventually('half of them', async () => {
    if (sinks.reduce((sum, sink) => sum + sink.taken.length, 0) < count / 2) throw new Error('not yet');
  });
  await sinks[2]!.stop();
  await end(id);
  const { rows } = await harness.database.query('SELECT port, resting_until FROM smtp_servers ORDER BY id');
  const { rows: states } = await harness.database.query(
    'SELECT status, count(*)::int AS count FROM campaign_recipients WHERE campaign_id = $1 GROUP BY status',
    [id],
  );
  const share = count / sinks.length;
  const failing = sinks.map((sink) => sink.taken.length);
  isAsStated.push(even.every((taken) => Math.abs(taken - share) <= share * 0.05));
  isAsStated.push(new Set(sinks.flatMap((sink) => sink.recipients)).size >= count - 10);
  isAsStated.push(rows[2].resting_until !== null && failing[2]! < failing[0]! && failing[2]! < failing[1]!);
  console.log('the second campaign:', Object.fromEntries(states.map((row) => [row.status, row.count])));
  const table = sinks.map((_, index) => ({
    server: index + 1,
    'all well': even[index],
    'off by': `${((Math.abs(even[index]! - share) / share) * 100).toFixed(1)} %`,
    'third one stopped half-way': failing[index],
    rests: rows[index].resting_until !== null,
  }));
  await Promise.all(sinks.slice(0, 2).map((sink) => sink.stop()));
  return table;
}

console.table(await behaviours());
console.table(await rotation(Number(process.argv[2] ?? 600)));
const proven = isAsStated.every(Boolean);
console.log(proven ? 'proven' : 'NOT proven');
await harness.stop();
process.exit(proven ? 0 : 1);
