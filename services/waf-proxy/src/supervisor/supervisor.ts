import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { BanList, EdgeConfigFollower, LogCommitRegister, readTrustedKeys } from '@palisade/edge-state';
import { type BusPublisher, createBusPublisher } from '@palisade/messaging';
import type { Redis } from 'ioredis';
import { ensureLocalSecret } from '../bots/challenge/local-secret.ts';
import type { EdgeConfig } from '../config.ts';
import { releaseOf } from '../rules/candidate-release.ts';
import { compileManagedRules } from '../rules/managed-rule-set.ts';
import { ConfigKeeper } from '../site-config/config-keeper.ts';
import { ConfigStore } from '../site-config/config-store.ts';
import { configFolder, spoolFolder } from '../site-config/data-folders.ts';
import { type BatchPublisher, type CommitSource, LogShipper } from '../telemetry/log-shipper.ts';
import { ChallengeTable } from '../tls/challenge-table.ts';
import { ensureSelfSigned } from '../tls/self-signed.ts';
import { AdminServer } from './admin-server.ts';
import { BanFollower } from './ban-follower.ts';
import { ChallengeFollower } from './challenge-follower.ts';
import { EdgeControlsWatch } from './edge-controls-watch.ts';
import { openEdgeRedis } from './edge-redis.ts';
import { ListeningSockets } from './listening-sockets.ts';
import { describeError, log } from './log.ts';
import type { ToSupervisor } from './messages.ts';
import { NodeClaims } from './node-claims.ts';
import { NodeCounts } from './node-counts.ts';
import { NodeHeartbeat } from './node-heartbeat.ts';
import { OriginHealthWatch } from './origin-health-watch.ts';
import { PurgeFollower } from './purge-follower.ts';
import { TicketKeys } from './ticket-keys.ts';
import { WorkerPool } from './worker-pool.ts';

/** The listed bans that a new worker is told; further ones arrive as they are made. */
const MAX_REMEMBERED_BANS = 200_000;
/** A publish is given up after this long; its records wait in the spool, also while the node stops. */
const PUBLISH_MS = 3_000;

/**
 * One edge node: keeps the site configs, runs the workers, ships their logs. Nothing here is on the way of a request,
 * and nothing here is needed for workers to go on serving what they have.
 */
export class Supervisor {
  readonly #config: EdgeConfig;
  readonly #keeper: ConfigKeeper;
  readonly #store: ConfigStore;
  readonly #sockets: ListeningSockets;
  readonly #pool: WorkerPool;
  readonly #shipper: LogShipper;
  readonly #admin: AdminServer;
  readonly #health: OriginHealthWatch;
  readonly #controls: EdgeControlsWatch;
  readonly #counts: NodeCounts;
  readonly #claims: NodeClaims;
  readonly #heartbeat: NodeHeartbeat;
  readonly #redis: Redis | null;
  readonly #followerRedis: Redis[] = [];
  readonly #bus: BusPublisher | null;
  readonly #bans = new Map<string, { siteId: string; address: string; untilMs: number }>();
  #configFollower: EdgeConfigFollower | null = null;
  #banFollower: BanFollower | null = null;
  readonly #challenges = new ChallengeTable();
  #challengeFollower: ChallengeFollower | null = null;
  #purgeFollower: PurgeFollower | null = null;
  readonly #ticketKeys: TicketKeys;
  #synchronisedAtMs = 0;

