import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators' notes about an account; deleted with it. */
export class UserNotes1700000000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE user_notes (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        author_id uuid NOT NULL,
        text text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX user_notes_of_user ON user_notes (user_id, created_at DESC, id DESC);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE user_notes');
  }
}
