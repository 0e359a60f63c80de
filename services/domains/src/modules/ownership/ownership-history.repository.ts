import { Injectable } from '@nestjs/common';
import type { DomainId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';

export const OWNERSHIP_EVENTS = [
  'verified',
  'failing',
  'confirmed',
  'released',
  'contest_opened',
  'contested',
  'contest_kept',
  'contest_lost',
  'contest_won',
  'contest_denied',
  'contest_given_up',
  'consent_requested',
  'consent_asked',
  'consent_given',
  'consent_refused',
  'name_handed_over',
] as const;
export type OwnershipEvent = (typeof OWNERSHIP_EVENTS)[number];

/** Entries kept and shown per domain. */
const KEPT = 200;

export interface HistoryRow {
  event: OwnershipEvent;
  details: Record<string, string>;
  at: Date;
}

/** How the ownership of a domain was proved, missed, asked for and decided. */
@Injectable()
export class OwnershipHistoryRepository {
  /** Written with the change itself, for each side its own: `details` names nobody else's account. */
  async record(
    manager: EntityManager,
    domainId: DomainId,
    event: OwnershipEvent,
    details: Record<string, string> = {},
  ): Promise<void> {
    await manager.query('INSERT INTO ownership_history (domain_id, event, details) VALUES ($1, $2, $3)', [
      domainId,
      event,
      JSON.stringify(details),
    ]);
    await manager.query(
      `DELETE FROM ownership_history WHERE domain_id = $1 AND id <=
         (SELECT id FROM ownership_history WHERE domain_id = $1 ORDER BY id DESC OFFSET ${KEPT} LIMIT 1)`,
      [domainId],
    );
  }

  of(manager: EntityManager, domainId: DomainId): Promise<HistoryRow[]> {
    return manager.query(
      `SELECT event, details, at FROM ownership_history WHERE domain_id = $1 ORDER BY id DESC LIMIT ${KEPT}`,
      [domainId],
    );
  }

  /** When the holder last refused a name; by name, since a claim that is removed and added again is no new question. */
  async consentRefusedAt(manager: EntityManager, holderId: DomainId, name: string): Promise<Date | null> {
    const [row]: { at: Date | null }[] = await manager.query(
      `SELECT max(at) AS at FROM ownership_history
       WHERE domain_id = $1 AND event = 'consent_refused' AND details ->> 'name' = $2`,
      [holderId, name],
    );
    return row?.at ?? null;
  }
}
