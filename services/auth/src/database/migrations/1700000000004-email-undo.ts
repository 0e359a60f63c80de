import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links that take back the change of an e-mail address. */
export class EmailUndo1700000000004 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return allow(runner, ['confirm', 'reset', 'undo']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM email_tokens WHERE purpose = 'undo'`);
    await allow(runner, ['confirm', 'reset']);
  }
}

async function allow(runner: QueryRunner, purposes: readonly string[]): Promise<void> {
  const list = purposes.map((purpose) => `'${purpose}'`).join(', ');
  await runner.query(`
    ALTER TABLE email_tokens DROP CONSTRAINT email_tokens_purpose_check;
    ALTER TABLE email_tokens ADD CONSTRAINT email_tokens_purpose_check CHECK (purpose IN (${list}));
  `);
}
