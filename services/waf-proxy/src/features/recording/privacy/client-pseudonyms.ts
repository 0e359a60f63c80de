import { createHmac, randomBytes } from 'node:crypto';
import type { ClientAddress } from '../../../io/addresses/client-address.ts';

/** 64 bits: the chance that two of a million clients of a day share a name is one in 37 million. */
const HEX_DIGITS = 16;
/** No address or network begins like this; the log service's search knows the form. */
const PREFIX = 'anon-';

/**
 * Pseudonyms that distinguish clients within a day and reveal nothing about them. The key is random, the same on all
 * nodes, and replaced every day: once it is gone, a name cannot be resolved, even by trying all addresses.
 */
export class ClientPseudonyms {
  /** Used until the node's keys have arrived. */
  private key: Buffer = randomBytes(32);

  useKey(key: Buffer): void {
    this.key.fill(0);
    this.key = key;
  }

  /** For an IPv6 address, of its /64, which limits count as one client. */
  of({ key }: Pick<ClientAddress, 'key'>): string {
    return PREFIX + createHmac('sha256', this.key).update(key).digest('hex').slice(0, HEX_DIGITS);
  }
}
