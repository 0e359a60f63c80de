import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ListRow } from './client-list-row.types.ts';

export interface PendingList extends Pick<ListRow, 'id' | 'owner_id' | 'name' | 'version' | 'holds'> {
  removed: boolean;
  content: Buffer;
}

/** Which versions of lists the edges' store has. */
@Injectable()
export class ListPublicationsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

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
