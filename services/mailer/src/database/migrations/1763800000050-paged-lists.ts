import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the administrators' lists, which are paged from the newest row, however long they are. */
export class PagedLists1763800000050 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'subscribers_on_list',
      table: 'subscribers',
      columns: 'id',
      where: 'is_subscribed',
    });
    await buildIndex(runner, {
      name: 'suppressions_by_time',
      table: 'suppressions',
      columns: 'created_at, email',
    });
    // Dead letters are a small part of all mails.
    await buildIndex(runner, { name: 'mails_by_status', table: 'mails', columns: 'status, created_at, id' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX subscribers_on_list, suppressions_by_time, mails_by_status');
  }
}
