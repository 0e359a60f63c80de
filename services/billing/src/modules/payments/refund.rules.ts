import { DAY_MS } from '@palisade/basics';
import { DomainError } from '@palisade/nest-kit';
import type { Order } from '../order-store/order.entity.ts';
import { may } from '../order-store/order-states.rules.ts';
import { MONEY_BACK_DAYS } from '../subscriptions/periods.rules.ts';

/** The end of the money-back guarantee. */
export const guaranteeEndsAt = (paidAt: Date): Date => new Date(paidAt.getTime() + MONEY_BACK_DAYS * DAY_MS);

/** @throws DomainError `order_not_refundable`, `guarantee_ended` */
export function refuseUnrefundable(
  order: Pick<Order, 'status' | 'failure' | 'refundedAt' | 'paidAt'>,
  beyondGuarantee: boolean,
  nowMs: number,
): void {
  if (!may('refund', order) || order.paidAt === null) {
    throw new DomainError('conflict', 'order_not_refundable', 'Only a paid order can be refunded.');
  }
  if (!beyondGuarantee && nowMs > guaranteeEndsAt(order.paidAt).getTime()) {
    throw new DomainError(
      'conflict',
      'guarantee_ended',
      `The ${MONEY_BACK_DAYS}-day money-back guarantee of this order has ended.`,
    );
  }
}
