import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { uuidV7 } from '@palisade/messaging';
import { DomainError, newWebhookSecret, queryOne, queryRows } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { type ChannelCreate, type ChannelUpdate, type ChannelView, parseTarget } from './channel.schema.ts';
import type { ChannelRow, DeliveryState } from './channel-row.types.ts';
import { ChannelSecretsService } from './channel-secrets.service.ts';
import { type ChannelKind, TARGET_HINTS } from './channel-targets.schema.ts';

export const MAX_CHANNELS = 20;
/** How long messages are also signed with a replaced secret, so that receivers can be updated. */
const OVERLAP_HOURS = 24;

interface ListedRow extends ChannelRow {
  last_state: DeliveryState | null;
  last_at: Date | null;
}

const LISTED = `SELECT c.*, d.state AS last_state, d.created_at AS last_at FROM alert_channels c
  LEFT JOIN LATERAL (SELECT state, created_at FROM alert_deliveries WHERE channel_id = c.id
                     ORDER BY created_at DESC LIMIT 1) d ON true`;

export const channelNotFound = () => new DomainError('not_found', 'channel_not_found', 'Channel not found');

/** An account's alert channels, as their owner sees and changes them. */
@Injectable()
export class ChannelsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secrets: ChannelSecretsService,
  ) {}

  async list(ownerId: string): Promise<ChannelView[]> {
    const found = await queryRows<ListedRow>(
      this.dataSource,
      `${LISTED} WHERE c.owner_id = $1 ORDER BY c.created_at, c.id LIMIT ${MAX_CHANNELS}`,
      [ownerId],
    );
    return found.map(toView);
  }

  /** @throws DomainError `channel_not_found`, also for somebody else's */
  async owned(ownerId: string, id: string): Promise<ChannelRow> {
    const row = await queryOne<ChannelRow>(
      this.dataSource,
      'SELECT * FROM alert_channels WHERE id = $1 AND owner_id = $2',
      [id, ownerId],
    );
    if (!row) throw channelNotFound();
    return row;
  }

  /** Those of these channels that belong to the owner and are switched on. */
  async activeOf(ownerId: string, ids: readonly string[]): Promise<ChannelRow[]> {
    return queryRows<ChannelRow>(
      this.dataSource,
      'SELECT * FROM alert_channels WHERE owner_id = $1 AND id = ANY($2::uuid[]) AND is_active',
      [ownerId, ids],
    );
  }

  async create(
    ownerId: string,
    { name, kind, target }: ChannelCreate,
  ): Promise<{ channel: ChannelView; secret: string | null }> {
    const id = uuidV7();
    const checked = checkedTarget(kind, target);
    const secret = kind === 'webhook' ? newWebhookSecret() : null;
    await this.dataSource.transaction(async (manager) => {
      await this.refuseBeyondLimit(manager, ownerId);
      await manager.query(
        `INSERT INTO alert_channels (id, owner_id, name, kind, hint, target_sealed, secret_sealed)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          id,
          ownerId,
          name,
          kind,
          checked.hint,
          this.secrets.sealTarget(id, checked.target),
          secret === null ? null : this.secrets.sealSecret(id, secret, 'secret_sealed'),
        ],
      );
    });
    return { channel: await this.view(ownerId, id), secret };
  }

  /**
   * A channel whose server reported it as gone gets another chance when it is switched on or given another target; one
   * that its owner switched off stays off.
   */
  async update(ownerId: string, id: string, input: ChannelUpdate): Promise<ChannelView> {
    const { kind } = await this.owned(ownerId, id);
    const checked = input.target === undefined ? null : checkedTarget(kind, input.target);
    await this.dataSource.query(
      `UPDATE alert_channels SET name = coalesce($3, name),
         is_active = coalesce($4, is_active OR (disabled_reason IS NOT NULL AND $5::text IS NOT NULL)),
         disabled_reason = CASE WHEN $4 OR $5::text IS NOT NULL THEN NULL ELSE disabled_reason END,
         target_sealed = coalesce($5, target_sealed), hint = coalesce($6, hint)
       WHERE id = $1 AND owner_id = $2`,
      [
        id,
        ownerId,
        input.name ?? null,
        input.is_active ?? null,
        checked === null ? null : this.secrets.sealTarget(id, checked.target),
        checked?.hint ?? null,
      ],
    );
    return this.view(ownerId, id);
  }

  async remove(ownerId: string, id: string): Promise<void> {
    const removed = await queryRows(
      this.dataSource,
      'DELETE FROM alert_channels WHERE id = $1 AND owner_id = $2 RETURNING 1',
      [id, ownerId],
    );
    if (removed.length === 0) throw channelNotFound();
  }

  /** Both secrets sign for a day; if a second rotation comes within it, the older one is dropped at once. */
  async rotateSecret(ownerId: string, id: string): Promise<{ channel: ChannelView; secret: string }> {
    const secret = newWebhookSecret();
    await this.dataSource.transaction(async (manager) => {
      const row = await queryOne<ChannelRow>(
        manager,
        'SELECT * FROM alert_channels WHERE id = $1 AND owner_id = $2 FOR UPDATE',
        [id, ownerId],
      );
      if (!row) throw channelNotFound();
      const [current] = this.secrets.secretsOf(row.id, row, Date.now());
      if (current === undefined)
        throw new DomainError('conflict', 'channel_has_no_secret', 'Only webhooks are signed with a secret');
      await manager.query(
        `UPDATE alert_channels SET secret_sealed = $2, previous_secret_sealed = $3,
           previous_secret_until = now() + make_interval(hours => ${OVERLAP_HOURS}) WHERE id = $1`,
        [
          id,
          this.secrets.sealSecret(id, secret, 'secret_sealed'),
          this.secrets.sealSecret(id, current, 'previous_secret_sealed'),
        ],
      );
    });
    return { channel: await this.view(ownerId, id), secret };
  }

  /** The server says that the webhook no longer exists. */
  async switchOff(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE alert_channels SET is_active = false, disabled_reason = 'gone' WHERE id = $1`,
      [id],
    );
  }

  private async view(ownerId: string, id: string): Promise<ChannelView> {
    const row = await queryOne<ListedRow>(this.dataSource, `${LISTED} WHERE c.id = $1 AND c.owner_id = $2`, [
      id,
      ownerId,
    ]);
    if (!row) throw channelNotFound();
    return toView(row);
  }

  private async refuseBeyondLimit(manager: EntityManager, ownerId: string): Promise<void> {
    // Two concurrent requests must not both create the last allowed one.
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('alert-channels:' || $1, 0))`, [
      ownerId,
    ]);
    const counted = await queryOne<{ channels: number }>(
      manager,
      'SELECT count(*)::int AS channels FROM alert_channels WHERE owner_id = $1',
      [ownerId],
    );
    if ((counted?.channels ?? 0) >= MAX_CHANNELS)
      throw new DomainError(
        'conflict',
        'too_many_channels',
        `An account has at most ${MAX_CHANNELS} channels. Remove one first.`,
      );
  }
}

/** @throws DomainError `channel_target_invalid` with each problem at its field */
function checkedTarget(kind: ChannelKind, input: Record<string, string>): { target: object; hint: string } {
  const parsed = parseTarget(kind, input);
  if (!parsed.success)
    throw new DomainError('unprocessable', 'channel_target_invalid', 'Please check the target', {
      fields: parsed.error.issues.map(({ path, message }) => ({
        path: ['target', ...path].join('.'),
        message,
      })),
    });
  const target = parsed.data;
  return { target, hint: TARGET_HINTS[kind](target as never) };
}

const toView = (row: ListedRow): ChannelView => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  hint: row.hint,
  is_active: row.is_active,
  disabled_reason: row.disabled_reason,
  previous_secret_until:
    (row.previous_secret_until?.getTime() ?? 0) > Date.now()
      ? row.previous_secret_until!.toISOString()
      : null,
  last_delivery:
    row.last_state === null || row.last_at === null
      ? null
      : { state: row.last_state, at: row.last_at.toISOString() },
  created_at: row.created_at.toISOString(),
});
