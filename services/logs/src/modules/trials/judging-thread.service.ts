import path from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { TaskThread, type ThreadRefusal, ThreadRefused } from '@palisade/nest-kit/task-thread';
import type { TrialBatch, TrialBatchResult } from './trial-batch.ts';

/** Trials that are judged, or wait for it; each has its requests in memory meanwhile. */
export const MAX_TRIALS = 6;
/** A batch begins no request after a second and a half, and a machine may be busy. The rules that the thread keeps are large. */
const LIMITS = {
  startMs: 120_000,
  answerMs: 60_000,
  waiting: MAX_TRIALS,
  idleMs: 5 * 60_000,
  memoryMb: 512,
};

const REFUSALS: Readonly<Record<ThreadRefusal, (cause: Error) => DomainError>> = {
  busy: (cause) =>
    new DomainError(
      'unavailable',
      'trials_busy',
      'Many trials are being judged. Please try again in a moment.',
      {
        cause,
      },
    ),
  asked_already: (cause) =>
    new DomainError(
      'too_many',
      'trial_running',
      'Another trial of yours is being judged. Please wait for it.',
      {
        cause,
      },
    ),
  too_expensive: (cause) =>
    new DomainError(
      'unprocessable',
      'trial_too_expensive',
      'These requests take too long to judge by this change. Please try a simpler one.',
      { cause },
    ),
};

/** One thread for all trials of this process; started when there is something to judge. */
@Injectable()
export class JudgingThreadService implements OnApplicationShutdown {
  private readonly thread = new TaskThread<TrialBatch, TrialBatchResult>(
    path.join(import.meta.dirname, `trial-worker${path.extname(import.meta.filename)}`),
    LIMITS,
  );

  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }

  /** @throws DomainError `trials_busy`, `trial_running`, `trial_too_expensive` */
  async judge(userId: UserId, batch: TrialBatch): Promise<TrialBatchResult> {
    try {
      return await this.thread.ask(userId, batch);
    } catch (error) {
      if (!(error instanceof ThreadRefused)) throw error;
      throw REFUSALS[error.code](error);
    }
  }
}
