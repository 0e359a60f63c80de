import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DomainId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config.ts';
import { Domain, verificationName } from '../domains/domain.entity.ts';
import { OwnershipProof } from '../ownership/ownership-proof.ts';
import { OwnershipWatch } from '../ownership/ownership-watch.ts';
import { type AgreedProof, txtName, txtValue } from '../ownership/proof-rules.ts';
import { type CheckResult, DnsChecks, type RecordState } from './dns-checks.ts';
import { TrafficWatch } from './traffic-watch.ts';

/** A page that asks again and again is answered from what was found less than this ago. */
const FRESH_MS = 4_000;
const MINUTE = 60_000;
const LOOKED_UP_HOSTS = 20;
/** Traffic that was ours and is not is looked at again before anybody is told. */
const SECOND_LOOK = 5 * MINUTE;

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

/** What DNS said last about each record that a domain needs. */
@Injectable()
export class DnsRecords {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly checks: DnsChecks,
    private readonly proof: OwnershipProof,
    private readonly watch: TrafficWatch,
    private readonly ownership: OwnershipWatch,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_CNAME_TARGET'>,
  ) {}

  async view(domain: Domain): Promise<DnsRecordView[]> {
    const age = Date.now() - (domain.dnsCheckedAt?.getTime() ?? 0);
    if (age > FRESH_MS) await this.check(domain);
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

  /** Looks everything up, stores it, and says when to look again. */
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
    const pause = isSuspicious ? SECOND_LOOK : pauseBefore(domain, settled);
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
      // A domain that was removed meanwhile takes no records.
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

/** Milliseconds until the next look: often while somebody is likely to be waiting for it, rarely ever after. */
export function pauseBefore(domain: Pick<Domain, 'createdAt' | 'verifiedAt'>, settled: boolean): number {
  if (settled) return 60 * MINUTE;
  const since = Date.now() - (domain.verifiedAt ?? domain.createdAt).getTime();
  if (since < 60 * MINUTE) return MINUTE / 2;
  if (since < 24 * 60 * MINUTE) return 5 * MINUTE;
  return since < 30 * 24 * 60 * MINUTE ? 60 * MINUTE : 24 * 60 * MINUTE;
}
