import { fromBinary } from '@bufbuild/protobuf';
import { messageOfError } from '@palisade/basics';
import { edgeV1 } from '@palisade/contracts';
import { type CachePurge, isListing, type TrustedKeys } from '@palisade/edge-state';
import { LRUCache } from 'lru-cache';
import { BanTable } from '../../features/access/ban-table.ts';
import { ClientLists } from '../../features/access/client-lists.ts';
import { TimedListings } from '../../features/access/timed-listings.ts';
import { CacheStore } from '../../features/cache/cache-store.ts';
import { ClientPseudonyms } from '../../features/recording/privacy/client-pseudonyms.ts';
import { UploadScanner } from '../../features/upload-scan/upload-scanner.ts';
import { AddressList } from '../../io/addresses/address-list.ts';
import { OriginAddressPolicy } from '../../io/addresses/internal-addresses.ts';
import { Deadlines } from '../../io/deadlines.ts';
import { EdgePools } from '../../io/shares/edge-pools.ts';
import { WriteBatch } from '../../io/write-batch.ts';
import { type CompiledSite, compileSite } from '../../pipeline/compiled-site.ts';
import type { Edge } from '../../pipeline/edge.ts';
import { ended, run } from '../../pipeline/pipeline.ts';
import { RequestDurations } from '../../pipeline/request-durations.ts';
import { SiteControls } from '../../pipeline/site-controls.ts';
import { SiteRegistry } from '../../pipeline/site-registry.ts';
import { newCounters, type WorkerCounters } from '../../pipeline/worker-counters.ts';
import { DEFAULT_CLIENT_TLS } from '../../request/client-tls-policy.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { ConnectionCap } from '../../server/connections/connection-cap.ts';
import type { Http3Offer, TlsPorts } from '../../server/connections/server-ports.ts';
import { Http1Listener } from '../../server/http1/http1-listener.ts';
import { Http3Handover, type Http3Sockets } from '../../server/http3/http3-handover.ts';
import { Certificates } from '../../server/tls/certificates.ts';
import { createTlsListener, type TlsListener } from '../../server/tls/tls-listener.ts';
import { OriginClients } from '../../upstream/origin-clients.ts';
import { OriginConnector } from '../../upstream/origin-connect.ts';
import { OriginNames } from '../../upstream/origin-names.ts';
import { OriginPools } from '../../upstream/origin-pools.ts';
import { OriginBalancer } from '../../upstream/origins/origin-balancer.ts';
import { addressesOf } from '../../upstream/peers/peer-list.ts';
import { PeerSeal } from '../../upstream/peers/peer-seal.ts';
import { Peers } from '../../upstream/peers/peers.ts';
import type { StoredSiteChange } from '../ipc/stored-site-change.ts';
import { listsOfAll, mayAskLists } from '../sites/lists-of-site.ts';
import { verifiedDocument } from '../sites/signed-document.ts';
import { isDamage, type SiteStore } from '../sites/site-store.ts';
import { writeRequestLog } from '../telemetry/request-log-record.ts';
import { SpoolWriter } from '../telemetry/spool-writer.ts';
import { ColdLoads } from './cold-loads.ts';
import { createEdge } from './create-edge.ts';
import { type EdgeWorkerOptions, MAX_COMPILED_BYTES, MAX_COMPILED_SITES } from './edge-worker-options.ts';
import { ListLoader } from './list-loader.ts';
import { Listening, quietTurn } from './listening.ts';
import { StoredSites } from './stored-sites.ts';
import { WorkerSites } from './worker-sites.ts';

/** Minimum interval between two fault reports of one kind to the supervisor, ms; the counters count them all. */
const FAULT_REPORT_MS = 1_000;
/** How long the supervisor is not told again that a site's document is damaged, ms: visitors may ask for it at any rate. */
const DAMAGE_REPORT_MS = 10_000;
/** `ServerPorts.drainingIdleMs` of a node that stops: clients have been asked to reconnect elsewhere for a while already. */
const STOPPING_IDLE_MS = 1_000;
/** The same where a successor serves: nobody waits for this worker's end. */
const REPLACED_IDLE_MS = 5_000;
/** Sites compiled in one turn of the event loop before a worker listens. */
const PRELOADED_AT_ONCE = 50;

