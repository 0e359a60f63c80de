import { SEED_ENTITLEMENTS } from '@palisade/entitlements';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Existing plans lack this entitlement: the standard plans get theirs, others that of the free plan. */
export class RecordedRequests1763700000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const bySlug = Object.fromEntries(
      Object.entries(SEED_ENTITLEMENTS).map(([slug, { maxRecordedRequests }]) => [slug, maxRecordedRequests]),
    );
    await runner.query(
      `UPDATE plans
       SET entitlements = entitlements
         || jsonb_build_object('maxRecordedRequests', coalesce($1::jsonb -> slug, $1::jsonb -> 'free'))
       WHERE NOT entitlements ? 'maxRecordedRequests'`,
      [JSON.stringify(bySlug)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE plans SET entitlements = entitlements - 'maxRecordedRequests'`);
  }
}
