import { Inject, Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import type { PartitionLag } from '../contract/bus.ts';
import { JobQueues } from '../jobs/job-queues.ts';
import type { SqlExecutor } from '../outbox/outbox-writer.ts';
import { answerOrNull } from './answer-or-null.ts';
import { BusMetrics } from './bus-metrics.ts';

const count = z.int().min(0);

/** A service's pending work. Null: its source is unavailable. */
export const serviceBacklogSchema = z
  .object({
    /** Events that its transactions left and the bus has not got yet; null: the service has no outbox. */
    outbox: z.object({ waiting: count, oldest_at: z.iso.datetime().nullable() }).nullable(),
    /** By topic: how far its handlers are behind. */
    topics: z
      .array(
        z.object({
          topic: z.string(),
          /** Unacknowledged events; null: the bus does not know. */
          behind: count.nullable(),
          /** Set aside as poison, in all. */
          dead_letters: count,
          /** Dropped unread by the hard limit, in all. */
          dropped: count,
        }),
      )
      .nullable(),
    queues: z.array(
      z.object({
        name: z.string(),
        counts: z.object({ waiting: count, active: count, delayed: count, failed: count }).nullable(),
      }),
    ),
  })
  .meta({ id: 'ServiceBacklog' });
export type ServiceBacklog = z.infer<typeof serviceBacklogSchema>;
type TopicBacklog = NonNullable<ServiceBacklog['topics']>[number];

/** As much of a BullMQ queue as is needed here. */
export interface CountableQueue {
  name: string;
  getJobCounts(...states: ('waiting' | 'active' | 'delayed' | 'failed')[]): Promise<Record<string, number>>;
}

const unanswered = (what: string): string => `${what} cannot be asked for its backlog`;

@Injectable()
export class Backlog {
  private readonly logger = new Logger(Backlog.name);

  constructor(
    private readonly metrics: BusMetrics,
    @Inject(JobQueues) private readonly queues: { all: () => readonly CountableQueue[] },
  ) {}

  /** @param sql reads the service's outbox; null where it has none */
  async read(sql: SqlExecutor | null): Promise<ServiceBacklog> {
    const [outbox, lags, counted] = await Promise.all([
      sql && readOutbox(sql),
      answerOrNull(this.logger, unanswered('the bus'), this.metrics.lag()),
      Promise.all(this.queues.all().map((queue) => this.count(queue))),
    ]);
    return { outbox, topics: lags && byTopic(lags), queues: counted };
  }

  private async count(queue: CountableQueue): Promise<ServiceBacklog['queues'][number]> {
    const asked = queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    const counts = await answerOrNull(this.logger, unanswered(`queue ${queue.name}`), asked);
    if (counts === null) return { name: queue.name, counts };
    const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
    return { name: queue.name, counts: { waiting, active, delayed, failed } };
  }
}

async function readOutbox(sql: SqlExecutor): Promise<NonNullable<ServiceBacklog['outbox']>> {
  const rows: { waiting: number; oldest: Date | null }[] = await sql.query(
    'SELECT count(*)::int AS waiting, min(created_at) AS oldest FROM outbox',
  );
  const { waiting = 0, oldest = null } = rows[0] ?? {};
  return { waiting, oldest_at: oldest?.toISOString() ?? null };
}

function byTopic(lags: readonly PartitionLag[]): TopicBacklog[] {
  const topics = new Map<string, TopicBacklog>();
  for (const { topic, lag, deadLetters, dropped } of lags) {
    const sum = topics.get(topic) ?? { topic, behind: 0, dead_letters: 0, dropped: 0 };
    topics.set(topic, {
      topic,
      behind: sum.behind === null || lag === null ? null : sum.behind + lag,
      dead_letters: sum.dead_letters + deadLetters,
      dropped: sum.dropped + dropped,
    });
  }
  return [...topics.values()].sort((a, b) => a.topic.localeCompare(b.topic, 'en'));
}
