import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { OutboxWriter } from '@palisade/messaging';
import { DomainError, type DomainId, type UserId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { DomainsRepository } from '../domains/domains.repository.ts';
import type { OwnershipAnswer } from './ownership.dto.ts';
import { ownershipHistory, recordOwnership } from './ownership-history.ts';
import { Notice, ownershipNoticed } from './ownership-notices.ts';
import { type OwnershipRequest, OwnershipRequests } from './ownership-requests.ts';

/** What the owner of a domain says to somebody who asks for a name below it, and what became of the domain so far. */
@Injectable()
export class Consents {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly requests: OwnershipRequests,
    private readonly outbox: OutboxWriter,
  ) {}

  /** @throws DomainError `domain_not_found`, `ownership_request_not_found` */
  async answer(ownerId: UserId, id: DomainId, requestId: string, { answer }: OwnershipAnswer): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const known = await this.domains.owned(ownerId, id, manager);
      await this.requests.serialise(manager, known.domainName);
      const [request]: OwnershipRequest[] = await manager.query(
        `SELECT * FROM ownership_requests WHERE id = $1 AND holder_id = $2 AND kind = 'consent' AND state = 'open'`,
        [requestId, id],
      );
      if (request === undefined) throw requestNotFound();
      const held = await this.requests.hold(manager, [id, request.claimant_id]);
      const [holder, claimant] = [held.get(id), held.get(request.claimant_id)];
      if (!holder?.dnsVerified || !claimant) throw requestNotFound();
      const isGiven = answer === 'accept';
      await this.requests.decide(manager, request.id, isGiven ? 'accepted' : 'refused');
      const event = isGiven ? 'consent_given' : 'consent_refused';
      await recordOwnership(manager, holder.id, event, { name: claimant.domainName });
      await recordOwnership(manager, claimant.id, event, { parent: holder.domainName });
      const notice = isGiven ? Notice.CONSENT_GIVEN : Notice.CONSENT_REFUSED;
      await this.outbox.addAll(manager, [
        ownershipNoticed(claimant, notice, { otherName: holder.domainName }),
      ]);
    });
  }

  /** @throws DomainError `domain_not_found` */
  async history(ownerId: UserId, id: DomainId) {
    await this.domains.owned(ownerId, id);
    const rows = await ownershipHistory(this.dataSource.manager, id);
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  }
}

const requestNotFound = () =>
  new DomainError('not_found', 'ownership_request_not_found', 'This request is not open any more.');
