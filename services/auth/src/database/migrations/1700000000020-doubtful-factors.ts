import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a device is known, and which second factors were set up on a device that was new then. */
export class DoubtfulFactors1700000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE known_devices ADD COLUMN first_used_at timestamptz;
      UPDATE known_devices SET first_used_at = last_used_at;
      ALTER TABLE known_devices ALTER COLUMN first_used_at SET NOT NULL, ALTER COLUMN first_used_at SET DEFAULT now();
      -- Renewed at each sign-in, for all accounts of the device.
      CREATE INDEX IF NOT EXISTS known_devices_token ON known_devices (token_hash);

      -- Those from before are taken for their owners'.
      ALTER TABLE mfa_configs ADD COLUMN on_new_device boolean NOT NULL DEFAULT false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mfa_configs DROP COLUMN on_new_device;
      DROP INDEX IF EXISTS known_devices_token;
      ALTER TABLE known_devices DROP COLUMN first_used_at;
    `);
  }
}
