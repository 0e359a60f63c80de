import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AuditAction } from '@palisade/contracts';
import { uuidV7 } from '@palisade/messaging';
import { type Actor, AuditLogger } from '@palisade/messaging/nest';
import { DomainError, queryOne, queryRows, SecretBox } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { MailRendererService } from '../../templating/renderer/mail-renderer.service.ts';
import { DeliveryService } from '../delivery/delivery.service.ts';
import { SmtpTransportService } from '../delivery/smtp-transport.service.ts';
import { dkimContext, passwordContext, ServerSelectionService } from '../smtp/server-selection.service.ts';
import type { SmtpServerRow } from '../smtp/smtp-server.types.ts';
import {
  type MailDelivery,
  type SmtpConfigView,
  type SmtpCreate,
  type SmtpTest,
  type SmtpUpdate,
  toView,
} from './smtp.schema.ts';

/** Each takes part in the rotation, and is considered for every mail. */
export const MAX_SMTP_SERVERS = 50;

const tooMany = () =>
  new DomainError(
    'conflict',
    'too_many_smtp_servers',
    `There can be at most ${MAX_SMTP_SERVERS} mail servers. Please delete one that is no longer used.`,
  );

const notFound = () => new DomainError('not_found', 'smtp_not_found', 'SMTP configuration not found');

/** A stored password must not be sent to another server that somebody else configures, nor unencrypted. */
function refuseOfOtherServer(stored: SmtpServerRow, input: SmtpUpdate): void {
  const isOther = (['host', 'port', 'username'] as const).some(
    (field) => input[field] !== undefined && input[field] !== stored[field],
  );
  const { use_tls = stored.use_tls, use_ssl = stored.use_ssl } = input;
  const isBared = (stored.use_tls || stored.use_ssl) && !use_tls && !use_ssl;
  if ((!isOther && !isBared) || input.password) return;
  const what = isOther ? 'since the server or the username changed' : 'since it would be sent unencrypted';
  const detail = `Please enter the password again, ${what}`;
  throw new DomainError('unprocessable', 'validation_failed', detail, {
    fields: [{ path: 'password', message: detail }],
  });
}

/** Columns that an update may set directly; secrets and the pair of TLS flags are handled separately. */
const PLAIN = [
  'name',
  'host',
  'port',
  'username',
  'from_email',
  'from_name',
  'is_default',
  'is_active',
  'max_per_second',
  'dkim_domain',
  'dkim_selector',
] as const;

