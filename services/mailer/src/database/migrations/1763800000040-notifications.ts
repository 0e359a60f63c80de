import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Owners' notifications in the dashboard, beside their mail. */
export class Notifications1763800000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notifications (
        -- The mail's: one fact is told once, however often it arrives.
        id text PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        at timestamptz NOT NULL DEFAULT now(),
        category text NOT NULL,
        kind text NOT NULL,
        tone text NOT NULL,
        title text NOT NULL,
        preview text NOT NULL,
        domain text NOT NULL,
        read_at timestamptz
      );
      CREATE INDEX notifications_of_user ON notifications (user_id, at DESC, id DESC);
      CREATE INDEX notifications_at ON notifications (at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notifications');
  }
}
