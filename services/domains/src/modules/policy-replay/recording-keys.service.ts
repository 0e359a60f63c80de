import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DomainId, SecretBox } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';

const KEY_BYTES = 32;

export const recordingKeyContext = (domainId: string): string => `domains.recording_keys.${domainId}`;

/** A key for each site whose traffic is recorded. */
@Injectable()
export class RecordingKeysService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secrets: SecretBox,
  ) {}

  /** The site's key, which is made where there is none. Null: there is no such site. */
  async keyOf(domainId: DomainId): Promise<Buffer | null> {
    const known = await this.read(domainId);
    if (known !== null) return known;
    const key = randomBytes(KEY_BYTES).toString('base64');
    await this.dataSource.query(
      `INSERT INTO recording_keys (domain_id, sealed_key) SELECT id, $2 FROM domains WHERE id = $1
       ON CONFLICT DO NOTHING`,
      [domainId, this.secrets.seal(key, recordingKeyContext(domainId))],
    );
    // If two processes create one at once, both use the first.
    return this.read(domainId);
  }

  private async read(domainId: DomainId): Promise<Buffer | null> {
    const [row]: { sealed_key: string }[] = await this.dataSource.query(
      'SELECT sealed_key FROM recording_keys WHERE domain_id = $1',
      [domainId],
    );
    if (row === undefined) return null;
    return Buffer.from(this.secrets.open(row.sealed_key, recordingKeyContext(domainId)), 'base64');
  }
}
