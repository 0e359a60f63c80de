import { hkdfSync } from 'node:crypto';

/** Keys for challenges and clearances; the same on all nodes, so that any of them accepts a solution. */
export interface ChallengeKeys {
  /** Signs challenges. */
  readonly challenge: string;
  /** Signs clearances. */
  readonly clearance: Buffer;
}

/**
 * Derives both keys (HKDF-SHA-256 with separate info strings) from a secret that all nodes share.
 *
 * @param secret at least 128 bits of entropy, known only to the installation
 */
export function deriveChallengeKeys(secret: Uint8Array): ChallengeKeys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `palisade edge ${purpose} v1`, 32));
  return { challenge: derive('challenge').toString('hex'), clearance: derive('clearance') };
}
