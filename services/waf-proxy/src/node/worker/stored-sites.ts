import type { CompiledSite } from '../../pipeline/compiled-site.ts';
import type { ServedSites } from '../../pipeline/site-registry.ts';
import type { SiteStore } from '../sites/site-store.ts';

export interface StoredSitesOptions {
  store: Pick<SiteStore, 'sitesOfHost' | 'documentOf'>;
  /** Maximum number of sites that are kept compiled, and of bytes that their documents have together. */
  maxSites: number;
  maxBytes: number;
  /** Verifies and compiles a document from disk. @throws what is wrong with it */
  compile(siteId: string, signed: Uint8Array): CompiledSite;
  /** A document was not compiled; what there was before stays, as long as it is in memory. */
  onRefused(siteId: string, error: unknown): void;
  /** The store could not be read. @param siteId whose document was wanted; absent: a host's sites were */
  onUnreadable(error: unknown, siteId?: string): void;
}

/** A site that has been asked for. */
interface Entry {
  readonly siteId: string;
  /** Null: its document is refused, and is not tried again before there is another one. */
  readonly site: CompiledSite | null;
  readonly bytes: number;
  /** By which it has been found. */
  readonly hosts: string[];
  /** The document on disk is refused, but this one, before it, is not: it is not to be lost. */
  isFormer: boolean;
  /** Asked for since it was last looked at. */
  isUsed: boolean;
}

/** Unknown hosts that are remembered until a document changes. */
const MAX_UNKNOWN = 4_096;
/** Part of the sites that may be there without having been asked for twice. */
const NEW_SHARE = 1 / 10;
/** Entries that are looked at for one that goes; the last of them goes even if it is in use. */
const MAX_LOOKS = 32;
/** Of a site beside its document. */
const REFUSED_BYTES = 256;

/**
 * The sites in the node's store, compiled when a request or a handshake first asks for them. Those that are asked for
 * stay, within their bounds; of those that came once and were not asked for again, the oldest goes first, so that whoever
 * names a million hosts moves none of those in use. Requests in progress keep the site that they began with.
 *
 * The store is ahead of what the worker has been told, never behind: it is written first. All of this is synchronous, so
 * that a site is loaded once, however many requests ask for it.
 */
export class StoredSites implements Omit<ServedSites, 'mayFind'> {
  private readonly options: StoredSitesOptions;
  private readonly byId = new Map<string, Entry>();
  private readonly byHost = new Map<string, Entry>();
  private readonly unknown = new Set<string>();
  /** Asked for once; and again. Each in the order in which it came, or was spared. */
  private readonly fresh = new Set<Entry>();
  private readonly proven = new Set<Entry>();
  /** Documents that are in memory only, elsewhere, and newer than those of the store. */
  private readonly hidden = new Set<string>();
  private bytes = 0;

  constructor(options: StoredSitesOptions) {
    this.options = options;
  }

  get compiledCount(): number {
    return this.byId.size;
  }

  /** Whether `find` has to read. */
  isCold(host: string): boolean {
    return !this.byHost.has(host) && !this.unknown.has(host);
  }

  find(host: string): CompiledSite | undefined {
    const known = this.byHost.get(host);
    if (known !== undefined) {
      known.isUsed = true;
      return known.site ?? undefined;
    }
    if (this.unknown.has(host)) return undefined;
    const entry = this.readHost(host);
    if (entry === undefined) return undefined;
    if (entry === null) {
      if (this.unknown.size >= MAX_UNKNOWN) this.unknown.clear();
      this.unknown.add(host);
      return undefined;
    }
    this.byHost.set(host, entry);
    entry.hosts.push(host);
    return entry.site ?? undefined;
  }

  get(siteId: string): CompiledSite | undefined {
    if (this.hidden.has(siteId)) return undefined;
    return (this.byId.get(siteId) ?? this.read(siteId))?.site ?? undefined;
  }

  /** The site as it is in memory; undefined: nobody has asked for it lately. */
  inMemory(siteId: string): CompiledSite | undefined {
    return this.byId.get(siteId)?.site ?? undefined;
  }

