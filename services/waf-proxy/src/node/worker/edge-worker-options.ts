import type { TrustedKeys } from '@palisade/edge-state';
import type { CompiledRuleSet } from '@palisade/waf-engine';
import type { NameLookup } from '../../features/bots/bot-verifier.ts';
import type { ClaimOnce } from '../../features/bots/challenge/challenges.ts';
import type { CacheStoreOptions } from '../../features/cache/cache-store.ts';
import type { LeakedList } from '../../features/leaked-passwords/leaked-list.ts';
import type { SharedCount } from '../../features/rate-limits/rate-limiter.ts';
import type { UploadScanOptions } from '../../features/upload-scan/upload-scanner.ts';
import type { GeoLookup } from '../../io/addresses/geo.ts';
import type { OriginAddressRules } from '../../io/addresses/internal-addresses.ts';
import type { PoolBounds } from '../../io/shares/edge-pools.ts';
import type { FairCounter } from '../../io/shares/fair-counter.ts';
import type { CandidateRuleSets } from '../../pipeline/site-controls.ts';
import type { PemPair } from '../../server/tls/self-signed.ts';
import type { PeerAddress } from '../../upstream/peers/peer-list.ts';
import type { SiteStore } from '../sites/site-store.ts';
import type { RequestTracer } from '../telemetry/tracing/request-tracer.ts';

/** Distinguishes bots from people, and attacks from visits. Absent parts are created as for a single worker. */
export interface ProtectionOptions {
  /** Signs challenges and clearances; the same for all workers of all nodes. */
  secret?: Uint8Array;
  claim?: ClaimOnce;
  lookup?: NameLookup;
  /** Part of the node's traffic that this worker sees. */
  share?: number;
  /** Maximum delay of the event loop before requests are refused. */
  shedAboveMs?: number;
  onDefence?(siteId: string, change: 'attack' | 'calm', rate: number, usualRate: number): void;
}

/** Maximum number of sites that a worker keeps compiled: some 170 MB. Others are read from disk at their next request. */
export const MAX_COMPILED_SITES = 20_000;
/** Maximum size of the documents of these together: compiled, each takes some times as much. */
export const MAX_COMPILED_BYTES = 64 * 1024 * 1024;

export interface EdgeWorkerOptions {
  nodeId: string;
  bind: string;
  httpPort: number;
  httpsPort: number;
  /** Sockets that the supervisor keeps and this process has inherited; they take the place of address and ports. */
  inherited?: { httpFds: readonly number[]; httpsFds: readonly number[] };
  originAddresses: OriginAddressRules;
  trustedProxies: readonly string[];
  /** Number of proxies in a row; absent or 0: all that are listed. */
  trustedHops?: number;
  /** Networks whose connections must begin with a PROXY header; absent: none. */
  proxyProtocol?: readonly string[];
  /** Absent: the fingerprints of clients' TLS handshakes are read. */
  readsFingerprints?: boolean;
  /** Same on all nodes of the installation, such as the ids of its config keys. */
  installation: string;
  sealKey: string | null;
  /** Other edge nodes that may be asked before origins, and may ask; absent: none. */
  peers?: readonly PeerAddress[];
  /** Further keys, for certificates that the first one does not decrypt; absent: none. */
  previousSealKeys?: readonly string[];
  selfSigned: PemPair | null;
  ruleSet: CompiledRuleSet | null;
  /** May judge a share of the sites, as the operator's controls say. */
  candidateRuleSets?: CandidateRuleSets;
  /** The node's documents on disk, and whose signatures count; absent: all documents are handed to the worker. */
  siteStore?: { store: SiteStore; keys: TrustedKeys };
  /** Maximum number of sites that are kept compiled; absent: {@link MAX_COMPILED_SITES}. */
  compiledSites?: number;
  /** What sites may choose in its place, by name. */
  ruleReleases?: ReadonlyMap<string, CompiledRuleSet>;
  geo: GeoLookup;
  /** Absent: nothing is traced. */
  tracer?: RequestTracer | null;
  /** Null: requests leave no record. */
  spool: { folder: string; segmentBytes: number } | null;
  sharedCount: SharedCount;
  /** Share of a rate limit from which counts are shared; see RateLimiter. */
  sharedFrom: number;
  /** Absent: nothing is stored. */
  cache?: CacheStoreOptions;
  /** Absent: sites that want uploads scanned get their failure policy. */
  uploadScan?: UploadScanOptions;
  /** Absent: passwords cannot be checked against data breaches. */
  leakedList?(lookups: FairCounter): LeakedList | null;
  /** Tells the node's other workers that a key must be forgotten. */
  onInvalidate?(key: string): void;
  protection?: ProtectionOptions;
  /** Bounds of pools other than the usual ones. */
  pools?: PoolBounds;
  /** Small writes are gathered until the end of a turn, unless false. */
  gathersWrites?: boolean;
  /** Connections to all origins together that wait for a request; absent: 128 for each origin. */
  idleOriginConnections?: number;
  onBan(siteId: string, address: string, untilMs: number, reason: string): void;
  onFault(code: string, requestId: string, detail: string): void;
  /** What lies on disk of a site cannot be verified, or (null) where sites are found by; absent: there is no disk. */
  onDamagedSite?(siteId: string | null): void;
}
