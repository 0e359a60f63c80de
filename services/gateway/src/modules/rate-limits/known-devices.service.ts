import { Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AUTH, type AuthClient } from '../../connections/connections.module.ts';

const KEPT_MS = 60_000;

/** Knows which device cookies have been used for a sign-in. Asked only when a network's limit is used up. */
@Injectable()
export class KnownDevicesService {
  private readonly logger = new Logger(KnownDevicesService.name);
  // Two caches, so that invented cookies cannot displace real ones.
  private readonly known = new LRUCache<string, true>({ max: 20_000, ttl: KEPT_MS });
  private readonly unknown = new LRUCache<string, true>({ max: 5_000, ttl: KEPT_MS });

  constructor(@Inject(AUTH) private readonly auth: AuthClient) {}

  /** False if auth does not answer. */
  async isKnown(tokenHash: string): Promise<boolean> {
    if (this.known.has(tokenHash)) return true;
    if (this.unknown.has(tokenHash)) return false;
    try {
      const { known } = await this.auth.knowsDevice({ tokenHash });
      (known ? this.known : this.unknown).set(tokenHash, true);
      return known;
    } catch (error) {
      this.logger.warn({ err: error }, 'reading known devices from the auth service failed');
      return false;
    }
  }
}
