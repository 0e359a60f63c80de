import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DomainId, UserId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import { type CheckResult, DnsChecksService, type RecordState } from '../dns/dns-checks.service.ts';
import { NameServersService } from '../dns/name-servers.service.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { txtName, txtValue, verificationName } from '../domain-store/proof-names.rules.ts';
import { OwnershipProofService } from '../ownership/ownership-proof.service.ts';
import { OwnershipWatchService } from '../ownership/ownership-watch.service.ts';
import type { AgreedProof } from '../ownership/proof.rules.ts';
import { pauseBefore } from './poll-interval.rules.ts';
import { TrafficWatchService } from './traffic-watch.service.ts';

/** Age up to which results are reused, ms, since the page polls. */
const CACHE_TTL_MS = 4_000;
const LOOKED_UP_HOSTS = 20;
/** Lost traffic is confirmed by a second check after this, ms, before the owner is notified. */
const RECHECK_AFTER_MS = 5 * 60_000;

export interface DnsRecordView {
  purpose: 'ownership' | 'traffic';
  type: 'CNAME' | 'TXT';
  name: string;
  value: string;
  state: RecordState;
  found: string[];
  message: string;
  checked_at: string;
}

interface RecordRow {
  purpose: 'ownership' | 'traffic';
  host: string;
  state: RecordState;
  found: string[];
  message: string;
  checked_at: Date;
}

/** Latest DNS state of each record that a domain needs. */
@Injectable()
export class DnsRecordsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly checks: DnsChecksService,
    private readonly nameServers: NameServersService,
    private readonly proof: OwnershipProofService,
    private readonly watch: TrafficWatchService,
    private readonly ownership: OwnershipWatchService,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_CNAME_TARGET'>,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async state(ownerId: UserId, id: DomainId) {
    const domain = await this.domains.owned(ownerId, id);
    const [records, nameServers] = await Promise.all([
      this.view(domain),
      this.nameServers.of(domain.domainName),
    ]);
    return { cname_target: this.config.PALISADE_CNAME_TARGET, name_servers: nameServers, records };
  }

  private async view(domain: Domain): Promise<DnsRecordView[]> {
    const age = Date.now() - (domain.dnsCheckedAt?.getTime() ?? 0);
    if (age > CACHE_TTL_MS) await this.check(domain);
    const rows: RecordRow[] = await this.dataSource.query(
      'SELECT * FROM dns_records WHERE domain_id = $1 ORDER BY purpose, host <> $2, host',
      [domain.id, domain.domainName],
    );
    const isText = (row: RecordRow) => row.purpose === 'ownership' && row.host === txtName(domain.domainName);
    return rows.map((row) => ({
      purpose: row.purpose,
      type: isText(row) ? 'TXT' : 'CNAME',
      name: row.host,
      value: isText(row) ? txtValue(domain.verificationToken) : this.config.PALISADE_CNAME_TARGET,
      state: row.state,
      found: row.found,
      message: row.message,
      checked_at: row.checked_at.toISOString(),
    }));
  }

  /** Looks up all records, stores the results, and schedules the next check. */
  async check(domain: Domain): Promise<void> {
    const hosts = domain.hosts.slice(0, LOOKED_UP_HOSTS);
    const [ownership, ...traffic] = await Promise.all([
      this.proof.of(domain),
      ...hosts.map((host) => this.checks.traffic(host)),
    ]);
    await this.store(domain.id, [
      { purpose: 'ownership', host: recordName(domain, ownership), result: ownership },
      ...hosts.map((host, index) => ({ purpose: 'traffic', host, result: traffic[index]! })),
    ]);
    const isSuspicious = await this.watch.compare(
      domain,
      hosts.map((host, index) => ({ host, result: traffic[index]! })),
    );
    await this.ownership.compare(domain, ownership, traffic);
    const settled = domain.dnsVerified && traffic.every((result) => result.state === 'ok');
    const pause = isSuspicious ? RECHECK_AFTER_MS : pauseBefore(domain, settled, Date.now());
    await this.dataSource.query(
      'UPDATE domains SET dns_checked_at = now(), next_dns_check_at = $2 WHERE id = $1',
      [domain.id, new Date(Date.now() + pause)],
    );
  }

  async storeOwnership(domain: Domain, proof: AgreedProof): Promise<void> {
    const host = recordName(domain, proof);
    await this.dataSource.query(
      `DELETE FROM dns_records WHERE domain_id = $1 AND purpose = 'ownership' AND host <> $2`,
      [domain.id, host],
    );
    await this.store(domain.id, [{ purpose: 'ownership', host, result: proof }], false);
  }

  private async store(
    domainId: DomainId,
    records: readonly { purpose: string; host: string; result: CheckResult }[],
    complete = true,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      // A domain removed meanwhile gets no records.
      const [domain]: unknown[] = await manager.query('SELECT 1 FROM domains WHERE id = $1 FOR SHARE', [
        domainId,
      ]);
      if (domain === undefined) return;
      if (complete) await manager.query('DELETE FROM dns_records WHERE domain_id = $1', [domainId]);
      for (const { purpose, host, result } of records) {
        await manager.query(
          `INSERT INTO dns_records (domain_id, purpose, host, state, found, message, checked_at)
           VALUES ($1, $2, $3, $4, $5, $6, now())
           ON CONFLICT (domain_id, purpose, host) DO UPDATE SET state = excluded.state, found = excluded.found,
             message = excluded.message, checked_at = excluded.checked_at`,
          [domainId, purpose, host, result.state, result.found, result.message],
        );
      }
    });
  }
}

const recordName = (domain: Domain, { method }: AgreedProof): string =>
  method === 'txt' ? txtName(domain.domainName) : verificationName(domain);
