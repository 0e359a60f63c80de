import { LRUCache } from 'lru-cache';
import type { Site } from '../../request/site.ts';
import { ClientRates } from './client-rates.ts';
import type { DdosPart } from './ddos-part.ts';
import { SiteLoad } from './site-load.ts';

type DefendedSite = DdosPart & { readonly siteId: string };

const MAX_SITES = 10_000;
const TICK_MS = 1_000;

export interface DdosEvents {
  /** Called when a site's defence begins or ends. */
  onChange(siteId: string, change: 'attack' | 'calm', load: Readonly<SiteLoad>): void;
}

/** Watches the load of all sites with a DDoS level, on one worker. */
export class DdosGuard {
  readonly clients = new ClientRates();
  private readonly loads = new LRUCache<string, SiteLoad>({ max: MAX_SITES });
  private readonly share: number;
  private readonly events: DdosEvents;
  private timer: NodeJS.Timeout | null = null;
  private tickedAt = 0;
  private defended = 0;

  /** @param share part of the node's traffic that this worker sees */
  constructor(share: number, events: DdosEvents) {
    this.share = share;
    this.events = events;
  }

  get sitesDefended(): number {
    return this.defended;
  }

  start(now: () => number = () => performance.now()): void {
    this.tickedAt = now();
    this.timer = setInterval(() => this.tick(now()), TICK_MS);
    this.timer.unref();
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  /** Counts a request; only for sites with a level. */
  arrived(site: DefendedSite, client: string): void {
    this.loadOf(site)?.arrived(hash(client));
  }

  /** Counts a failure of the site's origin. */
  failed(site: DefendedSite): void {
    if (site.ddosLevel !== 'none') this.loads.get(site.siteId)?.failed();
  }

  isDefended(site: Site & DdosPart): boolean {
    return this.defended > 0 && site.ddosLevel !== 'none' && this.loads.get(site.siteId)?.defended === true;
  }

  tick(now: number): void {
    // A late tick covers all seconds since the previous one.
    const seconds = (now - this.tickedAt) / 1_000;
    if (seconds <= 0) return;
    this.tickedAt = now;
    let defended = 0;
    for (const [siteId, load] of this.loads.entries()) {
      const change = load.tick(seconds);
      if (change !== null) this.events.onChange(siteId, change, load);
      if (load.defended) defended++;
      else if (load.isIdle) this.loads.delete(siteId);
    }
    this.defended = defended;
  }

  private loadOf(site: DefendedSite): SiteLoad | null {
    if (site.ddosLevel === 'none') return null;
    let load = this.loads.get(site.siteId);
    if (load === undefined) {
      load = new SiteLoad(site.ddosLevel, this.share);
      this.loads.set(site.siteId, load);
    }
    load.level = site.ddosLevel;
    return load;
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value ^ (value >>> 15)) >>> 0;
}
