import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { DomainId } from '@palisade/nest-kit';
import { Queue, Worker } from 'bullmq';
import { CONFIG, type DomainsConfig } from '../../config.ts';
import { AcmeAccounts } from './acme/acme-accounts.ts';
import type { CertificateSource } from './certificate.entity.ts';
import { CertificateCare } from './certificate-care.ts';
import { CertificateStore } from './certificate-store.ts';

const QUEUE = 'domains-certificates';
const PREFIX = '{palisade}';
const EVERY_MS = 15_000;
const AT_ONCE = 5;
const SHUTDOWN_PATIENCE_MS = 2_000;
/** An order waits for its authority; a job whose process died is taken up by another after this. */
const LOCK_MS = 60_000;

type Job = { kind: 'due' } | { kind: 'attend'; domainId: DomainId; source: CertificateSource };

/**
 * When what is done: the table says what is due, so that a Redis that forgets costs nothing; the queue has each due
 * certificate attended to by one instance at a time.
 */
@Injectable()
export class CertificateJobs implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('CertificateJobs');
  /** Null before the start. */
  queue: Queue<Job> | null = null;
  private worker: Worker<Job> | null = null;
  private stopping = false;

  constructor(
    private readonly store: CertificateStore,
    private readonly care: CertificateCare,
    private readonly accounts: AcmeAccounts,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_QUEUE_REDIS_URL'>,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const connection = {
      url: this.config.PALISADE_QUEUE_REDIS_URL,
      maxRetriesPerRequest: null,
      retryStrategy: (attempt: number) => (this.stopping ? null : Math.min(200 * attempt, 2_000)),
    };
    this.queue = new Queue<Job>(QUEUE, { connection, prefix: PREFIX });
    this.worker = new Worker<Job>(QUEUE, ({ data }) => this.run(data), {
      connection,
      prefix: PREFIX,
      concurrency: AT_ONCE,
      lockDuration: LOCK_MS,
    });
    const onError = (error: Error) => this.logger.warn({ err: error }, 'the queue is not reachable now');
    this.queue.on('error', onError);
    this.worker.on('error', onError);
    this.worker.on('failed', (_job, error) =>
      this.logger.error({ err: error }, 'a job about certificates failed'),
    );
    // Redis away must not keep the service from starting: the scheduler is written when it is back.
    this.queue
      .upsertJobScheduler(
        'due',
        { every: EVERY_MS },
        { data: { kind: 'due' }, opts: { removeOnComplete: 10, removeOnFail: 50 } },
      )
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'cannot schedule the care of certificates'),
      );
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    // An order under way is not waited for: what it leads to is fetched by the next attempt.
    const closed = Promise.allSettled([this.worker?.close(), this.queue?.close()]);
    await Promise.race([closed, sleep(SHUTDOWN_PATIENCE_MS, undefined, { ref: false })]);
  }

  /** Looks for what is due at once; call after a commit. */
  kick(): void {
    this.queue
      ?.add('due', { kind: 'due' }, { removeOnComplete: true, removeOnFail: 50 })
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'certificates are attended to a little later'),
      );
  }

  /** @returns how many certificates were found to need something */
  async findDue(): Promise<number> {
    if (this.accounts.isConfigured) await this.store.requestWhereNamesPoint();
    const due = await this.store.claimDue();
    for (const { domainId, source } of due) {
      await this.queue?.add(
        'attend',
        { kind: 'attend', domainId, source },
        // One at a time for a certificate, whoever asked for it.
        { jobId: `${source}-${domainId}`, removeOnComplete: true, removeOnFail: true },
      );
    }
    return due.length;
  }

  private async run(job: Job): Promise<void> {
    if (job.kind === 'due') await this.findDue();
    else await this.care.attend(job.domainId, job.source);
  }
}
