import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Queue, Worker } from 'bullmq';
import type { DataSource } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config.ts';
import { Domain } from '../domains/domain.entity.ts';
import { DnsRecords } from './dns-records.service.ts';

const QUEUE = 'domains-dns';
const PREFIX = '{palisade}';
const EVERY_MS = 15_000;
const AT_ONCE = 10;
const PER_RUN = 200;
const SHUTDOWN_PATIENCE_MS = 2_000;

/** Looks domains up whose time has come. One instance at a time runs it, whichever takes the job. */
@Injectable()
export class DnsPoll implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('DnsPoll');
  /** Null before the start. */
  queue: Queue | null = null;
  private worker: Worker | null = null;
  private stopping = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly records: DnsRecords,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_QUEUE_REDIS_URL'>,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const connection = {
      url: this.config.PALISADE_QUEUE_REDIS_URL,
      maxRetriesPerRequest: null,
      retryStrategy: (attempt: number) => (this.stopping ? null : Math.min(200 * attempt, 2_000)),
    };
    this.queue = new Queue(QUEUE, { connection, prefix: PREFIX });
    this.worker = new Worker(QUEUE, () => this.checkDue(), { connection, prefix: PREFIX, concurrency: 1 });
    const onError = (error: Error) => this.logger.warn({ err: error }, 'the queue is not reachable now');
    this.queue.on('error', onError);
    this.worker.on('error', onError);
    // Redis away must not keep the service from starting: the scheduler is written when it is back.
    this.queue
      .upsertJobScheduler('due', { every: EVERY_MS }, { opts: { removeOnComplete: 10, removeOnFail: 50 } })
      .catch((error: unknown) => this.logger.error({ err: error }, 'cannot schedule the DNS poll'));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    const closed = Promise.allSettled([this.worker?.close(), this.queue?.close()]);
    // A worker that is just reconnecting waits for Redis, which may be what is going down, too.
    await Promise.race([closed, sleep(SHUTDOWN_PATIENCE_MS, undefined, { ref: false })]);
  }

  async checkDue(): Promise<number> {
    const due = await this.claimDue();
    for (let start = 0; start < due.length; start += AT_ONCE) {
      await Promise.all(due.slice(start, start + AT_ONCE).map((domain) => this.records.check(domain)));
    }
    return due.length;
  }

  /** Moves their time ahead first, so that a run that dies does not come back to the same ones for ever. */
  private async claimDue(): Promise<Domain[]> {
    const [rows]: [{ id: string }[], number] = await this.dataSource.query(
      `UPDATE domains SET next_dns_check_at = now() + interval '5 minutes' WHERE id IN (
         SELECT id FROM domains WHERE next_dns_check_at <= now() ORDER BY next_dns_check_at LIMIT ${PER_RUN}
         FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
    );
    return rows.length === 0
      ? []
      : this.dataSource.manager
          .createQueryBuilder(Domain, 'domain')
          .where('domain.id IN (:...ids)', { ids: rows.map((row) => row.id) })
          .getMany();
  }
}
