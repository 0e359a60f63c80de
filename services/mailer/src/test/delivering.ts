import { type Harness, startHarness } from './harness.ts';
import { SmtpSink } from './smtp-sink.ts';

export type DeliveringHarness = Harness & { readonly sink: SmtpSink };

/** The mailer with one server that accepts, or refuses, all its mails; it ends with the harness. */
export async function startDelivering(settings: Record<string, string> = {}): Promise<DeliveringHarness> {
  const sink = await SmtpSink.start();
  const harness = await startHarness({
    PALISADE_MAIL_DEFAULT_SMTP_HOST: '127.0.0.1',
    PALISADE_MAIL_DEFAULT_SMTP_PORT: String(sink.port),
    ...settings,
  });
  const stopMailer = harness.stop;
  return Object.assign(harness, {
    sink,
    stop: async () => {
      await stopMailer();
      await sink.stop();
    },
  });
}
