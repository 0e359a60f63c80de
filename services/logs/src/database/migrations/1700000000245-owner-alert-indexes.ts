import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the retention of owners' alerts, and for open alerts, which are listed first. */
export class OwnerAlertIndexes1700000000245 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const table = 'owner_alerts';
    await buildIndex(runner, {
      ...{ name: 'owner_alerts_resolved', table, columns: 'resolved_at' },
      where: 'resolved_at IS NOT NULL',
    });
    await buildIndex(runner, {
      ...{ name: 'owner_alerts_open_of_owner', table, columns: 'owner_id, fired_at DESC' },
      where: 'resolved_at IS NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX owner_alerts_resolved, owner_alerts_open_of_owner');
  }
}