  constructor(config: EdgeConfig) {
    this.#config = config;
    this.#redis = config.edgeRedisUrl === null ? null : this.#openRedis(config.edgeRedisUrl, 'state');
    this.#counts = new NodeCounts(this.#redis, config.nodeId);
    this.#claims = new NodeClaims(this.#redis);
    this.#store = new ConfigStore(configFolder(config.dataDir), (error) => {
      log('error', 'the copy of site configs on disk has a fault', { error: describeError(error) });
    });
    const ruleSet = config.managedRules ? compileManagedRules() : null;
    this.#keeper = new ConfigKeeper(readTrustedKeys(config.configKeys), this.#store, ruleSet, {
      onAccepted: (config, payload) => {
        this.#pool.broadcast({ type: 'sites', documents: [payload] });
        this.#health.follow(config);
        log('info', 'a site config is live', { siteId: config.siteId });
      },
      onRefused: (siteId, code, detail) => {
        this.#heartbeat.noteRefusal(siteId, code);
        log('error', 'a site config was refused', { siteId, code, detail });
      },
    });
    this.#sockets = new ListeningSockets(config.bind, config.httpPort, config.httpsPort, config.workers);
    const script = path.join(import.meta.dirname, '..', 'worker-main.js');
    this.#pool = new WorkerPool(script, config.workers, this.#sockets, {
      initialSites: () => this.#keeper.payloads(),
      initialControls: () => this.#controls.inForce,
      initialHealth: () => this.#health.unhealthy(),
      initialBans: () => this.#currentBans(),
      initialChallenges: () => this.#challenges.current(Date.now()),
      ticketKey: () => this.#ticketKeys.current,
      onMessage: (worker, message) => this.#onMessage(worker, message),
      onLog: log,
    });
    this.#ticketKeys = new TicketKeys({
      redis: this.#redis,
      sealKey: config.sealKey,
      onChange: (key) => this.#pool.broadcast({ type: 'ticket-key', key }),
    });
    this.#bus =
      config.bus === null
        ? null
        : createBusPublisher(config.bus, { source: 'waf-proxy', publishTimeoutMs: PUBLISH_MS });
    this.#shipper = this.#createShipper();
    this.#health = new OriginHealthWatch({
      nodeId: config.nodeId,
      originAllow: config.originAllow,
      redis: this.#redis,
      onVerdict: (health) => this.#pool.broadcast({ type: 'origin-health', verdicts: [health] }),
    });
    this.#controls = new EdgeControlsWatch({
      nodeId: config.nodeId,
      keys: readTrustedKeys(config.configKeys),
      redis: this.#redis,
      file: path.join(config.dataDir, 'controls.json'),
      release: config.candidateRules === null ? null : releaseOf(config.candidateRules),
      totals: () => this.#pool.totals(),
      onChange: (controls) => this.#pool.broadcast({ type: 'controls', controls }),
    });
    this.#heartbeat = new NodeHeartbeat({
      nodeId: config.nodeId,
      redis: this.#redis,
      keeper: this.#keeper,
      pool: this.#pool,
      shipper: this.#shipper,
      controls: this.#controls,
      bans: () => this.#bans.size,
      configs: () => ({
        comparedAtMs: this.#synchronisedAtMs,
        ...(this.#configFollower?.progress ?? { sequence: 0, sitesBehind: 0 }),
      }),
    });
    this.#admin = new AdminServer({
      health: this.#health,
      controls: this.#controls,
      nodeId: config.nodeId,
      keeper: this.#keeper,
      pool: this.#pool,
      shipper: this.#shipper,
      synchronisedAtMs: () => this.#synchronisedAtMs,
    });
  }

  async start(): Promise<void> {
    await mkdir(configFolder(this.#config.dataDir), { recursive: true, mode: 0o700 });
    await mkdir(spoolFolder(this.#config.dataDir), { recursive: true, mode: 0o700 });
    if (this.#config.selfSigned) await ensureSelfSigned(this.#config.dataDir);
    if (this.#config.sealKey === null) await ensureLocalSecret(this.#config.dataDir);
    await this.#keeper.loadFromDisk((config) => this.#health.follow(config));
    await this.#controls.loadFromDisk();
    this.#controls.start();
    const adminPort = await this.#admin.listen(this.#config.adminBind, this.#config.adminPort);
    log('info', 'the edge starts', {
      adminPort,
      sitesOnDisk: this.#keeper.size,
      workers: this.#config.workers,
    });
    this.#ticketKeys.start();
    this.#pool.start();
    this.#followRedis();
    this.#heartbeat.start();
    this.#shipper.start();
  }

  /** Replaces the workers one after another, without a failed request. */
  async restartWorkers(): Promise<void> {
    log('info', 'the workers are replaced');
    await this.#pool.restart(this.#config.drainMs);
  }

  async stop(): Promise<void> {
    log('info', 'the edge drains');
    this.#configFollower?.stop();
    this.#banFollower?.stop();
    this.#challengeFollower?.stop();
    this.#purgeFollower?.stop();
    this.#ticketKeys.stop();
    this.#health.stop();
    this.#controls.stop();
    this.#sockets.close();
    await this.#pool.stop(this.#config.drainMs);
    await this.#shipper.stop();
    await this.#store.flushed();
    await this.#bus?.close();
    await this.#heartbeat.stop();
    for (const redis of [this.#redis, ...this.#followerRedis]) redis?.disconnect();
    await this.#admin.close();
    log('info', 'the edge has stopped');
  }

  #openRedis(url: string, name: string): Redis {
    return openEdgeRedis(url, name, (error) => {
      log('warn', 'Redis is not reachable; the edge goes on with what it has', {
        name,
        error: error.message,
      });
    });
  }

  #followRedis(): void {
    const url = this.#config.edgeRedisUrl;
    if (url === null) return;
    const onError = () => undefined; // The connection itself reports each outage once.
    const configRedis = this.#openRedis(url, 'configs');
    const banRedis = this.#openRedis(url, 'bans');
    const challengeRedis = this.#openRedis(url, 'challenges');
    const purgeRedis = this.#openRedis(url, 'purges');
    this.#followerRedis.push(configRedis, banRedis, challengeRedis, purgeRedis);
    this.#configFollower = new EdgeConfigFollower(configRedis, {
      onDocument: (siteId, bytes) => {
        const version = this.#keeper.offer(siteId, bytes);
        if (version !== null) this.#configFollower?.remember(siteId, version);
      },
      onSynchronised: () => {
        this.#synchronisedAtMs = Date.now();
      },
      onError,
    });
    for (const { siteId, version } of this.#keeper.versions()) {
      this.#configFollower.remember(siteId, BigInt(version));
    }
    void this.#configFollower.run();
    this.#banFollower = new BanFollower(
      banRedis,
      (bans) => {
        for (const ban of bans) this.#rememberBan(ban);
        this.#pool.broadcast({ type: 'bans', bans });
      },
      onError,
    );
    void this.#banFollower.run();
    this.#followChallenges(challengeRedis, onError);
    this.#purgeFollower = new PurgeFollower(purgeRedis, {
      onPurges: (purges) => this.#pool.broadcast({ type: 'purges', purges }),
      onMissed: () => this.#pool.broadcast({ type: 'purge-everything' }),
      onError,
    });
    void this.#purgeFollower.run();
  }

  #followChallenges(redis: Redis, onError: (error: Error) => void): void {
    this.#challengeFollower = new ChallengeFollower(redis, readTrustedKeys(this.#config.configKeys), {
      onChallenges: (challenges) => {
        for (const challenge of challenges) this.#challenges.learn(challenge);
        this.#pool.broadcast({ type: 'challenges', challenges });
      },
      onForged: (entries) =>
        log('error', 'answers for a certificate authority were refused', { entries, reason: 'signature' }),
      onError,
    });
    void this.#challengeFollower.run();
  }

  #onMessage(worker: number, message: ToSupervisor): void {
    switch (message.type) {
      case 'ban':
        this.#shareBan(worker, message);
        return;
      case 'count':
        void this.#counts
          .elsewhere(worker, message, message.own)
          .then((elsewhere) => this.#pool.reply(worker, { type: 'count-reply', id: message.id, elsewhere }));
        return;
      case 'claim':
        void this.#claims
          .claim(message.key, message.seconds)
          .then((isFirst) => this.#pool.reply(worker, { type: 'claim-reply', id: message.id, isFirst }));
        return;
      case 'defence':
        log(message.change === 'attack' ? 'warn' : 'info', 'the defence of a site has changed', {
          worker,
          siteId: message.siteId,
          change: message.change,
          requestsPerSecond: Math.round(message.rate),
          usualPerSecond: Math.round(message.usualRate),
        });
        return;
      case 'invalidated':
        this.#pool.broadcast({ type: 'invalidated', keys: message.keys }, worker);
        return;
      case 'fault':
        log('error', 'a worker reports a fault', { worker, ...message, type: undefined });
        return;
      case 'listening':
        log('info', 'a worker listens', { worker, httpPort: message.httpPort, httpsPort: message.httpsPort });
        return;
      case 'hello':
      case 'counters':
      case 'drained':
        return;
    }
  }

  #shareBan(worker: number, ban: { siteId: string; address: string; untilMs: number; reason: string }): void {
    const { siteId, address, untilMs, reason } = ban;
    this.#rememberBan({ siteId, address, untilMs });
    this.#pool.broadcast({ type: 'bans', bans: [{ siteId, address, untilMs }] }, worker);
    if (this.#redis === null) return;
    new BanList(this.#redis).ban({ siteId, address, untilMs }, { reason }).catch((error: Error) => {
      log('warn', 'a ban holds on this node only', { siteId, error: error.message });
    });
  }

  #rememberBan(ban: { siteId: string; address: string; untilMs: number }): void {
    const key = `${ban.siteId}|${ban.address}`;
    this.#bans.delete(key);
    if (ban.untilMs > Date.now()) this.#bans.set(key, ban);
    const oldest = this.#bans.size > MAX_REMEMBERED_BANS ? this.#bans.keys().next().value : undefined;
    if (oldest !== undefined) this.#bans.delete(oldest);
  }

  #currentBans() {
    const now = Date.now();
    return [...this.#bans.values()].filter((ban) => ban.untilMs > now);
  }

  #createShipper(): LogShipper {
    const { nodeId } = this.#config;
    const bus = this.#bus;
    const register = this.#redis === null ? null : new LogCommitRegister(this.#redis);
    const publisher: BatchPublisher = {
      publish: async (payload) => {
        if (bus === null) throw new Error('no bus is configured; logs stay in the spool');
        await bus.publish([{ type: 'edge.request_logs.v1', key: nodeId, payload }]);
      },
    };
    const commits: CommitSource = {
      read: async (segments) => register?.read(nodeId, segments) ?? new Map(),
      forget: async (segments) => register?.forget(nodeId, segments),
    };
    let lastError = '';
    return new LogShipper({
      folder: spoolFolder(this.#config.dataDir),
      nodeId,
      publisher,
      commits,
      maxBytes: this.#config.spoolMaxBytes,
      isWriting: (pid) => this.#pool.isAlive(pid),
      onError: (error) => {
        if (error.message !== lastError) log('warn', 'logs wait in the spool', { error: error.message });
        lastError = error.message;
      },
      onLoss: (segmentId, records) =>
        log('error', 'the spool is full; log records were dropped', { segmentId, records }),
    });
  }
}
