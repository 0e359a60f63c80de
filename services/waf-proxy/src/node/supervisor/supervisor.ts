import type { KeyObject } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  readTrustedKeys,
  redisPasswordFingerprint,
  type SeenNode,
  type TrustedKeys,
  verifySiteConfig,
} from '@palisade/edge-state';
import { type BusPublisher, createBusPublisher } from '@palisade/messaging';
import type { Redis } from 'ioredis';
import { AcmeChallengeTable } from '../../features/acme/acme-challenge-table.ts';
import { ensureLocalSecret } from '../../features/bots/challenge/local-secret.ts';
import { log, messageWithCause } from '../../io/log.ts';
import { ensureSelfSigned } from '../../server/tls/self-signed.ts';
import type { EdgeConfig } from '../config/config.ts';
import { EdgeKeys } from '../config/edge-keys.ts';
import { handleMessage, type MessageHandlers, type ToNode } from '../ipc/messages.ts';
import type { StoredSiteChange } from '../ipc/stored-site-change.ts';
import { ListKeeper } from '../lists/list-keeper.ts';
import { releaseOf } from '../rules/candidate-release.ts';
import { compileNodeRules } from '../rules/node-rules.ts';
import { readReleases } from '../rules/rule-releases.ts';
import { type AcceptedSite, ConfigKeeper, type ConfigKeeperEvents } from '../sites/config-keeper.ts';
import { configFolder, listFolder, spoolFolder, workerFolders } from '../sites/data-folders.ts';
import { takeOverSiteFiles } from '../sites/site-files.ts';
import { SiteStore } from '../sites/site-store.ts';
import type { LogShipper } from '../telemetry/log-shipper.ts';
import type { ConfigTracing } from '../telemetry/tracing/tracing.ts';
import { announceSupervisor } from '../worker/next-supervisor.ts';
import { isWorkerOf } from '../worker/worker-folder.ts';
import { AdminServer } from './admin-server.ts';
import { EdgeControlsWatch } from './edge-controls-watch.ts';
import { openEdgeRedis } from './edge-redis.ts';
import { fetchReleases } from './fetch-releases.ts';
import { Http3Front } from './http3-front.ts';
import { ListeningSockets } from './listening-sockets.ts';
import { LiveNodes } from './live-nodes.ts';
import { createShipper } from './log-shipping.ts';
import { type BannedClient, NodeBans } from './node-bans.ts';
import { NodeClaims } from './node-claims.ts';
import { NodeCounts } from './node-counts.ts';
import { NodeHeartbeat } from './node-heartbeat.ts';
import { OriginHealthWatch } from './origin-health-watch.ts';
import { outboundAddressesOf } from './outbound-addresses.ts';
import { RedisFollowers, type RedisFollowersEvents } from './redis-followers.ts';
import { RuleReleaseWatch } from './rule-release-watch.ts';
import { SharedInvalidations } from './shared-invalidations.ts';
import { PSEUDONYM_KEYS, SharedKeys, TICKET_KEYS } from './shared-keys.ts';
import { WorkerPool, type WorkerPoolEvents } from './worker-pool.ts';
import { WORKER_SCRIPT } from './worker-script.ts';

/** Maximum time to publish log records to the bus, ms; then they wait in the spool, also while the node stops. */
const PUBLISH_MS = 3_000;
/** Interval at which lists that were removed long ago are deleted, ms. */
const SWEEP_MS = 60 * 60_000;

/** Maximum number of sites named in one log line when many change together. */
const SITES_NAMED = 20;

type Http3Settings = NonNullable<EdgeConfig['http3']>;

function onFaultyDisk(error: Error): void {
  log('error', 'site configs on disk are faulty', { error: messageWithCause(error) });
}

const changeOf = ({ config, lists, isNew }: AcceptedSite): StoredSiteChange => ({
  siteId: config.siteId,
  hosts: config.removed ? [] : config.hosts,
  lists,
  isNew,
});

/**
 * One edge node: stores the site configs, runs the workers, ships their logs. No request passes through this process, and
 * workers go on serving the sites that they have without it.
 */
