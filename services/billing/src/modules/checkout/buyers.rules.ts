import { type Caller, tokenRefused } from '@palisade/nest-kit';
import type { Order } from '../order-store/order.entity.ts';

/** A member with an expired token is no guest: the client renews the token and retries. */
export function refuseExpired(caller: Caller): void {
  if (caller.kind === 'anonymous' && caller.tokenProblem === 'expired') throw tokenRefused('expired');
}

/**
 * A member's order belongs to the member. A guest's belongs to whoever knows one of its ids, which only its browser
 * received.
 */
export function mayHandle(caller: Caller, order: Pick<Order, 'userId'>): boolean {
  refuseExpired(caller);
  return order.userId === null || (caller.kind === 'user' && caller.userId === order.userId);
}
