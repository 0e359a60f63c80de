import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Injectable } from '@nestjs/common';
import { EventPublisher } from '@palisade/messaging/nest';
import { LogExportsRepository } from './log-exports.repository.ts';

const BATCH_SIZE = 100;

/** Announces finished exports. A failed announcement is retried; the same export is one mail. */
@Injectable()
export class ExportFinishedAnnouncerService {
  constructor(
    private readonly exports: LogExportsRepository,
    private readonly publisher: EventPublisher,
  ) {}

  async announce(): Promise<void> {
    for (const row of await this.exports.unannounced(BATCH_SIZE)) {
      await this.publisher.publish([
        {
          type: 'logs.export_finished.v1',
          key: row.owner_id,
          payload: {
            exportId: row.export_id,
            userId: row.owner_id,
            domainName: row.domain_name,
            rows: BigInt(row.rows),
            bytes: BigInt(row.bytes),
            isWhole: row.is_whole,
            expiresAt: timestampFromDate(row.expires_at),
            isAccountData: row.holds === 'account',
          },
        },
      ]);
      await this.exports.announced(row.export_id);
    }
  }
}
