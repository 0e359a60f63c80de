import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { isPublicAddress } from '@palisade/edge-state';
import type { DomainId, UserId } from '@palisade/nest-kit';
import type { OriginConfig } from '@palisade/site-policy';
import { LRUCache } from 'lru-cache';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import { DnsLookupService } from '../dns/dns-lookup.service.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { SitePolicyService } from '../site-policy/site-policy.service.ts';
import type { OriginLock } from './origin-lock.schema.ts';
import { answersStrangers } from './origin-probe.ts';

const CACHE_TTL_MS = 60_000;
const MAX_KEPT = 5_000;
const MAX_UNDER_WAY = 8;
const MAX_ORIGINS = 4;
const MAX_ADDRESSES = 4;

type State = OriginLock['state'];

interface Server {
  host: string;
  port: number;
  useTls: boolean;
}

/** Checks from outside whether a site's servers respond to others than the edge. */
@Injectable()
export class OriginLockService {
  private readonly known = new LRUCache<string, OriginLock>({ max: MAX_KEPT, ttl: CACHE_TTL_MS });
  private underWay = 0;

  constructor(
    private readonly domains: DomainsRepository,
    private readonly configs: SitePolicyService,
    private readonly lookup: DnsLookupService,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_ORIGIN_PROBE'>,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async of(ownerId: UserId, id: DomainId): Promise<OriginLock> {
    const domain = await this.domains.owned(ownerId, id);
    const { originConfig } = await this.configs.get(ownerId, id);
    const servers = serversOf(originConfig);
    const key = JSON.stringify([id, domain.dnsVerified, servers]);
    const known = this.known.get(key);
    if (known) return known;
    // Only so many at a time: who is not among them asks again.
    if (this.underWay >= MAX_UNDER_WAY) return at('unknown');
    this.underWay++;
    try {
      const found = at(await this.look(domain, servers));
      this.known.set(key, found);
      return found;
    } finally {
      this.underWay--;
    }
  }

  /** Open as soon as one of them is: an attacker needs no more. */
  private async look(domain: Domain, servers: readonly Server[]): Promise<State> {
    const states = await Promise.all(servers.map((server) => this.stateOf(domain, server)));
    if (states.includes('open')) return 'open';
    return states.includes('unknown') ? 'unknown' : 'locked';
  }

  private async stateOf(domain: Domain, { host, port, useTls }: Server): Promise<State> {
    const addresses = isIP(host) === 0 ? (await this.lookup.addresses(host)).records : [host];
    if (addresses.length === 0) return 'unknown';
    const open = addresses.filter(isPublicAddress);
    if (open.length === 0) return 'locked';
    // A claim that is not proven asks nobody's server; nor does a service that may stand where an edge does.
    if (!domain.dnsVerified || !this.config.PALISADE_ORIGIN_PROBE) return 'unknown';
    const answers = await Promise.all(
      open
        .slice(0, MAX_ADDRESSES)
        .map((address) => answersStrangers({ address, port, useTls, siteName: domain.domainName })),
    );
    return answers.includes(true) ? 'open' : 'locked';
  }
}

const at = (state: State): OriginLock => ({ state, checked_at: new Date().toISOString() });

function serversOf(config: OriginConfig): Server[] {
  const first = { host: config.origin_host, port: config.origin_port, useTls: config.origin_use_tls };
  const others = config.additional_origins.map(({ host, port, protocol }) => ({
    host,
    port,
    useTls: protocol === 'https',
  }));
  return [first, ...others].slice(0, MAX_ORIGINS);
}
