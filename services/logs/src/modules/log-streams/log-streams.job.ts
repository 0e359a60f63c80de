import { Inject, Injectable } from '@nestjs/common';
import { ClaimedWorkJob } from '@palisade/nest-kit';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { type ClaimedStream, StreamCursorRepository } from './stream-cursor.repository.ts';
import { StreamDeliveryService } from './stream-delivery.service.ts';

/** Maximum per owner: a target that does not respond delays nobody else's. */
const AT_ONCE_OF_ONE_OWNER = 4;

/** Runs streams with pending records in turns. Instances share them through claims. */
@Injectable()
export class LogStreamsJob extends ClaimedWorkJob {
  protected readonly pauseMs: number;
  protected readonly failure = 'log streams will be looked at later';
  protected readonly atOnce = 16;
  private readonly ofOwners = new Map<string, number>();

  constructor(
    private readonly cursor: StreamCursorRepository,
    private readonly delivery: StreamDeliveryService,
    @Inject(LOGS_CONFIG) {
      PALISADE_LOGS_STREAM_INTERVAL_MS,
    }: Pick<LogsConfig, 'PALISADE_LOGS_STREAM_INTERVAL_MS'>,
  ) {
    super();
    this.pauseMs = PALISADE_LOGS_STREAM_INTERVAL_MS;
  }

  protected async run(): Promise<void> {
    while (this.room > 0) {
      const stream = await this.cursor.claim(this.busyOwners());
      if (!stream) return;
      this.takeUp(this.send(stream), 'a log stream will be taken up again', { stream: stream.stream_id });
    }
  }

  /** A recorded but unsent batch is repeated by the next instance. */
  private async send(stream: ClaimedStream): Promise<void> {
    const owner = stream.owner_id ?? '';
    this.ofOwners.set(owner, (this.ofOwners.get(owner) ?? 0) + 1);
    try {
      await this.delivery.run(stream, () => this.stopped);
    } finally {
      const left = (this.ofOwners.get(owner) ?? 1) - 1;
      if (left === 0) this.ofOwners.delete(owner);
      else this.ofOwners.set(owner, left);
    }
  }

  private busyOwners(): string[] {
    return [...this.ofOwners]
      .filter(([, running]) => running >= AT_ONCE_OF_ONE_OWNER)
      .map(([owner]) => owner);
  }
}
