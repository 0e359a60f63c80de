import { Injectable } from '@nestjs/common';
import { clientNetwork, requestScope, type UserId } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { ClientInfo } from '../../http/client-info.ts';
import { deviceName } from '../../http/device-name.ts';
import type { Actor } from '../audit/audit-log.service.ts';
import { MailRequestsService } from '../mail-requests/mail-requests.service.ts';
import { UsersService } from '../users/users.service.ts';
import {
  MAX_EVENTS_PER_KIND,
  RETENTION_DAYS,
  SECURITY_EVENT_KINDS,
  type SecurityEventKind,
} from './security-event-kinds.ts';
import { utcText } from './utc-text.rules.ts';

const HEARD_OF = '30 days';

export interface SecurityEvent {
  userId: UserId;
  kind: SecurityEventKind;
  /** Who caused the event: the owner or an administrator. */
  actor: Actor;
  /** Short words for the list and the mail; no secrets. */
  details?: Readonly<Record<string, string>>;
  /** Id of an event reported by another service, so that it is recorded once. */
  id?: string;
  at?: Date;
  /** If different from that of the current request. */
  userAgent?: string;
  /** The list alone is enough, whatever the kind. */
  withoutMail?: boolean;
}

export interface SecurityEventRow {
  id: string;
  at: Date;
  kind: SecurityEventKind;
  client_address: string;
  user_agent: string;
  by_administrator: boolean;
  details: Record<string, string>;
}

/**
 * Records security events of accounts and shows them to their owners: in a list, and by mail for the most important
 * ones.
 */
@Injectable()
export class SecurityActivityService {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersService,
    private readonly mails: MailRequestsService,
  ) {}

  /** In the transaction of the act. */
  async record(manager: EntityManager, event: SecurityEvent): Promise<void> {
    const own = event.actor.userId === event.userId;
    const userAgent = event.userAgent ?? requestScope.getStore()?.userAgent ?? '';
    const row: SecurityEventRow = {
      id: event.id ?? uuidv7(),
      at: event.at ?? new Date(),
      kind: event.kind,
      client_address: own ? event.actor.clientAddress : '',
      user_agent: own ? userAgent : '',
      by_administrator: !own,
      details: { ...event.details },
    };
    if (!(await this.add(manager, event.userId, row))) return;
    await this.forgetSurplus(manager, event.userId, event.kind);
    if (!event.withoutMail) await this.tell(manager, event.userId, row);
  }

  /**
   * Whether the owner was recently notified of such a device: programs and browsers without cookies sign in from the
   * same network with the same User-Agent again and again. Asked before the sign-in itself is recorded.
   */
  async hasNotifiedOfDeviceLike(
    manager: EntityManager,
    userId: UserId,
    client: Pick<ClientInfo, 'address' | 'userAgent'>,
  ): Promise<boolean> {
    const seen = await manager.query<{ client_address: string }[]>(
      `SELECT DISTINCT client_address FROM security_events
        WHERE user_id = $1 AND kind = 'signed_in_on_new_device' AND user_agent = $2
          AND at > now() - interval '${HEARD_OF}'`,
      [userId, client.userAgent],
    );
    const network = clientNetwork(client.address);
    return seen.some((row) => clientNetwork(row.client_address) === network);
  }

  /** Newest first. */
  list(userId: UserId, page: { before: string | null; limit: number }): Promise<SecurityEventRow[]> {
    return this.database.query<SecurityEventRow[]>(
      `SELECT id, at, kind, client_address, user_agent, by_administrator, details FROM security_events
        WHERE user_id = $1 AND at > now() - make_interval(days => ${RETENTION_DAYS})
          AND ($2::uuid IS NULL
               OR (at, id) < (SELECT e.at, e.id FROM security_events e WHERE e.id = $2 AND e.user_id = $1))
        ORDER BY at DESC, id DESC LIMIT $3`,
      [userId, page.before, page.limit],
    );
  }

  async forgetOld(): Promise<void> {
    await this.database.query(
      `DELETE FROM security_events WHERE at < now() - make_interval(days => ${RETENTION_DAYS})`,
    );
  }

  /** False for an event that was recorded already, and for an account that does not exist any more. */
  private async add(manager: EntityManager, userId: UserId, row: SecurityEventRow): Promise<boolean> {
    const added = await manager.query<unknown[]>(
      `INSERT INTO security_events (id, user_id, at, kind, client_address, user_agent, by_administrator, details)
       SELECT $1, id, $3, $4, $5, $6, $7, $8 FROM users WHERE id = $2 AND deleted_at IS NULL
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [
        row.id,
        userId,
        row.at,
        row.kind,
        row.client_address,
        row.user_agent,
        row.by_administrator,
        JSON.stringify(row.details),
      ],
    );
    return added.length > 0;
  }

  private async forgetSurplus(
    manager: EntityManager,
    userId: UserId,
    kind: SecurityEventKind,
  ): Promise<void> {
    await manager.query(
      `DELETE FROM security_events WHERE id IN
         (SELECT id FROM security_events WHERE user_id = $1 AND kind = $2
           ORDER BY at DESC, id DESC OFFSET ${MAX_EVENTS_PER_KIND})`,
      [userId, kind],
    );
  }

  private async tell(manager: EntityManager, userId: UserId, row: SecurityEventRow): Promise<void> {
    const { mail, mailsPerHour } = SECURITY_EVENT_KINDS[row.kind];
    if (mail === null) return;
    const [recent] = await manager.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM security_events
        WHERE user_id = $1 AND kind = $2 AND id <> $3 AND at > now() - interval '1 hour'`,
      [userId, row.kind, row.id],
    );
    if ((recent?.count ?? 0) >= mailsPerHour) return;
    await this.mails.send(manager, {
      template: mail,
      to: await this.users.get(manager, userId),
      variables: {
        ...row.details,
        at: utcText(row.at),
        address: row.client_address,
        device: row.by_administrator ? 'An administrator' : deviceName(row.user_agent),
      },
    });
  }
}
