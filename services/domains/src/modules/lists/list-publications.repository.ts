import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ListRow } from './client-list-row.types.ts';

export interface PendingList extends Pick<ListRow, 'id' | 'owner_id' | 'name' | 'version' | 'holds'> {
  removed: boolean;
  content: Buffer;
}

/** Which versions of lists are published to the edges. */
@Injectable()
export class ListPublicationsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** A list that is not published yet; null: none. */
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

  /** Raises a version above the published one, after the database was restored from a backup. */
  async raise(id: string, above: bigint): Promise<void> {
    await this.database.query('UPDATE client_lists SET version = greatest(version, $2) + 1 WHERE id = $1', [
      id,
      above.toString(),
    ]);
  }

  /** Makes lists that another key signed be published again. */
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
