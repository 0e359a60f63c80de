import { randomBytes } from 'node:crypto';
import type { RecordState } from '../dns/dns-checks.service.ts';
import { ancestorsOf } from '../domain-store/proof-names.rules.ts';

/** Siblings asked for beside the proof's own name, at its level. */
const SIBLINGS = 2;
/** Levels above it that are asked too; names have few, and nobody makes us ask for a hundred. */
const MAX_LEVELS = 4;

/**
 * Names that nobody has made, shaped like the proof's own: fresh each time, so that no cache knows them. A wildcard
 * answers for them as it does for the proof. Each level up to the registrable domain is asked.
 */
export function siblingNames(domainName: string): string[] {
  const levels = levelsOf(domainName);
  return levels.flatMap((level, index) =>
    Array.from(
      { length: index === 0 ? SIBLINGS : 1 },
      () => `waf-${randomBytes(10).toString('hex')}.${level}`,
    ),
  );
}

/** The name itself and what is above it, as far as its owner may own it; nearest first. */
export function levelsOf(domainName: string): string[] {
  return [domainName, ...ancestorsOf(domainName)].slice(0, MAX_LEVELS);
}

export type ProofMethod = 'cname' | 'txt';

export interface Proof {
  state: RecordState;
  /** Which record proves, or is asked for. */
  method: ProofMethod;
  found: string[];
  message: string;
  /** Names that nobody made are answered by CNAME here. */
  wildcard: boolean;
}

export interface AgreedProof extends Proof {
  /** Whether any resolver saw it: enough to leave somebody what they have, not to give it to somebody. */
  seenBySome: boolean;
}

/**
 * What several resolvers say together. A claim needs all that answered, and half must have (a dead second resolver is
 * common); one that was deceived can neither prove nor hide a wildcard.
 */
export function agree(proofs: readonly [Proof, ...Proof[]]): AgreedProof {
  const answered = proofs.filter(({ state }) => state !== 'unreachable');
  const wildcard = proofs.some((proof) => proof.wildcard);
  const seenBySome = answered.some(({ state }) => state === 'ok');
  const silent = proofs.find(({ state }) => state === 'unreachable');
  if (silent !== undefined && answered.length * 2 < proofs.length) return { ...silent, wildcard, seenBySome };
  const doubt = answered.find(({ state }) => state !== 'ok');
  const first = answered[0] ?? proofs[0];
  if (doubt !== undefined) return { ...doubt, wildcard, seenBySome };
  return { ...first, wildcard, seenBySome };
}
