import { Inject, Injectable, Logger } from '@nestjs/common';
import type { AuditDetails, Topic } from '@palisade/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { DeadLetterFacts, EventBus } from '../contract/bus.ts';
import { JobQueues } from '../jobs/job-queues.ts';
import { answerOrNull } from './answer-or-null.ts';
import { BusMetrics } from './bus-metrics.ts';
import {
  type ChosenWork,
  type FailedWork,
  type FailedWorkList,
  MAX_FAILED_WORK,
  type SettledWork,
  shortError,
} from './failed-work.schema.ts';
import { EVENT_BUS } from './tokens.ts';

/** As much of a BullMQ job as is needed here. */
interface FailedJob {
  id?: string;
  name: string;
  failedReason: string;
  attemptsMade: number;
  finishedOn?: number;
  isFailed(): Promise<boolean>;
  retry(): Promise<void>;
  remove(): Promise<void>;
}
/** As much of a BullMQ queue as is needed here. */
export interface RetryableQueue {
  name: string;
  getFailedCount(): Promise<number>;
  getFailed(start?: number, end?: number): Promise<FailedJob[]>;
  getJob(id: string): Promise<FailedJob | undefined>;
}

/** As much of a database as is needed here. */
export type SettlingDatabase = Pick<DataSource, 'createQueryRunner' | 'transaction'>;

/** Writes into the audit log what an operator did, with the act itself. */
export type RecordAct = (
  manager: EntityManager,
  action: 'failed_work.retried' | 'failed_work.discarded',
  target: string,
  details: AuditDetails,
) => Promise<void>;

interface Settling {
  database: SettlingDatabase;
  record: RecordAct;
}
type Result = SettledWork['results'][number];
type Outcome = Pick<Result, 'outcome' | 'error'>;
type Act = 'retry' | 'discard';

/** After this time no further entry is started: somebody waits for the response. */
const BEGIN_WITHIN_MS = 15_000;
const DONE: Outcome = { outcome: 'done', error: null };
const GONE: Outcome = { outcome: 'gone', error: null };
const BUSY: Outcome = { outcome: 'busy', error: null };
const LEFT: Outcome = { outcome: 'left', error: null };

/**
 * A service's failed work, and an operator's decisions on it: events that became dead letters, and jobs that failed for
 * good.
 */
@Injectable()
export class FailedWorkService {
  private readonly logger = new Logger(FailedWorkService.name);
  private isSettling = false;

  constructor(
    @Inject(EVENT_BUS) private readonly bus: EventBus,
    private readonly metrics: BusMetrics,
    @Inject(JobQueues) private readonly queues: { all: () => readonly RetryableQueue[] },
  ) {}

  async list(): Promise<FailedWorkList> {
    const looks = [
      ...this.metrics.places().map(({ group, topic }) => ({
        place: topic,
        look: async () => {
          const [letters, lags] = await Promise.all([
            this.bus.deadLetters(group, topic, MAX_FAILED_WORK),
            this.bus.lag(group, [topic]),
          ]);
          return {
            items: letters.map(ofLetter),
            total: lags.reduce((sum, { deadLetters }) => sum + deadLetters, 0),
          };
        },
      })),
      ...this.queues.all().map((queue) => ({
        place: queue.name,
        look: async () => {
          // BullMQ counts from the newest.
          const total = await queue.getFailedCount();
          const jobs = await queue.getFailed(Math.max(0, total - MAX_FAILED_WORK), total);
          return { items: jobs.map((job) => ofJob(queue.name, job)), total };
        },
      })),
    ];
    const answers = await Promise.all(
      looks.map(async ({ place, look }) => ({
        place,
        answer: await answerOrNull(this.logger, `${place} cannot be asked for what failed`, look()),
      })),
    );
    const unreachable = answers.filter(({ answer }) => answer === null).map(({ place }) => place);
    const items = answers.flatMap(({ answer }) => answer?.items ?? []);
    const totals = answers.map(({ answer }) => answer?.total ?? 0);
    return {
      items: items
        .sort((a, b) => a.failed_at.localeCompare(b.failed_at) || a.id.localeCompare(b.id))
        .slice(0, MAX_FAILED_WORK),
      total: unreachable.length > 0 ? null : totals.reduce((sum, count) => sum + count, 0),
      unreachable,
    };
  }

  retry(items: readonly ChosenWork[], settling: Settling): Promise<SettledWork> {
    return this.settle('retry', items, settling);
  }