export class Supervisor {
  private readonly config: EdgeConfig;
  private readonly keeper: ConfigKeeper;
  private readonly store: SiteStore;
  private readonly lists: ListKeeper;
  private sweeping: NodeJS.Timeout | null = null;
  private readonly sockets: ListeningSockets;
  private readonly pool: WorkerPool;
  private readonly shipper: LogShipper;
  private readonly admin: AdminServer;
  private readonly health: OriginHealthWatch;
  private readonly controls: EdgeControlsWatch;
  private readonly ruleReleases: RuleReleaseWatch;
  private readonly counts: NodeCounts;
  private readonly claims: NodeClaims;
  private readonly heartbeat: NodeHeartbeat;
  private readonly liveNodes: LiveNodes;
  private peersAlive: readonly string[] = [];
  private readonly redis: Redis | null;
  private readonly followers: RedisFollowers;
  private readonly trusted: Map<string, KeyObject>;
  private readonly edgeKeys: EdgeKeys;
  private readonly bus: BusPublisher | null;
  private readonly bans: NodeBans;
  private readonly challenges = new AcmeChallengeTable();
  private readonly invalidations: SharedInvalidations;
  private readonly ticketKeys: SharedKeys;
  private readonly pseudonymKeys: SharedKeys;
  /** Null: the node does not speak HTTP/3. */
  private readonly http3: Http3Front | null;
  private hasTakenOver = false;
  /** Null: spans are not collected. */
  private tracing: ConfigTracing | null = null;
  private isDraining = false;
  private readonly drainDelay = new AbortController();

  private readonly handlers: MessageHandlers<ToNode, number> = {
    ban: (ban, worker) => this.shareBan(worker, ban, ban.reason),
    count: (asked, worker) => {
      void this.counts
        .elsewhere(worker, asked, asked.own)
        .then((elsewhere) => this.pool.reply(worker, { type: 'count-reply', id: asked.id, elsewhere }));
    },
    claim: ({ id, key, seconds }, worker) => {
      void this.claims
        .claim(key, seconds)
        .then((isFirst) => this.pool.reply(worker, { type: 'claim-reply', id, isFirst }));
    },
    defence: ({ siteId, change, rate, usualRate }, worker) =>
      log(change === 'attack' ? 'warn' : 'info', 'attack defence of a site changed', {
        worker,
        siteId,
        change,
        requestsPerSecond: Math.round(rate),
        usualPerSecond: Math.round(usualRate),
      }),
    invalidated: ({ keys }, worker) => {
      this.pool.broadcast({ type: 'invalidated', keys }, worker);
      this.invalidations.share(keys);
    },
    'damaged-site': ({ siteId }) => {
      if (siteId === null) {
        this.mendIndex();
        return;
      }
      const damage = this.keeper.forgetDamaged(siteId);
      if (damage !== null)
        log('error', 'site config on disk damaged; fetching it again', {
          siteId,
          error: messageWithCause(damage),
        });
    },
    fault: (fault, worker) => log('error', 'worker reported an error', { worker, ...fault, type: undefined }),
    listening: ({ httpPort, httpsPort }, worker) => {
      log('info', 'worker is listening', { worker, httpPort, httpsPort });
      if (this.pool.ready) void this.takeOver();
    },
  };

