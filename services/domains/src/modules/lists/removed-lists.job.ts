import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { IntervalJob, queryRows } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { ListPublisherService } from './list-publisher.service.ts';

const INTERVAL_MS = 60 * 60_000;
/** An installation that is restarted often forgets, too. */
const FIRST_AFTER_MS = 5 * 60_000;
/** Longer than an edge is away and comes back with what it had. No policy refers to a removed list anyhow. */
const KEPT_DAYS = 30;
const BATCH = 500;

/** Forgets removed lists of which every edge has heard long ago: in the edges' store, and here. */
@Injectable()
export class RemovedListsJob extends IntervalJob {
  protected readonly pauseMs = INTERVAL_MS;
  protected override readonly firstAfterMs = FIRST_AFTER_MS;
  protected readonly failure = 'removed lists will be forgotten later';

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly publisher: ListPublisherService,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    while (!this.stopped && (await this.forgetSome()) === BATCH);
  }

  /** Instances share the work. @returns how many are forgotten */
  forgetSome(): Promise<number> {
    return this.database.transaction(async (manager) => {
      // Locked until the store has deleted them: an existing row is published again, a deleted one never.
      const gone = await queryRows<{ id: string }>(
        manager,
        `DELETE FROM client_lists WHERE id IN (
           SELECT id FROM client_lists
           WHERE removed_at < now() - $1 * interval '1 day' AND published_version = version
           ORDER BY removed_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING id`,
        [KEPT_DAYS, BATCH],
      );
      await this.publisher.forget(gone.map(({ id }) => id));
      return gone.length;
    });
  }
}
