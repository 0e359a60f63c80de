import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments that renew themselves: PayPal's subscriptions, called agreements here, and the plans they were made from. */
export class Agreements1763700000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- PayPal's plans never change: another price is another one.
      CREATE TABLE paypal_plans (
        plan_id integer NOT NULL,
        billing_period text NOT NULL,
        amount_cents integer NOT NULL,
        currency text NOT NULL,
        paypal_plan_id text NOT NULL CONSTRAINT paypal_plans_id UNIQUE,
        PRIMARY KEY (plan_id, billing_period, amount_cents, currency)
      );

      CREATE TABLE paypal_agreements (
        id text PRIMARY KEY,
        -- The order that began it; each further payment makes an order of its own.
        order_id uuid NOT NULL REFERENCES orders (id),
        user_id uuid NOT NULL,
        paypal_plan_id text NOT NULL REFERENCES paypal_plans (paypal_plan_id),
        status text NOT NULL CHECK (status IN ('pending', 'active', 'ending', 'ended')),
        created_at timestamptz NOT NULL DEFAULT now(),
        checked_at timestamptz
      );
      CREATE INDEX paypal_agreements_user ON paypal_agreements (user_id) WHERE status <> 'ended';

      ALTER TABLE orders ADD COLUMN paypal_agreement_id text;
      CREATE INDEX orders_agreement ON orders (paypal_agreement_id) WHERE paypal_agreement_id IS NOT NULL;
      -- The agreement that pays for the next period.
      ALTER TABLE subscriptions ADD COLUMN agreement_id text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscriptions DROP COLUMN agreement_id;
      ALTER TABLE orders DROP COLUMN paypal_agreement_id;
      DROP TABLE paypal_agreements, paypal_plans;
    `);
  }
}
