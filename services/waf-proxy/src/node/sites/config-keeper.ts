import { toBinary } from '@bufbuild/protobuf';
import { messageOfError } from '@palisade/basics';
import { edgeV1 } from '@palisade/contracts';
import { EdgeStateError, type TrustedKeys } from '@palisade/edge-state';
import type { CompiledRuleSet } from '@palisade/waf-engine';
import { type CompiledSite, compileSite } from '../../pipeline/compiled-site.ts';
import { compileOriginGroup, primaryTarget } from '../../upstream/origins/origin-group.ts';
import { KnownVersions } from './known-versions.ts';
import { listsOfAll, mayAskLists } from './lists-of-site.ts';
import { hostsOnDisk, signerOf, verifiedDocument } from './signed-document.ts';
import type { SiteIndex, SiteRecord, SiteStore, SiteVersion } from './site-store.ts';

/** A document that is in force from now on, and on the node's disk. */
export interface AcceptedSite {
  config: edgeV1.SiteConfig;
  lists: readonly string[];
  /** The site had none. */
  isNew: boolean;
}

export interface ConfigKeeperEvents {
  /** Documents that came together. */
  onAccepted(sites: readonly AcceptedSite[]): void;
  /** In force as well, but the disk did not take them; reported as accepted once it does. Serialised. */
  onUnsaved(configs: readonly edgeV1.SiteConfig[], payloads: readonly Uint8Array[], error: Error): void;
  /** A document was rejected; the last good one stays in force. */
  onRefused(siteId: string, code: string, detail: string): void;
}

const NOWHERE: SiteIndex = { hosts: [], lists: [] };

interface Taken {
  record: SiteRecord;
  config: edgeV1.SiteConfig;
  before: bigint;
}

/**
 * Sites without a former document that are tried before they are taken, of those that arrive in one turn. When a node is
 * filled from Redis, the rest is compiled at its first request: a document that replaces nothing can take nothing away.
 */
const MAX_TRIALS = 20;
/** Documents that are in force although the disk does not take them; beyond, they count as not received. */
const MAX_UNSAVED_BYTES = 64 * 1024 * 1024;
const SAVE_AGAIN_MS = 5_000;

/**
 * Decides which documents the node runs: signature, schema, size, owner, version and compilability are checked here,
 * once, before anything is swapped. An invalid document changes nothing. Documents lie on disk; in memory there is of each
 * site only its version.
 */
export class ConfigKeeper {
  private readonly keys: TrustedKeys;
  private readonly store: SiteStore;
  private readonly ruleSet: CompiledRuleSet | null;
  private readonly events: ConfigKeeperEvents;
  private readonly known = new KnownVersions();
  /** Of this turn, to be written together at its end. */
  private taken = new Map<string, Taken>();
  private trials = 0;
  private unsaved = new Map<string, Taken>();
  private savesAgain: NodeJS.Timeout | null = null;
  /** Sites whose documents on disk are damaged, until another one is taken. */
  private readonly damaged = new Set<string>();
  /** Sites in force. */
  private storedLive = 0;
  refusals = 0;
  /** Increases with every accepted document; starts with the process. */
  revision = 0;
  /** When the latest document was accepted; 0: never. */
  changedAtMs = 0;

  constructor(
    keys: TrustedKeys,
    store: SiteStore,
    ruleSet: CompiledRuleSet | null,
    events: ConfigKeeperEvents,
  ) {
    this.keys = keys;
    this.store = store;
    this.ruleSet = ruleSet;
    this.events = events;
  }

  /** Learns which versions are on disk; the documents stay there. Called before any worker starts. */
  load(): void {
    for (const { siteId, version, removed, receivedAtMs } of this.store.versions()) {
      this.known.set(siteId, version);
      if (!removed) this.storedLive++;
      this.revision++;
      this.changedAtMs = Math.max(this.changedAtMs, receivedAtMs);
    }
  }

  /** Validates a document from Redis. Returns the version now in force, or null if the site is unknown. */
  offer(siteId: string, signed: Uint8Array): bigint | null {
    const known = this.known.get(siteId);
    try {
      const config = verifiedDocument(siteId, signed, this.keys);
      if (known !== null && config.version <= known) {
        if (config.version < known) {
          throw new EdgeStateError('site_config_stale', `version ${config.version} came after ${known}`);
        }
        return known;
      }
      this.take(config, signed, known);
      return config.version;
    } catch (error) {
      this.refusals++;
      const code = error instanceof EdgeStateError ? error.code : 'site_config_does_not_compile';
      this.events.onRefused(siteId, code, messageOfError(error));
      return known;
    }
  }

