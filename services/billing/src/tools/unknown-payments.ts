// Payments at PayPal that no order here has, for the operator's `palisade payments`.
import { EventSigner, OutboxWriter, readEventKeys } from '@palisade/messaging';
import { AuditLogger } from '@palisade/messaging/nest';
import { DomainError, openDatabase, type UserId } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { readConfig } from '../config/config.ts';
import { databaseOptions } from '../database/database.ts';
import { Agreement } from '../modules/agreements/agreement.entity.ts';
import { InvoiceNumbersService } from '../modules/invoices/invoice-numbers.service.ts';
import { toDecimal } from '../modules/order-store/money.rules.ts';
import { Order } from '../modules/order-store/order.entity.ts';
import { may, outcomeOf } from '../modules/order-store/order-states.rules.ts';
import { SettlementService } from '../modules/settlement/settlement.service.ts';
import { PaymentHistoryRepository } from '../modules/subscriptions/payment-history.repository.ts';
import { SubscriptionChangesService } from '../modules/subscriptions/subscription-changes.service.ts';

/** As PayPal told of it: amounts are texts with two decimals; null is what it did not say. */
export interface UnknownPayment {
  /** PayPal's, of the capture or sale. */
  id: string;
  amount: string | null;
  currency: string | null;
  /** Id that its order had here, such as before a restore. */
  orderReference: string | null;
  agreementId: string | null;
  /** ISO 8601. */
  notedAt: string;
}

export interface AssignedPayment {
  payment: UnknownPayment;
  orderNumber: string;
  /** Whether somebody has the plan now; a guest's order waits for its account. */
  isActive: boolean;
  /** The order's own, which is ended; null: it had none. */
  endedAgreementId: string | null;
}

/** More are not listed at once. */
const MAX_LISTED = 500;
/** In the audit log it stands for whoever holds the installation's secrets: no account has such an id. */
const OPERATOR = { userId: 'operator' as UserId, clientAddress: '' };

const COLUMNS = `p.id, p.amount, p.currency, p.order_reference AS "orderReference", p.agreement_id AS "agreementId", p.noted_at AS at`;
const UNKNOWN = `p.settled_at IS NULL AND NOT EXISTS (SELECT FROM orders o WHERE o.paypal_capture_id = p.id)`;

type Row = Omit<UnknownPayment, 'notedAt'> & { at: Date };
const viewOf = ({ at, ...payment }: Row): UnknownPayment => ({ ...payment, notedAt: at.toISOString() });

/** The oldest first. */
export const unknownPayments = (environment: NodeJS.ProcessEnv): Promise<UnknownPayment[]> =>
  withBooks(environment, async ({ database }) => {
    const rows: Row[] = await database.query(
      `SELECT ${COLUMNS} FROM paypal_unknown_payments p WHERE ${UNKNOWN} ORDER BY p.noted_at, p.id LIMIT ${MAX_LISTED}`,
    );
    return rows.map(viewOf);
  });

/**
 * Pays an order with it: invoice, plan and events are those of any payment. An order that waits for its own agreement becomes one that is paid
 * once, since that agreement has not paid for it: it is ended, and what it yet takes is refunded.
 * @throws DomainError `payment_not_found`, `payment_settled`, `order_not_found`, `order_not_open`, `payment_mismatch`
 */
export const assignPayment = (
  environment: NodeJS.ProcessEnv,
  id: string,
  orderNumber: string,
): Promise<AssignedPayment> =>
  withBooks(environment, async ({ database, settlement, audit }) => {
    const found = await database.manager.findOneBy(Order, { orderNumber });
    if (found === null) {
      throw new DomainError('not_found', 'order_not_found', `There is no order ${orderNumber}.`);
    }
    let payment: UnknownPayment | undefined;
    let endedAgreementId: string | null = null;
    const order = await settlement.complete(found.id, id, async (manager, locked) => {
      payment = await settle(manager, id);
      refuseUnfit(locked, payment);
      endedAgreementId = await leaveAgreement(manager, locked);
      await audit.record(manager, OPERATOR, 'payment.assigned', id, { order_number: orderNumber });
    });
    return { payment: payment!, orderNumber, isActive: order.activatedAt !== null, endedAgreementId };
  });

/** It was given back at PayPal, which has not said so. @throws DomainError `payment_not_found`, `payment_settled` */
export const noteRefund = (environment: NodeJS.ProcessEnv, id: string): Promise<UnknownPayment> =>
  withBooks(environment, async ({ database, audit }) =>
    database.transaction(async (manager) => {
      const payment = await settle(manager, id);
      await audit.record(manager, OPERATOR, 'payment.refund_noted', id, {});
      return payment;
    }),
  );

/** Its row stays locked until the transaction ends: two who settle it at once do not both. */
async function settle(manager: EntityManager, id: string): Promise<UnknownPayment> {
  const [row]: (Row & { isUnknown: boolean })[] = await manager.query(
    `SELECT ${COLUMNS}, ${UNKNOWN} AS "isUnknown" FROM paypal_unknown_payments p WHERE p.id = $1 FOR UPDATE OF p`,
    [id],
  );
  if (row === undefined) {
    throw new DomainError('not_found', 'payment_not_found', `PayPal has reported no payment ${id}.`);
  }
  const { isUnknown, ...payment } = row;
  if (!isUnknown) {
    throw new DomainError('conflict', 'payment_settled', `The payment ${id} is settled already.`);
  }
  await manager.query('UPDATE paypal_unknown_payments SET settled_at = now() WHERE id = $1', [id]);
  return viewOf(payment);
}

/** An order that PayPal may yet be paid for would be paid twice. */
function refuseUnfit(order: Order, { id, amount, currency }: UnknownPayment): void {
  const { orderNumber } = order;
  if (!may('complete', order) || outcomeOf(order) === 'pending') {
    throw new DomainError(
      'conflict',
      'order_not_open',
      `The order ${orderNumber} is paid or refunded, or PayPal may yet have a payment for it.`,
    );
  }
  const [wanted, given] = [
    `${toDecimal(order.amountCents)} ${order.currency}`,
    `${amount ?? '?'} ${currency ?? '?'}`,
  ];
  if (wanted === given) return;
  throw new DomainError(
    'conflict',
    'payment_mismatch',
    `The order ${orderNumber} costs ${wanted}; the payment ${id} is ${given}.`,
  );
}

/** Billing ends it at PayPal, as it does with one that another payment replaces. @returns its id */
async function leaveAgreement(manager: EntityManager, order: Order): Promise<string | null> {
  const id = order.paypalAgreementId;
  if (id === null) return null;
  order.paypalAgreementId = null;
  await manager.update(Agreement, { id, status: 'pending' }, { status: 'ending' });
  return id;
}

interface Books {
  database: DataSource;
  settlement: SettlementService;
  audit: AuditLogger;
}

async function withBooks<T>(environment: NodeJS.ProcessEnv, work: (books: Books) => Promise<T>): Promise<T> {
  const config = readConfig(environment);
  const database = await openDatabase(databaseOptions(config));
  try {
    const outbox = new OutboxWriter(new EventSigner('billing', readEventKeys(environment)));
    const settlement = new SettlementService(
      database,
      new SubscriptionChangesService(outbox),
      new PaymentHistoryRepository(),
      new InvoiceNumbersService(config),
      outbox,
    );
    return await work({ database, settlement, audit: new AuditLogger(outbox) });
  } finally {
    await database.destroy();
  }
}
