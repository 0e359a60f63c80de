import { Inject, Injectable, Logger } from '@nestjs/common';
import { DOMAINS_CLIENT, type DomainsClient } from '../../connections/domains-client.ts';

/** Maximum time that a deleted key stays cached. */
const CACHE_TTL_MS = 10 * 60_000;
const MAX_KEYS = 10_000;
const KEY_BYTES = 32;

/** The sites' keys for recorded traffic: the domains service stores them encrypted, and this service never does. */
@Injectable()
export class RecordingKeysService {
  private readonly logger = new Logger(RecordingKeysService.name);
  private readonly keys = new Map<string, { key: Buffer | null; at: number }>();

  constructor(@Inject(DOMAINS_CLIENT) private readonly client: DomainsClient) {}

  /** Without sites that have no key: removed ones, and all while the domains service is unavailable. */
  async keysOf(siteIds: readonly string[], nowMs = Date.now()): Promise<Map<string, Buffer>> {
    const found = new Map<string, Buffer>();
    for (const siteId of new Set(siteIds)) {
      try {
        const key = await this.keyOf(siteId, nowMs);
        if (key !== null) found.set(siteId, key);
      } catch (error) {
        this.logger.warn({ err: error, site: siteId }, 'no key for recorded requests; they are not stored');
      }
    }
    return found;
  }

  /** Null: a removed site. @throws DomainError `service_unavailable` where the domains service cannot say */
  async keyOf(siteId: string, nowMs = Date.now()): Promise<Buffer | null> {
    const known = this.keys.get(siteId);
    if (known !== undefined && nowMs - known.at <= CACHE_TTL_MS) return known.key;
    const { key } = await this.client.getRecordingKey({ siteId });
    const answer = key.length === KEY_BYTES ? Buffer.from(key) : null;
    if (this.keys.size >= MAX_KEYS) this.keys.clear();
    this.keys.set(siteId, { key: answer, at: nowMs });
    return answer;
  }
}
