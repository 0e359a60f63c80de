import path from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { JudgeThread, ThreadRefused } from '@palisade/waf-proxy/judge';
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

/** One thread for all trials of this process; started when there is something to judge. */
@Injectable()
export class JudgingThreadService implements OnApplicationShutdown {
  private readonly thread = new JudgeThread<TrialBatch, TrialBatchResult>(
    path.join(import.meta.dirname, `trial-worker${path.extname(import.meta.filename)}`),
    LIMITS,
  );

  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }

  /** @throws DomainError `trial_too_dear` */
  async judge(userId: UserId, batch: TrialBatch): Promise<TrialBatchResult> {
    try {
      return await this.thread.ask(userId, batch);
    } catch (error) {
      if (!(error instanceof ThreadRefused)) throw error;
      const detail = 'These requests take too long to judge by this change. Please try a simpler one.';
      throw new DomainError('unprocessable', 'trial_too_dear', detail, { cause: error });
    }
  }
}
