import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { OutboxWriter } from '@palisade/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import { ClockService } from '../clock/clock.service.ts';
import { DnsChecksService, type RecordState } from '../dns/dns-checks.service.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { ConfigPublisherService } from '../publication/config-publisher.service.ts';
import { ActivationService } from './activation.service.ts';
import { Notice, ownershipNoticed } from './ownership.events.ts';
import { OwnershipHistoryRepository } from './ownership-history.repository.ts';
import { OwnershipRequestsService } from './ownership-requests.service.ts';
import type { AgreedProof } from './proof.rules.ts';
import { isOurFault, type Lapse, nextLapse, type Observation } from './reverification.rules.ts';

/** Maximum hosts of a domain per poll; the rest is checked before anybody is notified. */
const POLLED_HOSTS = 20;

interface LapseRow {
  failures: number;
  failing_since: Date;
  counted_at: Date;
  warned_at: Date | null;
  reminded_at: Date | null;
  release_at: Date | null;
}

/**
 * Repeated verification of ownership, based on the poll's results. The owner of a domain with neither its proof nor
 * visitors that reach us is warned, and the domain is released in the end; see `nextLapse`. This includes paused sites
 * and those of disabled accounts.
 */
@Injectable()
export class OwnershipWatchService {
  private readonly logger = new Logger(OwnershipWatchService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly checks: DnsChecksService,
    private readonly activation: ActivationService,
    private readonly domains: DomainsRepository,
    private readonly history: OwnershipHistoryRepository,
    private readonly requests: OwnershipRequestsService,
    private readonly publisher: ConfigPublisherService,
    private readonly outbox: OutboxWriter,
    private readonly clock: ClockService,
  ) {}

  async compare(
    domain: Domain,
    proof: AgreedProof,
    traffic: readonly { state: RecordState }[],
  ): Promise<void> {
    if (!domain.dnsVerified) return;
    const seen = await this.confirmed(domain, observe(proof, traffic));
    if (seen === 'unknown') return;
    const released = await this.dataSource.transaction((manager) => this.step(manager, domain, seen));
    if (!released) return;
    this.publisher.kick();
    await this.activation.forgetStored(domain);
  }

  /** A result against an owner is checked twice: the remaining hosts, and whether our resolvers work. */
  private async confirmed(domain: Domain, seen: Observation): Promise<Observation> {
    if (seen !== 'absent') return seen;
    for (const host of domain.hosts.slice(POLLED_HOSTS)) {
      const { state } = await this.checks.traffic(host);
      if (state === 'ok') return 'in_use';
      if (state === 'unreachable') return 'unknown';
    }
    return (await this.checks.knowsOurselves()) ? 'absent' : 'unknown';
  }

  /** @returns whether the domain was released */
  private async step(
    manager: EntityManager,
    { id, domainName, verificationToken }: Domain,
    seen: Observation,
  ) {
    await this.requests.lockName(manager, domainName);
    const domain = await this.domains.lock(manager, id);
    // nosemgrep: no-timing-of-secrets -- the token stands in public DNS
    if (domain === null || !domain.dnsVerified || domain.verificationToken !== verificationToken)
      return false;
    const now = new Date(this.clock.now());
    const before = await this.lapseOf(manager, domain);
    const { lapse, event } = nextLapse(before, seen, now);
    if ((event === 'warned' || event === 'release') && (await this.isOurs(manager, now))) return false;
    if (event === 'release') {
      await this.activation.release(manager, domain, 'released');
      await this.outbox.addAll(manager, [ownershipNoticed(domain, Notice.RELEASED)]);
      return true;
    }
    if (lapse !== before) await this.store(manager, domain, lapse);
    if (event === 'recovered') {
      await this.history.record(manager, id, 'confirmed');
      await this.outbox.addAll(manager, [ownershipNoticed(domain, Notice.CONFIRMED)]);
    }
    if ((event === 'warned' || event === 'reminded') && lapse?.releaseAt) {
      if (event === 'warned') {
        await this.history.record(manager, id, 'failing', { release_at: lapse.releaseAt.toISOString() });
      }
      await this.outbox.addAll(manager, [
        ownershipNoticed(domain, Notice.FAILING, { until: lapse.releaseAt }),
      ]);
    }
    return false;
  }

  /** Many that begin to fail at once speak of our resolvers. */
  private async isOurs(manager: EntityManager, now: Date): Promise<boolean> {
    const [row]: { begun: string; served: string }[] = await manager.query(
      `SELECT (SELECT count(*) FROM ownership_lapses WHERE failing_since > $1::timestamptz - interval '1 day') AS begun,
              (SELECT count(*) FROM domains WHERE dns_verified) AS served`,
      [now],
    );
    const [begun, served] = [Number(row?.begun ?? 0), Number(row?.served ?? 0)];
    const ours = isOurFault(begun, served);
    if (ours)
      this.logger.error({ begun, served }, 'too many domains lost their ownership proof; releasing none');
    return ours;
  }

  private async lapseOf(manager: EntityManager, { id }: Domain): Promise<Lapse | null> {
    const [row]: LapseRow[] = await manager.query('SELECT * FROM ownership_lapses WHERE domain_id = $1', [
      id,
    ]);
    return row === undefined
      ? null
      : {
          failures: row.failures,
          failingSince: row.failing_since,
          countedAt: row.counted_at,
          warnedAt: row.warned_at,
          remindedAt: row.reminded_at,
          releaseAt: row.release_at,
        };
  }

  private async store(manager: EntityManager, { id }: Domain, lapse: Lapse | null): Promise<void> {
    await manager.query('DELETE FROM ownership_lapses WHERE domain_id = $1', [id]);
    if (lapse === null) return;
    await manager.query(
      `INSERT INTO ownership_lapses (domain_id, failures, failing_since, counted_at, warned_at, reminded_at, release_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        id,
        lapse.failures,
        lapse.failingSince,
        lapse.countedAt,
        lapse.warnedAt,
        lapse.remindedAt,
        lapse.releaseAt,
      ],
    );
  }
}

function observe(proof: AgreedProof, traffic: readonly { state: RecordState }[]): Observation {
  if (proof.seenBySome) return 'proved';
  if (traffic.some(({ state }) => state === 'ok')) return 'in_use';
  return [proof, ...traffic].some(({ state }) => state === 'unreachable') ? 'unknown' : 'absent';
}