/** One worker's data plane: listeners, sites and everything between them. Knows nothing of processes. */
export class EdgeWorker {
  readonly counters: WorkerCounters = newCounters();
  readonly durations = new RequestDurations();
  readonly sites: WorkerSites;
  readonly bans: BanTable;
  readonly lists: ListLoader;
  private readonly clientLists: ClientLists;
  private readonly listings: TimedListings;
  readonly cache: CacheStore | null;
  readonly balancer = new OriginBalancer();
  readonly controls: SiteControls;
  readonly edge: Edge;
  readonly pseudonyms = new ClientPseudonyms();
  private readonly options: EdgeWorkerOptions;
  private readonly deadlines = new Deadlines();
  private readonly writes: WriteBatch;
  private readonly origins: OriginPools;
  readonly peers: Peers | null;
  private readonly spool: SpoolWriter | null;
  private readonly uploads: UploadScanner | null;
  readonly servers: { -readonly [Port in keyof TlsPorts]: TlsPorts[Port] };
  private readonly http: Http1Listener;
  private readonly tls: TlsListener;
  private readonly handover: Http3Handover;
  private readonly listening: { http: Listening; https: Listening };
  private readonly faultReportedAt = new Map<string, number>();
  /** Sites whose damage the supervisor has been told of lately. */
  private readonly damageReported = new LRUCache<string, true>({ max: 1_000, ttl: DAMAGE_REPORT_MS });

  constructor(options: EdgeWorkerOptions) {
    this.options = options;
    const { ruleSet, ruleReleases, candidateRuleSets } = options;
    const present = [...(ruleSet === null ? [] : [ruleSet]), ...(ruleReleases?.values() ?? [])];
    this.controls = new SiteControls(candidateRuleSets ?? new Map(), present);
    this.bans = new BanTable(options.onBan);
    this.listings = new TimedListings(options.onBan);
    this.clientLists = new ClientLists(this.listings);
    this.lists = new ListLoader(this.clientLists, (code, error) => this.reportFault(code, null, error));
    const { uploadScan } = options;
    const pools = new EdgePools({
      ...(uploadScan === undefined ? {} : { upload_spool: uploadScan.spoolBytes }),
      ...options.pools,
    });
    this.sites = this.createSites(new ColdLoads(pools.coldSites));
    this.uploads = uploadScan === undefined ? null : new UploadScanner(uploadScan, pools);
    this.cache = options.cache === undefined ? null : new CacheStore(options.cache);
    this.spool =
      options.spool === null
        ? null
        : new SpoolWriter(
            { ...options.spool, onError: (error) => this.reportFault('spool_failure', null, error) },
            this.counters,
          );
    this.writes = new WriteBatch(
      (error) => this.reportFault('write_failure', null, error),
      options.gathersWrites,
    );
    const sealKeys = options.sealKey === null ? [] : [options.sealKey, ...(options.previousSealKeys ?? [])];
    this.origins = new OriginPools(
      new OriginConnector(
        new OriginAddressPolicy(options.originAddresses),
        new OriginNames(pools.originLookups),
        new OriginClients(sealKeys, ({ siteId }, error) => {
          this.reportFault(
            'certificate_failure',
            null,
            new Error(`origins of site ${siteId}`, { cause: error }),
          );
        }),
      ),
      this.deadlines,
      pools,
      this.writes,
      options.idleOriginConnections,
    );
    const { peers = [] } = options;
    this.peers =
      peers.length === 0 || sealKeys.length === 0
        ? null
        : new Peers(options.nodeId, peers, new PeerSeal(sealKeys));
    this.edge = createEdge(options, {
      sites: this.sites,
      controls: this.controls,
      bans: this.bans,
      clientLists: this.clientLists,
      listings: this.listings,
      cache: this.cache,
      uploads: this.uploads,
      balancer: this.balancer,
      peers: this.peers,
      origins: this.origins,
      deadlines: this.deadlines,
      writes: this.writes,
      pools,
      counters: this.counters,
      durations: this.durations,
      record: (context) => this.record(context),
      reportFault: (code, context, error) => this.reportFault(code, context, error),
    });
    this.servers = this.serverPorts(pools);
    this.http = new Http1Listener(this.servers);
    const certificates = new Certificates(this.sites, sealKeys, options.selfSigned, (site, error) => {
      this.reportFault('certificate_failure', null, new Error(`site ${site.siteId}`, { cause: error }));
    });
    this.tls = createTlsListener(this.servers, this.http, certificates, options.selfSigned);
    this.handover = new Http3Handover(this.servers, certificates);
    this.listening = {
      http: new Listening(this.http.server, true),
      https: new Listening(this.tls.server, false),
    };
  }

