import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { RepeatedJobRunner, type RepeatedJobs } from '@palisade/messaging/jobs';
import type { DomainId } from '@palisade/nest-kit';
import { AcmeAccountsService } from './acme/acme-accounts.service.ts';
import type { CertificateSource } from './certificate.entity.ts';
import { CertificateMaintenanceService } from './certificate-maintenance.service.ts';
import { CertificatesRepository } from './certificates.repository.ts';

const QUEUE = 'domains-certificates';
const INTERVAL_MS = 15_000;
const CONCURRENCY = 5;
/**
 * A job's lock, ms: an order waits for its authority, and a job whose process died is taken over after this. A shutdown
 * does not wait for a running order; the next attempt fetches its result.
 */
const LOCK_MS = 60_000;

type Job = { kind: 'due' } | { kind: 'attend'; domainId: DomainId; source: CertificateSource };

/**
 * Schedules certificate work. The database says what is due, so that a Redis without memory loses nothing; the queue
 * makes sure that one instance handles each certificate.
 */
@Injectable()
export class CertificatesJob implements OnApplicationBootstrap {
  private readonly logger = new Logger(CertificatesJob.name);
  /** Null before the start. */
  private jobs: RepeatedJobs<Job> | null = null;

  constructor(
    private readonly store: CertificatesRepository,
    private readonly maintenance: CertificateMaintenanceService,
    private readonly accounts: AcmeAccountsService,
    private readonly runner: RepeatedJobRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs = this.runner.start<Job>({
      name: QUEUE,
      what: 'the maintenance of certificates',
      schedule: { due: { everyMs: INTERVAL_MS, data: { kind: 'due' } } },
      work: ({ data }) => this.run(data),
      atOnce: CONCURRENCY,
      lockMs: LOCK_MS,
    });
  }

  /** Checks at once for due certificates; to be called after a commit. */
  kick(): void {
    this.jobs
      ?.add('due', { kind: 'due' }, { removeOnComplete: true, removeOnFail: 50 })
      .catch((error: unknown) =>
        this.logger.warn(
          { err: error },
          'queueing certificate maintenance failed; the next regular run does it',
        ),
      );
  }

  /** @returns the number of due certificates */
  async findDue(): Promise<number> {
    if (this.accounts.isConfigured) await this.store.requestWhereNamesPoint();
    const due = await this.store.claimDue();
    for (const { domainId, source } of due) {
      await this.jobs?.add(
        'attend',
        { kind: 'attend', domainId, source },
        // One job per certificate at a time.
        { jobId: `${source}-${domainId}`, removeOnComplete: true, removeOnFail: true },
      );
    }
    return due.length;
  }

  private async run(job: Job): Promise<void> {
    if (job.kind === 'due') await this.findDue();
    else await this.maintenance.maintain(job.domainId, job.source);
  }
}
