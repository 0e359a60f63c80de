import { Inject, Injectable, Logger } from '@nestjs/common';
import { AllowedAddresses, SecretBoxError } from '@palisade/nest-kit';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { pauseAfter } from './retry.rules.ts';
import { type ClaimedStream, StreamCursorRepository } from './stream-cursor.repository.ts';
import { StreamMetricsService } from './stream-metrics.service.ts';
import { StreamRecordsService, sampleRecord } from './stream-records.service.ts';
import type { StreamRow } from './stream-row.types.ts';
import { StreamSecretsService } from './stream-secrets.service.ts';
import { BATCHES, SENDERS } from './targets/senders.ts';
import { type Sent, type StreamBatch, StreamSendError } from './targets/stream-target.types.ts';

/** Timeout of one response; a claim lasts longer. */
const TIMEOUT_MS = 15_000;
/** Maximum batches of one stream before another has its turn. */
const BATCHES_IN_A_ROW = 20;
/** Delay before a stream without a backlog is checked again. */
const IDLE_MS = 200;

/**
 * Sends a stream's records, batch by batch:
 *
 *   chunks after the position ─▶ batch recorded ─▶ read, filtered, formatted ─▶ sent ─▶ position advanced
 *
 * After an interruption in between the same batch is repeated: every record arrives at least once.
 */
@Injectable()
export class StreamDeliveryService {
  private readonly logger = new Logger(StreamDeliveryService.name);
  private readonly allowed: AllowedAddresses;

  constructor(
    private readonly cursor: StreamCursorRepository,
    private readonly records: StreamRecordsService,
    private readonly secrets: StreamSecretsService,
    private readonly metrics: StreamMetricsService,
    @Inject(LOGS_CONFIG)
    private readonly config: Pick<
      LogsConfig,
      'PALISADE_LOGS_STREAMS_PRIVATE_NETWORKS' | 'PALISADE_LOGS_STREAMS_RETRY_DELAY_MS'
    >,
  ) {
    this.allowed = new AllowedAddresses(config.PALISADE_LOGS_STREAMS_PRIVATE_NETWORKS);
  }

  /** Runs one turn. @param isStopping asked between parts */
  async run(stream: ClaimedStream, isStopping: () => boolean): Promise<void> {
    let current = stream;
    try {
      for (let count = 0; count < BATCHES_IN_A_ROW && !isStopping(); count++) {
        const position = await this.next(current);
        if (position === null) return await this.cursor.release(current, IDLE_MS);
        if (position === 'taken') return;
        current = { ...current, position, pending_position: null };
        // A stream that collects larger objects has written those that are due.
        if (BATCHES[current.kind].gathers) break;
      }
      await this.cursor.release(current, 0);
    } catch (error) {
      await this.fail(current, error);
    }
  }

  /** Sends a sample record. @throws StreamSendError, SecretBoxError */
  async test(stream: StreamRow): Promise<void> {
    const nowMs = Date.now();
    const { rejected = 0 } = await this.send(stream, {
      name: `test-${stream.stream_id}-${nowMs}`,
      records: [sampleRecord(stream, nowMs)],
    });
    if (rejected > 0) throw new StreamSendError('records_rejected');
  }

  /** @returns the new position; null: there was nothing to send */
  private async next(stream: ClaimedStream): Promise<string | 'taken' | null> {
    const chunks = await this.cursor.nextChunks(stream, BATCHES[stream.kind]);
    const until = stream.pending_position ?? chunks.at(-1)?.position;
    if (until === undefined) return null;
    if (!(await this.cursor.intend(stream, until))) return 'taken';
    const records = await this.records.of(stream, chunks);
    const sent =
      records.length === 0
        ? { bytes: 0, rejected: 0 }
        : await this.send(stream, { name: `${stream.stream_id}-${stream.position}`, records });
    const rejected = sent.rejected ?? 0;
    const delivered = { records: records.length - rejected, bytes: sent.bytes, rejected };
    if (!(await this.cursor.acknowledge(stream, until, delivered))) return 'taken';
    if (rejected > 0) this.metrics.failed(stream.kind, 'records_rejected');
    this.metrics.delivered(stream.kind, delivered);
    return until;
  }

  private send(stream: StreamRow, batch: StreamBatch): Promise<Sent> {
    const nowMs = Date.now();
    const target = this.secrets.targetOf(stream.stream_id, stream);
    return SENDERS[stream.kind](target as never, batch, {
      allowed: this.allowed,
      timeoutMs: TIMEOUT_MS,
      secrets: this.secrets.secretsOf(stream.stream_id, stream, nowMs),
      nowMs,
    });
  }

  private async fail(stream: ClaimedStream, error: unknown): Promise<void> {
    const { code, details } = this.failureOf(error, stream);
    this.metrics.failed(stream.kind, code);
    await this.cursor.failed(stream, {
      code,
      status: details.status ?? null,
      answer: details.answer ?? '',
      afterMs: pauseAfter(
        code,
        stream.failures,
        this.config.PALISADE_LOGS_STREAMS_RETRY_DELAY_MS,
        details.retryAfterMs ?? 0,
      ),
    });
  }

  failureOf(error: unknown, { stream_id }: StreamRow): StreamSendError {
    if (error instanceof StreamSendError) return error;
    if (error instanceof SecretBoxError) return new StreamSendError('secrets_unreadable');
    this.logger.warn({ err: error, stream: stream_id }, 'log stream delivery failed');
    return new StreamSendError('internal');
  }
}