  /** Activates a verified site document. Throws if it cannot be compiled; the previous one stays active then. */
  applyDocument(payload: Uint8Array): { siteId: string; version: bigint } {
    const config = fromBinary(edgeV1.SiteConfigSchema, payload);
    const { siteId } = config;
    const { handed, stored } = this.sites;
    const version = handed.versionOf(siteId);
    if (version !== null && version > config.version) return { siteId, version };
    const serving = this.sites.get(siteId);
    if (config.removed) handed.remove(siteId);
    else if (serving === undefined && handed.isFull && !mayAskLists(config)) {
      // The node has tried whether it compiles.
      handed.putDocument({ ...config, issuedAtMs: Number(config.issuedAtMs) }, Buffer.from(payload));
      stored?.hide(siteId, config.hosts);
      return { siteId, version: config.version };
    } else handed.put(this.compile(config), Buffer.from(payload));
    stored?.hide(siteId, config.hosts);
    const now = handed.get(siteId);
    if (now !== undefined) this.lists.use(listsOfAll(now));
    if (serving !== undefined && !storesAlike(serving, now)) this.purge({ siteId, kind: 'all' });
    this.balancer.settle(siteId, now?.origins ?? null);
    return { siteId, version: config.version };
  }

  /** Documents in the node's store have changed. @param count sites that it has now */
  storeChanged(changes: readonly StoredSiteChange[], count: number): void {
    this.sites.storedCount = count;
    for (const change of changes) this.siteChanged(change);
  }