  /**
   * Looks at what lies on disk of a site. If it is damaged, its version counts as not received, so that the next comparison
   * with Redis replaces it; older ones are refused as before. Null: it is in order, or is being replaced.
   */
  forgetDamaged(siteId: string): Error | null {
    const known = this.known.get(siteId);
    if (known === null || this.damaged.has(siteId)) return null;
    if (this.taken.has(siteId) || this.unsaved.has(siteId)) return null;
    try {
      const signed = this.store.documentOf(siteId);
      if (signed !== null) verifiedDocument(siteId, signed, this.keys);
      return null;
    } catch (error) {
      this.damaged.add(siteId);
      this.known.set(siteId, known - 1n);
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /**
   * Looks at where sites on disk are found by, and writes it anew from their documents if it is damaged. Documents that are
   * damaged as well are fetched again. Null: it is in order.
   */
  mendIndex(): Error | null {
    const damage = this.store.indexDamage();
    if (damage === null) return null;
    const damagedSites: string[] = [];
    this.store.rebuildIndex((siteId, signed) => {
      try {
        if (signed === null) throw damage;
        return this.indexOf(verifiedDocument(siteId, signed, this.keys));
      } catch {
        damagedSites.push(siteId);
        return NOWHERE;
      }
    });
    for (const siteId of damagedSites) this.forgetDamaged(siteId);
    return damage;
  }

  private indexOf(config: edgeV1.SiteConfig): SiteIndex {
    const lists = mayAskLists(config) ? listsOfAll(compileSite(config, this.ruleSet)) : [];
    return { hosts: config.hosts, lists };
  }

  versionOf(siteId: string): bigint | null {
    return this.known.get(siteId);
  }

  /** Documents in force that are not on disk: new workers need them. */
  unsavedPayloads(): Uint8Array[] {
    return [...this.unsaved.values()].map(({ config }) => toBinary(edgeV1.SiteConfigSchema, config));
  }

  get unsavedCount(): number {
    return this.unsaved.size;
  }

  versions(): IterableIterator<SiteVersion> {
    return this.store.versions();
  }

  /** Sites known, removed ones included. */
  get size(): number {
    return this.known.size;
  }

  get live(): number {
    return this.storedLive;
  }

  /** Writes what has come; the disk may still not take it. */
  flush(): void {
    const taken = this.taken;
    if (taken.size === 0 && this.unsaved.size === 0) return;
    this.taken = new Map();
    this.trials = 0;
    const all = new Map([...this.unsaved, ...taken]);
    try {
      this.storedLive += this.store.put(
        [...all.values()].map(({ record }) => record),
        hostsOnDisk,
      );
    } catch (error) {
      this.keepUnsaved(taken, error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.unsaved = new Map();
    this.revision += taken.size;
    if (taken.size > 0) this.changedAtMs = Date.now();
    const accepted = ({ config, record: { lists }, before }: Taken) => ({
      config,
      lists,
      isNew: before === 0n,
    });
    this.events.onAccepted([...all.values()].map(accepted));
  }

  /** What is not on disk by then is fetched again after the next start. */
  close(): void {
    this.flush();
    if (this.savesAgain !== null) clearTimeout(this.savesAgain);
    this.store.close();
  }

  private take(config: edgeV1.SiteConfig, signed: Uint8Array, known: bigint | null): void {
    const { siteId, version, issuedAtMs, removed } = config;
    const isTried = !removed && (known !== null || mayAskLists(config) || ++this.trials <= MAX_TRIALS);
    const site: CompiledSite | null = isTried ? compileSite(config, this.ruleSet) : null;
    const record: SiteRecord = {
      siteId,
      version,
      issuedAtMs,
      receivedAtMs: Date.now(),
      keyId: signerOf(signed),
      removed,
      watched: isWatched(config),
      hosts: removed ? [] : config.hosts,
      lists: site === null ? [] : listsOfAll(site),
      signed,
    };
    if (this.taken.size === 0) queueMicrotask(() => this.flush());
    this.taken.set(siteId, { record, config, before: this.taken.get(siteId)?.before ?? known ?? 0n });
    this.known.set(siteId, version);
    this.damaged.delete(siteId);
  }

  private keepUnsaved(taken: ReadonlyMap<string, Taken>, error: Error): void {
    let bytes = 0;
    for (const { record } of this.unsaved.values()) bytes += record.signed.length;
    const kept: Taken[] = [];
    for (const [siteId, one] of taken) {
      bytes += one.record.signed.length;
      if (bytes > MAX_UNSAVED_BYTES) this.known.set(siteId, one.before);
      else {
        this.unsaved.set(siteId, one);
        kept.push(one);
      }
    }
    this.revision += kept.length;
    this.changedAtMs = Date.now();
    const configs = kept.map(({ config }) => config);
    this.events.onUnsaved(
      configs,
      configs.map((config) => toBinary(edgeV1.SiteConfigSchema, config)),
      error,
    );
    this.savesAgain ??= setTimeout(() => {
      this.savesAgain = null;
      this.flush();
    }, SAVE_AGAIN_MS).unref();
  }
}

/** Whether the node checks the site's origins. */
function isWatched(config: edgeV1.SiteConfig): boolean {
  const { origin, isActive, removed } = config;
  if (removed || !isActive || origin === undefined) return false;
  return compileOriginGroup(config, primaryTarget(config, origin))?.healthCheck != null;
}
