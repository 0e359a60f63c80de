import { hostname } from 'node:os';
import { rootCertificates } from 'node:tls';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { inSpan, type NewSpan } from '@palisade/nest-kit';
import { createTransport, type Transporter } from 'nodemailer';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import type { Server } from '../smtp/smtp-server.types.ts';
import { failureOutcome } from './outcome.ts';
import type { Outcome } from './outcome.types.ts';

export interface OutgoingMail {
  messageId: string;
  to: { name: string; address: string };
  replyTo?: { name: string; address: string };
  /** Return path; the sender's address if absent. */
  returnPath?: string;
  subject: string;
  html: string;
  text: string;
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[];
}

interface Pool {
  revision: number;
  transport: Transporter;
}

/** Notes when the message's first bytes are read: from then on a lost connection leaves the outcome unknown. */
interface Tracker {
  stream?: { readableDidRead: boolean };
}

const MAX_MESSAGES_PER_CONNECTION = 100;

/** Sends mails to SMTP servers over pooled connections, one pool per server and process. */
@Injectable()
export class SmtpTransportService implements OnApplicationShutdown {
  private readonly pools = new Map<number | null, Pool>();

  constructor(
    @Inject(MAILER_CONFIG)
    private readonly config: Pick<
      MailerConfig,
      'PALISADE_SMTP_CONNECTIONS' | 'PALISADE_SMTP_TIMEOUT_MS' | 'PALISADE_SMTP_CA'
    >,
  ) {}

  /** Never throws: every failure is an outcome. */
  send(server: Server, mail: OutgoingMail): Promise<Outcome> {
    return inSpan(sendingSpan(server), async (span) => {
      const outcome = await this.deliver(server, mail);
      if (outcome.kind !== 'sent') span?.fail(outcome.kind);
      return outcome;
    });
  }

  private async deliver(server: Server, mail: OutgoingMail): Promise<Outcome> {
    const tracker: Tracker = {};
    try {
      const { response } = (await this.pool(server).sendMail({
        messageId: mail.messageId,
        from: server.from,
        to: mail.to,
        replyTo: mail.replyTo,
        envelope: { from: mail.returnPath ?? server.from.address, to: [mail.to.address] },
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
        ...(mail.attachments && { attachments: [...mail.attachments] }),
        disableFileAccess: true,
        disableUrlAccess: true,
        ...({ tracker } as object),
      })) as { response: string };
      return { kind: 'sent', serverId: server.id, response };
    } catch (error) {
      return failureOutcome(error, tracker.stream?.readableDidRead === true, server.id);
    }
  }

  /** Connections with outdated settings; mails in flight are finished. */
  forget(serverId: number): void {
    this.pools.get(serverId)?.transport.close();
    this.pools.delete(serverId);
  }

  onApplicationShutdown(): void {
    for (const { transport } of this.pools.values()) transport.close();
    this.pools.clear();
  }

  private pool(server: Server): Transporter {
    const known = this.pools.get(server.id);
    if (known?.revision === server.revision) return known.transport;
    known?.transport.close();
    const transport = this.connect(server);
    this.pools.set(server.id, { revision: server.revision, transport });
    return transport;
  }

  private connect(server: Server): Transporter {
    const transport = createTransport({
      pool: true,
      ...connectionOptions(server, this.config),
      ...(server.dkim && { dkim: server.dkim }),
      maxConnections: this.config.PALISADE_SMTP_CONNECTIONS,
      maxMessages: MAX_MESSAGES_PER_CONNECTION,
      // The pool's own retries cover connections that were lost before anything of a mail was sent.
      maxRequeues: 2,
    });
    transport.use('stream', (mail, done) => {
      const { tracker } = mail.data as { tracker?: Tracker };
      const createReadStream = mail.message.createReadStream.bind(mail.message);
      mail.message.createReadStream = (options) => {
        const stream = createReadStream(options);
        if (tracker) tracker.stream = stream;
        return stream;
      };
      done();
    });
    return transport as Transporter;
  }
}

/** Span attributes: the server, and neither sender, recipient nor content. */
const sendingSpan = ({ host, port }: Pick<Server, 'host' | 'port'>): NewSpan => ({
  kind: 'client',
  name: 'send mail',
  attributes: { 'network.protocol.name': 'smtp', 'server.address': host, 'server.port': port },
});

/** Connection settings of a server: TLS mode, credentials, timeouts. */
export function connectionOptions(
  server: Pick<Server, 'host' | 'port' | 'security' | 'credentials'>,
  config: Pick<MailerConfig, 'PALISADE_SMTP_TIMEOUT_MS' | 'PALISADE_SMTP_CA'>,
) {
  const { PALISADE_SMTP_TIMEOUT_MS: timeout, PALISADE_SMTP_CA: ca } = config;
  return {
    host: server.host,
    port: server.port,
    secure: server.security === 'ssl',
    requireTLS: server.security === 'tls',
    ignoreTLS: server.security === 'none',
    ...(server.credentials && { auth: server.credentials }),
    tls: { minVersion: 'TLSv1.2' as const, ...(ca && { ca: [...rootCertificates, ca] }) },
    name: hostname(),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  };
}
