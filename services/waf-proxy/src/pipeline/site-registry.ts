import type { ClientAddress } from '../io/addresses/client-address.ts';
import type { CompiledSite } from './compiled-site.ts';

/** The sites that a worker serves. */
export interface ServedSites {
  /** @param host in lower case */
  find(host: string): CompiledSite | undefined;
  get(siteId: string): CompiledSite | undefined;
  /** Whether a client may have a host's site found: not if that takes time, of which it has had its share. */
  mayFind(host: string, client: ClientAddress): boolean;
}

/** What is known of a site without compiling it. */
export type SiteFacts = Pick<CompiledSite, 'siteId' | 'version' | 'issuedAtMs' | 'hosts'>;

export interface SiteRegistryOptions {
  /** Maximum number of sites that are kept compiled: those that are asked for, and no more than these at once. */
  maxCompiled: number;
  /** Compiles a document; null: it cannot be compiled (the compiler reports the failure). */
  compile(document: Uint8Array): CompiledSite | null;
  /** Milliseconds of any clock that never goes back. */
  now?(): number;
}

interface Entry extends SiteFacts {
  /** Null: compiled when it is asked for. */
  site: CompiledSite | null;
  /** Null: it stays compiled. */
  readonly document: Uint8Array | null;
  /** Asked for since the last sweep. */
  isUsed: boolean;
  /** After a document that could not be compiled: when it is tried again. */
  refusedUntil: number;
}

/** Compiling takes milliseconds, and clients decide how often, by the hosts they request. */
const RETRY_MS = 60_000;

const performanceNow = (): number => performance.now();

/** Number of sites that are looked at for one that is compiled anew; the last of them goes even if it is in use. */
const MAX_LOOKS = 16;

const ALL_COMPILED: SiteRegistryOptions = {
  maxCompiled: Number.POSITIVE_INFINITY,
  compile: () => null,
};

/**
 * The sites that a worker serves, by host. A swap is one assignment per host; requests in progress keep the site that
 * they began with. Of many sites only those that are asked for are kept compiled, the others as their documents, which
 * take a tenth of the memory.
 */
export class SiteRegistry implements ServedSites {
  private readonly byId = new Map<string, Entry>();
  private readonly byHost = new Map<string, Entry>();
  /** By host and site: those whose document has the host too, while another one serves it. Some have let go since. */
  private readonly contenders = new Map<string, Map<string, Entry>>();
  private readonly options: SiteRegistryOptions;
  /** In the order in which they were compiled, or spared by a sweep. */
  private readonly compiled = new Set<Entry>();

  constructor(options: SiteRegistryOptions = ALL_COMPILED) {
    this.options = options;
  }

  get size(): number {
    return this.byId.size;
  }

  get compiledCount(): number {
    return this.compiled.size;
  }

  /** Whether another site should be put in without being compiled. */
  get isFull(): boolean {
    return this.compiled.size >= this.options.maxCompiled;
  }

  find(host: string): CompiledSite | undefined {
    const entry = this.byHost.get(host);
    return entry === undefined ? undefined : this.siteOf(entry);
  }

  /** Everything is in memory. */
  mayFind(): boolean {
    return true;
  }

  get(siteId: string): CompiledSite | undefined {
    const entry = this.byId.get(siteId);
    return entry === undefined ? undefined : this.siteOf(entry);
  }

  versionOf(siteId: string): bigint | null {
    return this.byId.get(siteId)?.version ?? null;
  }

  /** @param document that it was compiled from; without, it is always kept compiled */
  put(site: CompiledSite, document: Uint8Array | null = null): void {
    const { siteId, version, issuedAtMs, hosts } = site;
    this.add({ siteId, version, issuedAtMs, hosts, site, document, isUsed: true, refusedUntil: 0 });
  }

  /** To be compiled when it is asked for. */
  putDocument({ siteId, version, issuedAtMs, hosts }: SiteFacts, document: Uint8Array): void {
    this.add({ siteId, version, issuedAtMs, hosts, site: null, document, isUsed: false, refusedUntil: 0 });
  }

  remove(siteId: string): void {
    const before = this.byId.get(siteId);
    if (before === undefined) return;
    this.byId.delete(siteId);
    this.compiled.delete(before);
    for (const host of before.hosts) this.settle(host, null);
  }

  private add(entry: Entry): void {
    const before = this.byId.get(entry.siteId);
    this.byId.set(entry.siteId, entry);
    if (before !== undefined) this.compiled.delete(before);
    if (entry.site !== null) this.keepCompiled(entry);
    const hosts = new Set([...(before?.hosts ?? []), ...entry.hosts]);
    for (const host of hosts) this.settle(host, entry);
  }

  private siteOf(entry: Entry): CompiledSite | undefined {
    entry.isUsed = true;
    if (entry.site !== null) return entry.site;
    const now = this.options.now ?? performanceNow;
    if (entry.refusedUntil > now()) return undefined;
    entry.site = this.options.compile(entry.document!);
    if (entry.site === null) {
      entry.refusedUntil = now() + RETRY_MS;
      return undefined;
    }
    this.keepCompiled(entry);
    return entry.site;
  }

  /** Drops the compiled form of sites without requests since the last check, the oldest first. */
  private keepCompiled(entry: Entry): void {
    this.compiled.add(entry);
    for (let left = MAX_LOOKS; left > 0 && this.compiled.size > this.options.maxCompiled; left--) {
      const oldest = this.compiled.values().next().value!;
      this.compiled.delete(oldest);
      const mayGo = oldest !== entry && oldest.document !== null && (!oldest.isUsed || left === 1);
      if (mayGo) oldest.site = null;
      else {
        oldest.isUsed = false;
        this.compiled.add(oldest);
      }
    }
  }

  /**
   * Decides which site serves a host. The control plane gives a host to one site at a time; while it moves from one to
   * another, the later document wins on every node, in whatever order they arrive.
   */
  private settle(host: string, changed: Entry | null): void {
    const holder = this.byHost.get(host);
    const keeps = changed?.hosts.includes(host) ?? false;
    if (changed !== null && keeps && (holder === undefined || holder.siteId === changed.siteId)) {
      this.byHost.set(host, changed);
      return;
    }
    const free = holder === undefined || this.byId.get(holder.siteId) !== holder;
    if (!free) {
      if (changed === null || !keeps) return;
      const wins = isLater(changed, holder);
      this.contend(host, wins ? holder : changed);
      if (wins) this.byHost.set(host, changed);
      return;
    }
    this.giveFree(host, keeps ? changed : null);
  }

  private contend(host: string, entry: Entry): void {
    const others = this.contenders.get(host);
    if (others === undefined) this.contenders.set(host, new Map([[entry.siteId, entry]]));
    else others.set(entry.siteId, entry);
  }

  /** Of those that want it, the latest gets it. */
  private giveFree(host: string, changed: Entry | null): void {
    const contenders = this.contenders.get(host);
    let winner = changed;
    for (const [siteId, entry] of contenders ?? []) {
      if (this.byId.get(siteId) !== entry) contenders!.delete(siteId);
      else if (winner === null || isLater(entry, winner)) winner = entry;
    }
    if (contenders?.size === 0) this.contenders.delete(host);
    if (winner === null) this.byHost.delete(host);
    else this.byHost.set(host, winner);
  }
}

export function isLater(a: SiteFacts, b: SiteFacts): boolean {
  if (a.issuedAtMs !== b.issuedAtMs) return a.issuedAtMs > b.issuedAtMs;
  return a.siteId > b.siteId;
}
