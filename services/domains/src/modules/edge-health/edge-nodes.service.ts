import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { NODE_ALIVE_MS, NodeBoard, type SeenNode } from '@palisade/edge-state';
import { Metrics } from '@palisade/nest-kit';
import type { Redis } from 'ioredis';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { EDGE_REDIS } from '../../connections/edge-redis.ts';
import { EdgeControlsService } from '../edge-controls/edge-controls.service.ts';
import type { EdgeNodesView, EdgeNodeView } from './edge-health.schema.ts';

/** More nodes are not measured: an edge that is in other hands could report in any number of names. */
const MAX_MEASURED = 200;

/** State of the edge nodes, and what waits to be published to them. */
@Injectable()
export class EdgeNodesService {
  private readonly logger = new Logger(EdgeNodesService.name);
  private readonly board: NodeBoard;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly controls: EdgeControlsService,
    @Inject(EDGE_REDIS) redis: Redis,
    { registry }: Metrics,
  ) {
    this.board = new NodeBoard(redis);
    this.measure(
      registry,
      'silent_seconds',
      'How long ago an edge node that was not stopped has reported last',
      ({ silentMs }) => silentMs / 1_000,
    );
    this.measure(
      registry,
      'workers_missing',
      'Workers of an edge node that take no connections',
      ({ workers, workersListening }) => workers - workersListening,
    );
  }

  /**
   * For nodes on all machines: Prometheus itself usually reaches only the local edge. Without Redis there is no value.
   */
  private measure(
    registry: Metrics['registry'],
    name: string,
    help: string,
    of: (node: SeenNode) => number,
  ): void {
    const gauge: Gauge = new Gauge({
      name: `palisade_edge_node_${name}`,
      help,
      labelNames: ['node'],
      registers: [registry],
      collect: async () => {
        gauge.reset();
        try {
          for (const node of (await this.board.read()).slice(0, MAX_MEASURED)) {
            gauge.set({ node: node.node }, of(node));
          }
        } catch (error) {
          this.logger.warn({ err: error }, 'reading the edge nodes from Redis failed');
        }
      },
    });
  }

  async view(): Promise<EdgeNodesView> {
    const [draining, publications, certificates] = await Promise.all([
      this.controls.draining(),
      this.publications(),
      this.certificates(),
    ]);
    const seen = await this.nodes(draining);
    const reporting = new Set(seen?.nodes.map(({ node }) => node));
    return {
      nodes: seen?.nodes ?? null,
      config_sequence: seen?.published ?? null,
      drained_elsewhere: seen === null ? [] : draining.filter((node) => !reporting.has(node)),
      publications,
      certificates,
    };
  }

  private async nodes(
    draining: readonly string[],
  ): Promise<{ nodes: EdgeNodeView[]; published: number } | null> {
    try {
      const [seen, published] = await Promise.all([this.board.read(), this.board.publishedSequence()]);
      return { nodes: seen.map((node) => toView(node, published, draining)), published };
    } catch (error) {
      this.logger.warn({ err: error }, 'reading the edge nodes from Redis failed');
      return null;
    }
  }

  private async publications(): Promise<EdgeNodesView['publications']> {
    const rows: { waiting: number; failing: number; oldest: Date | null }[] = await this.dataSource.query(
      `SELECT count(*)::int AS waiting, count(last_error)::int AS failing, min(changed_at) AS oldest
         FROM publications WHERE published_version IS DISTINCT FROM version`,
    );
    const { waiting = 0, failing = 0, oldest = null } = rows[0] ?? {};
    return { waiting, failing, oldest_at: oldest?.toISOString() ?? null };
  }

  /**
   * Failed renewals count even while the certificate is valid; names that point elsewhere are the owner's affair and do
   * not.
   */
  private async certificates(): Promise<EdgeNodesView['certificates']> {
    const rows: { failing: number; expired: number; names: string[] | null }[] = await this.dataSource.query(
      `SELECT count(*) FILTER (WHERE NOT is_over)::int AS failing, count(*) FILTER (WHERE is_over)::int AS expired,
              (array_agg(domain_name ORDER BY is_over DESC, domain_name))[1:5] AS names
         FROM (SELECT d.domain_name, bool_and(coalesce(c.not_after <= now(), true)) AND count(c.not_after) > 0 AS is_over,
                      bool_or(c.status <> 'active' AND c.last_error_code <> 'not_pointing') AS is_failing
                 FROM certificates c JOIN domains d ON d.id = c.domain_id
                WHERE d.dns_verified GROUP BY d.id, d.domain_name) states
        WHERE is_over OR is_failing`,
    );
    const { failing = 0, expired = 0, names = null } = rows[0] ?? {};
    return { failing, expired, domains: names ?? [] };
  }
}

function toView(node: SeenNode, published: number, draining: readonly string[]): EdgeNodeView {
  const { configs, spool } = node;
  const refusal = configs.lastRefusal;
  return {
    node: node.node,
    last_seen_at: iso(node.seenAtMs),
    alive: node.silentMs <= NODE_ALIVE_MS,
    version: node.version,
    started_at: iso(node.startedAtMs),
    workers_listening: node.workersListening,
    workers: node.workers,
    sites: node.sites,
    // After Redis was emptied, a node may be ahead until it has read it again.
    changes_behind: Math.max(0, published - configs.sequence),
    sites_behind: configs.sitesBehind,
    configs_compared_at: configs.comparedAtMs === 0 ? null : iso(configs.comparedAtMs),
    configs_refused: configs.refused,
    last_refusal: refusal && { site_id: refusal.siteId, code: refusal.code, at: iso(refusal.atMs) },
    spool_bytes: spool.bytes,
    spool_segments: spool.segments,
    bans: node.bans,
    controls_version: node.controlsVersion,
    config_sequence: Math.max(0, configs.sequence),
    drain: drainOf(draining.includes(node.node), node.draining),
    candidate_rolled_back: node.candidateRolledBack,
    keys_behind_seconds: Math.floor(node.keys?.behindSeconds ?? 0),
    cpu_percent: node.cpuPercent,
    memory_bytes: node.memoryBytes,
  };
}

function drainOf(isAsked: boolean, isDraining: boolean): EdgeNodeView['drain'] {
  if (isAsked) return isDraining ? 'draining' : 'asked';
  return isDraining ? 'returning' : 'none';
}

const iso = (ms: number) => new Date(ms).toISOString();
