import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EncodedEvent, type EventBus, encodeEvent, type OutgoingEvent } from '@palisade/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import { Facts } from './facts.ts';

/** Injection token of the event bus. */
export const BUS = Symbol('event bus');

const SOURCE = 'domains';
const BATCH = 200;
const POLL_MS = 500;

/**
 * Facts are rows of the transaction that makes them true; afterwards they go to the bus in the order of their keys
 * (whoever writes about a key holds its row, so positions rise in commit order within a key). A crash between sending
 * and deleting sends again; consumers recognise repeats by id.
 */
@Injectable()
export class OutboxFacts extends Facts implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Outbox');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private stopped = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(BUS) private readonly bus: EventBus,
  ) {
    super();
  }

  async record(manager: EntityManager, ...events: readonly OutgoingEvent[]): Promise<void> {
    for (const event of events) {
      const { id, type, topic, key, envelope } = encodeEvent(event, SOURCE);
      await manager.query('INSERT INTO outbox (id, type, topic, key, envelope) VALUES ($1, $2, $3, $4, $5)', [
        id,
        type,
        topic,
        key,
        Buffer.from(envelope),
      ]);
    }
  }

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(): void {
    this.timer = setTimeout(() => {
      this.running = this.drain().finally(() => {
        if (!this.stopped) this.schedule();
      });
    }, POLL_MS);
  }

  private async drain(): Promise<void> {
    try {
      for (let sent = BATCH; sent === BATCH && !this.stopped; ) {
        sent = await this.dataSource.transaction((manager) => this.sendBatch(manager));
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'facts wait for the bus');
    }
  }

  /** One instance at a time, since order would not survive two. */
  private async sendBatch(manager: EntityManager): Promise<number> {
    const [lock]: { free: boolean }[] = await manager.query(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('outbox:${SOURCE}', 0)) AS free`,
    );
    if (lock?.free !== true) return 0;
    const rows: (EncodedEvent & { position: string })[] = await manager.query(
      `SELECT position, id, type, topic, key, envelope FROM outbox ORDER BY position LIMIT ${BATCH}`,
    );
    if (rows.length === 0) return 0;
    await this.bus.publishEncoded(rows);
    await manager.query('DELETE FROM outbox WHERE position = ANY ($1)', [rows.map((row) => row.position)]);
    return rows.length;
  }
}
