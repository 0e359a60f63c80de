import path from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DomainError } from '@palisade/nest-kit';
import { TaskThread, type ThreadRefusal, ThreadRefused } from '@palisade/nest-kit/task-thread';
import type { SampleAnswer, SampleQuestion } from './judge-sample.rules.ts';
import type { PriceAnswer, PriceQuestion } from './price-exclusions.rules.ts';

/** The engine takes milliseconds for a request, and a second for its rules; a machine may be busy. */
const LIMITS = { startMs: 60_000, answerMs: 15_000, waiting: 20, idleMs: 5 * 60_000, memoryMb: 512 };
/** Prices stop after this time, which leaves time to answer; the next question goes on from there. */
export const PRICES_WITHIN_MS = 8_000;
/** Wait for the thread, which may have to start or to answer others; a question for prices is then put off, and its asker comes again. */
const FREE_WITHIN_MS = 10_000;
/** Each may read lists of a million addresses, one after another. */
const MAX_PREPARING = 4;

const REFUSALS: Readonly<Record<ThreadRefusal, (options?: { cause: Error }) => DomainError>> = {
  busy: (options) =>
    new DomainError(
      'unavailable',
      'simulator_busy',
      'Many requests are being simulated. Please try again in a moment.',
      options,
    ),
  asked_already: (options) =>
    new DomainError(
      'too_many',
      'simulation_running',
      'Another request of yours is being simulated. Please wait until it is done.',
      options,
    ),
  too_expensive: (options) =>
    new DomainError(
      'unprocessable',
      'simulation_too_expensive',
      'This request takes too long to evaluate. Please try a shorter one.',
      options,
    ),
};

const refusalOf = (error: unknown): unknown =>
  error instanceof ThreadRefused ? REFUSALS[error.code]({ cause: error }) : error;

/** One thread of this process with the rules of the edge, for all that judges what nobody has sent. */
@Injectable()
export class JudgeThreadService implements OnModuleDestroy {
  private readonly thread = new TaskThread<SampleQuestion | PriceQuestion, SampleAnswer | PriceAnswer>(
    path.join(import.meta.dirname, `judge-thread${path.extname(import.meta.filename)}`),
    LIMITS,
  );

  private readonly preparing = new Set<string>();

  onModuleDestroy(): Promise<void> {
    return this.thread.close();
  }

  /**
   * Gets ready what is to be asked, where that takes much memory: once at a time for an asker, and for few at once.
   * @throws DomainError `simulator_busy`, `simulation_running`
   */
  async prepare<T>(asker: string, work: () => Promise<T>): Promise<T> {
    if (this.preparing.has(asker)) throw REFUSALS.asked_already();
    if (this.preparing.size >= MAX_PREPARING) throw REFUSALS.busy();
    this.preparing.add(asker);
    try {
      return await work();
    } finally {
      this.preparing.delete(asker);
    }
  }

  /**
   * Whether a question would be taken up soon. If not, the thread goes on getting ready.
   * @throws DomainError `simulation_too_expensive`
   */
  async isFree(): Promise<boolean> {
    try {
      return await this.thread.isFreeWithin(FREE_WITHIN_MS);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** @throws DomainError `simulator_busy`, `simulation_running`, `simulation_too_expensive` */
  ask(asker: string, question: SampleQuestion): Promise<SampleAnswer>;
  ask(asker: string, question: PriceQuestion): Promise<PriceAnswer>;
  async ask(asker: string, question: SampleQuestion | PriceQuestion): Promise<SampleAnswer | PriceAnswer> {
    try {
      return await this.thread.ask(`${question.kind}:${asker}`, question);
    } catch (error) {
      throw refusalOf(error);
    }
  }
}
