import {
  createOutboxTable,
  createProcessedEventsTable,
  dropOutboxTable,
  dropProcessedEventsTable,
} from '@palisade/messaging';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PLAN_SEEDS } from '../seeds/plan-seeds.ts';

/** Plans with their seeds, who has which, orders with their invoices, and what PayPal told us. */
export class Billing1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await createOutboxTable(runner);
    await createProcessedEventsTable(runner);
    for (const plan of PLAN_SEEDS) {
      await runner.query(
        `INSERT INTO plans (id, slug, name, price_cents, description, features, is_active, entitlements)
         VALUES ($1, $2, $3, $4, $5, $6, true, $7)`,
        [
          plan.id,
          plan.slug,
          plan.name,
          plan.priceCents,
          plan.description,
          JSON.stringify(plan.features),
          JSON.stringify(plan.entitlements),
        ],
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropProcessedEventsTable(runner);
    await dropOutboxTable(runner);
    await runner.query(`
      DROP TABLE paypal_events, trial_uses, invoices, invoice_counters, orders, subscription_changes, subscriptions, plans;
      DROP SEQUENCE order_numbers, plans_id;
    `);
  }
}

const TABLES = `
  CREATE SEQUENCE plans_id START 5;
  CREATE TABLE plans (
    id integer PRIMARY KEY,
    slug text NOT NULL CONSTRAINT plans_slug UNIQUE,
    name text NOT NULL,
    price_cents integer NOT NULL CHECK (price_cents >= 0),
    description text NOT NULL,
    features jsonb NOT NULL,
    is_active boolean NOT NULL,
    entitlements jsonb NOT NULL
  );

  CREATE TABLE subscriptions (
    user_id uuid PRIMARY KEY,
    plan_id integer NOT NULL REFERENCES plans (id),
    status text NOT NULL CHECK (status IN ('free', 'trial', 'active', 'cancelled', 'past_due')),
    billing_period text CHECK (billing_period IN ('monthly', 'yearly')),
    price_cents integer NOT NULL DEFAULT 0,
    trial_ends_at timestamptz,
    paid_until timestamptz,
    order_id uuid,
    reminded_at timestamptz,
    revision bigint NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX subscriptions_plan ON subscriptions (plan_id);
  CREATE INDEX subscriptions_trial_end ON subscriptions (trial_ends_at) WHERE trial_ends_at IS NOT NULL;
  CREATE INDEX subscriptions_paid_until ON subscriptions (paid_until) WHERE paid_until IS NOT NULL;

  -- How everyone came to the plan they have; append-only.
  CREATE TABLE subscription_changes (
    user_id uuid NOT NULL,
    revision bigint NOT NULL,
    plan_id integer NOT NULL,
    previous_plan_id integer NOT NULL,
    reason text NOT NULL,
    actor_id uuid,
    order_id uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, revision)
  );

  CREATE SEQUENCE order_numbers START 1001;
  CREATE TABLE orders (
    id uuid PRIMARY KEY,
    order_number text NOT NULL CONSTRAINT orders_number UNIQUE,
    user_id uuid,
    -- Guests are known by their address until somebody who proves it is theirs claims the order.
    guest_email text,
    guest_name text,
    claim_token_hash bytea,
    plan_id integer NOT NULL REFERENCES plans (id),
    plan_slug text NOT NULL,
    billing_period text NOT NULL CHECK (billing_period IN ('monthly', 'yearly')),
    amount_cents integer NOT NULL,
    currency text NOT NULL,
    payment_method text NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'completed', 'failed', 'cancelled')),
    failure text,
    paypal_order_id text CONSTRAINT orders_paypal_order UNIQUE,
    paypal_capture_id text CONSTRAINT orders_paypal_capture UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    paid_at timestamptz,
    activated_at timestamptz,
    refunded_at timestamptz,
    checked_at timestamptz,
    CHECK (user_id IS NOT NULL OR guest_email IS NOT NULL)
  );
  CREATE INDEX orders_user ON orders (user_id, created_at);
  CREATE INDEX orders_guest ON orders (guest_email) WHERE user_id IS NULL;
  CREATE INDEX orders_pending ON orders (created_at) WHERE status = 'pending';

  -- Numbers without gaps: the row is locked by the transaction that issues one.
  CREATE TABLE invoice_counters (year integer PRIMARY KEY, last integer NOT NULL);
  CREATE TABLE invoices (
    id uuid PRIMARY KEY,
    number text NOT NULL CONSTRAINT invoices_number UNIQUE,
    kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
    order_id uuid NOT NULL REFERENCES orders (id),
    amount_cents integer NOT NULL,
    currency text NOT NULL,
    description text NOT NULL,
    issued_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT invoices_once UNIQUE (order_id, kind)
  );

  -- A trial is started once per e-mail address and domain; kept as hashes, also after an account is gone.
  CREATE TABLE trial_uses (
    kind text NOT NULL CHECK (kind IN ('email', 'domain')),
    value_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (kind, value_hash)
  );

  CREATE TABLE paypal_events (
    event_id text PRIMARY KEY,
    event_type text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now()
  );
`;
