import { SEED_ENTITLEMENTS } from '@palisade/entitlements';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Plans from before say nothing of it: those that every installation starts with get theirs, others what the free one has. */
export class InspectedUploads1763700000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const bySlug = Object.fromEntries(
      Object.entries(SEED_ENTITLEMENTS).map(([slug, { maxInspectedUploadMb }]) => [
        slug,
        maxInspectedUploadMb,
      ]),
    );
    await runner.query(
      `UPDATE plans
       SET entitlements = entitlements
         || jsonb_build_object('maxInspectedUploadMb', coalesce($1::jsonb -> slug, $1::jsonb -> 'free'))
       WHERE NOT entitlements ? 'maxInspectedUploadMb'`,
      [JSON.stringify(bySlug)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE plans SET entitlements = entitlements - 'maxInspectedUploadMb'`);
  }
}
