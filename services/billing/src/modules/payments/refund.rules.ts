import { DomainError } from '@palisade/nest-kit';
import type { Order } from '../orders/order.entity.ts';
import { DAY, MONEY_BACK_DAYS } from '../subscriptions/periods.rules.ts';

/** @throws DomainError `order_not_refundable`, `guarantee_ended` */
export function refuseUnrefundable(
  order: Pick<Order, 'status' | 'paidAt'>,
  beyondGuarantee: boolean,
  nowMs: number,
): void {
  if (order.status !== 'completed' || order.paidAt === null) {
    throw new DomainError('conflict', 'order_not_refundable', 'Only a paid order can be refunded.');
  }
  if (!beyondGuarantee && nowMs - order.paidAt.getTime() > MONEY_BACK_DAYS * DAY) {
    throw new DomainError(
      'conflict',
      'guarantee_ended',
      `The ${MONEY_BACK_DAYS}-day money-back guarantee of this order has ended.`,
    );
  }
}
