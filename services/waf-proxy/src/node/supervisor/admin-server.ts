import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { OPEN_METRICS_TYPE, toOpenMetrics, wantsOpenMetrics } from '@palisade/tracing';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { logLinesLost } from '../../io/log.ts';
import { POOL_NAMES, POOLS, type PoolName } from '../../io/shares/pools.ts';
import { COUNTER_HELP, COUNTER_NAMES, GAUGE_HELP, GAUGE_NAMES } from '../../pipeline/worker-counters.ts';
import type { ConfigKeeper } from '../sites/config-keeper.ts';
import type { LogShipper } from '../telemetry/log-shipper.ts';
import { registerDisk } from './disk-metrics.ts';
import { durationExemplars, registerDurations } from './duration-histogram.ts';
import type { EdgeControlsWatch } from './edge-controls-watch.ts';
import type { Http3Front } from './http3-front.ts';
import { registerHttp3 } from './http3-metrics.ts';
import type { OriginHealthWatch } from './origin-health-watch.ts';
import type { SharedInvalidations } from './shared-invalidations.ts';
import type { WorkerPool } from './worker-pool.ts';
import { WorkerTotals } from './worker-totals.ts';

const VERSIONS_PART_CHARS = 65_536;

export interface AdminSources {
  nodeId: string;
  /** The data folder. */
  dataDir: string;
  keeper: ConfigKeeper;
  pool: WorkerPool;
  shipper: LogShipper;
  /** Maximum disk space for log records. */
  spoolMaxBytes: number;
  health: OriginHealthWatch;
  controls: EdgeControlsWatch;
  invalidations: SharedInvalidations;
  /** `fingerprint`: of the key file; null: none is followed. */
  keys: { readonly fingerprint: string | null; readonly behindSeconds: number };
  /** Since the node's last heartbeat; null: it sends none. */
  heartbeatAgeSeconds(): number | null;
  /** Number of nodes that share limits. */
  nodes(): number;
  /** The node is about to stop and should get no new clients. */
  isDraining(): boolean;
  /** Null: no HTTP/3. */
  http3: Http3Front | null;
  /** `comparedAtMs`: last comparison with Redis; 0: none since the start. */
  configs(): { comparedAtMs: number; sequence: number; sitesBehind: number };
}

