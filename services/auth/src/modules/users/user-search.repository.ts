import { Injectable } from '@nestjs/common';
import { DomainError, orderBehind, type UserId } from '@palisade/nest-kit';
import { DataSource, In } from 'typeorm';
import { UserEntity } from './user.entity.ts';

/** One page of accounts that are not closed. */
export interface UserSearch {
  /** The last account of the previous page; absent: the first page. */
  after?: UserId | undefined;
  page_size: number;
  sort: 'created_at' | 'email' | 'username';
  order: 'asc' | 'desc';
  /** Part of address, user name or full name. */
  search?: string | undefined;
  plan?: string | undefined;
  is_admin?: 'true' | 'false' | undefined;
  is_active?: 'true' | 'false' | undefined;
}

/** Column of each sort key. Each list has one order only: address and name are unique, a time is not. */
const SORT_COLUMNS = {
  created_at: { createdAt: 'created_at', id: 'id' },
  email: { emailKey: 'email_key' },
  username: { usernameKey: 'username_key' },
} as const satisfies Record<UserSearch['sort'], Record<string, string>>;

/** Finds accounts for lists, however many there are. */
@Injectable()
export class UserSearchRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Keyset pagination: each page starts after the last account of the previous one, so it is as fast as the first, and
   * new registrations neither repeat nor hide an account.
   * @throws DomainError `page_start_unknown`
   */
  async page(query: UserSearch): Promise<{ users: UserEntity[]; total: number }> {
    const ids = await this.ids(query);
    // A first page that is not full gives the total. A search with few matches has to read all users, and so has
    // counting: this way it is done once.
    const isAll = query.after === undefined && ids.length < query.page_size;
    const [users, total] = await Promise.all([
      this.usersById(ids),
      isAll ? ids.length : this.count(query),
      ids.length === 0 && query.after !== undefined && this.mustBeKnown(query.after),
    ]);
    return { users, total };
  }

  /** Answered from an index alone; only the page's own rows are read. */
  private async ids(query: UserSearch): Promise<UserId[]> {
    const ids = this.matching(query).select('user.id', 'id').limit(query.page_size);
    const columns = SORT_COLUMNS[query.sort];
    orderBehind(ids, { table: 'users', columns, direction: query.order, after: query.after });
    return (await ids.getRawMany<{ id: UserId }>()).map(({ id }) => id);
  }

  /** A closed account still marks where its page ended; an id that never existed marks nothing. */
  private async mustBeKnown(id: UserId): Promise<void> {
    if (!(await this.database.manager.existsBy(UserEntity, { id })))
      throw new DomainError(
        'unprocessable',
        'page_start_unknown',
        'This page of the list no longer exists; start from the first page.',
      );
  }

  private async usersById(ids: readonly UserId[]): Promise<UserEntity[]> {
    const rows = await this.database.manager.findBy(UserEntity, { id: In([...ids]) });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  private async count(query: UserSearch): Promise<number> {
    // Not getCount(): it counts distinct ids, for which it reads and sorts all of them.
    const row = await this.matching(query).select('count(*)', 'total').getRawOne<{ total: string }>();
    return Number(row?.total ?? 0);
  }

  private matching(query: UserSearch) {
    const users = this.database.createQueryBuilder(UserEntity, 'user').where('user.deletedAt IS NULL');
    if (query.search) {
      const pattern = `%${query.search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
      users.andWhere('search_text LIKE :pattern', { pattern });
    }
    if (query.is_admin) users.andWhere('user.isAdmin = :isAdmin', { isAdmin: query.is_admin === 'true' });
    if (query.is_active)
      users.andWhere('user.isActive = :isActive', { isActive: query.is_active === 'true' });
    if (query.plan === 'free') {
      // Users that billing has not mentioned have the free plan.
      users.andWhere(
        `NOT EXISTS (SELECT FROM user_plans p WHERE p.user_id = user.id AND p.plan_slug <> 'free')`,
      );
    } else if (query.plan) {
      users.andWhere('EXISTS (SELECT FROM user_plans p WHERE p.user_id = user.id AND p.plan_slug = :plan)', {
        plan: query.plan,
      });
    }
    return users;
  }
}