  constructor(config: EdgeConfig) {
    this.config = config;
    this.redis = config.edgeRedisUrl === null ? null : this.openRedis(config.edgeRedisUrl, 'state');
    this.counts = new NodeCounts(this.redis, config.nodeId);
    this.claims = new NodeClaims(this.redis);
    this.bans = new NodeBans(this.redis);
    this.invalidations = new SharedInvalidations(config.nodeId, this.redis);
    // Shared with everything that verifies signatures, and changed in place when keys are rotated.
    const keys = new Map(readTrustedKeys(config.configKeys));
    this.trusted = keys;
    this.edgeKeys = new EdgeKeys(config.keysFile, {
      take: (next) => this.takeKeys(next),
      roll: async () => {
        if (!(await this.pool.restartAfresh())) throw new Error('a worker did not come up with the new keys');
      },
    });
    const sites = configFolder(config.dataDir);
    mkdirSync(sites, { recursive: true, mode: 0o700 });
    this.store = SiteStore.open(sites, onFaultyDisk);
    if (this.store.noRoom !== null)
      log('error', 'site configs on disk cannot be written; the disk is full', {
        error: messageWithCause(this.store.noRoom),
      });
    const rules = compileNodeRules(config, 'naive');
    this.keeper = new ConfigKeeper(keys, this.store, rules, this.keeperEvents());
    this.lists = new ListKeeper(keys, listFolder(config.dataDir), {
      onKept: (list) => {
        this.pool.broadcast({ type: 'lists', lists: [list] });
        log('info', 'list loaded', { list: list.id, version: list.version });
      },
      onRefused: (list, error) => log('error', 'list rejected', { list, error: messageWithCause(error) }),
    });
    this.sockets = new ListeningSockets(config.bind, config.httpPort, config.httpsPort, config.workers);
    const { workers, drainMs } = config;
    this.pool = new WorkerPool(
      { script: WORKER_SCRIPT, workers, sockets: this.sockets, drainMs },
      this.poolEvents(),
    );
    this.ticketKeys = new SharedKeys(TICKET_KEYS, {
      redis: this.redis,
      sealKey: config.sealKey,
      onChange: (key) => {
        this.pool.broadcast({ type: 'ticket-key', key });
        this.http3?.useTicketKey(key);
      },
    });
    this.pseudonymKeys = new SharedKeys(PSEUDONYM_KEYS, {
      redis: this.redis,
      sealKey: config.sealKey,
      onChange: (key) => this.pool.broadcast({ type: 'pseudonym-key', key }),
    });
    this.http3 = config.http3 === null ? null : this.createHttp3Front(config.http3);
    this.bus =
      config.bus === null
        ? null
        : createBusPublisher(config.bus, { source: 'edge', publishTimeoutMs: PUBLISH_MS });
    this.shipper = createShipper(
      config,
      this.bus,
      this.redis,
      (pid) => this.pool.isAlive(pid) || isWorkerOf(workerFolders(config.dataDir), pid),
    );
    this.health = new OriginHealthWatch({
      nodeId: config.nodeId,
      originAddresses: config.originAddresses,
      sealKeys: sealKeysOf(config),
      redis: this.redis,
      nodes: () => this.liveNodes.count,
      onVerdict: (verdict) => this.pool.broadcast({ type: 'origin-health', verdicts: [verdict] }),
    });
    const { directory, url } = config.ruleReleases;
    this.ruleReleases = new RuleReleaseWatch({
      directory,
      keys,
      commonCandidate: config.candidateRules === null ? null : releaseOf(config.candidateRules),
      fetch: url === null ? null : () => fetchReleases(url, directory, keys),
      onChange: () => this.restartWorkers(),
    });
    this.controls = new EdgeControlsWatch({
      nodeId: config.nodeId,
      keys,
      redis: this.redis,
      file: path.join(config.dataDir, 'controls.json'),
      release: () => this.ruleReleases.candidate,
      totals: () => this.pool.totals().counters,
      onChange: (controls) => this.pool.broadcast({ type: 'controls', controls }),
      onDraining: (isDraining) => this.drainForOperator(isDraining),
    });
    // Without Redis this node keeps limits by itself.
    this.liveNodes = new LiveNodes(this.redis === null ? 1 : config.nodes, (count) => {
      log('info', 'number of nodes sharing limits changed', { nodes: count });
      this.pool.broadcast({ type: 'nodes', count });
    });
    this.heartbeat = new NodeHeartbeat({
      nodeId: config.nodeId,
      redis: this.redis,
      keeper: this.keeper,
      pool: this.pool,
      shipper: this.shipper,
      controls: this.controls,
      ruleReleases: () => this.ruleReleases.reported,
      helpers: { leakedPasswords: config.leakedPasswords !== null, uploadScanner: config.clamd !== null },
      outboundAddresses: () => outboundAddressesOf(config.outboundAddresses, config.bind),
      isStopping: () => this.isDraining,
      bans: () => this.bans.size,
      configs: () => this.followers.configs,
      keys: () => ({ fingerprint: this.edgeKeys.used, behindSeconds: this.edgeKeys.behindSeconds }),
      redisFingerprint:
        config.edgeRedisUrl === null ? undefined : redisPasswordFingerprint(config.edgeRedisUrl),
      onNodes: (alive) => this.nodesSeen(alive),
    });
    this.admin = new AdminServer({
      health: this.health,
      controls: this.controls,
      nodeId: config.nodeId,
      dataDir: config.dataDir,
      keeper: this.keeper,
      pool: this.pool,
      shipper: this.shipper,
      spoolMaxBytes: config.spoolMaxBytes,
      configs: () => this.followers.configs,
      invalidations: this.invalidations,
      keys: this.edgeKeys,
      nodes: () => this.liveNodes.count,
      heartbeatAgeSeconds: () => this.heartbeat.ageSeconds,
      isDraining: () => this.isDraining || this.controls.isDraining,
      http3: this.http3,
    });
    this.followers = new RedisFollowers(
      {
        nodeId: config.nodeId,
        keys,
        open: (name) => this.openRedis(config.edgeRedisUrl!, name),
        versionOf: (siteId) => this.keeper.versionOf(siteId),
        listVersions: () => this.lists.current(),
      },
      this.followerEvents(),
    );
  }

