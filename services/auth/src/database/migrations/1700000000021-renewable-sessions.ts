import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sessions that are bound to a device and renewed by refresh tokens. Earlier sessions have neither: their access token
 * stays valid until its original expiry.
 */
export class RenewableSessions1700000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions ADD COLUMN device_hash text,
                           ADD COLUMN refresh_generation integer,
                           ADD COLUMN refresh_rotated_at timestamptz NOT NULL DEFAULT now(),
                           ADD COLUMN refresh_confirmed boolean NOT NULL DEFAULT false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions DROP COLUMN device_hash, DROP COLUMN refresh_generation,
                           DROP COLUMN refresh_rotated_at, DROP COLUMN refresh_confirmed;
    `);
  }
}
