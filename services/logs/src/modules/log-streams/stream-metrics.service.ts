import { Injectable } from '@nestjs/common';
import { Metrics } from '@palisade/nest-kit';
import { Counter, Gauge } from 'prom-client';

export interface StreamSums {
  kind: string;
  active: number;
  failing: number;
  paused: number;
  /** Age in seconds of the oldest record that a stream has not sent. */
  lag: number;
}

@Injectable()
export class StreamMetricsService {
  private readonly records: Counter<'kind'>;
  private readonly bytes: Counter<'kind'>;
  private readonly failures: Counter<'kind' | 'error'>;
  private readonly streams: Gauge<'kind' | 'state'>;
  private readonly lag: Gauge<'kind'>;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.records = new Counter({
      name: 'palisade_logs_stream_records_total',
      help: 'Records that targets of log streams have acknowledged',
      labelNames: ['kind'],
      registers,
    });
    this.bytes = new Counter({
      name: 'palisade_logs_stream_bytes_total',
      help: 'Bytes of them, as they were sent',
      labelNames: ['kind'],
      registers,
    });
    this.failures = new Counter({
      name: 'palisade_logs_stream_failures_total',
      help: 'Attempts at batches of log streams that were not acknowledged, by why',
      labelNames: ['kind', 'error'],
      registers,
    });
    this.streams = new Gauge({
      name: 'palisade_logs_streams',
      help: 'Log streams by their state',
      labelNames: ['kind', 'state'],
      registers,
    });
    this.lag = new Gauge({
      name: 'palisade_logs_stream_lag_seconds',
      help: 'Age of the oldest record that an active log stream has not sent, of the one that is furthest behind',
      labelNames: ['kind'],
      registers,
    });
  }

  delivered(kind: string, { records, bytes }: { records: number; bytes: number }): void {
    this.records.inc({ kind }, records);
    this.bytes.inc({ kind }, bytes);
  }

  failed(kind: string, error: string): void {
    this.failures.inc({ kind, error });
  }

  show(sums: readonly StreamSums[]): void {
    this.streams.reset();
    this.lag.reset();
    for (const { kind, active, failing, paused, lag } of sums) {
      for (const [state, count] of Object.entries({ active, failing, paused }))
        this.streams.set({ kind, state }, count);
      this.lag.set({ kind }, lag);
    }
  }
}
