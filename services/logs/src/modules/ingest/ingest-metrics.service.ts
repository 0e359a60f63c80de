import { Injectable } from '@nestjs/common';
import { Metrics } from '@palisade/nest-kit';
import { Counter } from 'prom-client';

@Injectable()
export class IngestMetricsService {
  private readonly records: Counter<'outcome'>;
  private readonly gaps: Counter;

  constructor({ registry }: Metrics) {
    this.records = new Counter({
      name: 'palisade_logs_records_total',
      help: 'Request log records by what became of them',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.gaps = new Counter({
      name: 'palisade_logs_batch_gaps_total',
      help: 'Batches not taken because the one before them is missing',
      registers: [registry],
    });
  }

  stored(records: number): void {
    this.records.inc({ outcome: 'stored' }, records);
  }

  /** Records that had expired under their plan when they arrived. */
  expired(records: number): void {
    this.records.inc({ outcome: 'expired' }, records);
  }

  damaged(): void {
    this.records.inc({ outcome: 'damaged' });
  }

  gap(): void {
    this.gaps.inc();
  }
}