  async start(): Promise<void> {
    await mkdir(spoolFolder(this.config.dataDir), { recursive: true, mode: 0o700 });
    if (this.config.selfSigned) await ensureSelfSigned(this.config.dataDir);
    if (this.config.sealKey === null) await ensureLocalSecret(this.config.dataDir);
    // Before anything whose time grows with the number of sites, so that a starting node is live, but not ready.
    const adminPort = await this.admin.listen(this.config.adminBind, this.config.adminPort);
    this.keeper.load();
    this.mendIndex();
    await takeOverSiteFiles(configFolder(this.config.dataDir), this.trusted, this.keeper, onFaultyDisk);
    this.followWatched();
    await this.lists.loadFromDisk();
    this.sweeping = setInterval(() => void this.lists.forgetRemoved(), SWEEP_MS).unref();
    await this.controls.loadFromDisk();
    this.controls.start();
    this.ruleReleases.start();
    log('info', 'edge starting', {
      adminPort,
      sitesOnDisk: this.keeper.live,
      workers: this.config.workers,
    });
    if (this.config.traceRatio !== null) {
      // Loaded only if tracing is on.
      const { beginConfigTracing } = await import('../telemetry/tracing/tracing.ts');
      this.tracing = beginConfigTracing(this.config.nodeId);
    }
    this.ticketKeys.start();
    this.pseudonymKeys.start();
    this.pool.start();
    this.http3?.start();
    if (this.config.edgeRedisUrl !== null) this.followers.start();
    this.heartbeat.start();
    this.shipper.start();
    this.edgeKeys.start();
  }

  /** Checks the origins of sites on disk. */
  private followWatched(): void {
    for (const { siteId, signed } of this.store.watched()) {
      try {
        this.health.follow(verifySiteConfig(signed, this.trusted));
      } catch (cause) {
        onFaultyDisk(new Error(`site ${siteId}`, { cause }));
      }
    }
  }

  /** Rebuilds a damaged index of the sites on disk. If that fails, as on a full disk, the sites that the index still finds are served. */
  private mendIndex(): void {
    try {
      const damage = this.keeper.mendIndex();
      if (damage !== null)
        log('error', 'index of sites on disk damaged; rebuilt from their documents', {
          error: messageWithCause(damage),
        });
    } catch (error) {
      log('error', 'index of sites on disk damaged and not rebuilt', { error: messageWithCause(error) });
    }
  }

  /** Replaces the workers one after another, without a failed request. */
  async restartWorkers(): Promise<void> {
    log('info', 'replacing workers');
    await this.pool.restart();
  }

