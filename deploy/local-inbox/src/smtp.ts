import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import type { MailStore } from './mail-store.ts';

const MAX_BYTES = 10 * 1024 * 1024;

/** Takes every mail for everybody, from this machine only, and keeps it. */
export async function startSmtp(store: MailStore, port: number): Promise<SMTPServer> {
  const server = new SMTPServer({
    banner: 'Palisade local inbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    maxClients: 100,
    closeTimeout: 1_000,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      let bytes = 0;
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= MAX_BYTES) chunks.push(chunk);
      });
      stream.once('end', () => {
        if (bytes > MAX_BYTES) {
          done(Object.assign(new Error('The mail is too large'), { responseCode: 552 }));
          return;
        }
        const to = session.envelope.rcptTo.map((recipient) => recipient.address);
        store.add(Buffer.concat(chunks), to).then(() => done(), done);
      });
    },
  });
  server.on('error', (error) => console.error(`local inbox: ${error.message}`));
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  return server;
}
