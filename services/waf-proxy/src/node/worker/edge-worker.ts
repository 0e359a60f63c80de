import { fromBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { type CachePurge, isListing } from '@palisade/edge-state';
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
import { OriginConnector } from '../../upstream/origin-connect.ts';
import { OriginNames } from '../../upstream/origin-names.ts';
import { OriginPools } from '../../upstream/origin-pools.ts';
import { OriginBalancer } from '../../upstream/origins/origin-balancer.ts';
import { addressesOf } from '../../upstream/peers/peer-list.ts';
import { PeerSeal } from '../../upstream/peers/peer-seal.ts';
import { Peers } from '../../upstream/peers/peers.ts';
import { writeRequestLog } from '../telemetry/request-log-record.ts';
import { SpoolWriter } from '../telemetry/spool-writer.ts';
import { createEdge } from './create-edge.ts';
import { type EdgeWorkerOptions, MAX_COMPILED_SITES } from './edge-worker-options.ts';
import { ListLoader } from './list-loader.ts';
import { Listening, quietTurn } from './listening.ts';
import { listsOf } from './lists-of-site.ts';

/** Reports of one kind are passed on at most this often; the counters count them all. */
const FAULT_REPORT_MS = 1_000;

/** One worker's data plane: listeners, sites and everything between them. Knows nothing of processes. */
export class EdgeWorker {
  readonly counters: WorkerCounters = newCounters();
  readonly durations = new RequestDurations();
  readonly sites: SiteRegistry;
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

  constructor(options: EdgeWorkerOptions) {
    this.options = options;
    const { ruleSet, ruleReleases, candidateRuleSets } = options;
    this.sites = new SiteRegistry({
      maxCompiled: options.compiledSites ?? MAX_COMPILED_SITES,
      compile: (document) => this.compileAgain(document),
    });
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
    this.origins = new OriginPools(
      new OriginConnector(
        new OriginAddressPolicy(options.originAddresses),
        new OriginNames(pools.originLookups),
      ),
      this.deadlines,
      pools,
      this.writes,
      options.idleOriginConnections,
    );
    const sealKeys = options.sealKey === null ? [] : [options.sealKey, ...(options.previousSealKeys ?? [])];
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
    const version = this.sites.versionOf(config.siteId);
    if (version !== null && version > config.version) return { siteId: config.siteId, version };
    const serving = this.sites.get(config.siteId);
    const release = config.policy?.ruleRelease?.name;
    if (release !== undefined && !this.options.ruleReleases?.has(release))
      this.reportFault('rule_release_missing', null, new Error(`${release}, of site ${config.siteId}`));
    if (config.removed) this.sites.remove(config.siteId);
    else if (serving === undefined && this.sites.isFull && !mayAskLists(config)) {
      // The node has tried whether it compiles.
      this.sites.putDocument({ ...config, issuedAtMs: Number(config.issuedAtMs) }, Buffer.from(payload));
      return { siteId: config.siteId, version: config.version };
    } else this.sites.put(this.compile(config), Buffer.from(payload));
    const now = this.sites.get(config.siteId);
    for (const site of [now, now?.candidate]) if (site) this.lists.use(listsOf(site));
    if (serving !== undefined && !storesAlike(serving, now)) {
      this.purge({ siteId: config.siteId, kind: 'all' });
    }
    this.balancer.settle(config.siteId, this.sites.get(config.siteId)?.origins ?? null);
    return { siteId: config.siteId, version: config.version };
  }

  private compile(config: edgeV1.SiteConfig): CompiledSite {
    return compileSite(config, this.options.ruleSet, this.options.ruleReleases);
  }

  /** A site that was not asked for until now, or for long. */
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

  /** Some purges were missed. */
  purgeEverything(): void {
    this.cache?.clear();
    this.peers?.purgedEverything();
  }

  /** Another request has changed what is stored there. */
  invalidate(key: string): void {
    this.cache?.invalidate(key);
    this.peers?.changed(key);
  }

  /** A ban or a listing that others have made; `untilMs` 0 lifts it. */
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

  /** Serves on, but has clients go elsewhere: with each answer of HTTP/1, and at once those of HTTP/2. */
  turnAway(): void {
    this.servers.draining = true;
    this.tls.closeSessions();
  }

  /** Clients may stay again. */
  takeBack(): void {
    this.servers.draining = false;
  }

  /** Takes no new connections, lets requests under way finish, writes the log out. */
  async drain(limitMs: number): Promise<void> {
    this.servers.draining = true;
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
      http3Offer: null,
      servesHttp2: (name) => this.sites.find(name)?.toggles.enable_http2 ?? false,
      clientTlsFor: (name) => this.sites.find(name)?.clientTls ?? DEFAULT_CLIENT_TLS,
      certificatesAskedFor: (name) => askedBy(this.sites.find(name)),
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

/** Whether a site's lists have to be loaded before its first request. Rules may have them among their conditions. */
const mayAskLists = ({ policy, rollout }: edgeV1.SiteConfig): boolean =>
  rollout !== undefined ||
  policy === undefined ||
  [policy.allowedLists, policy.blockedLists, policy.challengedLists].some((lists) => lists.length > 0) ||
  policy.customRules.length > 0 ||
  policy.rateLimitRules.length > 0;

const askedBy = (site: CompiledSite | undefined) =>
  site === undefined || site.clientCertificates === null
    ? null
    : { policy: site.clientCertificates, version: site.version };

/** Whether what was stored for a site may still be served after a change of its document. */
function storesAlike(before: CompiledSite, after: CompiledSite | undefined): boolean {
  if (after === undefined || before.cache === null || after.cache === null) return false;
  const facts = ({ origin, origins, compression, cache, deception }: CompiledSite) => {
    const ignored = [...(cache?.ignoredQueryParameters ?? [])];
    return JSON.stringify([origin, origins, compression, ignored, deception?.links, deception?.fields]);
  };
  return facts(before) === facts(after);
}
