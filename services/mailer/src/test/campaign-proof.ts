import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithParent, eventually, freePort } from '@palisade/testing';
import { newAdmin, startHarness } from './harness.ts';
import { SmtpSink } from './smtp-sink.ts';

export interface ProofOptions {
  recipients: number;
  perSecond: number;
  /** How often the second process is killed (SIGKILL), each time in the middle of sending. */
  kills: number;
  /** Milliseconds that the mail server takes for a message, so that mails are in flight at a kill. */
  slowness: number;
  /** How long to observe the steady rate before the first kill, in milliseconds. */
  watch: number;
}

export interface ProofFigures {
  total: number;
  sent: number;
  failed: number;
  unknown: number;
  /** Addresses that received more than one mail. */
  duplicates: number;
  /** Different addresses that received a mail. */
  arrived: number;
  /** Mails received per second while both processes ran undisturbed. */
  rate: number;
  /** Mails received while the campaign was paused, after those in flight had arrived. */
  whilePaused: number;
  /** Mails received in the busiest ten seconds. */
  mostInTenSeconds: number;
  /** Maximum that both processes can have in flight. */
  mostOnTheirWay: number;
  /** Maximum that the killed process had in flight, by its connections: it claims no recipient without one. */
  mostInFlight: number;
}

const CONNECTIONS = 20;
/** A process starts within seconds, on a busy machine within a minute. */
const START_TIMEOUT_MS = 60_000;

/** A campaign over two mailer processes, one of which is killed and restarted; paused after the first kill. */
export async function proveCampaign(options: ProofOptions): Promise<ProofFigures> {
  const sink = await SmtpSink.start();
  sink.slowness = options.slowness;
  const harness = await startHarness({
    PALISADE_MAIL_DEFAULT_SMTP_HOST: '127.0.0.1',
    PALISADE_MAIL_DEFAULT_SMTP_PORT: String(sink.port),
    PALISADE_SMTP_CONNECTIONS: String(CONNECTIONS),
  });
  const admin = newAdmin();
  let second: ChildProcess | undefined;
  try {
    second = await startSecond(harness.environment);
    const addresses = Array.from({ length: options.recipients }, (_, index) => `r${index}@example.com`);
    const { body } = await harness.call('POST', '/admin/campaigns/', admin, {
      name: 'Proof',
      subject: 'Hello {{first_name|you}}',
      body_html: '<p>Hello</p>',
      target_audience: 'custom',
      custom_emails: addresses.join(','),
      emails_per_second: options.perSecond,
    });
    const campaign = `/admin/campaigns/${body.id}`;
    const act = async (name: string) => {
      const { status, text } = await harness.call('POST', `${campaign}/${name}`, admin);
      if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
    };
    await act('send');
    await eventually('the first mails', async () => {
      if (sink.taken.length < options.perSecond / 2) throw new Error('not yet');
    });
    const before = { at: Date.now(), mails: sink.taken.length };
    await sleep(options.watch);
    const rate = ((sink.taken.length - before.mails) * 1000) / (Date.now() - before.at);
    let whilePaused = 0;
    for (let kill = 0; kill < options.kills; kill++) {
      second.kill('SIGKILL');
      await once(second, 'exit');
      // Paused at once, so that the campaign does not finish while the next process starts slowly.
      if (kill === 0) await act('pause');
      const paused = kill === 0 ? await landed(sink, options.slowness) : 0;
      second = await startSecond(harness.environment);
      if (kill === 0) {
        whilePaused = sink.taken.length - paused;
        await act('send');
      }
      await sleep(500);
    }
    const stats = async () => (await harness.call('GET', `${campaign}/stats`, admin)).body;
    const timeoutMs = (options.recipients / options.perSecond) * 1_500 + 60_000;
    const done = await eventually(
      'the end of the campaign',
      async () => {
        const now = await stats();
        if (now.status !== 'completed') {
          await sleep(250);
          throw new Error(JSON.stringify(now));
        }
        return now;
      },
      timeoutMs,
    );
    const distinct = new Set(sink.recipients);
    return {
      total: Number(done.total_recipients),
      sent: Number(done.emails_sent),
      failed: Number(done.emails_failed),
      unknown: Number(done.emails_unknown),
      duplicates: sink.taken.length - distinct.size,
      arrived: distinct.size,
      rate,
      whilePaused,
      mostInTenSeconds: mostWithin(
        sink.taken.map((mail) => mail.at),
        10_000,
      ),
      mostOnTheirWay: 2 * CONNECTIONS,
      mostInFlight: options.kills * CONNECTIONS,
    };
  } finally {
    second?.kill('SIGTERM');
    await harness.stop();
    await sink.stop();
  }
}

/** The largest number of `moments` (milliseconds, ascending) within one span. */
function mostWithin(moments: readonly number[], span: number): number {
  let first = 0;
  return moments.reduce((most, moment, last) => {
    while (moment - moments[first]! >= span) first++;
    return Math.max(most, last - first + 1);
  }, 0);
}

/** Number of mails received when nothing is in flight any more. */
async function landed(sink: SmtpSink, slowness: number): Promise<number> {
  await sleep(1_000 + slowness);
  return sink.taken.length;
}

/** The built service, as it runs in production. */
async function startSecond(environment: Record<string, string>): Promise<ChildProcess> {
  const [http, grpc] = [await freePort(), await freePort()];
  const main = path.resolve(import.meta.dirname, '../../dist/main.js');
  const child = spawn(process.execPath, [main], {
    stdio: 'ignore',
    env: {
      ...environment,
      PALISADE_MAILER_HTTP_PORT: String(http),
      PALISADE_MAILER_GRPC_PORT: String(grpc),
    },
  });
  endWithParent(child, 'SIGTERM');
  await eventually(
    'the second process',
    async () => {
      if (child.exitCode !== null) throw new Error(`ended with code ${child.exitCode}`);
      if (!(await fetch(`http://127.0.0.1:${http}/readyz`)).ok) throw new Error('not ready');
    },
    START_TIMEOUT_MS,
  );
  return child;
}
