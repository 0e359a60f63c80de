import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { readTrustedKeys } from '@palisade/edge-state';
import { type BusPublisher, createBusPublisher } from '@palisade/messaging';
import type { Redis } from 'ioredis';
import { ensureLocalSecret } from '../bots/challenge/local-secret.ts';
import type { EdgeConfig } from '../config.ts';
import { releaseOf } from '../rules/candidate-release.ts';
import { compileManagedRules } from '../rules/managed-rule-set.ts';
import { ConfigKeeper } from '../site-config/config-keeper.ts';
import { ConfigStore } from '../site-config/config-store.ts';
import { configFolder, spoolFolder } from '../site-config/data-folders.ts';
import type { LogShipper } from '../telemetry/log-shipper.ts';
import { ChallengeTable } from '../tls/challenge-table.ts';
import { ensureSelfSigned } from '../tls/self-signed.ts';
import { AdminServer } from './admin-server.ts';
import { EdgeControlsWatch } from './edge-controls-watch.ts';
import { openEdgeRedis } from './edge-redis.ts';
import { ListeningSockets } from './listening-sockets.ts';
import { describeError, log } from './log.ts';
import { createShipper } from './log-shipping.ts';
import type { ToSupervisor } from './messages.ts';
import { type BannedClient, NodeBans } from './node-bans.ts';
import { NodeClaims } from './node-claims.ts';
import { NodeCounts } from './node-counts.ts';
import { NodeHeartbeat } from './node-heartbeat.ts';
import { OriginHealthWatch } from './origin-health-watch.ts';
import { RedisFollowers } from './redis-followers.ts';
import { SharedInvalidations } from './shared-invalidations.ts';
import { TicketKeys } from './ticket-keys.ts';
import { WorkerPool } from './worker-pool.ts';

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
  readonly #followers: RedisFollowers;
  readonly #bus: BusPublisher | null;
  readonly #bans: NodeBans;
  readonly #challenges = new ChallengeTable();
  readonly #invalidations: SharedInvalidations;
  readonly #ticketKeys: TicketKeys;

  constructor(config: EdgeConfig) {
    this.#config = config;
    this.#redis = config.edgeRedisUrl === null ? null : this.#openRedis(config.edgeRedisUrl, 'state');
    this.#counts = new NodeCounts(this.#redis, config.nodeId);
    this.#claims = new NodeClaims(this.#redis);
    this.#bans = new NodeBans(this.#redis);
    this.#invalidations = new SharedInvalidations(config.nodeId, this.#redis);
    const keys = readTrustedKeys(config.configKeys);
    this.#store = new ConfigStore(configFolder(config.dataDir), (error) => {
      log('error', 'the copy of site configs on disk has a fault', { error: describeError(error) });
    });
    const ruleSet = config.managedRules ? compileManagedRules() : null;
    this.#keeper = new ConfigKeeper(keys, this.#store, ruleSet, {
      onAccepted: (config, payload) => {
        const { revision } = this.#keeper;
        this.#pool.broadcast({ type: 'sites', documents: [payload], revision });
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
    const { workers, drainMs } = config;
    this.#pool = new WorkerPool(
      { script, workers, sockets: this.#sockets, drainMs },
      {
        initialSites: () => ({ documents: this.#keeper.payloads(), revision: this.#keeper.revision }),
        initialControls: () => this.#controls.inForce,
        initialHealth: () => this.#health.unhealthy(),
        initialBans: () => this.#bans.current(),
        initialChallenges: () => this.#challenges.current(Date.now()),
        ticketKey: () => this.#ticketKeys.current,
        onMessage: (worker, message) => this.#onMessage(worker, message),
        onLog: log,
      },
    );
    this.#ticketKeys = new TicketKeys({
      redis: this.#redis,
      sealKey: config.sealKey,
      onChange: (key) => this.#pool.broadcast({ type: 'ticket-key', key }),
    });
    this.#bus =
      config.bus === null
        ? null
        : createBusPublisher(config.bus, { source: 'edge', publishTimeoutMs: PUBLISH_MS });
    this.#shipper = createShipper(config, this.#bus, this.#redis, (pid) => this.#pool.isAlive(pid));
    this.#health = new OriginHealthWatch({
      nodeId: config.nodeId,
      originAddresses: config.originAddresses,
      redis: this.#redis,
      onVerdict: (health) => this.#pool.broadcast({ type: 'origin-health', verdicts: [health] }),
    });
    this.#controls = new EdgeControlsWatch({
      nodeId: config.nodeId,
      keys,
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
      configs: () => this.#followers.configs,
    });
    this.#admin = new AdminServer({
      health: this.#health,
      controls: this.#controls,
      nodeId: config.nodeId,
      keeper: this.#keeper,
      pool: this.#pool,
      shipper: this.#shipper,
      configs: () => this.#followers.configs,
      invalidations: this.#invalidations,
    });
    this.#followers = new RedisFollowers(
      {
        nodeId: config.nodeId,
        keys,
        open: (name) => this.#openRedis(config.edgeRedisUrl!, name),
        versions: () => this.#keeper.versions(),
      },
      {
        onDocument: (siteId, signed) => this.#keeper.offer(siteId, signed),
        onBans: (bans) => {
          for (const ban of bans) this.#bans.remember(ban);
          this.#pool.broadcast({ type: 'bans', bans });
        },
        onChallenges: (challenges) => {
          for (const challenge of challenges) this.#challenges.learn(challenge);
          this.#pool.broadcast({ type: 'challenges', challenges });
        },
        onPurges: (purges) => this.#pool.broadcast({ type: 'purges', purges }),
        onPurgesMissed: () => this.#pool.broadcast({ type: 'purge-everything' }),
        onInvalidated: (changed) => this.#pool.broadcast({ type: 'invalidated', keys: changed }),
      },
    );
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
    if (this.#config.edgeRedisUrl !== null) this.#followers.start();
    this.#heartbeat.start();
    this.#shipper.start();
  }

  /** Replaces the workers one after another, without a failed request. */
  async restartWorkers(): Promise<void> {
    log('info', 'the workers are replaced');
    await this.#pool.restart();
  }

  async stop(): Promise<void> {
    log('info', 'the edge drains');
    this.#followers.stop();
    this.#ticketKeys.stop();
    this.#health.stop();
    this.#controls.stop();
    this.#sockets.close();
    await this.#pool.stop();
    this.#invalidations.stop();
    await this.#shipper.stop();
    await this.#store.flushed();
    await this.#bus?.close();
    await this.#heartbeat.stop();
    this.#redis?.disconnect();
    this.#followers.disconnect();
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

  #onMessage(worker: number, message: ToSupervisor): void {
    switch (message.type) {
      case 'ban':
        this.#shareBan(worker, message, message.reason);
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
        this.#invalidations.share(message.keys);
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

  #shareBan(worker: number, { siteId, address, untilMs }: BannedClient, reason: string): void {
    const ban = { siteId, address, untilMs };
    this.#pool.broadcast({ type: 'bans', bans: [ban] }, worker);
    this.#bans.share(ban, reason);
  }
}
