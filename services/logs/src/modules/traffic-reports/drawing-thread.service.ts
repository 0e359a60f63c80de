import path from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DomainError } from '@palisade/nest-kit';
import { TaskThread, ThreadRefused } from '@palisade/nest-kit/task-thread';
import type { DrawnReport, ReportOrder } from './report-worker.ts';

/** Maximum waiting reports, of some 200 ms each; further ones are refused. */
const MAX_WAITING = 20;
const RETRY_SECONDS = 5;
const LIMITS = {
  startMs: 60_000,
  answerMs: 30_000,
  waiting: MAX_WAITING,
  idleMs: 60_000,
  memoryMb: 256,
};

/** Concerns one report only: its figures or its images cannot be drawn. */
class DrawingFailed extends Error {
  override readonly name = 'DrawingFailed';
}

/** One worker thread for all reports of this process, one of an account at a time. */
@Injectable()
export class DrawingThreadService implements OnApplicationShutdown {
  private readonly places = new Set<string>();
  private readonly thread = new TaskThread<ReportOrder, DrawnReport>(
    path.join(import.meta.dirname, `report-worker${path.extname(import.meta.filename)}`),
    LIMITS,
  );

  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }

  /**
   * @param gather loads the data, once the caller has a place, so that a refused call costs no query either
   * @throws DomainError `too_many_reports`, `reports_busy`, `report_failed`
   */
  async draw(asker: string, gather: () => Promise<ReportOrder>): Promise<Buffer> {
    this.take(asker);
    try {
      return await this.drawn(asker, await gather());
    } catch (error) {
      if (!(error instanceof ThreadRefused || error instanceof DrawingFailed)) throw error;
      const detail = 'The report could not be created. Please try again.';
      throw new DomainError('unavailable', 'report_failed', detail, {
        cause: error,
        retryAfter: RETRY_SECONDS,
      });
    } finally {
      this.places.delete(asker);
    }
  }

  /** @throws ThreadRefused, DrawingFailed */
  private async drawn(asker: string, order: ReportOrder): Promise<Buffer> {
    const drawn = await this.thread.ask(asker, order).catch((error: unknown) => {
      if (error instanceof ThreadRefused) throw error;
      throw new DrawingFailed('the thread ended', { cause: error });
    });
    if ('error' in drawn) throw new DrawingFailed(drawn.error);
    return Buffer.from(drawn.pdf);
  }

  private take(asker: string): void {
    if (this.places.has(asker)) {
      const detail = 'A report of yours is being created. Please try again when it is done.';
      throw new DomainError('too_many', 'too_many_reports', detail, { retryAfter: RETRY_SECONDS });
    }
    if (this.places.size >= MAX_WAITING) {
      const detail = 'Many reports are being created. Please try again.';
      throw new DomainError('unavailable', 'reports_busy', detail, { retryAfter: RETRY_SECONDS });
    }
    this.places.add(asker);
  }
}
