import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { NodeBoard, type SeenNode } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { EDGE_REDIS } from '../publication/publication-pump.ts';
import type { EdgeNodesView, EdgeNodeView } from './edge-health.dto.ts';

/** Three reports missed; see the edge's heartbeat. */
const ALIVE_MS = 17_000;

/** How the edge nodes are, and what waits to be published to them. */
@Injectable()
export class EdgeNodes {
  private readonly logger = new Logger(EdgeNodes.name);
  private readonly board: NodeBoard;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(EDGE_REDIS) redis: Redis,
  ) {
    this.board = new NodeBoard(redis);
  }

  async view(): Promise<EdgeNodesView> {
    const [nodes, publications] = await Promise.all([this.nodes(), this.publications()]);
    return { nodes, publications };
  }

  private async nodes(): Promise<EdgeNodeView[] | null> {
    try {
      const [seen, published] = await Promise.all([this.board.read(), this.board.publishedSequence()]);
      return seen.map((node) => toView(node, published));
    } catch (error) {
      this.logger.warn({ err: error }, 'the edge nodes cannot be read');
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
}

function toView(node: SeenNode, published: number): EdgeNodeView {
  const { configs, spool } = node;
  const refusal = configs.lastRefusal;
  return {
    node: node.node,
    last_seen_at: iso(node.seenAtMs),
    alive: node.silentMs <= ALIVE_MS,
    version: node.version,
    started_at: iso(node.startedAtMs),
    workers_listening: node.workersListening,
    workers: node.workers,
    sites: node.sites,
    // After Redis was emptied, a node may be ahead until it has looked again.
    changes_behind: Math.max(0, published - configs.sequence),
    sites_behind: configs.sitesBehind,
    configs_compared_at: configs.comparedAtMs === 0 ? null : iso(configs.comparedAtMs),
    configs_refused: configs.refused,
    last_refusal: refusal && { site_id: refusal.siteId, code: refusal.code, at: iso(refusal.atMs) },
    spool_bytes: spool.bytes,
    spool_segments: spool.segments,
    bans: node.bans,
    controls_version: node.controlsVersion,
    candidate_rolled_back: node.candidateRolledBack,
    cpu_percent: node.cpuPercent,
    memory_bytes: node.memoryBytes,
  };
}

const iso = (ms: number) => new Date(ms).toISOString();
