import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { queryRows, SecretBox } from '@palisade/nest-kit';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import { REDIS } from '../../connections/connections.module.ts';
import { BRAND } from '../../templating/brand.ts';
import {
  eligibleServers,
  FAILURES_BEFORE_REST,
  REST_MINUTES,
  readyServers,
  totalPerSecond,
} from './server.rules.ts';
import type { Server, SmtpServerRow } from './smtp-server.types.ts';

const ROTATION = '{palisade}:mailer:rotation';
/** A busy process notices changes of servers within this time. Milliseconds. */
const KNOWN_FOR = 1_000;

/** Encryption context of a server's secrets: a ciphertext copied to another row cannot be decrypted there. */
export const passwordContext = (id: number): string => `smtp_servers.password.${id}`;
export const dkimContext = (id: number): string => `smtp_servers.dkim_key.${id}`;

/** Chooses the servers for a mail, in order; tracks their failures. */
@Injectable()
export class ServerSelectionService {
  private readonly logger = new Logger(ServerSelectionService.name);
  private known: { at: number; servers: SmtpServerRow[] } = { at: 0, servers: [] };

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(SecretBox) private readonly secrets: SecretBox,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(MAILER_CONFIG)
    private readonly config: Pick<
      MailerConfig,
      'PALISADE_MAIL_DEFAULT_SMTP_HOST' | 'PALISADE_MAIL_DEFAULT_SMTP_PORT'
    >,
  ) {}

  /**
   * The chosen server alone; or the default ones, beginning with the next in rotation (any active one where none is a
   * default; the installation's own where none is configured). Resting servers are left out while another is available.
   */
  async inOrder(chosenId: number | null): Promise<Server[]> {
    const servers = await this.all();
    if (this.isInstallationsOwn(servers, chosenId)) return this.installationDefault();
    const ready = readyServers(servers, chosenId, new Date());
    if (ready.length <= 1) return ready.map(this.open);
    const first = (await this.nextTurn()) % ready.length;
    return [...ready.slice(first), ...ready.slice(0, first)].map(this.open);
  }

  /** Whether a mail could be sent now: through a working server, after a rest, or not at all. */
  async state(chosenId: number | null): Promise<'ready' | 'resting' | 'none'> {
    const servers = await this.all();
    if (this.isInstallationsOwn(servers, chosenId)) {
      return this.config.PALISADE_MAIL_DEFAULT_SMTP_HOST === undefined ? 'none' : 'ready';
    }
    if (eligibleServers(servers, chosenId).length === 0) return 'none';
    return readyServers(servers, chosenId, new Date()).length > 0 ? 'ready' : 'resting';
  }

  /** Number of servers that could take a mail now, and their total mails per second (Infinity: no limit). */
  async capacity(chosenId: number | null): Promise<{ servers: number; perSecond: number }> {
    const servers = await this.all();
    if (this.isInstallationsOwn(servers, chosenId)) {
      return { servers: this.installationDefault().length, perSecond: Number.POSITIVE_INFINITY };
    }
    const ready = readyServers(servers, chosenId, new Date());
    return { servers: ready.length, perSecond: totalPerSecond(ready) };
  }

  /** The latest errors of the eligible servers. */
  async lastError(chosenId: number | null): Promise<string> {
    return (
      eligibleServers(await this.all(), chosenId).find((server) => server.last_error !== null)?.last_error ??
      ''
    );
  }

  /** A server whatever its state, for a test. */
  async byId(id: number): Promise<Server | null> {
    const [row] = await queryRows<SmtpServerRow>(
      this.dataSource,
      'SELECT * FROM smtp_servers WHERE id = $1',
      [id],
    );
    return row ? this.open(row) : null;
  }

  forget(): void {
    this.known.at = 0;
  }

  async worked(id: number | null): Promise<void> {
    if (id === null) return;
    await this.dataSource.query(
      `UPDATE smtp_servers SET sent_count = sent_count + 1, failures_in_a_row = 0, resting_until = NULL,
         last_error = CASE WHEN failures_in_a_row > 0 THEN NULL ELSE last_error END
       WHERE id = $1`,
      [id],
    );
  }

  /**
   * After several consecutive failures the server rests: one minute, then two, four, … at most half an hour. Failures
   * during a rest are of mails that were in flight together, and do not extend it.
   */
  async failed(id: number | null, reason: string): Promise<void> {
    this.logger.warn({ smtp_server_id: id, reason }, 'SMTP server unavailable');
    if (id === null) return;
    await this.dataSource.query(
      `UPDATE smtp_servers SET failed_count = failed_count + 1, failures_in_a_row = failures_in_a_row + 1,
         last_error = $2,
         resting_until = CASE WHEN failures_in_a_row + 1 >= $3
           THEN now() + make_interval(mins => ($4::int[])[least(cardinality($4), failures_in_a_row + 2 - $3)])
           ELSE resting_until END
       WHERE id = $1 AND (resting_until IS NULL OR resting_until <= now())`,
      [id, reason, FAILURES_BEFORE_REST, REST_MINUTES],
    );
    this.forget();
  }

  private async all(): Promise<SmtpServerRow[]> {
    if (Date.now() - this.known.at > KNOWN_FOR) {
      const servers = await queryRows<SmtpServerRow>(
        this.dataSource,
        'SELECT * FROM smtp_servers ORDER BY id',
      );
      this.known = { at: Date.now(), servers };
    }
    return this.known.servers;
  }

  /** One counter for all processes makes the rotation even; without Redis it is random. */
  private async nextTurn(): Promise<number> {
    try {
      return await this.redis.incr(ROTATION);
    } catch {
      return Math.floor(Math.random() * 1_000_000);
    }
  }

  /** While no active server is configured. */
  private isInstallationsOwn(servers: readonly SmtpServerRow[], chosenId: number | null): boolean {
    return chosenId === null && eligibleServers(servers, null).length === 0;
  }

  private installationDefault(): Server[] {
    return installationDefault(this.config);
  }

  private readonly open = (row: SmtpServerRow): Server => openServer(row, this.secrets);
}

/** A row with its secrets decrypted. */
export const openServer = (row: SmtpServerRow, secrets: SecretBox): Server => ({
  id: row.id,
  revision: row.revision,
  name: row.name,
  host: row.host,
  port: row.port,
  credentials: {
    user: row.username,
    pass: secrets.open(row.password_sealed, passwordContext(row.id)),
  },
  security: row.use_ssl ? 'ssl' : row.use_tls ? 'tls' : 'none',
  from: { name: row.from_name || BRAND.name, address: row.from_email },
  maxPerSecond: row.max_per_second,
  dkim:
    row.dkim_domain && row.dkim_selector && row.dkim_key_sealed
      ? {
          domainName: row.dkim_domain,
          keySelector: row.dkim_selector,
          privateKey: secrets.open(row.dkim_key_sealed, dkimContext(row.id)),
        }
      : null,
});

/** The installation's own server, where it has one. */
export function installationDefault({
  PALISADE_MAIL_DEFAULT_SMTP_HOST: host,
  PALISADE_MAIL_DEFAULT_SMTP_PORT: port,
}: Pick<MailerConfig, 'PALISADE_MAIL_DEFAULT_SMTP_HOST' | 'PALISADE_MAIL_DEFAULT_SMTP_PORT'>): Server[] {
  if (host === undefined) return [];
  return [
    {
      id: null,
      revision: 0,
      name: 'installation default',
      host,
      port,
      credentials: null,
      security: 'none',
      from: { name: BRAND.name, address: BRAND.senderEmail },
      maxPerSecond: null,
      dkim: null,
    },
  ];
}
