import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AddressSet, listPage } from '@palisade/edge-state';
import { violatedUnique } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import type { ListContent, ListRow, PackedText } from './client-list-row.types.ts';
import { COLUMNS, NOT_REMOVED } from './client-lists.sql.ts';

/** Lists of an owner, or with null the operator's. */
const OWNED = `owner_id IS NOT DISTINCT FROM $1 AND ${NOT_REMOVED}`;
/** A deleted list's row stays for a while, so that edges are notified; its texts are erased. */
const AS_REMOVED = `removed_at = now(), version = version + 1, content = '', entries = 0, next_check_at = NULL,
  name = 'removed', note = '', url = NULL, sealed_key = NULL, etag = NULL, last_modified = NULL,
  refused_lines = '[]', packed_text = NULL`;

export interface NewList
  extends Pick<
    ListRow,
    'id' | 'owner_id' | 'name' | 'note' | 'source' | 'holds' | 'url' | 'interval_minutes' | 'sealed_key'
  > {
  content: ListContent;
  /** Null: the list is fetched. */
  text: PackedText | null;
}

export type ListChange = Partial<Pick<ListRow, 'name' | 'note' | 'url' | 'interval_minutes' | 'sealed_key'>>;

/** Creates, reads, changes and deletes lists. Sources, publication and references have repositories of their own. */
@Injectable()
export class ClientListsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }

  /** The owner's lists and the operator's. */
  visibleTo(ownerId: string | null): Promise<ListRow[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM client_lists WHERE (owner_id = $1 OR owner_id IS NULL) AND ${NOT_REMOVED}
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

  /** Locks the list until the end of the transaction; after `lockOwner` if both are needed. */
  async lock(manager: EntityManager, ownerId: string | null, id: string): Promise<ListRow | null> {
    const [row]: ListRow[] = await manager.query(
      `SELECT ${COLUMNS} FROM client_lists WHERE ${OWNED} AND id = $2 FOR UPDATE`,
      [ownerId, id],
    );
    return row ?? null;
  }

  /**
   * Serialises an owner's changes, so that limits hold.
   * @returns the owner's other lists, and the number created within a day, including deleted ones
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

  /** The caller must have checked access. */
  async content(id: string): Promise<Buffer> {
    const [row]: { content: Buffer }[] = await this.database.query(
      'SELECT content FROM client_lists WHERE id = $1',
      [id],
    );
    return row?.content ?? Buffer.alloc(0);
  }

  /** A page of entries; the caller must have checked access. Reads no more than these, even of a million. */
  entries(id: string, offset: number, limit: number): Promise<{ entries: string[]; total: number }> {
    // Head and parts must be of the same version.
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      const [head]: { head: Buffer; length: number }[] = await manager.query(
        `SELECT substring(content FROM 1 FOR $2) AS head, octet_length(content) AS length
         FROM client_lists WHERE id = $1`,
        [id, AddressSet.HEAD_BYTES],
      );
      const page = listPage(head?.head ?? Buffer.alloc(0), head?.length ?? 0, offset, limit);
      // PostgreSQL counts from one; the bytes are stored uncompressed, so that it reads only the blocks that contain
      // these.
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

  /** The text as written; null: not stored. */
  async packedText(id: string): Promise<PackedText | null> {
    const [row]: { packed_text: PackedText | null }[] = await this.database.query(
      'SELECT packed_text FROM client_lists WHERE id = $1',
      [id],
    );
    return row?.packed_text ?? null;
  }

  /** @returns false if the name is taken */
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

  /** A new name is a new version, since edges log it. @returns false if the name is taken */
  change(manager: EntityManager, id: string, change: ListChange): Promise<boolean> {
    const names = Object.keys(change);
    if (names.length === 0) return Promise.resolve(true);
    const sets = names.map((column, index) => `${column} = $${index + 2}`);
    if (change.name !== undefined) sets.push('version = version + 1');
    if (change.url !== undefined) sets.push('etag = NULL', 'last_modified = NULL', 'checked_at = NULL');
    // Earlier failures concerned the previous address or key.
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

  /** Equal entries are no new version for edges. */
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

  /** Marks lists as deleted for the edges, and erases their contents. */
  async remove(manager: EntityManager, ownerId: string | null, ids: readonly string[]): Promise<void> {
    await manager.query(`UPDATE client_lists SET ${AS_REMOVED} WHERE ${OWNED} AND id = ANY ($2)`, [
      ownerId,
      ids,
    ]);
  }

  async removeOfOwner(manager: EntityManager, ownerId: string): Promise<void> {
    await manager.query(`UPDATE client_lists SET ${AS_REMOVED} WHERE ${OWNED}`, [ownerId]);
  }
}

/** False if the owner has a list with that name. */
async function unlessTaken(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    if (violatedUnique(error) === 'client_lists_names') return false;
    throw error;
  }
}
