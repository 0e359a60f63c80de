import { Injectable } from '@nestjs/common';
import type { AuditDetails } from '@palisade/contracts';
import { affectedRows, DomainError, type UserCaller, type UserId } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type Actor, AuditLogService } from '../audit/audit-log.service.ts';
import { UserViewsService } from '../profile/user-views.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import { utcText } from '../security-activity/utc-text.rules.ts';
import { UsersService } from '../users/users.service.ts';
import {
  ASKED_HOURS,
  MAX_ASKED_A_DAY,
  MAX_PATH_LENGTH,
  MAX_PATHS,
  STATE_SQL,
  STATES_FROM,
  type SupportViewState,
  VIEW_MINUTES,
} from './support-view.rules.ts';
import type { OpenedSupportView, SupportViewView } from './support-view.schema.ts';
import { type LookRow, type SupportViewRow, SupportViewsRepository } from './support-views.repository.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An administrator, in the session that opens a view. */
type Looking = Pick<UserCaller, 'userId' | 'sessionId' | 'clientAddress'>;

/**
 * Administrators view a customer's dashboard as the customer: requested with a reason, allowed by the customer for an
 * hour, in one session of the administrator's. Both sides' logs record all of it. The gateway decides which calls are
 * allowed; none changes anything.
 */
@Injectable()
export class SupportViewsService {
  constructor(
    private readonly database: DataSource,
    private readonly views: SupportViewsRepository,
    private readonly users: UsersService,
    private readonly userViews: UserViewsService,
    private readonly audit: AuditLogService,
    private readonly events: SecurityActivityService,
  ) {}

  /** Newest first. @throws DomainError `user_not_found` */
  async list(userId: UserId): Promise<SupportViewView[]> {
    await this.users.get(this.database.manager, userId);
    const rows = await this.views.newestOf(userId);
    const looks = await this.views.looksAt(rows.map(({ id }) => id));
    return rows.map((row) => toView(row, looks));
  }

  /** @throws DomainError `user_not_found`, `support_view_of_administrator`, `support_view_under_way`, `too_many_support_views` */
  async ask(admin: Actor, userId: UserId, reason: string): Promise<SupportViewView> {
    return this.database.transaction(async (manager) => {
      const user = await this.users.get(manager, userId);
      // If two administrators ask at once, the second finds the first one's request.
      await manager.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
      if (user.isAdmin) throw ofAdministrator();
      await this.refuseMore(manager, userId);
      const id = uuidv7();
      await manager.query(
        `INSERT INTO support_views (id, user_id, admin_id, reason, lapses_at)
         VALUES ($1, $2, $3, $4, now() + make_interval(hours => ${ASKED_HOURS}))`,
        [id, userId, admin.userId, reason],
      );
      const view = await this.get(manager, userId, id);
      await this.note(manager, admin, view, 'asked', { reason });
      return toView(view, []);
    });
  }

  /** By the customer. @throws DomainError `support_view_not_found`, `support_view_not_asked` */
  async answer(owner: UserCaller, viewId: string, allow: boolean): Promise<SupportViewView> {
    return this.change(owner.userId, viewId, ['asked'], notAsked, async (manager, view) => {
      await manager.query(
        `UPDATE support_views SET answered_at = now(), allowed = $2,
                ends_at = CASE WHEN $2 THEN now() + make_interval(mins => ${VIEW_MINUTES}) END WHERE id = $1`,
        [viewId, allow],
      );
      const answered = await this.get(manager, view.user_id, viewId);
      await this.note(manager, owner, answered, allow ? 'allowed' : 'refused');
    });
  }