  discard(items: readonly ChosenWork[], settling: Settling): Promise<SettledWork> {
    return this.settle('discard', items, settling);
  }

  /**
   * Under a lock that all instances share: two who press at once do not have an event handled twice. It holds a connection
   * while handlers ask for others, so that a process settles for one caller at a time: a pool cannot run empty by it.
   */
  private async settle(act: Act, items: readonly ChosenWork[], settling: Settling): Promise<SettledWork> {
    const all = (outcome: Outcome) => ({
      results: items.map(({ kind, place, id }) => ({ kind, place, id, ...outcome })),
    });
    if (this.isSettling) return all(BUSY);
    this.isSettling = true;
    const runner = settling.database.createQueryRunner();
    try {
      const [lock]: { held: boolean }[] = await runner.query(
        "SELECT pg_try_advisory_lock(hashtext('failed work of ' || current_schema())) AS held",
      );
      return lock?.held === true ? await this.settleAll(act, items, settling) : all(BUSY);
    } finally {
      this.isSettling = false;
      // Where the connection broke, the lock went with it.
      await runner.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
      await runner.release();
    }
  }

  /** One after the other, in the order in which they were chosen. */
  private async settleAll(
    act: Act,
    items: readonly ChosenWork[],
    { database, record }: Settling,
  ): Promise<SettledWork> {
    const begun = performance.now();
    const results: Result[] = [];
    for (const { kind, place, id } of items) {
      const tell: Tell = (name, facts) =>
        database.transaction((manager) =>
          record(manager, act === 'retry' ? 'failed_work.retried' : 'failed_work.discarded', id, {
            [kind]: name,
            place,
            ...facts,
          }),
        );
      const chosen = { kind, place, id };
      const isLate = performance.now() - begun > BEGIN_WITHIN_MS;
      const settleOne = () =>
        kind === 'event'
          ? this.settleLetter(act, chosen, tell)
          : settleJob(act, chosen, this.queues.all(), tell);
      results.push({ ...chosen, ...(isLate ? LEFT : await settleOne()) });
    }
    return { results };
  }

  private async settleLetter(act: Act, { place, id }: ChosenWork, tell: Tell): Promise<Outcome> {
    const known = this.metrics.places().find(({ topic }) => topic === place);
    const letter = known && (await this.bus.deadLetter(known.group, known.topic as Topic, id));
    if (!letter) return GONE;
    const event = { event_id: letter.eventId };
    if (act === 'retry') {
      const thrown = await this.bus.redeliver(letter).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (thrown !== null) {
        const error = shortError(thrown.error);
        this.logger.warn(
          { err: thrown.error, event: letter.eventType, id: letter.eventId },
          'a retry failed',
        );
        await tell(letter.eventType, { ...event, outcome: 'failed' });
        return { outcome: 'failed', error };
      }
    }
    // Before it goes: if it stays after all, its next retry has no effect.
    await tell(letter.eventType, act === 'retry' ? { ...event, outcome: 'handled' } : event);
    await this.bus.removeDeadLetter(letter);
    return DONE;
  }
}

type Tell = (name: string, facts: AuditDetails) => Promise<void>;

async function settleJob(
  act: Act,
  { place, id }: ChosenWork,
  queues: readonly RetryableQueue[],
  tell: Tell,
): Promise<Outcome> {
  const job = await queues.find(({ name }) => name === place)?.getJob(id);
  if (!job || !(await job.isFailed())) return GONE;
  await tell(job.name, {});
  if (act === 'retry') await job.retry();
  else await job.remove();
  return DONE;
}

function ofLetter({ id, position, eventType, eventId, reason, attempts, at }: DeadLetterFacts): FailedWork {
  return {
    kind: 'event',
    place: position.topic,
    id,
    name: eventType.slice(0, 200),
    event_id: eventId === '' ? null : eventId.slice(0, 200),
    error: shortError(reason),
    attempts,
    failed_at: at.toISOString(),
  };
}

function ofJob(
  place: string,
  { id = '', name, failedReason, attemptsMade, finishedOn }: FailedJob,
): FailedWork {
  return {
    kind: 'job',
    place,
    id,
    name: name.slice(0, 200),
    event_id: null,
    error: shortError(failedReason),
    attempts: attemptsMade,
    failed_at: new Date(finishedOn ?? 0).toISOString(),
  };
}
