import type { DatabaseOptions } from '@palisade/nest-kit';
import type { BillingConfig } from '../config/config.ts';
import { Agreement } from '../modules/agreements/agreement.entity.ts';
import { Invoice } from '../modules/invoices/invoice.entity.ts';
import { Order } from '../modules/order-store/order.entity.ts';
import { Plan } from '../modules/plans/plan.entity.ts';
import { Subscription } from '../modules/subscriptions/subscription.entity.ts';
import { Billing1763700000000 } from './migrations/1763700000000-billing.ts';
import { Bandwidth1763700000001 } from './migrations/1763700000001-bandwidth.ts';
import { Agreements1763700000002 } from './migrations/1763700000002-agreements.ts';
import { RuleSetChoice1763700000003 } from './migrations/1763700000003-rule-set-choice.ts';
import { NextPayment1763700000004 } from './migrations/1763700000004-next-payment.ts';
import { InspectedUploads1763700000005 } from './migrations/1763700000005-inspected-uploads.ts';
import { PlanLines1763700000006 } from './migrations/1763700000006-plan-lines.ts';
import { RecordedRequests1763700000020 } from './migrations/1763700000020-recorded-requests.ts';
import { LogStreams1763700000021 } from './migrations/1763700000021-log-streams.ts';
import { SortedOrders1763700000022 } from './migrations/1763700000022-sorted-orders.ts';
import { ClosedAccounts1763700000023 } from './migrations/1763700000023-closed-accounts.ts';
import { UnsettledAgreements1763700000024 } from './migrations/1763700000024-unsettled-agreements.ts';
import { PaymentsToldLate1763700000025 } from './migrations/1763700000025-payments-told-late.ts';
import { GuaranteeUses1763700000026 } from './migrations/1763700000026-guarantee-uses.ts';
import { UnknownPayments1763700000027 } from './migrations/1763700000027-unknown-payments.ts';
import { PlansWithoutArrears1763700000028 } from './migrations/1763700000028-plans-without-arrears.ts';
import { GuestsPayments1763700000029 } from './migrations/1763700000029-guests-payments.ts';
import { InvoiceParties1763700000030 } from './migrations/1763700000030-invoice-parties.ts';
import { RefundedParts1763700000031 } from './migrations/1763700000031-refunded-parts.ts';

export function databaseOptions(config: BillingConfig): DatabaseOptions {
  return {
    url: config.PALISADE_DATABASE_URL,
    schema: 'billing',
    poolSize: config.PALISADE_DATABASE_POOL,
    entities: [Agreement, Invoice, Order, Plan, Subscription],
    migrations: [
      Billing1763700000000,
      Bandwidth1763700000001,
      Agreements1763700000002,
      RuleSetChoice1763700000003,
      NextPayment1763700000004,
      InspectedUploads1763700000005,
      PlanLines1763700000006,
      RecordedRequests1763700000020,
      LogStreams1763700000021,
      SortedOrders1763700000022,
      ClosedAccounts1763700000023,
      UnsettledAgreements1763700000024,
      PaymentsToldLate1763700000025,
      GuaranteeUses1763700000026,
      UnknownPayments1763700000027,
      PlansWithoutArrears1763700000028,
      GuestsPayments1763700000029,
      InvoiceParties1763700000030,
      RefundedParts1763700000031,
    ],
  };
}
