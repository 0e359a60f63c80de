import path from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { TaskThread, type ThreadRefusal, ThreadRefused } from '@palisade/nest-kit/task-thread';
import type { ReplayBatch, ReplayBatchResult } from './replay-batch.ts';

/** Maximum batches that are read or judged at the same time; each holds its requests in memory. */
export const MAX_BATCHES = 6;
/** Wait for the thread, which may have to start; a caller is then told to come again. */
const FREE_WITHIN_MS = 10_000;
/**
 * A batch starts no request after a second and a half, and a machine may be busy. The thread's compiled rules are
 * large.
 */
const LIMITS = {
  startMs: 120_000,
  answerMs: 60_000,
  waiting: MAX_BATCHES,
  idleMs: 5 * 60_000,
  memoryMb: 512,
};

const REFUSALS: Readonly<Record<ThreadRefusal, (cause: Error) => DomainError>> = {
  busy: (cause) =>
    new DomainError(
      'unavailable',
      'replays_busy',
      'Many replays are being evaluated. Please try again in a moment.',
      {
        cause,
      },
    ),
  asked_already: (cause) =>
    new DomainError(
      'too_many',
      'replay_running',
      'Another replay of yours is being evaluated. Please wait until it is done.',
      {
        cause,
      },
    ),
  too_expensive: (cause) =>
    new DomainError(
      'unprocessable',
      'replay_too_expensive',
      'This change takes too long to evaluate on these requests. Please try a simpler one.',
      { cause },
    ),
};

const refusalOf = (error: unknown): unknown =>
  error instanceof ThreadRefused ? REFUSALS[error.code](error) : error;

/** One worker thread for all replays of this process; started on demand. */
@Injectable()
export class JudgingThreadService implements OnApplicationShutdown {
  private readonly thread = new TaskThread<ReplayBatch, ReplayBatchResult>(
    path.join(import.meta.dirname, `replay-worker${path.extname(import.meta.filename)}`),
    LIMITS,
  );

  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }

  /**
   * Whether a batch would be judged soon. If not, the thread goes on getting ready.
   * @param left aborted when nobody waits any longer
   * @throws DomainError `replay_too_expensive`
   */
  async isFree(left?: AbortSignal): Promise<boolean> {
    try {
      return await this.thread.isFreeWithin(FREE_WITHIN_MS, left);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** @throws DomainError `replays_busy`, `replay_running`, `replay_too_expensive` */
  async judge(userId: UserId, batch: ReplayBatch): Promise<ReplayBatchResult> {
    try {
      return await this.thread.ask(userId, batch);
    } catch (error) {
      throw refusalOf(error);
    }
  }
}
