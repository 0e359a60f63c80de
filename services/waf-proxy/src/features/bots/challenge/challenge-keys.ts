import { hkdfSync } from 'node:crypto';

/** Keys of challenges and clearances. The same on all nodes of an installation, so that any of them takes the answer. */
export interface ChallengeKeys {
  /** Signs challenges. */
  readonly challenge: string;
  /** Signs clearances. */
  readonly clearance: Buffer;
}

/**
 * Derives both keys (HKDF-SHA-256, each with its own purpose) from a secret that all nodes share.
 *
 * @param secret at least 128 bits that nobody outside knows
 */
export function deriveChallengeKeys(secret: Uint8Array): ChallengeKeys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `palisade edge ${purpose} v1`, 32));
  return { challenge: derive('challenge').toString('hex'), clearance: derive('clearance') };
}