  /**
   * Another document of a site is in the store. It is compiled at once where the site is in memory.
   * @param hosts that it has now
   */
  changed(siteId: string, hosts: readonly string[]): void {
    this.hidden.delete(siteId);
    this.forgetHosts(hosts);
    const before = this.byId.get(siteId);
    if (before === undefined) return;
    this.drop(before);
    const now = this.read(siteId);
    if (now === null || now === undefined || now.site !== null || before.site === null) return;
    // Refused: what was there before goes on, for the hosts by which it was found.
    this.drop(now);
    before.isFormer = true;
    this.add(before);
    for (const host of before.hosts) this.byHost.set(host, before);
  }

  /** A newer document of the site is elsewhere; what is in the store does not count until it changes there. */
  hide(siteId: string, hosts: readonly string[]): void {
    this.hidden.add(siteId);
    const entry = this.byId.get(siteId);
    if (entry !== undefined) this.drop(entry);
    this.forgetHosts(hosts);
  }

  /** A site with these hosts may take them from others. */
  private forgetHosts(hosts: readonly string[]): void {
    this.unknown.clear();
    for (const host of hosts) {
      const entry = this.byHost.get(host);
      if (entry === undefined) continue;
      this.byHost.delete(host);
      entry.hosts.splice(entry.hosts.indexOf(host), 1);
    }
  }

  /** Null: it is no site's; undefined: it could not be read, and may be the next time. */
  private readHost(host: string): Entry | null | undefined {
    let found: string[];
    try {
      found = this.options.store.sitesOfHost(host);
    } catch (error) {
      this.options.onUnreadable(error);
      return undefined;
    }
    for (const siteId of found) {
      if (this.hidden.has(siteId)) continue;
      const entry = this.byId.get(siteId) ?? this.read(siteId);
      if (entry === undefined) return undefined;
      if (entry === null) continue;
      entry.isUsed ||= entry.hosts.length > 0;
      // The document decides; the index only says where to look.
      if (entry.site === null || entry.site.hosts.includes(host)) return entry;
    }
    return null;
  }

  private read(siteId: string): Entry | null | undefined {
    let signed: Uint8Array | null;
    try {
      signed = this.options.store.documentOf(siteId);
    } catch (error) {
      this.options.onUnreadable(error, siteId);
      return undefined;
    }
    if (signed === null) return null;
    let site: CompiledSite | null = null;
    try {
      site = this.options.compile(siteId, signed);
    } catch (error) {
      this.options.onRefused(siteId, error);
    }
    const bytes = site === null ? REFUSED_BYTES : signed.length;
    const entry: Entry = { siteId, site, bytes, hosts: [], isFormer: false, isUsed: false };
    this.add(entry);
    return entry;
  }

  private add(entry: Entry): void {
    this.byId.set(entry.siteId, entry);
    this.fresh.add(entry);
    this.bytes += entry.bytes;
    this.makeRoom(entry);
  }

  private drop(entry: Entry): void {
    if (this.byId.get(entry.siteId) !== entry) return;
    this.byId.delete(entry.siteId);
    this.fresh.delete(entry);
    this.proven.delete(entry);
    this.bytes -= entry.bytes;
    for (const host of entry.hosts) if (this.byHost.get(host) === entry) this.byHost.delete(host);
  }

  private makeRoom(added: Entry): void {
    const { maxSites, maxBytes } = this.options;
    const isFull = () => this.byId.size > 1 && (this.byId.size > maxSites || this.bytes > maxBytes);
    // The one that was added stays.
    const maxFresh = Math.max(1, maxSites * NEW_SHARE);
    for (let left = MAX_LOOKS; isFull(); left--) {
      const isFresh = this.fresh.size > maxFresh || this.proven.size === 0;
      const [entry] = isFresh ? this.fresh : this.proven;
      if (entry === undefined) return;
      (isFresh ? this.fresh : this.proven).delete(entry);
      const stays = entry === added || entry.isFormer || (entry.isUsed && left > 0);
      if (!stays) this.drop(entry);
      else {
        (entry === added ? this.fresh : this.proven).add(entry);
        entry.isUsed = false;
        // Nothing else is there that might go.
        if (left < -this.byId.size) return;
      }
    }
  }
}