  /** Loads the lists of all sites, and compiles the sites if there is room for all of them, before the first request. */
  async preload(store: SiteStore): Promise<void> {
    this.lists.use(store.lists());
    const most = this.options.compiledSites ?? MAX_COMPILED_SITES;
    const siteIds = store.siteIds(most + 1);
    if (siteIds.length > most) return;
    for (const [index, siteId] of siteIds.entries()) {
      this.sites.stored?.get(siteId);
      if (index % PRELOADED_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private siteChanged({ siteId, hosts, lists, isNew }: StoredSiteChange): void {
    const { handed, stored } = this.sites;
    const serving = handed.get(siteId) ?? stored?.inMemory(siteId);
    handed.remove(siteId);
    stored?.changed(siteId, hosts);
    this.lists.use(lists);
    const now = stored?.inMemory(siteId);
    // The cache may hold responses from before a document that this worker has not had in memory.
    const mayDiffer = serving === undefined || serving.version === now?.version || !storesAlike(serving, now);
    if (!isNew && mayDiffer) this.purge({ siteId, kind: 'all' });
  }

  private createSites(coldLoads: ColdLoads): WorkerSites {
    const { compiledSites = MAX_COMPILED_SITES, siteStore } = this.options;
    const handed = new SiteRegistry({
      maxCompiled: compiledSites,
      compile: (document) => this.compileAgain(document),
    });
    if (siteStore === undefined) return new WorkerSites(handed, null, coldLoads);
    const { store, keys } = siteStore;
    const stored = new StoredSites({
      store,
      maxSites: compiledSites,
      maxBytes: MAX_COMPILED_BYTES,
      compile: (siteId, signed) => {
        const config = this.verified(siteId, signed, keys);
        const site = this.compile(config);
        this.lists.use(listsOfAll(site));
        this.balancer.settle(siteId, site.origins);
        return site;
      },
      onRefused: (siteId, cause) => {
        this.reportFault(
          'site_refused',
          null,
          new Error(`site ${siteId}: ${messageOfError(cause)}`, { cause }),
        );
      },
      onUnreadable: (error, siteId) => {
        this.reportFault('site_store_failure', null, error);
        if (siteId !== undefined) this.reportDamage(siteId);
        else if (isDamage(error)) this.reportDamage(null);
      },
    });
    return new WorkerSites(handed, stored, coldLoads);
  }

  private verified(siteId: string, signed: Uint8Array, keys: TrustedKeys): edgeV1.SiteConfig {
    try {
      return verifiedDocument(siteId, signed, keys);
    } catch (error) {
      this.reportDamage(siteId);
      throw error;
    }
  }

  /** @param siteId null: where sites are found by */
  private reportDamage(siteId: string | null): void {
    const what = siteId ?? 'index';
    if (this.damageReported.has(what)) return;
    this.damageReported.set(what, true);
    this.options.onDamagedSite?.(siteId);
  }

  private compile(config: edgeV1.SiteConfig): CompiledSite {
    const { ruleSet, ruleReleases } = this.options;
    const release = config.policy?.ruleRelease?.name;
    if (release !== undefined && !ruleReleases?.has(release))
      this.reportFault('rule_release_missing', null, new Error(`${release}, of site ${config.siteId}`));
    return compileSite(config, ruleSet, ruleReleases);
  }

  /** Compiles a site that is requested for the first time, or again after it was dropped from memory. */
  private compileAgain(document: Uint8Array): CompiledSite | null {
    try {
      return this.compile(fromBinary(edgeV1.SiteConfigSchema, document));
    } catch (error) {
      this.reportFault('site_refused', null, error);
      return null;
    }
  }

  purge(purge: CachePurge): void {
    this.cache?.purge(purge);
    this.peers?.purged(purge.siteId);
  }

  /** Some purges may have been missed. */
  purgeEverything(): void {
    this.cache?.clear();
    this.peers?.purgedEverything();
  }

  /** Another worker's request has invalidated the stored responses of this key. */
  invalidate(key: string): void {
    this.cache?.invalidate(key);
    this.peers?.changed(key);
  }

  /** A ban, or an entry of a list, made by another worker or node; `untilMs` 0 lifts it. */
  learnBan(siteId: string, address: string, untilMs: number): void {
    const table = isListing(address) ? this.listings : this.bans;
    table.learn(siteId, address, untilMs, Date.now());
  }

  /** Sets the key of session tickets; the same on all workers, so that each accepts the others' tickets. */
  setTicketKey(key: Buffer): void {
    this.tls.setTicketKey(key);
  }

  async listen(): Promise<{ httpPort: number; httpsPort: number }> {
    const { bind: host, httpPort, httpsPort, inherited } = this.options;
    const { http, https } = this.listening;
    this.edge.ddos.start();
    this.edge.overload.start();
    await this.lists.settled();
    const ports = {
      httpPort: await http.listen({ host, port: httpPort, fds: inherited?.httpFds }),
      httpsPort: await https.listen({ host, port: httpsPort, fds: inherited?.httpsFds }),
    };
    this.edge.httpsPort = ports.httpsPort;
    return ports;
  }

  /** Takes requests from the node's HTTP/3 front, too. @param folder where nobody else may look */
  listenForHttp3(folder: string): Promise<Http3Sockets> {
    return this.handover.listen(folder);
  }

  /** Sets whether clients of HTTP/2 are offered HTTP/3. */
  offerHttp3(offer: Http3Offer): void {
    this.servers.http3Offer = offer;
  }

  /** Serves on, but asks clients to reconnect elsewhere: `Connection: close` with each HTTP/1 response, GOAWAY to HTTP/2. */
  turnAway(): void {
    this.servers.draining = true;
    this.tls.closeSessions();
  }

  /** Clients may stay again. */
  takeBack(): void {
    this.servers.draining = false;
  }

  /**
   * Takes no new connections, lets requests under way finish, writes the log out.
   * @param isReplaced another worker has taken its place
   */
  async drain(limitMs: number, isReplaced: boolean): Promise<void> {
    this.servers.draining = true;
    if (isReplaced) this.servers.drainingIdleMs = REPLACED_IDLE_MS;
    this.edge.ddos.stop();
    this.edge.overload.stop();
    this.edge.tarpit.close();
    const { http, https } = this.listening;
    await quietTurn([http, https, this.handover]);
    const closed = [http.close(), https.close(), this.handover.close()];
    this.http.drain();
    this.tls.closeSessions();
    const limit = setTimeout(() => {
      this.http.destroyAll();
      this.tls.destroySessions();
      this.handover.destroyAll();
      for (const socket of this.edge.joined) socket.destroy();
    }, limitMs);
    await Promise.all([...closed, this.http.empty()]);
    clearTimeout(limit);
    await Promise.all([this.cache?.close(), this.uploads?.close()]);
    this.origins.close();
    this.deadlines.stop();
    await this.spool?.close();
  }

  private serverPorts(pools: EdgePools): EdgeWorker['servers'] {
    return {
      requests: {
        begin: (context) => run(context, this.edge),
        ended: (context, clientLeft) => ended(context, this.edge, clientLeft),
      },
      deadlines: this.deadlines,
      pools,
      connectionCap: new ConnectionCap(),
      writes: this.writes,
      counters: this.counters,
      trustedProxies: this.edge.trustedProxies,
      edgeNodes: addressesOf(this.options.peers ?? []),
      proxyProtocol: new AddressList(this.options.proxyProtocol ?? []),
      readsFingerprints: this.options.readsFingerprints ?? true,
      draining: false,
      drainingIdleMs: STOPPING_IDLE_MS,
      http3Offer: null,
      servesHttp2: (name) => this.sites.find(name)?.toggles.enable_http2 ?? false,
      servesHttp3: (name) => {
        const toggles = this.sites.find(name)?.toggles;
        return toggles !== undefined && toggles.enable_http2 && toggles.enable_http3;
      },
      clientTlsFor: (name) => this.sites.find(name)?.clientTls ?? DEFAULT_CLIENT_TLS,
      certificatesAskedFor: (name) => askedBy(this.sites.find(name)),
      mayFind: (name, client) => this.sites.mayFind(name, client),
      shedsHandshake: (client) => this.edge.overload.shedsHandshake(client, Date.now()),
    };
  }

  private record(context: RequestContext): void {
    if (this.spool === null) return;
    const node = { serverName: this.options.nodeId, pseudonyms: this.pseudonyms };
    try {
      this.spool.append((writer) => writeRequestLog(writer, context, node));
    } catch (error) {
      this.counters.logRecordsLost++;
      this.reportFault('log_failure', context, error);
    }
  }

  private reportFault(code: string, context: RequestContext | null, error: unknown): void {
    const now = performance.now();
    if (now - (this.faultReportedAt.get(code) ?? Number.NEGATIVE_INFINITY) < FAULT_REPORT_MS) return;
    this.faultReportedAt.set(code, now);
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.options.onFault(code, context?.requestId ?? '', detail.slice(0, 4_000));
  }
}

const askedBy = (site: CompiledSite | undefined) =>
  site === undefined || site.clientCertificates === null
    ? null
    : { policy: site.clientCertificates, version: site.version };

/** Whether what was stored for a site may still be served after a change of its document. */
function storesAlike(before: CompiledSite, after: CompiledSite | undefined): boolean {
  if (after === undefined || before.cache === null || after.cache === null) return false;
  const facts = ({ origin, origins, compression, cache, deception }: CompiledSite) => {
    const ignored = [...(cache?.ignoredQueryParameters ?? [])];
    const all = [origin, origins, compression, ignored, deception?.links, deception?.fields];
    // Renewals, and keys sealed anew, change nothing of what servers answer.
    return JSON.stringify(all, (name, value) => (name === 'client' ? value !== null : value));
  };
  return facts(before) === facts(after);
}
