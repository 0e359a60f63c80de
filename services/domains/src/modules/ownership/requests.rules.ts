import type { DomainId } from '@palisade/nest-kit';
import { OWNERSHIP_TERMS as TERMS } from './ownership-terms.rules.ts';
import type { ProofMethod } from './proof.rules.ts';

export type RequestKind = 'consent' | 'contest';
export type RequestState = 'open' | 'accepted' | 'refused' | 'kept' | 'moved' | 'lapsed';

export interface OwnershipRequest {
  id: string;
  kind: RequestKind;
  claimant_id: DomainId;
  holder_id: DomainId;
  state: RequestState;
  opened_at: Date;
  ends_at: Date;
  reminded_at: Date | null;
  decided_at: Date | null;
}

/** The answer of a parent's owner to a claim below their domain, and until when it is valid. */
export interface ConsentAnswer {
  answer: 'given' | 'waiting' | 'refused';
  until: Date;
}

export interface ContestStart {
  outcome: 'opened' | 'running' | 'other_running' | 'too_early';
  until: Date;
}

/**
 * Null: they have to be asked. Their silence is an answer in the end, for the stronger proof.
 * @param refusedAt when they last refused this name
 */
export function consentSoFar(
  known: Pick<OwnershipRequest, 'state' | 'ends_at'> | undefined,
  refusedAt: Date | null,
  method: ProofMethod,
  now: Date,
): ConsentAnswer | null {
  if (known?.state === 'accepted') return { answer: 'given', until: known.ends_at };
  if (known?.state === 'open') {
    const isGiven = method === 'txt' && known.ends_at <= now;
    return { answer: isGiven ? 'given' : 'waiting', until: known.ends_at };
  }
  const askAgainAt = mayAskAgainAt(refusedAt);
  return askAgainAt > now ? { answer: 'refused', until: askAgainAt } : null;
}

/** Why no contest can be opened now; null: it can. One at a time: who else has proved the name waits for its end. */
export function contestRefused(
  running: Pick<OwnershipRequest, 'claimant_id' | 'ends_at'> | undefined,
  known: Pick<OwnershipRequest, 'state' | 'decided_at'> | undefined,
  claimantId: DomainId,
  now: Date,
): ContestStart | null {
  if (running !== undefined) {
    const outcome = running.claimant_id === claimantId ? 'running' : 'other_running';
    return { outcome, until: running.ends_at };
  }
  const askAgainAt = mayAskAgainAt(known?.state === 'kept' ? known.decided_at : null);
  return askAgainAt > now ? { outcome: 'too_early', until: askAgainAt } : null;
}

const mayAskAgainAt = (refusedAt: Date | null): Date =>
  new Date(refusedAt === null ? 0 : refusedAt.getTime() + TERMS.askAgainMs);
