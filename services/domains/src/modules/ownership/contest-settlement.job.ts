import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { OutboxWriter } from '@palisade/messaging';
import { RepeatedJobRunner } from '@palisade/messaging/jobs';
import { queryRows } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { ClockService } from '../clock/clock.service.ts';
import { DnsChecksService } from '../dns/dns-checks.service.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { ConfigPublisherService } from '../publication/config-publisher.service.ts';
import { ActivationService } from './activation.service.ts';
import { Notice, ownershipNoticed } from './ownership.events.ts';
import { OwnershipHistoryRepository } from './ownership-history.repository.ts';
import { OwnershipProofService } from './ownership-proof.service.ts';
import { OwnershipRequestsService } from './ownership-requests.service.ts';
import { OWNERSHIP_TERMS as TERMS } from './ownership-terms.rules.ts';
import type { AgreedProof } from './proof.rules.ts';
import type { OwnershipRequest } from './requests.rules.ts';
import { type ContestOutcome, judgeContest, type Observation } from './reverification.rules.ts';

const QUEUE = 'domains-contests';
const INTERVAL_MS = 60_000;
const PER_RUN = 50;
const CONCURRENCY = 5;

interface Sides {
  holder: Domain;
  claimant: Domain;
}

/** Looks at both sides of open contests every hour and at their end, and does what `judgeContest` says. */
@Injectable()
export class ContestSettlementJob implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly proof: OwnershipProofService,
    private readonly checks: DnsChecksService,
    private readonly history: OwnershipHistoryRepository,
    private readonly requests: OwnershipRequestsService,
    private readonly activation: ActivationService,
    private readonly publisher: ConfigPublisherService,
    private readonly outbox: OutboxWriter,
    private readonly clock: ClockService,
    private readonly runner: RepeatedJobRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.runner.start({
      name: QUEUE,
      what: 'the settlement of contests',
      schedule: { due: { everyMs: INTERVAL_MS } },
      work: () => this.settleDue(),
    });
  }

  async settleDue(): Promise<number> {
    const now = new Date(this.clock.now());
    // Their time is moved ahead first, so that a run that dies does not come back to the same ones for ever.
    const due = await queryRows<OwnershipRequest>(
      this.dataSource,
      `UPDATE ownership_requests SET next_look_at = $2 WHERE id IN (
         SELECT id FROM ownership_requests WHERE kind = 'contest' AND state = 'open' AND next_look_at <= $1
         ORDER BY next_look_at LIMIT ${PER_RUN} FOR UPDATE SKIP LOCKED
       ) RETURNING *`,
      [now, new Date(now.getTime() + TERMS.contestCheckIntervalMs)],
    );
    for (let start = 0; start < due.length; start += CONCURRENCY) {
      await Promise.all(due.slice(start, start + CONCURRENCY).map((contest) => this.settle(contest, now)));
    }
    return due.length;
  }

  private async settle(contest: OwnershipRequest, now: Date): Promise<void> {
    const [holder, claimant] = await Promise.all(
      [contest.holder_id, contest.claimant_id].map((id) => this.domains.find(id)),
    );
    if (!holder || !claimant) return;
    const view = {
      holder: await this.observe(holder, 'any'),
      claimant: await this.observe(claimant, 'txt'),
      endsAt: contest.ends_at,
    };
    const outcome = judgeContest(view, now);
    const moved = await this.dataSource.transaction((manager) =>
      this.carryOut(manager, contest, { holder, claimant }, outcome, now),
    );
    this.publisher.kick();
    if (moved) await this.activation.forgetStored(holder);
  }

  private async observe(domain: Domain, method: 'any' | 'txt'): Promise<Observation> {
    const proof: AgreedProof = await this.proof.of(domain);
    if (method === 'txt' ? proof.state === 'ok' && proof.method === 'txt' : proof.seenBySome) return 'proved';
    if (proof.state === 'unreachable' || proof.seenBySome) return 'unknown';
    return (await this.checks.knowsOurselves()) ? 'absent' : 'unknown';
  }

  /** @returns whether the domain went to the claimant */
  private async carryOut(
    manager: EntityManager,
    contest: OwnershipRequest,
    looked: Sides,
    outcome: ContestOutcome,
    now: Date,
  ): Promise<boolean> {
    await this.domains.lockOwner(manager, looked.claimant.ownerId);
    await this.requests.lockName(manager, looked.claimant.domainName);
    const held = await this.domains.lockMany(manager, [contest.holder_id, contest.claimant_id]);
    const [holder, claimant] = [held.get(contest.holder_id), held.get(contest.claimant_id)];
    if (!holder || !claimant || !(await this.isOpen(manager, contest))) return false;
    const sides = { holder, claimant };
    // One of them has a new token since: the result of the look-up is outdated.
    // nosemgrep: no-timing-of-secrets -- the token stands in public DNS
    if (holder.verificationToken !== looked.holder.verificationToken) return false;
    switch (outcome) {
      case 'wait':
        await this.remind(manager, contest, holder, now);
        return false;
      case 'kept':
      case 'lapsed':
        await this.leave(manager, contest, sides, outcome);
        return false;
      case 'moved':
        await this.move(manager, contest, sides);
        return true;
    }
  }

  private async isOpen(manager: EntityManager, { id }: OwnershipRequest): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT 1 FROM ownership_requests WHERE id = $1 AND state = 'open' FOR UPDATE`,
      [id],
    );
    return rows.length > 0;
  }

  private async remind(manager: EntityManager, contest: OwnershipRequest, holder: Domain, now: Date) {
    if (contest.reminded_at !== null || now.getTime() < contest.ends_at.getTime() - TERMS.reminderMs) return;
    await manager.query('UPDATE ownership_requests SET reminded_at = $2 WHERE id = $1', [contest.id, now]);
    await this.outbox.addAll(manager, [
      ownershipNoticed(holder, Notice.CONTESTED, { until: contest.ends_at }),
    ]);
  }

  private async leave(
    manager: EntityManager,
    contest: OwnershipRequest,
    { holder, claimant }: Sides,
    outcome: 'kept' | 'lapsed',
  ): Promise<void> {
    await this.requests.decide(manager, contest.id, outcome);
    await this.history.record(manager, holder.id, 'contest_kept');
    await this.history.record(manager, claimant.id, 'contest_denied');
    await this.outbox.addAll(manager, [
      ownershipNoticed(holder, Notice.KEPT),
      ownershipNoticed(claimant, Notice.DENIED),
    ]);
  }

  /** The claimant's plan may have no room: then the domain is free, and theirs to verify when there is some. */
  private async move(manager: EntityManager, contest: OwnershipRequest, { holder, claimant }: Sides) {
    await this.requests.decide(manager, contest.id, 'moved');
    await this.activation.release(manager, holder, 'contest_lost');
    await this.history.record(manager, claimant.id, 'contest_won');
    await this.outbox.addAll(manager, [
      ownershipNoticed(holder, Notice.LOST),
      ownershipNoticed(claimant, Notice.WON),
    ]);
    const isFree = (await this.requests.gate(manager, claimant)).kind === 'free';
    if (isFree && !claimant.ownerDisabled && (await this.activation.hasRoom(manager, claimant.ownerId))) {
      await this.activation.activate(manager, claimant, 'txt', null);
    }
  }
}
