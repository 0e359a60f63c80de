import { once } from 'node:events';
import type { Socket } from 'node:net';
import { freePort } from '@palisade/testing';
import PostalMime, { type Email } from 'postal-mime';
import { generate } from 'selfsigned';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export interface TakenMail {
  from: string;
  to: string;
  raw: string;
  mail: Email;
  secure: boolean;
  user: string | null;
  at: number;
}

export interface SinkOptions {
  port?: number;
  /** Implicit TLS from the first byte. */
  secure?: boolean;
  /** Offers STARTTLS. */
  startTls?: boolean;
  credentials?: { user: string; pass: string };
  certificate?: { key: string; cert: string };
}

export type Reaction = { code: number; text: string } | 'drop' | null;

/** A real SMTP server that stores what it accepts; tests set its responses to recipients and messages. */
export class SmtpSink {
  readonly taken: TakenMail[] = [];
  /** Response to RCPT TO; `drop` cuts the connection. */
  onRecipient: (address: string) => Reaction = () => null;
  /** What to do with a whole message before the response; `drop` cuts the connection after the message was stored. */
  onMessage: (address: string) => Reaction = () => null;
  /** Milliseconds until the response to a message. */
  slowness = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    readonly port: number,
    private readonly server: SMTPServer,
  ) {}

  static async start(options: SinkOptions = {}): Promise<SmtpSink> {
    const port = options.port ?? (await freePort());
    let sink: SmtpSink | undefined;
    const server = new SMTPServer({
      secure: options.secure ?? false,
      ...(options.certificate ?? {}),
      disabledCommands: [
        ...(options.credentials ? [] : ['AUTH' as const]),
        ...(options.startTls ? [] : ['STARTTLS' as const]),
      ],
      authOptional: !options.credentials,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      closeTimeout: 200,
      onAuth: (auth, _session, done) => {
        const { user, pass } = options.credentials ?? {};
        if (auth.username === user && auth.password === pass) done(null, { user: auth.username });
        else done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }));
      },
      onRcptTo: ({ address }, session, done) => {
        const reaction = sink!.onRecipient(address);
        if (reaction === 'drop') sink!.cut(session);
        else done(reaction && Object.assign(new Error(reaction.text), { responseCode: reaction.code }));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.once('end', () => void sink!.take(Buffer.concat(chunks), session, done));
      },
    });
    server.on('error', () => undefined);
    sink = new SmtpSink(port, server);
    const listening = server.listen(port, '127.0.0.1');
    listening.on('connection', (socket: Socket) => {
      sink.sockets.add(socket);
      socket.once('close', () => sink.sockets.delete(socket));
    });
    await once(listening, 'listening');
    return sink;
  }

  /** Addresses that received a mail, once per mail. */
  get recipients(): string[] {
    return this.taken.map(({ to }) => to);
  }

  to(address: string): TakenMail[] {
    return this.taken.filter((mail) => mail.to === address);
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private async take(raw: Buffer, session: SMTPServerSession, done: (error?: Error | null) => void) {
    const to = session.envelope.rcptTo[0]?.address ?? '';
    const reaction = this.onMessage(to);
    if (reaction !== null && reaction !== 'drop') {
      done(Object.assign(new Error(reaction.text), { responseCode: reaction.code }));
      return;
    }
    this.taken.push({
      from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
      to,
      raw: raw.toString('utf8'),
      mail: await PostalMime.parse(raw),
      secure: session.secure,
      user: (session.user as string | undefined) ?? null,
      at: Date.now(),
    });
    if (this.slowness > 0) await new Promise((resolve) => setTimeout(resolve, this.slowness));
    if (reaction === 'drop') this.cut(session);
    else done();
  }

  private cut(session: SMTPServerSession): void {
    for (const socket of this.sockets) if (socket.remotePort === session.remotePort) socket.destroy();
  }
}

/** A certificate for 127.0.0.1, to be trusted as PALISADE_SMTP_CA. */
export async function localCertificate(): Promise<{ key: string; cert: string }> {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { key: made.private, cert: made.cert };
}
