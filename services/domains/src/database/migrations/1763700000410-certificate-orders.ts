import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders that certificate authorities were given lately, by whose they were; see `CertificateOrdersRepository`. */
export class CertificateOrders1763700000410 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE certificate_orders (
        owner_id uuid NOT NULL,
        ordered_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX certificate_orders_of_owner ON certificate_orders (owner_id, ordered_at);
      CREATE INDEX certificate_orders_by_time ON certificate_orders (ordered_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE certificate_orders');
  }
}
