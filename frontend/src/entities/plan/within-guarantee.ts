import type { Order } from '../../shared/api/openapi.gen.ts';
import { offer } from '../company/offer.ts';

const GUARANTEE_MS = offer.moneyBackDays * 86_400_000;

/** By the day of the payment; the server says what it gives back. */
export const guaranteeEnds = ({ paid_at: paidAt }: Pick<Order, 'paid_at'>): Date =>
  new Date(Date.parse(paidAt ?? '') + GUARANTEE_MS);

/** Past it nothing is asked for; how long exactly, the server says. */
export function isWithinGuarantee({ outcome, paid_at: paidAt }: Pick<Order, 'outcome' | 'paid_at'>): boolean {
  return outcome === 'paid' && paidAt !== null && Date.now() - Date.parse(paidAt) < GUARANTEE_MS;
}
