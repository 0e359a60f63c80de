import { Injectable } from '@nestjs/common';
import { CommitMarksService } from './commit-marks.service.ts';
import { RecordStoreService } from './record-store.service.ts';

/** Consumes records from edges: stores them first, then confirms them. */
@Injectable()
export class IngestService {
  constructor(
    private readonly records: RecordStoreService,
    private readonly marks: CommitMarksService,
  ) {}

  /** Stores encoded RequestLogBatches. @throws RangeError if one is invalid; nothing is stored then */
  async store(payloads: readonly Uint8Array[]): Promise<void> {
    await this.marks.confirm(await this.records.store(payloads));
  }
}