  /** Uses rotated keys from now on. @throws Error if the node has something that only the present keys verify */
  private async takeKeys(next: EdgeConfig): Promise<void> {
    const { config } = this;
    const trusted = readTrustedKeys(next.configKeys);
    await this.refuseLoss(trusted);
    this.trusted.clear();
    for (const [id, key] of trusted) this.trusted.set(id, key);
    if (config.bus !== null && next.bus !== null) Object.assign(config.bus.keys, next.bus.keys);
    this.health.useKeys(sealKeysOf(next));
    this.ticketKeys.useSealKey(next.sealKey);
    this.pseudonymKeys.useSealKey(next.sealKey);
  }

  /** Without a key that is dropped too early, the next start would lose the sites and rules that it has signed. */
  private async refuseLoss(trusted: TrustedKeys): Promise<void> {
    const { directory } = this.config.ruleReleases;
    const lost =
      readReleases(directory, trusted).refused.length - readReleases(directory, this.trusted).refused.length;
    if (lost > 0) throw new Error(`${lost} rule releases are signed with a key that would be dropped`);
    this.keeper.flush();
    let sites = 0;
    for (const [keyId, count] of this.store.byKey()) {
      const key = this.trusted.get(keyId);
      const next = trusted.get(keyId);
      if (next === undefined || (key !== undefined && !next.equals(key))) sites += count;
    }
    if (sites > 0) throw new Error(`${sites} sites are signed with a key that would be dropped`);
    const lists = await this.lists.lostUnder(trusted);
    if (lists > 0) throw new Error(`${lists} lists are signed with a key that would be dropped`);
  }

  private nodesSeen(alive: readonly SeenNode[]): void {
    this.liveNodes.found(alive.length);
    if (this.config.peers.length === 0) return;
    this.peersAlive = alive
      .filter(({ draining, stopping }) => !draining && stopping !== true)
      .map(({ node }) => node);
    this.pool.broadcast({ type: 'peers', alive: this.peersAlive });
  }

  /** Reports not ready but serves incoming requests, until the operator lifts it or the node stops. */
  private drainForOperator(isDraining: boolean): void {
    if (isDraining) {
      this.pool.turnAway();
      this.http3?.withdraw();
    } else if (!this.isDraining) {
      this.pool.takeBack();
      this.http3?.takeBack();
    }
  }

  /**
   * Reports not ready but serves on, until load balancers have noticed; then finishes the requests that have begun. A second
   * call ends the wait for balancers.
   */
  async stop(): Promise<void> {
    if (this.isDraining) {
      this.drainDelay.abort();
      return;
    }
    this.isDraining = true;
    const { drainDelayMs } = this.config;
    log('info', 'edge no longer ready', { servesForMs: drainDelayMs });
    this.heartbeat.tell();
    this.pool.turnAway();
    this.http3?.withdraw();
    await sleep(drainDelayMs, undefined, { signal: this.drainDelay.signal }).catch(() => undefined); // It was cut short.
    log('info', 'edge draining');
    this.edgeKeys.stop();
    this.followers.stop();
    this.ticketKeys.stop();
    this.pseudonymKeys.stop();
    this.health.stop();
    this.controls.stop();
    if (this.sweeping !== null) clearInterval(this.sweeping);
    this.ruleReleases.stop();
    this.sockets.close();
    await this.http3?.stop();
    await this.pool.stop();
    this.invalidations.stop();
    await this.shipper.stop();
    this.keeper.close();
    await this.lists.flushed();
    await this.bus?.close();
    await this.heartbeat.stop();
    this.redis?.disconnect();
    this.followers.disconnect();
    await this.admin.close();
    await this.tracing?.shutdown().catch((error: unknown) => {
      log('warn', 'sending the last spans failed', { error: messageWithCause(error) });
    });
    log('info', 'edge stopped');
  }

  /** Tells workers left by a killed supervisor that they may end, since these listen now. Once. */
  private async takeOver(): Promise<void> {
    if (this.hasTakenOver) return;
    this.hasTakenOver = true;
    await announceSupervisor(this.config.dataDir).catch((error: unknown) => {
      log('error', 'notifying workers of an earlier supervisor failed', { error: messageWithCause(error) });
    });
  }

