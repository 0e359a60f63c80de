import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a session last re-authenticated, and the end of tokens that were issued without that. */
export class ConfirmedSessions1700000000005 implements MigrationInterface {
  static readonly contract = {
    since: '2026-11-21',
    why: 'second factors that nobody has confirmed and keys of addresses that nobody has proven are to end; they can be made again',
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz;
      UPDATE sessions SET authenticated_at = created_at;
      ALTER TABLE sessions ALTER COLUMN authenticated_at SET DEFAULT now(),
                           ALTER COLUMN authenticated_at SET NOT NULL;
      CREATE INDEX known_devices_token ON known_devices (token_hash);
      -- Second factors wait only for whoever has just given the password.
      DELETE FROM mfa_configs WHERE enabled_at IS NULL;
      -- Whoever registers with an address that is not theirs must not keep a key to it.
      DELETE FROM api_keys k USING users u WHERE u.id = k.user_id AND u.email_confirmed_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX known_devices_token; ALTER TABLE sessions DROP COLUMN authenticated_at');
  }
}
