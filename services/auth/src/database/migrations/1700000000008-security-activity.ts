import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What happened around the security of an account, for its owner to see. */
export class SecurityActivity1700000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE security_events (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        at timestamptz NOT NULL,
        kind text NOT NULL,
        -- Empty where an administrator did it: whose address it was is no business of the account's owner.
        client_address text NOT NULL,
        user_agent text NOT NULL,
        by_administrator boolean NOT NULL,
        details jsonb NOT NULL
      );
      CREATE INDEX security_events_of_user ON security_events (user_id, at DESC, id DESC);
      CREATE INDEX security_events_at ON security_events (at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE security_events');
  }
}