  /**
   * By the administrator who asked, in the session that the view then belongs to. @throws DomainError
   * `support_view_not_found`, `support_view_not_allowed`
   */
  async open(admin: UserCaller, userId: UserId, viewId: string): Promise<OpenedSupportView> {
    const view = await this.change(userId, viewId, ['allowed', 'open'], notAllowed, async (manager, row) => {
      if (row.admin_id !== admin.userId) throw notFound();
      if ((await this.users.get(manager, userId)).isAdmin) throw ofAdministrator();
      const opened = await affectedRows(
        manager,
        `UPDATE support_views SET opened_at = COALESCE(opened_at, now()), session_id = $2
          WHERE id = $1 AND (session_id IS NULL OR session_id = $2)`,
        [viewId, admin.sessionId],
      );
      if (opened === 0) throw elsewhere();
      if (row.state === 'allowed') await this.note(manager, admin, row, 'opened', { reason: row.reason });
    });
    const user = await this.users.get(this.database.manager, userId);
    return { view, user: await this.userViews.of(user) };
  }

  /** By the customer, or by any administrator. @throws DomainError `support_view_not_found`, `support_view_not_under_way` */
  async end(actor: Actor, userId: UserId, viewId: string): Promise<SupportViewView> {
    return this.change(userId, viewId, ['asked', 'allowed', 'open'], notUnderWay, async (manager, view) => {
      await manager.query('UPDATE support_views SET ended_at = now() WHERE id = $1', [viewId]);
      await this.note(manager, actor, view, 'ended');
    });
  }

  /**
   * Called before something is viewed: whether it is allowed, and a record that it was. The first view of each path is
   * also in the audit log. Open streams check again and again, and are recorded once.
   * @throws DomainError `support_view_over`, `support_view_too_many_pages`, `support_view_path_too_long`
   */
  async look(
    admin: Looking,
    viewId: string,
    { path, staysOpen }: { path: string; staysOpen: boolean },
  ): Promise<{ userId: UserId }> {
    if (!UUID.test(viewId)) throw isOver();
    if (path.length > MAX_PATH_LENGTH) throw pathTooLong();
    return this.database.transaction(async (manager) => {
      const [view] = await manager.query<{ user_id: UserId }[]>(
        `SELECT v.user_id FROM ${STATES_FROM} JOIN users u ON u.id = v.user_id JOIN users a ON a.id = v.admin_id
          WHERE v.id = $1 AND v.admin_id = $2 AND v.session_id = $3 AND ${STATE_SQL} = 'open'
            AND u.is_active AND u.deleted_at IS NULL AND NOT u.is_admin
            AND a.is_active AND a.deleted_at IS NULL AND a.is_admin`,
        [viewId, admin.userId, admin.sessionId],
      );
      if (view === undefined) throw isOver();
      if (staysOpen) return { userId: view.user_id };
      const [look] = await manager.query<{ times: number }[]>(
        `INSERT INTO support_view_looks (view_id, path)
         SELECT $1, $2 WHERE EXISTS (SELECT FROM support_view_looks WHERE view_id = $1 AND path = $2)
                          OR (SELECT count(*) FROM support_view_looks WHERE view_id = $1) < ${MAX_PATHS}
         ON CONFLICT (view_id, path) DO UPDATE SET last_at = now(), times = support_view_looks.times + 1
         RETURNING times`,
        [viewId, path],
      );
      if (look === undefined) throw tooManyPages();
      if (look.times === 1) {
        const target = { type: 'user', id: view.user_id };
        await this.audit.record(manager, admin, 'support_view.looked', target, { view: viewId, path });
      }
      return { userId: view.user_id };
    });
  }

  async forgetOld(): Promise<void> {
    await this.views.forgetOld();
  }

  /** Changes a view that is in one of these states. */
  private change(
    userId: UserId,
    viewId: string,
    from: readonly SupportViewState[],
    refusal: () => DomainError,
    make: (manager: EntityManager, view: SupportViewRow) => Promise<void>,
  ): Promise<SupportViewView> {
    return this.database.transaction(async (manager) => {
      const view = await this.get(manager, userId, viewId);
      if (!from.includes(view.state)) throw refusal();
      await make(manager, view);
      return toView(await this.get(manager, userId, viewId), await this.views.looksAt([viewId], manager));
    });
  }

