import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { SecretBox } from '@palisade/nest-kit';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { BRAND } from '../../brand.ts';
import { CONFIG, type MailerConfig } from '../../config.ts';
import { REDIS } from '../../connections.module.ts';
import { rows } from '../../database/sql.ts';
import { dkimContext, passwordContext, type Server, type SmtpServerRow } from './smtp-server.ts';

const ROTATION = '{palisade}:mailer:rotation';
const FAILURES_BEFORE_REST = 3;
/** Changes of servers reach a process that is busy sending within this time. Milliseconds. */
const KNOWN_FOR = 1_000;

/** Which servers to try for a mail, in order; keeps count of how they do. */
@Injectable()
export class ServerChoice {
  private readonly logger = new Logger('ServerChoice');
  private known: { at: number; servers: SmtpServerRow[] } = { at: 0, servers: [] };

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(SecretBox) private readonly secrets: SecretBox,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG)
    private readonly config: Pick<
      MailerConfig,
      'PALISADE_MAIL_DEFAULT_SMTP_HOST' | 'PALISADE_MAIL_DEFAULT_SMTP_PORT'
    >,
  ) {}

  /**
   * The chosen server alone; or the default ones, beginning with the next in turn (any active one where none is a
   * default; the installation's own where none is configured). Resting servers are left out while another is there.
   */
  async inOrder(chosenId: number | null): Promise<Server[]> {
    const active = (await this.all()).filter((server) => server.is_active);
    if (chosenId === null && active.length === 0) return this.installationDefault();
    const rested = eligibleFor(chosenId, active).filter((server) => !isResting(server));
    if (rested.length <= 1) return rested.map(this.open);
    const first = (await this.nextTurn()) % rested.length;
    return [...rested.slice(first), ...rested.slice(0, first)].map(this.open);
  }

  /** Whether a mail could go out now: by a server that is well, by none until one has rested, or by none at all. */
  async state(chosenId: number | null): Promise<'ready' | 'resting' | 'none'> {
    const active = (await this.all()).filter((server) => server.is_active);
    if (chosenId === null && active.length === 0) {
      return this.config.PALISADE_MAIL_DEFAULT_SMTP_HOST === undefined ? 'none' : 'ready';
    }
    const eligible = eligibleFor(chosenId, active);
    if (eligible.length === 0) return 'none';
    return eligible.some((server) => !isResting(server)) ? 'ready' : 'resting';
  }

  /** How many servers could take a mail now, and how many mails per second they take together (Infinity: no limit). */
  async capacity(chosenId: number | null): Promise<{ servers: number; perSecond: number }> {
    const active = (await this.all()).filter((server) => server.is_active);
    if (chosenId === null && active.length === 0) {
      return { servers: this.installationDefault().length, perSecond: Number.POSITIVE_INFINITY };
    }
    const ready = eligibleFor(chosenId, active).filter((server) => !isResting(server));
    const limits = ready.map((server) => server.max_per_second ?? Number.POSITIVE_INFINITY);
    return { servers: ready.length, perSecond: limits.reduce((sum, limit) => sum + limit, 0) };
  }

  /** What the servers that are meant said last. */
  async lastError(chosenId: number | null): Promise<string> {
    const active = (await this.all()).filter((server) => server.is_active);
    return eligibleFor(chosenId, active).find((server) => server.last_error !== null)?.last_error ?? '';
  }

  /** A server whatever its state, to try it. */
  async byId(id: number): Promise<Server | null> {
    const [row] = await rows<SmtpServerRow>(this.dataSource, 'SELECT * FROM smtp_servers WHERE id = $1', [
      id,
    ]);
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
   * After some failures in a row the server rests: one minute, then two, four, … at most half an hour. Failures that land
   * while it rests are those of mails that were under way together, and say nothing new.
   */
  async failed(id: number | null, reason: string): Promise<void> {
    this.logger.warn({ smtp_server_id: id, reason }, 'an SMTP server could not be used');
    if (id === null) return;
    await this.dataSource.query(
      `UPDATE smtp_servers SET failed_count = failed_count + 1, failures_in_a_row = failures_in_a_row + 1,
         last_error = $2,
         resting_until = CASE WHEN failures_in_a_row + 1 >= $3
           THEN now() + make_interval(mins => least(30, (2 ^ least(10, failures_in_a_row + 1 - $3))::int))
           ELSE resting_until END
       WHERE id = $1 AND (resting_until IS NULL OR resting_until <= now())`,
      [id, reason, FAILURES_BEFORE_REST],
    );
    this.forget();
  }

  private async all(): Promise<SmtpServerRow[]> {
    if (Date.now() - this.known.at > KNOWN_FOR) {
      const servers = await rows<SmtpServerRow>(this.dataSource, 'SELECT * FROM smtp_servers ORDER BY id');
      this.known = { at: Date.now(), servers };
    }
    return this.known.servers;
  }

  /** One counter for all processes makes the rotation even; without Redis chance does. */
  private async nextTurn(): Promise<number> {
    try {
      return await this.redis.incr(ROTATION);
    } catch {
      return Math.floor(Math.random() * 1_000_000);
    }
  }

  private installationDefault(): Server[] {
    const { PALISADE_MAIL_DEFAULT_SMTP_HOST: host, PALISADE_MAIL_DEFAULT_SMTP_PORT: port } = this.config;
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

  private readonly open = (row: SmtpServerRow): Server => ({
    id: row.id,
    revision: row.revision,
    name: row.name,
    host: row.host,
    port: row.port,
    credentials: {
      user: row.username,
      pass: this.secrets.open(row.password_sealed, passwordContext(row.id)),
    },
    security: row.use_ssl ? 'ssl' : row.use_tls ? 'tls' : 'none',
    from: { name: row.from_name || BRAND.name, address: row.from_email },
    maxPerSecond: row.max_per_second,
    dkim:
      row.dkim_domain && row.dkim_selector && row.dkim_key_sealed
        ? {
            domainName: row.dkim_domain,
            keySelector: row.dkim_selector,
            privateKey: this.secrets.open(row.dkim_key_sealed, dkimContext(row.id)),
          }
        : null,
  });
}

/** Of the active ones: the chosen one, else the default ones, else all. */
function eligibleFor(chosenId: number | null, active: readonly SmtpServerRow[]): SmtpServerRow[] {
  if (chosenId !== null) return active.filter((server) => server.id === chosenId);
  const defaults = active.filter((server) => server.is_default);
  return defaults.length > 0 ? defaults : [...active];
}

const isResting = (server: SmtpServerRow): boolean =>
  server.resting_until !== null && server.resting_until.getTime() > Date.now();
