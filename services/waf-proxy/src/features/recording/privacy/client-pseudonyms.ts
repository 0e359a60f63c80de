import { createHmac, randomBytes } from 'node:crypto';
import type { ClientAddress } from '../../../io/addresses/client-address.ts';

/** 64 bits: two of a million clients of one day are the same with a chance of one in 37 million. */
const HEX_DIGITS = 16;
/** No address and no network begins so; the log service's searches know the form. */
const PREFIX = 'anon-';

/**
 * Names for clients that tell them apart within a day and say nothing of them. The key is random, the same on all nodes, and
 * another one each day: when it is gone nobody can find out what a name stood for, not by trying all addresses either.
 */
export class ClientPseudonyms {
  /** Until the node's keys are here. */
  private key: Buffer = randomBytes(32);

  useKey(key: Buffer): void {
    this.key.fill(0);
    this.key = key;
  }

  /** Of an IPv6 address, its /64: what limits take for one client. */
  of({ key }: Pick<ClientAddress, 'key'>): string {
    return PREFIX + createHmac('sha256', this.key).update(key).digest('hex').slice(0, HEX_DIGITS);
  }
}
