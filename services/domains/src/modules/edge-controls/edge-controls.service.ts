import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AuditAction } from '@palisade/contracts';
import {
  EdgeControlsPublisher,
  MAX_DRAINING,
  NODE_ALIVE_MS,
  NodeBoard,
  RollbackBoard,
} from '@palisade/edge-state';
import { type Actor, AuditLogger } from '@palisade/messaging/nest';
import { DomainError, queryRows } from '@palisade/nest-kit';
import type { EdgeSwitch } from '@palisade/site-policy';
import type { Redis } from 'ioredis';
import type { DataSource, EntityManager } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import { signingKeyOf } from '../../config/live-keys.ts';
import { EDGE_REDIS } from '../../connections/edge-redis.ts';
import type { EdgeControlsUpdate, EdgeControlsView } from './edge-controls.schema.ts';

interface Row {
  version: number;
  switched_off: EdgeSwitch[];
  candidate_percent: number;
  draining: string[];
  changed_at: Date;
}

/** Interval of writing them again, ms, in case Redis has lost them. */
const REPEAT_MS = 30_000;

/** Kill switches, and the share of sites that use a candidate rule set, for all edge nodes. */
@Injectable()
export class EdgeControlsService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(EdgeControlsService.name);
  private readonly publisher: EdgeControlsPublisher;
  private readonly rollbacks: RollbackBoard;
  private readonly nodes: NodeBoard;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly auditLogger: AuditLogger,
    @Inject(EDGE_REDIS) redis: Redis,
    @Inject(CONFIG)
    config: Pick<DomainsConfig, 'PALISADE_CONFIG_SIGNING_KEY' | 'PALISADE_CONFIG_SIGNING_KEY_ID'>,
  ) {
    this.publisher = new EdgeControlsPublisher(redis, signingKeyOf(config));
    this.rollbacks = new RollbackBoard(redis);
    this.nodes = new NodeBoard(redis);
  }

  onApplicationBootstrap(): void {
    const repeat = () => {
      this.announce().catch((error: Error) =>
        this.logger.warn({ err: error }, 'publishing edge controls failed'),
      );
    };
    repeat();
    this.timer = setInterval(repeat, REPEAT_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  async get(): Promise<EdgeControlsView> {
    return this.view(await this.stored(this.dataSource.manager));
  }

  /** @throws DomainError `configuration_changed` (409), `edges_not_told` (503: stored, and sent as soon as possible) */
  async update(actor: Actor, update: EdgeControlsUpdate): Promise<EdgeControlsView> {
    const row = await this.dataSource.transaction(async (manager) => {
      const before = await this.stored(manager, 'FOR UPDATE');
      if (before.version !== update.version) {
        throw new DomainError(
          'conflict',
          'configuration_changed',
          `The controls were changed in the meantime (they are at version ${before.version} now). Please reload them.`,
        );
      }
      const rows = await queryRows<Row>(
        manager,
        `UPDATE edge_controls SET version = version + 1, switched_off = $1, candidate_percent = $2, changed_at = now()
          WHERE id = 1 RETURNING *`,
        [update.switched_off, update.candidate_percent],
      );
      await this.auditLogger.record(manager, actor, 'edge.controls_changed', 'edge', {
        switched_off: update.switched_off.join(' '),
        candidate_percent: String(update.candidate_percent),
      });
      return rows[0]!;
    });
    await this.orUnavailable(this.announce());
    return this.view(row);
  }

  /** Nodes that are drained, or will be when they report again. */
  async draining(): Promise<string[]> {
    return (await this.stored(this.dataSource.manager)).draining;
  }

  /**
   * Makes a node report that it is not ready, so that load balancers send no clients; survives its restarts.
   * @throws DomainError `edge_node_not_found`, `last_edge_node`, `too_many_drains`, `edges_not_told`
   */
  async drain(actor: Actor, node: string): Promise<void> {
    await this.changeDrains(actor, 'edge.node_drained', node, async (draining) => {
      if (draining.includes(node)) return draining;
      const seen = await this.orUnavailable(this.nodes.read());
      if (!seen.some((other) => other.node === node)) {
        throw new DomainError('not_found', 'edge_node_not_found', 'Unknown edge node');
      }
      const isLeft = seen.some(
        (other) => other.node !== node && other.silentMs <= NODE_ALIVE_MS && !draining.includes(other.node),
      );
      if (!isLeft) {
        throw new DomainError(
          'conflict',
          'last_edge_node',
          'No other edge node would be ready. Start or take back another one first.',
        );
      }
      if (draining.length >= MAX_DRAINING) {
        const detail = `At most ${MAX_DRAINING} edge nodes can be drained. First return those to service that no longer exist.`;
        throw new DomainError('conflict', 'too_many_drains', detail);
      }
      return [...draining, node];
    });
  }

  /** Ends a drain, also of a node that no longer reports. @throws DomainError `edges_not_told` */
  async takeBack(actor: Actor, node: string): Promise<void> {
    await this.changeDrains(actor, 'edge.node_taken_back', node, async (draining) =>
      draining.filter((other) => other !== node),
    );
  }

  /** Under a lock, so that two concurrent drains cannot leave no node. */
  private async changeDrains(
    actor: Actor,
    action: AuditAction,
    node: string,
    change: (draining: readonly string[]) => Promise<readonly string[]>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const { draining: before } = await this.stored(manager, 'FOR UPDATE');
      const draining = await change(before);
      if (draining.length === before.length) return;
      await manager.query(
        'UPDATE edge_controls SET version = version + 1, draining = $1, changed_at = now() WHERE id = 1',
        [draining],
      );
      await this.auditLogger.record(manager, actor, action, node, {});
    });
    await this.orUnavailable(this.announce());
  }

  /** Allows a rolled-back candidate again. @throws DomainError `edges_not_told` */
  async forgive(actor: Actor): Promise<EdgeControlsView> {
    await this.orUnavailable(this.rollbacks.forgive());
    await this.auditLogger.record(this.dataSource.manager, actor, 'edge.candidate_forgiven', 'edge', {});
    return this.get();
  }

  private async announce(): Promise<void> {
    const row = await this.stored(this.dataSource.manager);
    await this.publisher.publish({
      version: row.version,
      switchedOff: row.switched_off,
      candidatePercent: row.candidate_percent,
      draining: row.draining,
    });
  }

  private async orUnavailable<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (cause) {
      throw new DomainError(
        'unavailable',
        'edges_not_told',
        'The edge nodes cannot be reached right now. The saved change is sent to them as soon as they can be.',
        { cause },
      );
    }
  }

  private async stored(manager: EntityManager, lock: '' | 'FOR UPDATE' = ''): Promise<Row> {
    const [row]: Row[] = await manager.query(`SELECT * FROM edge_controls WHERE id = 1 ${lock}`);
    if (row === undefined) throw new Error('the row of edge controls is missing');
    return row;
  }

  private async view(row: Row): Promise<EdgeControlsView> {
    const rollbacks = await this.rollbacks.read().catch((error: Error) => {
      this.logger.warn({ err: error }, 'reading candidate rollbacks from Redis failed');
      return null;
    });
    return {
      version: row.version,
      switched_off: row.switched_off,
      candidate_percent: row.candidate_percent,
      changed_at: row.changed_at.toISOString(),
      rollbacks:
        rollbacks?.map(({ release, node, reason, atMs }) => ({
          release,
          node,
          reason,
          at: new Date(atMs).toISOString(),
        })) ?? null,
    };
  }
}
