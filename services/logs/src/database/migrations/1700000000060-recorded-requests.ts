import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests that edges recorded for policy replay, encrypted under their sites' keys, which are stored elsewhere. */
export class RecordedRequests1700000000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE recorded_requests (
        site_no integer NOT NULL,
        received_at timestamptz NOT NULL,
        request_id text NOT NULL,
        refused boolean NOT NULL,
        expires_at timestamptz NOT NULL,
        sealed bytea NOT NULL,
        PRIMARY KEY (site_no, received_at, request_id)
      )`);
    await runner.query('CREATE INDEX recorded_requests_by_expiry ON recorded_requests (expires_at)');
    await runner.query('CREATE TABLE recording_quotas (site_no integer PRIMARY KEY, quota bigint)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recorded_requests, recording_quotas');
  }
}
