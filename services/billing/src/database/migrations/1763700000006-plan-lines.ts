import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lines removed from all plans, with their replacements; lines that an administrator wrote stay. */
const CHANGES = [
  {
    slug: 'business',
    before: ['✓ Advanced managed rules', '{rule_set_choice}'],
    line: '✓ Advanced managed rules',
    now: '{rule_set_choice}',
  },
  {
    slug: 'enterprise',
    before: ['✓ AI bot protection'],
    line: '✓ AI bot protection',
    now: '{bot_protection}',
  },
];

/** Plan cards name only what the plan includes and the edge does. */
export class PlanLines1763700000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { slug, before, line, now } of CHANGES) {
      await runner.query(
        `UPDATE plans SET features = (
           SELECT jsonb_agg(CASE entry WHEN $2 THEN $3 ELSE entry END ORDER BY position)
           FROM jsonb_array_elements_text(features) WITH ORDINALITY AS lines(entry, position)
           WHERE entry <> $3)
         WHERE slug = $1 AND features @> $4::jsonb`,
        [slug, line, now, JSON.stringify(before)],
      );
    }
  }

  async down(): Promise<void> {
    // The earlier lines were wrong.
  }
}
