import { createProcessedEventsTable, dropProcessedEventsTable } from '@palisade/messaging';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which events of other services have had their effect here, so that a copy of one has none. */
export class ProcessedEvents1763700000060 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return createProcessedEventsTable(runner);
  }

  down(runner: QueryRunner): Promise<void> {
    return dropProcessedEventsTable(runner);
  }
}
