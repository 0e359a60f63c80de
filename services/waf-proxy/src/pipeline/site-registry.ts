import type { CompiledSite } from './compiled-site.ts';

/**
 * The sites that a worker serves, by host. A swap is one assignment per host; requests in progress keep the site that
 * they began with.
 */
export class SiteRegistry {
  private readonly byId = new Map<string, CompiledSite>();
  private readonly byHost = new Map<string, CompiledSite>();

  get size(): number {
    return this.byId.size;
  }

  find(host: string): CompiledSite | undefined {
    return this.byHost.get(host);
  }

  get(siteId: string): CompiledSite | undefined {
    return this.byId.get(siteId);
  }

  *all(): IterableIterator<CompiledSite> {
    yield* this.byId.values();
  }

  put(site: CompiledSite): void {
    const before = this.byId.get(site.siteId);
    this.byId.set(site.siteId, site);
    const hosts = new Set([...(before?.hosts ?? []), ...site.hosts]);
    for (const host of hosts) this.settle(host, site);
  }

  remove(siteId: string): void {
    const before = this.byId.get(siteId);
    if (before === undefined) return;
    this.byId.delete(siteId);
    for (const host of before.hosts) this.settle(host, null);
  }

  /**
   * Decides which site serves a host. The control plane gives a host to one site at a time; while it moves from one to
   * another, the later document wins on every node, in whatever order they arrive.
   */
  private settle(host: string, changed: CompiledSite | null): void {
    const holder = this.byHost.get(host);
    const keeps = changed?.hosts.includes(host) ?? false;
    if (changed !== null && keeps && (holder === undefined || holder.siteId === changed.siteId)) {
      this.byHost.set(host, changed);
      return;
    }
    const free = holder === undefined || this.byId.get(holder.siteId) !== holder;
    if (!free) {
      if (changed !== null && keeps && isLater(changed, holder)) this.byHost.set(host, changed);
      return;
    }
    let winner: CompiledSite | undefined;
    for (const site of this.byId.values()) {
      if (site.hosts.includes(host) && (winner === undefined || isLater(site, winner))) winner = site;
    }
    if (winner === undefined) this.byHost.delete(host);
    else this.byHost.set(host, winner);
  }
}

function isLater(a: CompiledSite, b: CompiledSite): boolean {
  if (a.issuedAtMs !== b.issuedAtMs) return a.issuedAtMs > b.issuedAtMs;
  return a.siteId > b.siteId;
}
