import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { OutboxWriter } from '@palisade/messaging';
import { DomainError, type DomainId, type UserId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { Notice, ownershipNoticed } from './ownership.events.ts';
import type { OwnershipAnswer } from './ownership.schema.ts';
import { OwnershipHistoryRepository } from './ownership-history.repository.ts';
import { OwnershipRequestsService } from './ownership-requests.service.ts';
import type { OwnershipRequest } from './requests.rules.ts';

/** A domain owner's answers to requests for names below it, and the state of these domains. */
@Injectable()
export class ConsentsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly past: OwnershipHistoryRepository,
    private readonly requests: OwnershipRequestsService,
    private readonly outbox: OutboxWriter,
  ) {}

  /** @throws DomainError `domain_not_found`, `ownership_request_not_found` */
  async answer(ownerId: UserId, id: DomainId, requestId: string, { answer }: OwnershipAnswer): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const known = await this.domains.owned(ownerId, id, manager);
      await this.requests.lockName(manager, known.domainName);
      const [request]: OwnershipRequest[] = await manager.query(
        `SELECT * FROM ownership_requests WHERE id = $1 AND holder_id = $2 AND kind = 'consent' AND state = 'open'`,
        [requestId, id],
      );
      if (request === undefined) throw requestNotFound();
      const held = await this.domains.lockMany(manager, [id, request.claimant_id]);
      const [holder, claimant] = [held.get(id), held.get(request.claimant_id)];
      if (!holder?.dnsVerified || !claimant) throw requestNotFound();
      const isGiven = answer === 'accept';
      await this.requests.decide(manager, request.id, isGiven ? 'accepted' : 'refused');
      const event = isGiven ? 'consent_given' : 'consent_refused';
      await this.past.record(manager, holder.id, event, { name: claimant.domainName });
      await this.past.record(manager, claimant.id, event, { parent: holder.domainName });
      const notice = isGiven ? Notice.CONSENT_GIVEN : Notice.CONSENT_REFUSED;
      await this.outbox.addAll(manager, [
        ownershipNoticed(claimant, notice, { otherName: holder.domainName }),
      ]);
    });
  }

  /** @throws DomainError `domain_not_found` */
  async history(ownerId: UserId, id: DomainId) {
    await this.domains.owned(ownerId, id);
    const rows = await this.past.of(this.dataSource.manager, id);
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  }
}

const requestNotFound = () =>
  new DomainError('not_found', 'ownership_request_not_found', 'This request is no longer open.');
