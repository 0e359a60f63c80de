import { SEED_ENTITLEMENTS } from '@palisade/entitlements';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Plans from before say nothing of it: those that every installation starts with get theirs, others what the free one has. */
export class LogStreams1763700000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const bySlug = Object.fromEntries(
      Object.entries(SEED_ENTITLEMENTS).map(([slug, { maxLogStreams }]) => [slug, maxLogStreams]),
    );
    await runner.query(
      `UPDATE plans
       SET entitlements = entitlements
         || jsonb_build_object('maxLogStreams', coalesce($1::jsonb -> slug, $1::jsonb -> 'free'))
       WHERE NOT entitlements ? 'maxLogStreams'`,
      [JSON.stringify(bySlug)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE plans SET entitlements = entitlements - 'maxLogStreams'`);
  }
}
