import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { parse } from 'tldts';
import { DnsLookupService } from './dns-lookup.service.ts';

/** A domain is moved to another provider once in years; while it is, its page is open for minutes. */
const CACHE_TTL_MS = 10 * 60_000;
const MAX_DOMAINS_KEPT = 5_000;
/** From a name up to what its owner bought. */
const MAX_ZONES_ASKED = 5;

/** Who keeps a domain's records: told by the name servers of its zone. */
@Injectable()
export class NameServersService {
  private readonly known = new LRUCache<string, readonly string[]>({
    max: MAX_DOMAINS_KEPT,
    ttl: CACHE_TTL_MS,
  });

  constructor(private readonly lookup: DnsLookupService) {}

  /** The name servers of the nearest zone, sorted; none where DNS does not say. */
  async of(domainName: string): Promise<readonly string[]> {
    const known = this.known.get(domainName);
    if (known) return known;
    for (const zone of zonesOf(domainName)) {
      const { records, problem } = await this.lookup.nameServers(zone);
      // Asked again next time: servers that are silent now may know.
      if (problem === 'unreachable') return [];
      if (records.length === 0) continue;
      const sorted = records.toSorted();
      this.known.set(domainName, sorted);
      return sorted;
    }
    return [];
  }
}

/** The name and those above it that its owner may have, nearest first; a public suffix has other people's servers. */
function zonesOf(domainName: string): string[] {
  const bought = parse(domainName).domain ?? domainName;
  const zones = [domainName];
  for (let name = domainName; name !== bought && zones.length < MAX_ZONES_ASKED; ) {
    name = name.slice(name.indexOf('.') + 1);
    zones.push(name);
  }
  return zones;
}
