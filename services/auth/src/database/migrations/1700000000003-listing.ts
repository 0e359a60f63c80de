import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes that alone answer the administrators' list of users: a far page by address or name, and the total. */
export class Listing1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const column of ['email_key', 'username_key']) {
      await runner.query(`
        DROP INDEX users_${column};
        CREATE UNIQUE INDEX users_${column} ON users (${column}) INCLUDE (id) WHERE deleted_at IS NULL;
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['email_key', 'username_key']) {
      await runner.query(`
        DROP INDEX users_${column};
        CREATE UNIQUE INDEX users_${column} ON users (${column}) WHERE deleted_at IS NULL;
      `);
    }
  }
}