  private keeperEvents(): ConfigKeeperEvents {
    return {
      onAccepted: (sites) => {
        const { live: count, revision } = this.keeper;
        this.pool.broadcast({ type: 'stored-sites', sites: sites.map(changeOf), count, revision });
        for (const { config } of sites) this.health.follow(config);
        if (sites.length > SITES_NAMED) log('info', 'site configs live', { sites: sites.length });
        else for (const { config } of sites) log('info', 'site config live', { siteId: config.siteId });
      },
      onUnsaved: (configs, payloads, error) => {
        log('error', 'site configs could not be written to disk', {
          sites: configs.length,
          error: messageWithCause(error),
        });
        if (configs.length === 0) return;
        const { revision } = this.keeper;
        this.pool.broadcast({ type: 'sites', documents: [...payloads], revision });
        for (const config of configs) this.health.follow(config);
      },
      onRefused: (siteId, code, detail) => {
        this.heartbeat.noteRefusal(siteId, code);
        log('error', 'site config rejected', { siteId, code, detail });
      },
    };
  }

  private poolEvents(): WorkerPoolEvents {
    return {
      initialSites: () => ({
        unsaved: this.keeper.unsavedPayloads(),
        count: this.keeper.live,
        revision: this.keeper.revision,
      }),
      initialLists: () => this.lists.current(),
      initialControls: () => this.controls.inForce,
      initialHealth: () => this.health.verdicts(),
      initialBans: () => this.bans.current(),
      initialChallenges: () => this.challenges.current(Date.now()),
      ticketKey: () => this.ticketKeys.current,
      pseudonymKey: () => this.pseudonymKeys.current,
      nodes: () => this.liveNodes.count,
      peersAlive: () => this.peersAlive,
      http3: () => this.http3?.offer ?? null,
      beforeDrain: async () => this.http3?.hasTurned(),
      onMessage: (worker, message) => handleMessage(this.handlers, message, worker),
      onLog: log,
    };
  }

  private followerEvents(): RedisFollowersEvents {
    return {
      onDocument: (siteId, signed, traceparent) => {
        const take = () => this.keeper.offer(siteId, signed);
        return this.tracing === null ? take() : this.tracing.tracer.taking(siteId, traceparent, take);
      },
      onList: (id, signed, onHeld) => this.lists.offer(id, signed, onHeld),
      onListsAnnounced: (ids) => this.lists.announced(ids),
      onBans: (bans) => {
        for (const ban of bans) this.bans.remember(ban);
        this.pool.broadcast({ type: 'bans', bans });
      },
      onChallenges: (challenges) => {
        for (const challenge of challenges) this.challenges.learn(challenge);
        this.pool.broadcast({ type: 'challenges', challenges });
      },
      onPurges: (purges) => this.pool.broadcast({ type: 'purges', purges }),
      onPurgesMissed: () => this.pool.broadcast({ type: 'purge-everything' }),
      onInvalidated: (changed) => this.pool.broadcast({ type: 'invalidated', keys: changed }),
    };
  }

  private createHttp3Front({ program, port, publicPort }: Http3Settings): Http3Front {
    const { bind, drainMs } = this.config;
    return new Http3Front(
      { program, bind, port, publicPort, drainMs },
      {
        sockets: () => this.pool.http3Sockets,
        onOffer: (offer) => this.pool.broadcast({ type: 'http3', offer }),
        onLog: log,
      },
    );
  }

  private openRedis(url: string, name: string): Redis {
    return openEdgeRedis(url, name, (error) => {
      log('warn', 'Redis unreachable; continuing with the current state', {
        name,
        error: error.message,
      });
    });
  }

  private shareBan(worker: number, { siteId, address, untilMs }: BannedClient, reason: string): void {
    const ban = { siteId, address, untilMs };
    this.pool.broadcast({ type: 'bans', bans: [ban] }, worker);
    this.bans.share(ban, reason);
  }
}

const sealKeysOf = ({ sealKey, previousSealKeys }: EdgeConfig): string[] =>
  sealKey === null ? [] : [sealKey, ...previousSealKeys];
