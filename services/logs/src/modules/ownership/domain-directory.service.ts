import { Inject, Injectable, Logger } from '@nestjs/common';
import { SingleFlight } from '@palisade/basics';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { LRUCache } from 'lru-cache';
import { DOMAINS_CLIENT, type DomainsClient } from '../../connections/domains-client.ts';

export interface OwnedDomain {
  id: string;
  name: string;
  /** Verified by DNS. */
  isVerified: boolean;
}

/** Owner of a site, for messages that the service itself causes. */
export interface DomainSummary {
  ownerId: string;
  name: string;
}

const MAX_IDS = 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Entry {
  domains: readonly OwnedDomain[];
  at: number;
}

/** Maximum staleness for a domain that was just added or removed. */
const CACHE_TTL_MS = 3000;
/** While the domains service is unavailable, owners still see their sites. */
const STALE_MS = 5 * 60_000;
const MAX_USERS = 20_000;
const MAX_SPEAKERS = 20_000;

/** Ownership of domains, from the domains service. Nothing in this service is shown without a look-up here. */
@Injectable()
export class DomainDirectoryService {
  private readonly logger = new Logger(DomainDirectoryService.name);
  private readonly entries = new Map<UserId, Entry>();
  private readonly asking = new SingleFlight<UserId, readonly OwnedDomain[]>();

  /** By site: the last answer to whether it may be public. */
  private readonly speakers = new LRUCache<string, boolean>({ max: MAX_SPEAKERS });

  constructor(@Inject(DOMAINS_CLIENT) private readonly client: DomainsClient) {}

  /** @throws DomainError `service_unavailable` */
  async domainsOf(userId: UserId): Promise<readonly OwnedDomain[]> {
    const entry = this.entries.get(userId);
    const age = entry ? Date.now() - entry.at : Number.POSITIVE_INFINITY;
    if (entry && age < CACHE_TTL_MS) return entry.domains;
    try {
      return await this.ask(userId);
    } catch (error) {
      if (!entry || age > STALE_MS) throw error;
      this.logger.warn({ err: error }, 'domains service unavailable; using cached sites');
      return entry.domains;
    }
  }

  /**
   * The domains of a request: all of the user's, or the one named by id or name.
   *
   * @throws DomainError `domain_not_found`, also for a domain that is someone else's
   */
  async select(userId: UserId, domain: string | null): Promise<readonly OwnedDomain[]> {
    const own = await this.domainsOf(userId);
    if (domain === null) return own;
    const wanted = domain.toLowerCase();
    const found = find(own, wanted) ?? find(await this.ask(userId), wanted);
    if (!found) throw new DomainError('not_found', 'domain_not_found', 'Domain not found');
    return [found];
  }

  /** By id; removed domains are left out. @throws DomainError `service_unavailable` */
  async summariesOf(siteIds: readonly string[]): Promise<Map<string, DomainSummary>> {
    const ids = [...new Set(siteIds)].filter((id) => UUID.test(id));
    const summaries = new Map<string, DomainSummary>();
    for (let start = 0; start < ids.length; start += MAX_IDS) {
      const { domains } = await this.client.getDomains({ ids: ids.slice(start, start + MAX_IDS) });
      for (const { id, ownerId, domainName } of domains) summaries.set(id, { ownerId, name: domainName });
    }
    return summaries;
  }

  /**
   * Whether a site may be public: it belongs to an active account that has verified it. While the domains service is
   * unavailable, its last answer is used.
   *
   * @throws DomainError `service_unavailable`: it is unavailable, and there is no earlier answer for this site
   */
  async speaksInPublic(siteId: string): Promise<boolean> {
    try {
      const { domains } = await this.client.getDomains({ ids: [siteId] });
      const speaks = domains.some(
        ({ id, dnsVerified, ownerDisabled }) => id === siteId && dnsVerified && !ownerDisabled,
      );
      this.speakers.set(siteId, speaks);
      return speaks;
    } catch (error) {
      const before = this.speakers.get(siteId);
      if (before === undefined) throw error;
      this.logger.warn({ err: error }, 'domains service unavailable; status page uses cached data');
      return before;
    }
  }

  private ask(userId: UserId): Promise<readonly OwnedDomain[]> {
    return this.asking.run(userId, () => this.fetch(userId));
  }

  private async fetch(userId: UserId): Promise<readonly OwnedDomain[]> {
    const { domains } = await this.client.listUserDomains({ userId });
    const owned = domains.map(({ id, domainName, dnsVerified }) => ({
      id,
      name: domainName,
      isVerified: dnsVerified,
    }));
    this.entries.delete(userId);
    this.entries.set(userId, { domains: owned, at: Date.now() });
    if (this.entries.size > MAX_USERS) this.entries.delete(this.entries.keys().next().value!);
    return owned;
  }
}

function find(domains: readonly OwnedDomain[], wanted: string): OwnedDomain | undefined {
  return domains.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
}
