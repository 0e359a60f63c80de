import { Injectable } from '@nestjs/common';
import { OutboxWriter } from '@palisade/messaging';
import { type DomainId, newId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import type { Domain } from '../domain-store/domain.entity.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { ancestorsOf, registrableDomain } from '../domain-store/proof-names.rules.ts';
import { Notice, ownershipNoticed } from './ownership.events.ts';
import { OwnershipHistoryRepository } from './ownership-history.repository.ts';
import { OWNERSHIP_TERMS as TERMS } from './ownership-terms.rules.ts';
import type { ProofMethod } from './proof.rules.ts';
import {
  type ConsentAnswer,
  type ContestStart,
  consentSoFar,
  contestRefused,
  type OwnershipRequest,
  type RequestKind,
  type RequestState,
} from './requests.rules.ts';

/** What stands between a proof and a served site. */
export type Gate =
  | { kind: 'free'; parent: Domain | null }
  | { kind: 'taken'; holder: Domain }
  | { kind: 'consent_needed'; holder: Domain };

/** Claims of names that somebody else has, and their state. */
@Injectable()
export class OwnershipRequestsService {
  constructor(
    private readonly domains: DomainsRepository,
    private readonly history: OwnershipHistoryRepository,
    private readonly outbox: OutboxWriter,
  ) {}

  /**
   * Whatever changes who has a name happens one after the other for a registrable domain and all below it; ends with
   * the transaction. After the owner's own lock, before any row.
   */
  async lockName(manager: EntityManager, domainName: string): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('name:' || $1, 0))`, [
      registrableDomain(domainName),
    ]);
  }

  /** The nearest verified domain at or above the claimed one decides; what is below it is not taken over. */
  async gate(manager: EntityManager, domain: Domain): Promise<Gate> {
    const names = [domain.domainName, ...ancestorsOf(domain.domainName)];
    const verified = await this.domains.verifiedNamed(manager, names);
    const nearest = verified
      .filter(({ id }) => id !== domain.id)
      .sort((a, b) => b.domainName.length - a.domainName.length)[0];
    if (nearest === undefined || nearest.ownerId === domain.ownerId) return { kind: 'free', parent: null };
    return nearest.domainName === domain.domainName
      ? { kind: 'taken', holder: nearest }
      : { kind: 'consent_needed', holder: nearest };
  }

  /** Asks the parent's owner unless they have been asked. Their silence is an answer in the end, for the stronger proof. */
  async askConsent(
    manager: EntityManager,
    claimant: Domain,
    holder: Domain,
    method: ProofMethod,
    now = new Date(),
  ): Promise<ConsentAnswer> {
    const known = await this.find(manager, claimant.id, holder.id, 'consent');
    const refusedAt = await this.history.consentRefusedAt(manager, holder.id, claimant.domainName);
    const answered = consentSoFar(known, refusedAt, method, now);
    if (answered !== null) return answered;
    const until = await this.open(manager, 'consent', claimant, holder, TERMS.consentMs, now);
    await this.history.record(manager, claimant.id, 'consent_requested', { parent: holder.domainName });
    await this.history.record(manager, holder.id, 'consent_asked', { name: claimant.domainName });
    await this.outbox.addAll(manager, [
      ownershipNoticed(holder, Notice.CONSENT_ASKED, { until, otherName: claimant.domainName }),
    ]);
    return { answer: 'waiting', until };
  }

  /** Opens a contest, or says why not. One at a time: who else has proved the name waits for its end. */
  async contest(
    manager: EntityManager,
    claimant: Domain,
    holder: Domain,
    now = new Date(),
  ): Promise<ContestStart> {
    const [running]: OwnershipRequest[] = await manager.query(
      `SELECT * FROM ownership_requests WHERE holder_id = $1 AND kind = 'contest' AND state = 'open'`,
      [holder.id],
    );
    const known = await this.find(manager, claimant.id, holder.id, 'contest');
    const refused = contestRefused(running, known, claimant.id, now);
    if (refused !== null) return refused;
    const until = await this.open(manager, 'contest', claimant, holder, TERMS.contestMs, now);
    await this.history.record(manager, claimant.id, 'contest_opened');
    await this.history.record(manager, holder.id, 'contested');
    await this.outbox.addAll(manager, [ownershipNoticed(holder, Notice.CONTESTED, { until })]);
    return { outcome: 'opened', until };
  }

  async decide(manager: EntityManager, id: string, state: RequestState): Promise<void> {
    await manager.query('UPDATE ownership_requests SET state = $2, decided_at = now() WHERE id = $1', [
      id,
      state,
    ]);
  }

  /** Serving the claimed name settles the request to the parent's owner. */
  async fulfil(manager: EntityManager, claimantId: DomainId): Promise<void> {
    await manager.query(
      `UPDATE ownership_requests SET state = 'moved', decided_at = coalesce(decided_at, now())
       WHERE claimant_id = $1 AND kind = 'consent' AND state IN ('open', 'accepted')`,
      [claimantId],
    );
  }

  /** Open ones in which these domains take part, with the names of both sides. */
  openOf(
    manager: EntityManager,
    domainIds: readonly DomainId[],
  ): Promise<(OwnershipRequest & { claimant_name: string; holder_name: string })[]> {
    return manager.query(
      `SELECT r.*, c.domain_name AS claimant_name, h.domain_name AS holder_name FROM ownership_requests r
       JOIN domains c ON c.id = r.claimant_id JOIN domains h ON h.id = r.holder_id
       WHERE r.state = 'open' AND (r.holder_id = ANY ($1) OR r.claimant_id = ANY ($1)) AND h.dns_verified
       ORDER BY r.opened_at LIMIT 500`,
      [domainIds],
    );
  }

  private async find(
    manager: EntityManager,
    claimantId: DomainId,
    holderId: DomainId,
    kind: RequestKind,
  ): Promise<OwnershipRequest | undefined> {
    const [row]: OwnershipRequest[] = await manager.query(
      'SELECT * FROM ownership_requests WHERE claimant_id = $1 AND holder_id = $2 AND kind = $3',
      [claimantId, holderId, kind],
    );
    return row;
  }

  private async open(
    manager: EntityManager,
    kind: RequestKind,
    claimant: Domain,
    holder: Domain,
    lengthMs: number,
    now: Date,
  ): Promise<Date> {
    const until = new Date(now.getTime() + lengthMs);
    await manager.query(
      `INSERT INTO ownership_requests (id, kind, claimant_id, holder_id, state, opened_at, ends_at, next_look_at)
       VALUES ($1, $2, $3, $4, 'open', $5, $6, $7)
       ON CONFLICT (claimant_id, holder_id, kind) DO UPDATE SET state = 'open', opened_at = excluded.opened_at,
         ends_at = excluded.ends_at, next_look_at = excluded.next_look_at, reminded_at = NULL, decided_at = NULL`,
      [
        newId(),
        kind,
        claimant.id,
        holder.id,
        now,
        until,
        new Date(now.getTime() + TERMS.contestCheckIntervalMs),
      ],
    );
    return until;
  }
}
