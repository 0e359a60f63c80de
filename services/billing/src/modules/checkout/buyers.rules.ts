import { type Caller, tokenRefused } from '@palisade/nest-kit';
import type { Order } from '../orders/order.entity.ts';

/** A member whose token has just run out is no guest: the client renews it and asks again. */
export function refuseExpired(caller: Caller): void {
  if (caller.kind === 'anonymous' && caller.tokenProblem === 'expired') throw tokenRefused('expired');
}

/** A member's order is the member's. A guest's belongs to whoever has an id of it, which only its browser got. */
export function mayHandle(caller: Caller, order: Pick<Order, 'userId'>): boolean {
  refuseExpired(caller);
  return order.userId === null || (caller.kind === 'user' && caller.userId === order.userId);
}
