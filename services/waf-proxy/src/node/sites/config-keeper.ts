import { toBinary } from '@bufbuild/protobuf';
import { messageOfError } from '@palisade/basics';
import { edgeV1 } from '@palisade/contracts';
import { EdgeStateError, type TrustedKeys, verifySiteConfig } from '@palisade/edge-state';
import type { CompiledRuleSet } from '@palisade/waf-engine';
import { compileSite } from '../../pipeline/compiled-site.ts';
import type { ConfigStore } from './config-store.ts';

interface Kept {
  version: bigint;
  issuedAtMs: number;
  receivedAtMs: number;
  removed: boolean;
  payload: Uint8Array;
}

export interface ConfigKeeperEvents {
  /** A document for all workers to serve, parsed and serialised. */
  onAccepted(config: edgeV1.SiteConfig, payload: Uint8Array): void;
  /** A document was rejected; the last good one stays in force. */
  onRefused(siteId: string, code: string, detail: string): void;
}

export interface SiteVersion {
  siteId: string;
  version: string;
  issuedAtMs: number;
  receivedAtMs: number;
  removed: boolean;
}

/**
 * Decides which documents the node runs: signature, schema, size, owner, version and compilability are checked here,
 * once, before anything is swapped. An invalid document changes nothing.
 */
export class ConfigKeeper {
  private readonly keys: TrustedKeys;
  private readonly store: ConfigStore;
  private readonly ruleSet: CompiledRuleSet | null;
  private readonly events: ConfigKeeperEvents;
  private readonly kept = new Map<string, Kept>();
  refusals = 0;
  /** Increases with every accepted document; starts with the process. */
  revision = 0;
  /** When the latest document was accepted; 0: never. */
  changedAtMs = 0;

  constructor(
    keys: TrustedKeys,
    store: ConfigStore,
    ruleSet: CompiledRuleSet | null,
    events: ConfigKeeperEvents,
  ) {
    this.keys = keys;
    this.store = store;
    this.ruleSet = ruleSet;
    this.events = events;
  }

  /**
   * Loads the last good copies. Called before any worker starts.
   *
   * @param onLoaded called with each that is in force
   */
  async loadFromDisk(onLoaded: (config: edgeV1.SiteConfig) => void): Promise<void> {
    await this.store.load(this.keys, (config) => {
      const known = this.kept.get(config.siteId);
      if (known !== undefined && known.version >= config.version) return;
      this.keep(config);
      onLoaded(config);
    });
  }

  /** Validates a document from Redis. Returns the version now in force, or null if the site is unknown. */
  offer(siteId: string, signed: Uint8Array): bigint | null {
    const known = this.kept.get(siteId);
    try {
      const config = verifySiteConfig(signed, this.keys);
      if (config.siteId !== siteId) {
        throw new EdgeStateError('site_config_wrong_site', 'the document is signed for another site');
      }
      if (known !== undefined && config.version <= known.version) {
        if (config.version < known.version) {
          throw new EdgeStateError(
            'site_config_stale',
            `version ${config.version} came after ${known.version}`,
          );
        }
        return known.version;
      }
      if (!config.removed) compileSite(config, this.ruleSet);
      this.store.save(siteId, signed);
      this.events.onAccepted(config, this.keep(config).payload);
      return config.version;
    } catch (error) {
      this.refusals++;
      const code = error instanceof EdgeStateError ? error.code : 'site_config_does_not_compile';
      this.events.onRefused(siteId, code, messageOfError(error));
      return known?.version ?? null;
    }
  }

  /** Everything that a new worker needs. */
  payloads(): Uint8Array[] {
    return [...this.kept.values()].filter((kept) => !kept.removed).map((kept) => kept.payload);
  }

  versions(): SiteVersion[] {
    return [...this.kept].map(([siteId, kept]) => ({
      siteId,
      version: kept.version.toString(),
      issuedAtMs: kept.issuedAtMs,
      receivedAtMs: kept.receivedAtMs,
      removed: kept.removed,
    }));
  }

  get size(): number {
    return this.kept.size;
  }

  private keep(config: edgeV1.SiteConfig): Kept {
    const kept: Kept = {
      version: config.version,
      issuedAtMs: Number(config.issuedAtMs),
      receivedAtMs: Date.now(),
      removed: config.removed,
      payload: toBinary(edgeV1.SiteConfigSchema, config),
    };
    this.kept.set(config.siteId, kept);
    this.revision++;
    this.changedAtMs = kept.receivedAtMs;
    return kept;
  }
}
