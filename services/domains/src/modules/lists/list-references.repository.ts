import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { readListSet } from '@palisade/edge-state';
import type { ListKind } from '@palisade/site-policy';
import type { DataSource, EntityManager } from 'typeorm';
import type { ListRow } from './client-list-row.types.ts';
import { NOT_REMOVED } from './client-lists.sql.ts';
import { findEntry, type ListMembership } from './list-membership.rules.ts';

/** Where a policy has conditions, named one by one: looking through all of it (`$.**`) costs as much as the policy is large. */
const CONDITIONS = [
  '$.custom_rules[*].conditions[*]',
  '$.custom_rules[*].alternatives[*][*]',
  '$.rate_limit_rules[*].conditions[*]',
];
/** Ids of lists in rules: that conditions ask, and that rules put clients on. */
const NAMES_IN_RULES = [
  ...CONDITIONS.map((path) => `${path} ? (@.operator == "in_list").values[*]`),
  '$.custom_rules[*].listing.list',
];
const NAMED_BY_RULES = NAMES_IN_RULES.map(
  (path) => `jsonb_path_exists(p.policy, '${path} ? (@ == $id)', jsonb_build_object('id', l.id::text))`,
).join(' OR ');

/** A site whose policy refers to a list. */
export interface ListUse {
  list_id: string;
  id: string;
  name: string;
}

/** Ids of lists that may be referred to, each with what it holds. */
export type KnownLists = ReadonlyMap<string, ListKind>;
type KnownList = Pick<ListRow, 'id' | 'holds'>;
const kindsOf = (rows: readonly KnownList[]): KnownLists => new Map(rows.map(({ id, holds }) => [id, holds]));

/** Lists as policies refer to them: which may be named, whom they hold, and which sites name them. */
@Injectable()
export class ListReferencesRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Which of these the owner may refer to, and what they hold. */
  async known(ownerId: string, ids: readonly string[]): Promise<KnownLists> {
    const rows: KnownList[] = await this.database.query(
      `SELECT id, holds FROM client_lists WHERE (owner_id = $1 OR owner_id IS NULL) AND ${NOT_REMOVED} AND id = ANY ($2)`,
      [ownerId, ids],
    );
    return kindsOf(rows);
  }

  /** The same; nobody removes them until the transaction is over. */
  async hold(manager: EntityManager, ownerId: string, ids: readonly string[]): Promise<KnownLists> {
    const rows: KnownList[] = await manager.query(
      `SELECT id, holds FROM client_lists WHERE (owner_id = $1 OR owner_id IS NULL) AND ${NOT_REMOVED} AND id = ANY ($2)
       ORDER BY id FOR SHARE`,
      [ownerId, ids],
    );
    return kindsOf(rows);
  }

  /**
   * What of these lists holds a client, of those that the owner may refer to; of user agents, the list. Those that hold
   * what is not known of the client are left out.
   */
  async holding(
    ownerId: string,
    ids: readonly string[],
    client: { address: string; country: string | undefined },
  ): Promise<ListMembership[]> {
    const found: ListMembership[] = [];
    for (const [id, holds] of await this.known(ownerId, ids)) {
      if (holds === 'asns' || holds === 'fingerprints') continue;
      if (holds === 'countries' && client.country === undefined) continue;
      const [row]: { name: string; content: Buffer }[] = await this.database.query(
        'SELECT name, content FROM client_lists WHERE id = $1',
        [id],
      );
      if (row === undefined) continue;
      if (holds === 'user_agents') {
        found.push({ id, agents: { name: row.name, content: row.content } });
        continue;
      }
      const set = readListSet(row.content);
      const place = findEntry(set, set.kind === 'addresses' ? client.address : (client.country ?? ''));
      found.push({ id, match: place < 0 ? null : { name: row.name, entry: set.entry(place), holds } });
    }
    return found;
  }

  /** Sites whose policies, or changes that are being rolled out, refer to these lists, of one owner or of all. */
  uses(
    ids: readonly string[],
    ownerId: string | null,
    runner: Pick<EntityManager, 'query'> = this.database,
  ): Promise<ListUse[]> {
    return runner.query(
      `SELECT DISTINCT l.id AS list_id, d.id, d.domain_name AS name
       FROM domains d
       CROSS JOIN LATERAL (
         SELECT v.policy_config AS policy FROM waf_config_versions v
         WHERE v.domain_id = d.id AND v.version = d.config_version
         UNION ALL SELECT r.policy FROM rollouts r WHERE r.domain_id = d.id AND r.state = 'running') p
       JOIN unnest($1::uuid[]) AS l (id) ON p.policy -> 'blocked_lists' ? l.id::text
         OR p.policy -> 'allowed_lists' ? l.id::text OR p.policy -> 'challenged_lists' ? l.id::text
         OR ${NAMED_BY_RULES}
       WHERE $2::uuid IS NULL OR d.owner_id = $2
       ORDER BY d.domain_name LIMIT 200`,
      [ids, ownerId],
    );
  }
}
