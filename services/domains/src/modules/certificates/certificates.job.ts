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
 * An order waits for its authority; a job whose process died is taken up by another after this. One under way at a
 * shutdown is not waited for: what it leads to is fetched by the next attempt.
 */
const LOCK_MS = 60_000;

type Job = { kind: 'due' } | { kind: 'attend'; domainId: DomainId; source: CertificateSource };

/**
 * When what is done: the table says what is due, so that a Redis that forgets costs nothing; the queue has each due
 * certificate attended to by one instance at a time.
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

  /** Looks for what is due at once; call after a commit. */
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

  /** @returns how many certificates were found to need something */
  async findDue(): Promise<number> {
    if (this.accounts.isConfigured) await this.store.requestWhereNamesPoint();
    const due = await this.store.claimDue();
    for (const { domainId, source } of due) {
      await this.jobs?.add(
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
    else await this.maintenance.maintain(job.domainId, job.source);
  }
}