/** The SMTP servers of the installation, as administrators see and change them. */
@Injectable()
export class SmtpServersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(SecretBox) private readonly secrets: SecretBox,
    private readonly auditLogger: AuditLogger,
    private readonly choice: ServerSelectionService,
    private readonly wire: SmtpTransportService,
    private readonly delivery: DeliveryService,
    private readonly renderer: MailRendererService,
  ) {}

  async list(): Promise<SmtpConfigView[]> {
    return (await queryRows<SmtpServerRow>(this.dataSource, 'SELECT * FROM smtp_servers ORDER BY id')).map(
      toView,
    );
  }

  async deliveryState(): Promise<MailDelivery> {
    const servers = await queryRows<SmtpServerRow>(this.dataSource, 'SELECT * FROM smtp_servers LIMIT 1');
    return {
      state: await this.choice.state(null),
      by: servers.length === 0 ? 'installation' : 'configured',
    };
  }

  /** @throws DomainError `too_many_smtp_servers` */
  async create(actor: Actor, input: SmtpCreate): Promise<SmtpConfigView> {
    return this.change(actor, 'smtp.created', async (manager) => {
      // Concurrent additions wait for each other, since each counts the existing servers. Reads go on.
      await manager.query('LOCK TABLE smtp_servers IN SHARE ROW EXCLUSIVE MODE');
      const known = await queryOne<{ count: number }>(
        manager,
        'SELECT count(*)::int AS count FROM smtp_servers',
      );
      if ((known?.count ?? 0) >= MAX_SMTP_SERVERS) throw tooMany();
      const row = await queryOne<SmtpServerRow>(
        manager,
        `INSERT INTO smtp_servers (name, host, port, username, password_sealed, use_tls, use_ssl, from_email,
           from_name, is_default, is_active, max_per_second, dkim_domain, dkim_selector)
         VALUES ($1, $2, $3, $4, '', $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING *`,
        [
          input.name,
          input.host,
          input.port,
          input.username,
          input.use_tls,
          input.use_ssl,
          input.from_email,
          input.from_name || null,
          input.is_default,
          input.is_active,
          input.max_per_second ?? null,
          input.dkim_domain || null,
          input.dkim_selector || null,
        ],
      );
      return this.withSecrets(manager, row!, input.password, input.dkim_private_key);
    });
  }

  /**
   * @throws DomainError `validation_failed` where the stored password would be sent to another server, or unencrypted
   */
  async update(actor: Actor, id: number, input: SmtpUpdate): Promise<SmtpConfigView> {
    return this.change(actor, 'smtp.updated', async (manager) => {
      refuseOfOtherServer(await this.locked(manager, id), input);
      const changes: Record<string, unknown> = {};
      for (const column of PLAIN) {
        if (input[column] !== undefined) changes[column] = input[column] === '' ? null : input[column];
      }
      // Setting one flag clears the other, also where a client sends only the one.
      if (input.use_tls !== undefined || input.use_ssl !== undefined) {
        if (input.use_tls !== undefined) changes.use_tls = input.use_tls;
        if (input.use_ssl !== undefined) changes.use_ssl = input.use_ssl;
        if (input.use_ssl === true) changes.use_tls = false;
        else if (input.use_tls === true) changes.use_ssl = false;
      }
      const columns = Object.keys(changes);
      const set = columns.map((column, index) => `${column} = $${index + 2}, `).join('');
      const row = await queryOne<SmtpServerRow>(
        manager,
        `UPDATE smtp_servers SET ${set} revision = revision + 1, failures_in_a_row = 0, resting_until = NULL
         WHERE id = $1 RETURNING *`,
        [id, ...columns.map((column) => changes[column])],
      );
      return this.withSecrets(manager, row!, input.password, input.dkim_private_key);
    });
  }

  async toggleDefault(actor: Actor, id: number): Promise<{ message: string }> {
    const view = await this.change(actor, 'smtp.default_toggled', async (manager) => {
      const row = await queryOne<SmtpServerRow>(
        manager,
        'UPDATE smtp_servers SET is_default = NOT is_default WHERE id = $1 RETURNING *',
        [id],
      );
      if (!row) throw notFound();
      return row;
    });
    return {
      message: view.is_default
        ? `${view.name} is now a default server`
        : `${view.name} is no longer a default server`,
    };
  }

  async remove(actor: Actor, id: number): Promise<void> {
    await this.change(actor, 'smtp.deleted', async (manager) => {
      // Locked first: a campaign that chooses the server meanwhile waits, and then finds none.
      await this.locked(manager, id);
      await this.refuseWhileChosen(manager, id);
      const row = await queryOne<SmtpServerRow>(
        manager,
        'DELETE FROM smtp_servers WHERE id = $1 RETURNING *',
        [id],
      );
      return row!;
    });
  }

  /** Without the server a campaign would continue through others, and a chosen server is never replaced. */
  private async refuseWhileChosen(manager: EntityManager, id: number): Promise<void> {
    const choosing = await queryRows<{ name: string; status: string }>(
      manager,
      `SELECT name, status FROM campaigns WHERE smtp_config_id = $1 AND status IN ('draft', 'sending', 'paused')
       ORDER BY id`,
      [id],
    );
    const [first, ...more] = choosing;
    if (!first) return;
    const which = `“${first.name}” (${first.status})${more.length > 0 ? ` and ${more.length} more` : ''}`;
    throw new DomainError(
      'conflict',
      'smtp_server_in_use',
      `The campaign ${which} uses this server. Let it finish, delete it, or choose another server in its draft. If the server has moved, edit it instead.`,
    );
  }

  /** Through this server, at once; an error has the server's own text. */
  async test({ smtp_id: id, test_email: address }: SmtpTest): Promise<{ message: string }> {
    const server = await this.choice.byId(id);
    if (!server) throw notFound();
    const mail = await this.renderer.render('smtp_test', {
      server: `${server.host}:${server.port}`,
      host: hostname(),
    });
    const outcome = await this.delivery.sendBy(server, {
      messageId: `<${uuidV7()}@${server.from.address.split('@')[1]}>`,
      to: { name: '', address },
      ...mail,
    });
    if (outcome.kind !== 'sent') {
      throw new DomainError('upstream', 'smtp_test_failed', `The test email was not sent. ${outcome.reason}`);
    }
    return { message: `Test email sent to ${address}` };
  }

  private async withSecrets(
    manager: EntityManager,
    row: SmtpServerRow,
    password: string | undefined,
    dkimKey: string | undefined,
  ): Promise<SmtpServerRow> {
    const sealed = password ? this.secrets.seal(password, passwordContext(row.id)) : row.password_sealed;
    const key = dkimKey ? this.secrets.seal(dkimKey, dkimContext(row.id)) : row.dkim_key_sealed;
    const changed = await queryOne<SmtpServerRow>(
      manager,
      'UPDATE smtp_servers SET password_sealed = $2, dkim_key_sealed = $3 WHERE id = $1 RETURNING *',
      [row.id, sealed, key],
    );
    return changed!;
  }

  private async locked(manager: EntityManager, id: number): Promise<SmtpServerRow> {
    const row = await queryOne<SmtpServerRow>(
      manager,
      'SELECT * FROM smtp_servers WHERE id = $1 FOR UPDATE',
      [id],
    );
    if (!row) throw notFound();
    return row;
  }

  /** Stores the change and its audit record, then closes connections with the old settings. */
  private async change(
    actor: Actor,
    action: AuditAction,
    effect: (manager: EntityManager) => Promise<SmtpServerRow>,
  ): Promise<SmtpConfigView> {
    const row = await this.dataSource.transaction(async (manager) => {
      const changed = await effect(manager);
      await this.auditLogger.record(manager, actor, action, changed.id, {
        name: changed.name,
        host: changed.host,
      });
      return changed;
    });
    this.wire.forget(row.id);
    this.choice.forget();
    return toView(row);
  }
}
