import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When administrators viewed customers' dashboards, who allowed it, and what they viewed. Deleted with the customer's
 * account.
 */
export class SupportViews1700000000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE support_views (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        admin_id uuid NOT NULL,
        reason text NOT NULL,
        asked_at timestamptz NOT NULL DEFAULT now(),
        -- An unanswered question.
        lapses_at timestamptz NOT NULL,
        answered_at timestamptz,
        allowed boolean,
        -- Counts from the permission and not from the first look.
        ends_at timestamptz,
        opened_at timestamptz,
        -- The administrator's; with it the view is over.
        session_id uuid,
        ended_at timestamptz
      );
      CREATE INDEX support_views_of_user ON support_views (user_id, asked_at DESC, id DESC);
      CREATE INDEX support_views_asked_at ON support_views (asked_at);
      CREATE TABLE support_view_looks (
        view_id uuid NOT NULL REFERENCES support_views ON DELETE CASCADE,
        path text NOT NULL,
        first_at timestamptz NOT NULL DEFAULT now(),
        last_at timestamptz NOT NULL DEFAULT now(),
        times int NOT NULL DEFAULT 1,
        PRIMARY KEY (view_id, path)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE support_view_looks; DROP TABLE support_views');
  }
}
