import type { ClientAddress } from '../../io/addresses/client-address.ts';
import type { CompiledSite } from '../../pipeline/compiled-site.ts';
import { isLater, type ServedSites, type SiteRegistry } from '../../pipeline/site-registry.ts';
import type { ColdLoads } from './cold-loads.ts';
import type { StoredSites } from './stored-sites.ts';

/**
 * All sites of a worker: those in the node's store, and those whose documents it was handed because the disk did not take
 * them, or because it stands alone and has no store.
 */
export class WorkerSites implements ServedSites {
  /** Null: there is none. */
  readonly stored: StoredSites | null;
  readonly handed: SiteRegistry;
  /** Sites in the store, as the supervisor says. */
  storedCount = 0;

  private readonly coldLoads: ColdLoads;

  constructor(handed: SiteRegistry, stored: StoredSites | null, coldLoads: ColdLoads) {
    this.handed = handed;
    this.stored = stored;
    this.coldLoads = coldLoads;
  }

  mayFind(host: string, client: ClientAddress): boolean {
    return this.stored === null || !this.stored.isCold(host) || this.coldLoads.enter(client);
  }

  find(host: string): CompiledSite | undefined {
    if (this.stored === null) return this.handed.find(host);
    const stored = this.stored.find(host);
    if (this.handed.size === 0) return stored;
    const handed = this.handed.find(host);
    if (handed === undefined || stored === undefined) return handed ?? stored;
    return isLater(handed, stored) ? handed : stored;
  }

  get(siteId: string): CompiledSite | undefined {
    return this.handed.get(siteId) ?? this.stored?.get(siteId);
  }

  get size(): number {
    return this.storedCount + this.handed.size;
  }

  get compiledCount(): number {
    return this.handed.compiledCount + (this.stored?.compiledCount ?? 0);
  }
}
