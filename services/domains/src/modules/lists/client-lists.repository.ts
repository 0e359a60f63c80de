import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AddressSet, listPage, readListSet } from '@palisade/edge-state';
import type { ListKind } from '@palisade/site-policy';
import type { DataSource, EntityManager } from 'typeorm';
import type { ListContent, ListRow, PackedText, SourceVersion } from './client-list-row.types.ts';
import { type ListMembership, placeOf } from './list-membership.rules.ts';

const COLUMNS = `id, owner_id, name, note, source, holds, url, interval_minutes, sealed_key, etag, last_modified, entries,
  octet_length(content) AS size_bytes, refused, refused_lines, version, published_version, changed_at, checked_at,
  next_check_at, failures, last_error, last_status, last_failed_at, failing_since, created_at`;
const THERE = 'removed_at IS NULL';
/** Stands for the operator where lists are compared by whose they are. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Whose: an owner's, or the operator's, who has none. */
const OWNED = `owner_id IS NOT DISTINCT FROM $1 AND ${THERE}`;
/** Its row stays for a while, so that edges hear of it; nothing that its owner wrote or its source said does. */
const AS_REMOVED = `removed_at = now(), version = version + 1, content = '', entries = 0, next_check_at = NULL,
  name = 'removed', note = '', url = NULL, sealed_key = NULL, etag = NULL, last_modified = NULL,
  refused_lines = '[]', packed_text = NULL`;
/** Longer than asking a source and reading its answer take; an instance that has died leaves a list to the others then. */
const CLAIMED_UNTIL = `now() + interval '3 minutes'`;
/** One list of an owner is asked for at a time, so that nobody's slow sources take the places of others. */
const OWNER_IS_FREE = `coalesce(owner_id, '${NOBODY}') NOT IN
  (SELECT coalesce(owner_id, '${NOBODY}') FROM client_lists WHERE claimed_until > now())`;
const UNIQUE_VIOLATION = '23505';
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

export interface NewList
  extends Pick<
    ListRow,
    'id' | 'owner_id' | 'name' | 'note' | 'source' | 'holds' | 'url' | 'interval_minutes' | 'sealed_key'
  > {
  content: ListContent;
  /** Null: it is fetched. */
  text: PackedText | null;
}

export type ListChange = Partial<Pick<ListRow, 'name' | 'note' | 'url' | 'interval_minutes' | 'sealed_key'>>;

export interface PendingList extends Pick<ListRow, 'id' | 'owner_id' | 'name' | 'version' | 'holds'> {
  removed: boolean;
  content: Buffer;
}

/** Whose source has failed for long. */
export interface FailingList extends Pick<ListRow, 'id' | 'name' | 'last_error' | 'last_status'> {
  owner_id: string;
  failing_since: Date;
}

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

