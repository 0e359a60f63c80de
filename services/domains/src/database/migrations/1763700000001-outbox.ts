import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Facts wait here, in the transaction that made them true, until the bus has them. */
export class Outbox1763700000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox (
        position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id uuid NOT NULL,
        type text NOT NULL,
        topic text NOT NULL,
        key text NOT NULL,
        envelope bytea NOT NULL
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox');
  }
}