  private async get(manager: EntityManager, userId: UserId, viewId: string): Promise<SupportViewRow> {
    const view = await this.views.locked(manager, userId, viewId);
    if (view === null) throw notFound();
    return view;
  }

  private async refuseMore(manager: EntityManager, userId: UserId): Promise<void> {
    const [{ under_way, today } = { under_way: 0, today: 0 }] = await manager.query<
      { under_way: number; today: number }[]
    >(
      `SELECT count(*) FILTER (WHERE ${STATE_SQL} IN ('asked', 'allowed', 'open'))::int AS under_way,
              count(*) FILTER (WHERE v.asked_at > now() - interval '1 day')::int AS today
         FROM ${STATES_FROM} WHERE v.user_id = $1`,
      [userId],
    );
    if (under_way > 0) throw underWay();
    if (today >= MAX_ASKED_A_DAY) throw tooMany();
  }

  /** In both sides' logs. */
  private async note(
    manager: EntityManager,
    actor: Actor,
    view: SupportViewRow,
    what: 'asked' | 'allowed' | 'refused' | 'opened' | 'ended',
    details: AuditDetails = {},
  ): Promise<void> {
    const target = { type: 'user', id: view.user_id };
    await this.audit.record(manager, actor, `support_view.${what}`, target, { view: view.id, ...details });
    await this.events.record(manager, {
      userId: view.user_id,
      kind: `support_view_${what}`,
      actor,
      details: {
        administrator: view.administrator,
        ...details,
        ...(view.ends_at && { until: utcText(view.ends_at) }),
      },
    });
  }
}

function toView(
  { user_id: _user, admin_id, ...row }: SupportViewRow,
  looks: readonly LookRow[],
): SupportViewView {
  const time = (at: Date | null) => at?.toISOString() ?? null;
  const own = looks.filter(({ view_id }) => view_id === row.id);
  return {
    ...row,
    administrator_id: admin_id,
    asked_at: row.asked_at.toISOString(),
    answered_at: time(row.answered_at),
    opened_at: time(row.opened_at),
    ends_at: time(row.ends_at),
    ended_at: time(row.ended_at),
    looks_total: own[0]?.total ?? 0,
    looks: own.map(({ path, times, first_at, last_at }) => ({
      path,
      times,
      first_at: first_at.toISOString(),
      last_at: last_at.toISOString(),
    })),
  };
}

const notFound = () =>
  new DomainError('not_found', 'support_view_not_found', 'There is no such request to view this account');

const ofAdministrator = () =>
  new DomainError(
    'conflict',
    'support_view_of_administrator',
    'Administrators’ accounts cannot be viewed this way',
  );

const underWay = () =>
  new DomainError(
    'conflict',
    'support_view_under_way',
    'There is already a request for this customer. You can ask again when it is declined or has ended.',
  );

const tooMany = () =>
  new DomainError(
    'too_many',
    'too_many_support_views',
    `A customer can be asked at most ${MAX_ASKED_A_DAY} times in 24 hours`,
  );

const notAsked = () =>
  new DomainError(
    'conflict',
    'support_view_not_asked',
    'This request was answered or withdrawn, or has expired',
  );

const notAllowed = () =>
  new DomainError(
    'conflict',
    'support_view_not_allowed',
    'The customer has not allowed this, or the view has ended',
  );

const notUnderWay = () =>
  new DomainError('conflict', 'support_view_not_under_way', 'This request was declined or has expired');

const elsewhere = () =>
  new DomainError('conflict', 'support_view_elsewhere', 'This view was opened in another session of yours');

const isOver = () =>
  new DomainError(
    'forbidden',
    'support_view_over',
    'The view of the customer’s dashboard has ended: the time is up, or somebody ended it.',
  );

const pathTooLong = () =>
  new DomainError(
    'invalid',
    'support_view_path_too_long',
    'The URL of this request is too long to be recorded',
  );

const tooManyPages = () =>
  new DomainError(
    'forbidden',
    'support_view_too_many_pages',
    `At most ${MAX_PATHS} different pages can be seen at one permission`,
  );
