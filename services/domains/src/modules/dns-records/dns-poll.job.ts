import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { RepeatedJobRunner } from '@palisade/messaging/jobs';
import { type DomainId, queryRows } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import type { Domain } from '../domain-store/domain.entity.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { DnsRecordsService } from './dns-records.service.ts';

const QUEUE = 'domains-dns';
const INTERVAL_MS = 15_000;
const CONCURRENCY = 10;
const PER_RUN = 200;

/** Checks domains that are due. Only one instance runs it at a time. */
@Injectable()
export class DnsPollJob implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly records: DnsRecordsService,
    private readonly runner: RepeatedJobRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.runner.start({
      name: QUEUE,
      what: 'the DNS poll',
      schedule: { due: { everyMs: INTERVAL_MS } },
      work: () => this.checkDue(),
    });
  }

  async checkDue(): Promise<number> {
    const due = await this.claimDue();
    for (let start = 0; start < due.length; start += CONCURRENCY) {
      await Promise.all(due.slice(start, start + CONCURRENCY).map((domain) => this.records.check(domain)));
    }
    return due.length;
  }

  /** Advances their next check first, so that a crashed run does not return to the same ones for ever. */
  private async claimDue(): Promise<Domain[]> {
    const rows = await queryRows<{ id: DomainId }>(
      this.dataSource,
      `UPDATE domains SET next_dns_check_at = now() + interval '5 minutes' WHERE id IN (
         SELECT id FROM domains WHERE next_dns_check_at <= now() ORDER BY next_dns_check_at LIMIT ${PER_RUN}
         FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
    );
    return this.domains.findMany(rows.map((row) => row.id));
  }
}
