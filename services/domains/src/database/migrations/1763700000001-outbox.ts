import { createOutboxTable, dropOutboxTable } from '@palisade/messaging';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Facts wait here, in the transaction that made them true, until the bus has them. */
export class Outbox1763700000001 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return createOutboxTable(runner);
  }

  down(runner: QueryRunner): Promise<void> {
    return dropOutboxTable(runner);
  }
}