/** Health, metrics and running config versions of one node, for operators and orchestrators. Not for the public. */
export class AdminServer {
  private readonly sources: AdminSources;
  private readonly registry = new Registry();
  /** Computed once per scrape, for all metrics. */
  private totals = new WorkerTotals();
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch((error: Error) => {
      respond(response, 500, 'application/json', JSON.stringify({ error: error.message }));
    });
  });

  constructor(sources: AdminSources) {
    this.sources = sources;
    this.registry.setDefaultLabels({ node: sources.nodeId });
    collectDefaultMetrics({ register: this.registry, prefix: 'palisade_edge_supervisor_' });
    this.registerMetrics();
  }

  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => resolve((this.server.address() as AddressInfo).port));
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  /** For OpenMetrics clients, with exemplars. */
  private async expose(accept: string | undefined, response: ServerResponse): Promise<void> {
    const { nodeId, pool } = this.sources;
    this.totals = pool.totals();
    const { durations } = this.totals;
    const text = await this.registry.metrics();
    if (wantsOpenMetrics(accept)) {
      const exemplars = durationExemplars(durations, { node: nodeId });
      respond(response, 200, OPEN_METRICS_TYPE, toOpenMetrics(text, exemplars));
    } else respond(response, 200, this.registry.contentType, text);
  }

  private async answer({ url = '/', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pool } = this.sources;
    switch (url.split('?')[0]) {
      case '/livez':
        respond(response, 200, 'application/json', '{"status":"ok"}');
        return;
      case '/readyz':
      case '/health': {
        const status = this.sources.isDraining() ? 'draining' : pool.ready ? 'ok' : 'starting';
        const body = JSON.stringify({ status, ...this.status() });
        respond(response, status === 'ok' ? 200 : 503, 'application/json', body);
        return;
      }
      case '/metrics':
        await this.expose(headers.accept, response);
        return;
      case '/versions':
        response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        await pipeline(versionsAsJson(this.sources.keeper), response);
        return;
      default:
        respond(response, 404, 'application/json', '{"error":"not found"}');
    }
  }

  private status() {
    const { keeper, pool, shipper, nodeId, controls, configs } = this.sources;
    const { comparedAtMs } = configs();
    return {
      node: nodeId,
      sites: keeper.size,
      refusedConfigs: keeper.refusals,
      configsComparedAt: comparedAtMs === 0 ? null : new Date(comparedAtMs).toISOString(),
      spool: shipper.state,
      controls: controls.state,
      http3: this.sources.http3?.state ?? null,
      workers: pool.slots.map((slot) => ({
        pid: slot.pid,
        listening: slot.listening,
        ports: slot.ports,
        restarts: slot.restarts,
        stalls: slot.stalls,
        stallReason: slot.stallReason,
        sites: slot.report?.sites ?? 0,
        memoryBytes: slot.report?.memoryBytes ?? 0,
      })),
    };
  }

  private registerMetrics(): void {
    const { keeper, pool, controls, configs, invalidations } = this.sources;
    for (const name of COUNTER_NAMES)
      this.counter(`${snakeCase(name)}_total`, COUNTER_HELP[name], () => this.totals.counters[name] ?? 0);
    for (const name of GAUGE_NAMES)
      this.gauge(snakeCase(name), GAUGE_HELP[name], () => this.totals.counters[name] ?? 0);
    this.gauge('workers_listening', 'Workers that take connections', () => {
      return pool.slots.filter((slot) => slot.listening).length;
    });
    this.gauge('workers', 'Workers that there are to be', () => pool.slots.length);
    this.counter('worker_restarts_total', 'Workers that ended unasked', () => {
      return pool.slots.reduce((sum, slot) => sum + slot.restarts, 0);
    });
    this.counter('worker_stalls_total', 'Workers whose event loop stood, and that were replaced', () => {
      return pool.slots.reduce((sum, slot) => sum + slot.stalls, 0);
    });
    this.gauge('workers_stalled', 'Workers that do not go on at this moment', () => {
      return pool.slots.filter((slot) => slot.stallReason !== null).length;
    });
    this.gauge('worker_memory_bytes', 'Resident memory of all workers', () => {
      return pool.slots.reduce((sum, slot) => sum + (slot.report?.memoryBytes ?? 0), 0);
    });
    this.counter('worker_cpu_seconds_total', 'CPU time of all workers', () => this.totals.cpuMicros / 1e6);
    const { keys } = this.sources;
    new Gauge({
      name: 'palisade_keys_info',
      help: 'Which keys of PALISADE_KEYS_FILE are in use, by a fingerprint of all of them',
      labelNames: ['fingerprint'],
      registers: [this.registry],
      collect() {
        this.reset();
        const { fingerprint } = keys;
        if (fingerprint !== null) this.set({ fingerprint }, 1);
      },
    });
    new Gauge({
      name: 'palisade_keys_behind_seconds',
      help: 'For how long PALISADE_KEYS_FILE has had keys that are not in use; 0: they are',
      registers: [this.registry],
      collect() {
        this.set(keys.behindSeconds);
      },
    });
    this.gauge('nodes', 'Nodes that keep limits together, by their heartbeats', this.sources.nodes);
    this.gauge(
      'heartbeat_age_seconds',
      'Time since Redis took this node’s heartbeat, which comes every 5 s; 0: the node has no Redis',
      () => this.sources.heartbeatAgeSeconds() ?? 0,
    );
    this.gauge('sites', 'Site configs held', () => keeper.size);
    this.counter('site_configs_refused_total', 'Site configs refused', () => keeper.refusals);
    this.gauge(
      'config_compared_age_seconds',
      'Time since configs were compared with Redis; -1: never',
      () => {
        const { comparedAtMs } = configs();
        return comparedAtMs === 0 ? -1 : (Date.now() - comparedAtMs) / 1_000;
      },
    );
    this.gauge('config_sequence', 'Published changes of configs up to this one were read', () => {
      return configs().sequence;
    });
    this.gauge('sites_behind', 'Sites whose published config is newer than the one that is held', () => {
      return configs().sitesBehind;
    });
    this.registerConfigMetrics();
    this.registerPoolMetrics();
    this.registerSpoolMetrics();
    this.counter(
      'cache_invalidations_unshared_total',
      'Changed addresses that other nodes were not told of, because of their number or an outage',
      () => invalidations.unshared,
    );
    this.gauge('phases_switched_off', 'Phases that the operator has switched off on all nodes', () => {
      return controls.inForce.switchedOff.length;
    });
    this.gauge('candidate_percent', 'Share of sites that a candidate rule set judges', () => {
      return controls.inForce.candidatePercent;
    });
    this.gauge('candidate_rolled_back', '1: the candidate rule set was taken back', () => {
      return controls.state.candidate?.rolledBack ? 1 : 0;
    });
    this.registerOriginMetrics();
    registerDurations(this.registry, () => this.totals.durations);
    registerDisk(this.registry, this.sources.dataDir);
    if (this.sources.http3 !== null) registerHttp3(this.registry, this.sources.http3);
  }

  private registerOriginMetrics(): void {
    const { health } = this.sources;
    this.gauge('origins_checked', 'Origins under health checks', () => health.size);
    this.gauge('origins_unhealthy', 'Origins that their health check calls unwell', () => {
      return health.unhealthy().length;
    });
    this.gauge(
      'origins_down_elsewhere',
      'Origins that are well here and left out because most nodes find them down',
      () => {
        return health.agreedDownOnly;
      },
    );
  }

  private registerSpoolMetrics(): void {
    const { shipper, spoolMaxBytes } = this.sources;
    this.gauge('spool_bytes', 'Log records on disk', () => shipper.state.bytes);
    this.gauge('spool_max_bytes', 'Bound of log records on disk', () => spoolMaxBytes);
    this.counter(
      'log_lines_lost_total',
      'Lines of the supervisor’s own log that could not be written',
      logLinesLost,
    );
    this.gauge('spool_segments', 'Spool segments on disk', () => shipper.state.segments);
    this.counter(
      'spool_published_records_total',
      'Log records given to the bus',
      () => shipper.state.publishedRecords,
    );
    this.counter('spool_dropped_records_total', 'Log records dropped because the spool was full', () => {
      return shipper.state.droppedRecords;
    });
  }

  /** A worker with a lower revision than its supervisor has not applied the latest configs yet. */
  private registerConfigMetrics(): void {
    const { keeper, pool } = this.sources;
    const each = (tell: (labels: Record<string, string>, revision: number, changedAtMs: number) => void) => {
      tell({ process: 'supervisor' }, keeper.revision, keeper.changedAtMs);
      for (const [slot, { report }] of pool.slots.entries()) {
        if (report === null) continue;
        tell({ process: `worker-${slot}` }, report.configRevision, report.configChangedAtMs);
      }
    };
    const labelled = (name: string, help: string, read: (revision: number, changedAtMs: number) => number) =>
      new Gauge({
        name: `palisade_edge_${name}`,
        help,
        labelNames: ['process'],
        registers: [this.registry],
        collect() {
          this.reset();
          each((labels, revision, changedAtMs) => this.set(labels, read(revision, changedAtMs)));
        },
      });
    labelled('config_revision', 'Configs that were taken over since the node has started', (revision) => {
      return revision;
    });
    labelled('config_age_seconds', 'Time since the latest config was taken over; -1: none was', (_, atMs) => {
      return atMs === 0 ? -1 : (Date.now() - atMs) / 1_000;
    });
  }

  /** The fullest worker's usage, since each has its own limits; refusals are summed over all. */
  private registerPoolMetrics(): void {
    const { pool } = this.sources;
    const { registry } = this;
    const readTotals = () => this.totals;
    const options = (name: string, help: string) => ({
      ...{ name: `palisade_edge_${name}`, help },
      ...{ labelNames: ['pool'], registers: [registry] },
    });
    const labelled = (name: string, help: string, read: (poolName: PoolName) => number) =>
      new Gauge({
        ...options(name, help),
        collect() {
          for (const poolName of POOL_NAMES) this.set({ pool: poolName }, read(poolName));
        },
      });
    const counted = (name: string, help: string, what: 'refused' | 'shed') =>
      new Counter({
        ...options(name, help),
        collect() {
          this.reset();
          const { pools } = readTotals();
          for (const poolName of POOL_NAMES) this.inc({ pool: poolName }, pools[poolName][what]);
        },
      });
    const states = (name: PoolName) =>
      pool.slots.flatMap(({ report }) => (report === null ? [] : [report.pools[name]]));
    labelled('pool_used', 'What is held of a pool that strangers fill, in the fullest worker', (name) =>
      Math.max(0, ...states(name).map(({ used }) => used)),
    );
    labelled(
      'pool_bound',
      'The bound of a pool, of one worker',
      (name) => Math.max(...states(name).map(({ bound }) => bound), 0) || POOLS[name].bound,
    );
    counted('pool_refused_total', 'Asked of a pool and not given', 'refused');
    counted('pool_shed_total', 'Taken back from those who held most of a pool', 'shed');
  }

  /** Counters of the workers or others, read on scrape. */
  private counter(name: string, help: string, read: () => number): void {
    new Counter({
      name: `palisade_edge_${name}`,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name: `palisade_edge_${name}`,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** In parts: of a million sites it would be a long text. */
function* versionsAsJson(keeper: ConfigKeeper): Generator<string> {
  let part = '[';
  let separator = '';
  for (const { version, ...facts } of keeper.versions()) {
    part += `${separator}${JSON.stringify({ ...facts, version: version.toString() })}`;
    separator = ',';
    if (part.length < VERSIONS_PART_CHARS) continue;
    yield part;
    part = '';
  }
  yield `${part}]`;
}

function respond(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(body);
}
