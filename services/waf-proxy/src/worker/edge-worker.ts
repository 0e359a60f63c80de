import { createHash, randomBytes } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { fromBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import type { CompiledRuleSet } from '@palisade/waf-engine';
import { BotGuard } from '../bots/bot-guard.ts';
import { type NameLookup, systemLookup } from '../bots/bot-verifier.ts';
import type { ClaimOnce } from '../bots/challenge/challenges.ts';
import { CacheStore, type CacheStoreOptions } from '../cache/cache-store.ts';
import { DdosGuard } from '../ddos/ddos-guard.ts';
import { Overload } from '../ddos/overload.ts';
import { BanTable } from '../limits/ban-table.ts';
import { ConnectionCap } from '../limits/connection-cap.ts';
import { EdgePools, type PoolBounds } from '../limits/edge-pools.ts';
import { RateLimiter, type SharedCount } from '../limits/rate-limiter.ts';
import { OriginBalancer } from '../origins/origin-balancer.ts';
import type { Edge } from '../proxy/edge.ts';
import { Http1Listener } from '../proxy/http1/http1-listener.ts';
import type { RequestContext } from '../proxy/request-context.ts';
import { createTlsListener, type TlsListener } from '../proxy/tls-listener.ts';
import { Deadlines } from '../proxy/upstream/deadlines.ts';
import { OriginAddressPolicy, type OriginAddressRules } from '../proxy/upstream/internal-addresses.ts';
import { OriginConnector } from '../proxy/upstream/origin-connect.ts';
import { OriginNames } from '../proxy/upstream/origin-names.ts';
import { OriginPools } from '../proxy/upstream/origin-pools.ts';
import { AddressList } from '../site-config/address-list.ts';
import { type CompiledSite, compileSite } from '../site-config/compiled-site.ts';
import type { GeoLookup } from '../site-config/geo.ts';
import { SiteControls } from '../site-config/site-controls.ts';
import { SiteRegistry } from '../site-config/site-registry.ts';
import { writeRequestLog } from '../telemetry/request-log-record.ts';
import { SpoolWriter } from '../telemetry/spool-writer.ts';
import type { RequestTracer } from '../telemetry/tracing/request-tracer.ts';
import { newCounters, type WorkerCounters } from '../telemetry/worker-counters.ts';
import { Certificates } from '../tls/certificates.ts';
import { ChallengeTable } from '../tls/challenge-table.ts';
import type { PemPair } from '../tls/self-signed.ts';
import { UploadScanner, type UploadScanOptions } from '../upload-scan/upload-scanner.ts';
import { Listening } from './listening.ts';

/** How bots are told from people, and attacks from visits. What is absent is made for a worker that is alone. */
export interface ProtectionOptions {
  /** Signs challenges and clearances; the same for all workers of all nodes. */
  secret?: Uint8Array;
  claim?: ClaimOnce;
  lookup?: NameLookup;
  /** Part of the node's traffic that this worker sees. */
  share?: number;
  /** The event loop may be late by so much before requests are refused. */
  shedAboveMs?: number;
  onDefence?(siteId: string, change: 'attack' | 'calm', rate: number, usualRate: number): void;
}

export interface EdgeWorkerOptions {
  nodeId: string;
  bind: string;
  httpPort: number;
  httpsPort: number;
  /** Sockets that the supervisor keeps and this process has inherited; they take the place of address and ports. */
  inherited?: { httpFds: readonly number[]; httpsFds: readonly number[] };
  originAddresses: OriginAddressRules;
  trustedProxies: readonly string[];
  /** Whoever connects from here has to send a PROXY header first; absent: nobody. */
  proxyProtocol?: readonly string[];
  /** Same on all nodes of the installation, such as the ids of its config keys. */
  installation: string;
  sealKey: string | null;
  selfSigned: PemPair | null;
  ruleSet: CompiledRuleSet | null;
  /** May judge a share of the sites, as the operator's controls say. */
  candidateRuleSet?: CompiledRuleSet | null;
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
  /** Tells the node's other workers that a key must be forgotten. */
  onInvalidate?(key: string): void;
  protection?: ProtectionOptions;
  /** Bounds of pools other than the usual ones. */
  pools?: PoolBounds;
  /** Connections to all origins together that wait for a request; absent: 128 for each origin. */
  idleOriginConnections?: number;
  onBan(siteId: string, address: string, untilMs: number, reason: string): void;
  onFault(code: string, requestId: string, detail: string): void;
}

/** Reports of one kind are passed on at most this often; the counters count them all. */
const FAULT_REPORT_MS = 1_000;

/** One worker's data plane: listeners, sites and everything between them. Knows nothing of processes. */
export class EdgeWorker {
  readonly counters: WorkerCounters = newCounters();
  readonly sites = new SiteRegistry();
  readonly bans: BanTable;
  readonly cache: CacheStore | null;
  readonly balancer = new OriginBalancer();
  readonly controls: SiteControls;
  readonly edge: Edge;
  readonly #options: EdgeWorkerOptions;
  readonly #deadlines = new Deadlines();
  readonly #origins: OriginPools;
  readonly #spool: SpoolWriter | null;
  readonly #uploads: UploadScanner | null;
  readonly #http: Http1Listener;
  readonly #tls: TlsListener;
  readonly #listening: { http: Listening; https: Listening };
  readonly #faultReportedAt = new Map<string, number>();

  constructor(options: EdgeWorkerOptions) {
    this.#options = options;
    const { protection = {} } = options;
    this.controls = new SiteControls(options.candidateRuleSet ?? null);
    this.bans = new BanTable(options.onBan);
    const { uploadScan } = options;
    const pools = new EdgePools({
      ...(uploadScan === undefined ? {} : { upload_spool: uploadScan.spoolBytes }),
      ...options.pools,
    });
    this.#uploads = uploadScan === undefined ? null : new UploadScanner(uploadScan, pools);
    this.cache = options.cache === undefined ? null : new CacheStore(options.cache);
    this.#spool =
      options.spool === null
        ? null
        : new SpoolWriter(
            { ...options.spool, onError: (error) => this.#reportFault('spool_failure', null, error) },
            this.counters,
          );
    const policy = new OriginAddressPolicy(options.originAddresses);
    this.#origins = new OriginPools(
      new OriginConnector(policy, new OriginNames(pools.originLookups)),
      this.#deadlines,
      pools,
      options.idleOriginConnections,
    );
    this.edge = {
      sites: this.sites,
      geo: options.geo,
      bans: this.bans,
      challenges: new ChallengeTable(),
      limiter: new RateLimiter(options.sharedCount, options.sharedFrom),
      bots: new BotGuard({
        secret: protection.secret ?? randomBytes(32),
        claim: protection.claim ?? (() => Promise.resolve(true)),
        lookup: protection.lookup ?? systemLookup([]),
        lookups: pools.crawlerLookups,
      }),
      ddos: new DdosGuard(protection.share ?? 1, {
        onChange: (siteId, change, load) => {
          protection.onDefence?.(siteId, change, load.rate, load.usualRate);
        },
      }),
      overload: new Overload(protection.shedAboveMs),
      connectionCap: new ConnectionCap(),
      pools,
      deadlines: this.#deadlines,
      origins: this.#origins,
      balancer: this.balancer,
      tracer: options.tracer ?? null,
      controls: this.controls,
      uploads: this.#uploads,
      cache: this.cache,
      invalidate: (key) => {
        this.cache?.invalidate(key);
        options.onInvalidate?.(key);
      },
      trustedProxies: new AddressList(options.trustedProxies),
      proxyProtocol: new AddressList(options.proxyProtocol ?? []),
      httpsPort: options.httpsPort,
      viaName: `palisade-${createHash('sha256').update(options.installation).digest('hex').slice(0, 8)}`,
      nodeId: options.nodeId,
      draining: false,
      counters: this.counters,
      joined: new Set(),
      record: (context) => this.#record(context),
      reportFault: (code, context, error) => this.#reportFault(code, context, error),
    };
    this.#http = new Http1Listener(this.edge);
    const fallback = options.selfSigned === null ? null : createSecureContext(options.selfSigned);
    const certificates = new Certificates(this.sites, options.sealKey, fallback, (site, error) => {
      this.#reportFault('certificate_failure', null, new Error(`site ${site.siteId}`, { cause: error }));
    });
    this.#tls = createTlsListener(this.edge, this.#http, certificates, options.selfSigned);
    this.#listening = {
      http: new Listening(this.#http.server, true),
      https: new Listening(this.#tls.server, false),
    };
  }

  /** Puts a verified site document into service. Throws if it cannot be compiled; what served before goes on then. */
  applyDocument(payload: Uint8Array): { siteId: string; version: bigint } {
    const config = fromBinary(edgeV1.SiteConfigSchema, payload);
    const serving = this.sites.get(config.siteId);
    if (serving !== undefined && serving.version > config.version) {
      return { siteId: config.siteId, version: serving.version };
    }
    if (config.removed) this.sites.remove(config.siteId);
    else this.sites.put(compileSite(config, this.#options.ruleSet));
    const now = this.sites.get(config.siteId);
    if (serving !== undefined && !storesAlike(serving, now)) {
      this.cache?.purge({ siteId: config.siteId, kind: 'all' });
    }
    this.balancer.settle(config.siteId, this.sites.get(config.siteId)?.origins ?? null);
    return { siteId: config.siteId, version: config.version };
  }

  /** What session tickets are sealed with from now on; the same on all workers, so that each takes the others' tickets. */
  setTicketKey(key: Buffer): void {
    this.#tls.setTicketKey(key);
  }

  async listen(): Promise<{ httpPort: number; httpsPort: number }> {
    const { bind: host, httpPort, httpsPort, inherited } = this.#options;
    const { http, https } = this.#listening;
    this.edge.ddos.start();
    this.edge.overload.start();
    const ports = {
      httpPort: await http.listen({ host, port: httpPort, fds: inherited?.httpFds }),
      httpsPort: await https.listen({ host, port: httpsPort, fds: inherited?.httpsFds }),
    };
    this.edge.httpsPort = ports.httpsPort;
    return ports;
  }

  /** Takes no new connections, lets requests under way finish, writes the log out. */
  async drain(limitMs: number): Promise<void> {
    this.edge.draining = true;
    this.edge.ddos.stop();
    this.edge.overload.stop();
    const closed = [this.#listening.http.close(), this.#listening.https.close()];
    this.#http.drain();
    this.#tls.closeSessions();
    const limit = setTimeout(() => {
      this.#http.destroyAll();
      this.#tls.destroySessions();
      for (const socket of this.edge.joined) socket.destroy();
    }, limitMs);
    await Promise.all([...closed, this.#http.empty()]);
    clearTimeout(limit);
    this.cache?.close();
    this.#uploads?.close();
    this.#origins.close();
    this.#deadlines.stop();
    await this.#spool?.close();
  }

  #record(context: RequestContext): void {
    if (this.#spool === null) return;
    try {
      this.#spool.append((writer) => writeRequestLog(writer, context, this.#options.nodeId));
    } catch (error) {
      this.counters.logRecordsLost += 1;
      this.#reportFault('log_failure', context, error);
    }
  }

  #reportFault(code: string, context: RequestContext | null, error: unknown): void {
    const now = performance.now();
    if (now - (this.#faultReportedAt.get(code) ?? Number.NEGATIVE_INFINITY) < FAULT_REPORT_MS) return;
    this.#faultReportedAt.set(code, now);
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#options.onFault(code, context?.requestId ?? '', detail.slice(0, 4_000));
  }
}

/** Whether what was stored for a site may still be served after a change of its document. */
function storesAlike(before: CompiledSite, after: CompiledSite | undefined): boolean {
  if (after === undefined || before.cache === null || after.cache === null) return false;
  const facts = ({ origin, origins, compression, cache }: CompiledSite) =>
    JSON.stringify([origin, origins, compression, [...(cache?.ignoredQueryParameters ?? [])]]);
  return facts(before) === facts(after);
}