@Injectable()
export class ClientListsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The owner's lists, and those that the operator offers. */
  visibleTo(ownerId: string | null): Promise<ListRow[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM client_lists WHERE (owner_id = $1 OR owner_id IS NULL) AND ${THERE}
       ORDER BY owner_id NULLS LAST, name`,
      [ownerId],
    );
  }

  async find(ownerId: string | null, id: string): Promise<ListRow | null> {
    const [row]: ListRow[] = await this.database.query(
      `SELECT ${COLUMNS} FROM client_lists WHERE ${OWNED} AND id = $2`,
      [ownerId, id],
    );
    return row ?? null;
  }

  /** As it is now; nobody changes it until the transaction is over. Behind `lockOwner`, where both are needed. */
  async lock(manager: EntityManager, ownerId: string | null, id: string): Promise<ListRow | null> {
    const [row]: ListRow[] = await manager.query(
      `SELECT ${COLUMNS} FROM client_lists WHERE ${OWNED} AND id = $2 FOR UPDATE`,
      [ownerId, id],
    );
    return row ?? null;
  }

  /** Which of these the owner may refer to, and what they hold. */
  async known(ownerId: string, ids: readonly string[]): Promise<KnownLists> {
    const rows: KnownList[] = await this.database.query(
      `SELECT id, holds FROM client_lists WHERE (owner_id = $1 OR owner_id IS NULL) AND ${THERE} AND id = ANY ($2)`,
      [ownerId, ids],
    );
    return kindsOf(rows);
  }

  /** The same; nobody removes them until the transaction is over. */
  async hold(manager: EntityManager, ownerId: string, ids: readonly string[]): Promise<KnownLists> {
    const rows: KnownList[] = await manager.query(
      `SELECT id, holds FROM client_lists WHERE (owner_id = $1 OR owner_id IS NULL) AND ${THERE} AND id = ANY ($2)
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
      const place = placeOf(set, set.kind === 'addresses' ? client.address : (client.country ?? ''));
      found.push({ id, match: place < 0 ? null : { name: row.name, entry: set.entry(place), holds } });
    }
    return found;
  }

  /** Of one that its caller may see. */
  async content(id: string): Promise<Buffer> {
    const [row]: { content: Buffer }[] = await this.database.query(
      'SELECT content FROM client_lists WHERE id = $1',
      [id],
    );
    return row?.content ?? Buffer.alloc(0);
  }

  /** Some entries of one that its caller may see; of a list of a million, no more than these are read. */
  entries(id: string, offset: number, limit: number): Promise<{ entries: string[]; total: number }> {
    // Its head and its parts are of one version.
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      const [head]: { head: Buffer; length: number }[] = await manager.query(
        `SELECT substring(content FROM 1 FOR $2) AS head, octet_length(content) AS length
         FROM client_lists WHERE id = $1`,
        [id, AddressSet.HEAD_BYTES],
      );
      const page = listPage(head?.head ?? Buffer.alloc(0), head?.length ?? 0, offset, limit);
      // PostgreSQL counts from one, and keeps the bytes as they are: it reads the blocks that these stand in.
      const parts = page.ranges.map(
        ({ from, to }, index) => `substring(content FROM ${from + 1} FOR ${to - from}) AS part_${index}`,
      );
      const [row]: Record<string, Buffer>[] = await manager.query(
        `SELECT ${parts.join(', ')} FROM client_lists WHERE id = $1`,
        [id],
      );
      return { entries: row === undefined ? [] : page.read(Object.values(row)), total: page.size };
    });
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

  /**
   * One after another of an owner, so that two at once are not both the last.
   * @returns what the owner has besides that list, and how many were made within a day, removed ones too
   */
  async lockOwner(
    manager: EntityManager,
    ownerId: string | null,
    besides: string | null,
  ): Promise<{ lists: number; entries: number; made_today: number }> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('client-lists:' || $1, 0))`, [
      ownerId ?? '',
    ]);
    const [sums]: { lists: number; entries: number; made_today: number }[] = await manager.query(
      `SELECT count(*)::int AS lists, coalesce(sum(entries), 0)::int AS entries,
         (SELECT count(*)::int FROM client_lists
          WHERE owner_id IS NOT DISTINCT FROM $1 AND created_at > now() - interval '1 day') AS made_today
       FROM client_lists WHERE ${OWNED} AND id IS DISTINCT FROM $2`,
      [ownerId, besides],
    );
    return sums!;
  }

  /** @returns false where there is one of that name */
  async insert(manager: EntityManager, list: NewList): Promise<boolean> {
    const { content, text, ...row } = list;
    return await unlessTaken(() =>
      manager.query(
        `INSERT INTO client_lists (id, owner_id, name, note, source, url, interval_minutes, next_check_at, content,
           entries, refused, refused_lines, sealed_key, packed_text, holds)
         VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $5 <> 'hand' THEN now() END, $8, $9, $10, $11, $12, $13, $14)`,
        [
          row.id,
          row.owner_id,
          row.name,
          row.note,
          row.source,
          row.url,
          row.interval_minutes,
          Buffer.from(content.content),
          content.entries,
          content.refused,
          JSON.stringify(content.refusedLines),
          row.sealed_key,
          text,
          row.holds,
        ],
      ),
    );
  }

  /** Another name is another version, as edges write it down. @returns false where there is one of that name */
  change(manager: EntityManager, id: string, change: ListChange): Promise<boolean> {
    const names = Object.keys(change);
    if (names.length === 0) return Promise.resolve(true);
    const sets = names.map((column, index) => `${column} = $${index + 2}`);
    if (change.name !== undefined) sets.push('version = version + 1');
    if (change.url !== undefined) sets.push('etag = NULL', 'last_modified = NULL', 'checked_at = NULL');
    // Whatever failed before was of the other address, or for the other key.
    if (change.url !== undefined || change.sealed_key !== undefined)
      sets.push('failing_since = NULL', 'told_failing_at = NULL');
    if ([change.url, change.interval_minutes, change.sealed_key].some((one) => one !== undefined))
      sets.push('next_check_at = now()');
    return unlessTaken(() =>
      manager.query(`UPDATE client_lists SET ${sets.join(', ')} WHERE id = $1`, [
        id,
        ...Object.values(change),
      ]),
    );
  }

  /** For edges nothing changes where the entries are the same. */
  async replaceContent(
    manager: EntityManager,
    id: string,
    content: ListContent,
    text: PackedText | null = null,
  ): Promise<void> {
    await manager.query(
      `UPDATE client_lists SET refused = $3, refused_lines = $4, entries = $5, content = $2, packed_text = $6,
         version = version + (content <> $2)::int,
         changed_at = CASE WHEN content <> $2 THEN now() ELSE changed_at END
       WHERE id = $1`,
      [
        id,
        Buffer.from(content.content),
        content.refused,
        JSON.stringify(content.refusedLines),
        content.entries,
        text,
      ],
    );
  }

  /** As it was written; null: nobody has kept it. */
  async packedText(id: string): Promise<PackedText | null> {
    const [row]: { packed_text: PackedText | null }[] = await this.database.query(
      'SELECT packed_text FROM client_lists WHERE id = $1',
      [id],
    );
    return row?.packed_text ?? null;
  }

  /** Edges are told to forget it; what stays of it until they have says nothing of what it was. */
  async remove(manager: EntityManager, ownerId: string | null, ids: readonly string[]): Promise<void> {
    await manager.query(`UPDATE client_lists SET ${AS_REMOVED} WHERE ${OWNED} AND id = ANY ($2)`, [
      ownerId,
      ids,
    ]);
  }

  async removeOfOwner(manager: EntityManager, ownerId: string): Promise<void> {
    await manager.query(`UPDATE client_lists SET ${AS_REMOVED} WHERE ${OWNED}`, [ownerId]);
  }

  /** The list whose source has waited longest to be asked; nobody else asks it meanwhile, nor another of its owner's. */
  async claimDue(): Promise<ListRow | null> {
    const [[row]]: [ListRow[], number] = await this.database.query(
      `UPDATE client_lists SET claimed_until = ${CLAIMED_UNTIL} WHERE id = (
         SELECT id FROM client_lists WHERE next_check_at <= now() AND ${THERE} AND ${OWNER_IS_FREE}
         ORDER BY next_check_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}`,
    );
    return row ?? null;
  }

  /** @returns null where somebody has asked it within the last seconds, or is asking it or another of its owner's */
  async claim(id: string, pauseSeconds: number): Promise<ListRow | null> {
    const [[row]]: [ListRow[], number] = await this.database.query(
      `UPDATE client_lists SET claimed_until = ${CLAIMED_UNTIL}
       WHERE id = $1 AND ${THERE} AND source <> 'hand' AND ${OWNER_IS_FREE}
         AND greatest(checked_at, last_failed_at, '-infinity') <= now() - $2 * interval '1 second'
       RETURNING ${COLUMNS}`,
      [id, pauseSeconds],
    );
    return row ?? null;
  }

  /** Others may ask again, as soon as it is due. */
  async release(id: string): Promise<void> {
    await this.database.query(`UPDATE client_lists SET claimed_until = '-infinity' WHERE id = $1`, [id]);
  }

  /** Whether it still is what was asked for. Holds it until the transaction is over. */
  async isFrom(manager: EntityManager, { id, url }: Pick<ListRow, 'id' | 'url'>): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM client_lists WHERE id = $1 AND url = $2 AND ${THERE} FOR UPDATE`,
      [id, url],
    );
    return rows.length > 0;
  }

  async answered(
    manager: EntityManager,
    id: string,
    { etag, lastModified }: SourceVersion,
    nextSeconds: number,
  ): Promise<void> {
    await manager.query(
      `UPDATE client_lists SET etag = $2, last_modified = $3, checked_at = now(), failures = 0, last_error = NULL,
         failing_since = NULL, told_failing_at = NULL, last_status = NULL, next_check_at = now() + $4 * interval '1 second'
       WHERE id = $1 AND ${THERE}`,
      [id, etag, lastModified, nextSeconds],
    );
  }

  /** Nothing is written down where it is another source's by now. */
  async failed(
    { id, url }: Pick<ListRow, 'id' | 'url'>,
    error: { code: string; status: number | null },
    nextSeconds: number,
  ): Promise<void> {
    await this.database.query(
      `UPDATE client_lists SET failures = failures + 1, last_error = $2, last_status = $3, last_failed_at = now(),
         failing_since = coalesce(failing_since, now()),
         next_check_at = now() + $4 * interval '1 second'
       WHERE id = $1 AND url = $5 AND ${THERE}`,
      [id, error.code, error.status, nextSeconds, url],
    );
  }

  /**
   * Whether its owner is to be told now that its source fails, which is so once, until it has answered again. Nobody is told of the
   * operator's.
   */
  async claimTelling(manager: EntityManager, id: string, afterHours: number): Promise<FailingList | null> {
    const [[row]]: [FailingList[], number] = await manager.query(
      `UPDATE client_lists SET told_failing_at = now()
       WHERE id = $1 AND owner_id IS NOT NULL AND told_failing_at IS NULL
         AND failing_since <= now() - $2 * interval '1 hour' AND ${THERE}
       RETURNING id, owner_id, name, failing_since, last_error, last_status`,
      [id, afterHours],
    );
    return row ?? null;
  }

  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }

  /** One that the edges do not have yet; null: they have all. */
  async pending(): Promise<PendingList | null> {
    const [row]: PendingList[] = await this.database.query(
      `SELECT id, owner_id, name, holds, version, removed_at IS NOT NULL AS removed, content FROM client_lists
       WHERE published_version IS DISTINCT FROM version ORDER BY changed_at LIMIT 1`,
    );
    return row ?? null;
  }

  async markPublished({ id, version }: PendingList, keyId: string): Promise<void> {
    await this.database.query(
      'UPDATE client_lists SET published_version = $2, published_key_id = $3 WHERE id = $1 AND version = $2',
      [id, version, keyId],
    );
  }

  /** Above what the edges' store has: the database went back in time. */
  async raise(id: string, above: bigint): Promise<void> {
    await this.database.query('UPDATE client_lists SET version = greatest(version, $2) + 1 WHERE id = $1', [
      id,
      above.toString(),
    ]);
  }

  /** What another key has signed goes out again. */
  async raiseSignedByOthers(keyId: string): Promise<void> {
    await this.database.query(
      `UPDATE client_lists SET version = version + 1
       WHERE published_version = version AND published_key_id IS DISTINCT FROM $1`,
      [keyId],
    );
  }

  async published(): Promise<{ id: string; version: string }[]> {
    return await this.database.query(
      'SELECT id, version FROM client_lists WHERE published_version = version',
    );
  }

  async publishAgain(ids: readonly string[]): Promise<void> {
    await this.database.query('UPDATE client_lists SET published_version = NULL WHERE id = ANY ($1)', [ids]);
  }
}

async function unlessTaken(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}
