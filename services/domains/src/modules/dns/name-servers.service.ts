import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { parse } from 'tldts';
import { DnsLookupService } from './dns-lookup.service.ts';

/** Domains change their provider rarely; when one does, its page is open for minutes. */
const CACHE_TTL_MS = 10 * 60_000;
const MAX_DOMAINS_KEPT = 5_000;
/** Maximum names asked, from the domain up to the registered one. */
const MAX_ZONES_ASKED = 5;

/** Finds a domain's DNS provider by its zone's name servers. */
@Injectable()
export class NameServersService {
  private readonly known = new LRUCache<string, readonly string[]>({
    max: MAX_DOMAINS_KEPT,
    ttl: CACHE_TTL_MS,
  });

  constructor(private readonly lookup: DnsLookupService) {}

  /** Sorted name servers of the nearest zone; empty if unknown. */
  async of(domainName: string): Promise<readonly string[]> {
    const known = this.known.get(domainName);
    if (known) return known;
    for (const zone of zonesOf(domainName)) {
      const { records, problem } = await this.lookup.nameServers(zone);
      // Not cached, as silent servers may answer the next time.
      if (problem === 'unreachable') return [];
      if (records.length === 0) continue;
      const sorted = records.toSorted();
      this.known.set(domainName, sorted);
      return sorted;
    }
    return [];
  }
}

/** The name and its parents up to the registrable domain, nearest first; a public suffix has other people's servers. */
function zonesOf(domainName: string): string[] {
  const bought = parse(domainName).domain ?? domainName;
  const zones = [domainName];
  for (let name = domainName; name !== bought && zones.length < MAX_ZONES_ASKED; ) {
    name = name.slice(name.indexOf('.') + 1);
    zones.push(name);
  }
  return zones;
}
