import { Injectable } from '@nestjs/common';
import type { UserId } from '@palisade/nest-kit';
import { DataSource, In } from 'typeorm';
import { UserEntity } from './user.entity.ts';

/** One page of accounts that have not been closed. */
export interface UserSearch {
  page: number;
  page_size: number;
  sort: 'created_at' | 'email' | 'username';
  order: 'asc' | 'desc';
  /** Part of address, user name or full name. */
  search?: string | undefined;
  plan?: string | undefined;
  is_admin?: 'true' | 'false' | undefined;
  is_active?: 'true' | 'false' | undefined;
}

/** Each list has one order only: address and name are unique, a time is not. */
const SORT_COLUMNS = {
  created_at: ['user.createdAt', 'user.id'],
  email: ['user.emailKey'],
  username: ['user.usernameKey'],
} as const satisfies Record<UserSearch['sort'], readonly string[]>;

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const;

/** So many users are skipped in no time; beyond it, it pays to know how many there are first. */
const NEAR = 1_000;

/** Looks accounts up for lists of them, among any number. */
@Injectable()
export class UserSearchRepository {
  constructor(private readonly database: DataSource) {}

  async page(query: UserSearch): Promise<{ users: UserEntity[]; total: number }> {
    const before = (query.page - 1) * query.page_size;
    if (before <= NEAR) {
      const ids = await this.ids(query, before, query.page_size);
      // A page that is not full says how many there are. A search with few matches has to read all users, and so has
      // counting: this way it is done once.
      const isLast = ids.length < query.page_size && (ids.length > 0 || before === 0);
      const [users, total] = await Promise.all([
        this.usersById(ids),
        isLast ? before + ids.length : this.count(query),
      ]);
      return { users, total };
    }
    // Skipping is what takes time, so far pages are looked for from the nearer end.
    const total = await this.count(query);
    const length = Math.max(0, Math.min(query.page_size, total - before));
    if (length === 0) return { users: [], total };
    const after = total - before - length;
    const ids =
      after < before
        ? (await this.ids({ ...query, order: OPPOSITE[query.order] }, after, length)).reverse()
        : await this.ids(query, before, length);
    return { users: await this.usersById(ids), total };
  }

  /** Answered by an index alone; the rows themselves are read for the page only. */
  private async ids(query: UserSearch, skip: number, take: number): Promise<UserId[]> {
    const direction = query.order === 'asc' ? 'ASC' : 'DESC';
    const ids = this.matching(query).select('user.id', 'id').offset(skip).limit(take);
    for (const column of SORT_COLUMNS[query.sort]) ids.addOrderBy(column, direction);
    return (await ids.getRawMany<{ id: UserId }>()).map(({ id }) => id);
  }

  private async usersById(ids: readonly UserId[]): Promise<UserEntity[]> {
    const rows = await this.database.manager.findBy(UserEntity, { id: In([...ids]) });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  private async count(query: UserSearch): Promise<number> {
    // Not getCount(): it counts distinct ids, for which it reads and sorts them all.
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
      // Whoever billing has said nothing about has the free plan.
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
