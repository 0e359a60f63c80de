import { toCents } from '../order-store/money.rules.ts';
import type { Order } from '../order-store/order.entity.ts';
import type { PayPalCapture, PayPalOrder, PayPalRefund } from '../paypal/paypal.schema.ts';
import { refundedCapture } from '../paypal/refunded-capture.rules.ts';

/** How PayPal's order differs from ours; `null` if it does not. */
export type Mismatch = 'intent' | 'units' | 'owner' | 'amount' | 'currency';

/** Compares the order at PayPal with ours before it is captured, since its id came from a browser. */
export function mismatchOfOrder(order: Order, atPayPal: PayPalOrder): Mismatch | null {
  if (atPayPal.intent !== undefined && atPayPal.intent !== 'CAPTURE') return 'intent';
  const [unit, ...others] = atPayPal.purchase_units;
  if (unit === undefined || others.length > 0) return 'units';
  if (unit.custom_id !== order.id) return 'owner';
  return unit.amount === undefined ? 'amount' : mismatchOfMoney(order, unit.amount);
}

/** Compares the captured money with the order. */
export function mismatchOfCapture(order: Order, capture: PayPalCapture): Mismatch | null {
  if (capture.custom_id !== undefined && capture.custom_id !== order.id) return 'owner';
  return mismatchOfMoney(order, capture.amount);
}

export function onlyCapture(atPayPal: PayPalOrder): PayPalCapture | null {
  return atPayPal.purchase_units[0]?.payments?.captures?.[0] ?? null;
}

/** What a refund returned of this payment; `null` if it is of another payment, or in another currency. */
export function centsOfPart(order: Order, captureId: string, refund: PayPalRefund): number | null {
  if ((refundedCapture(refund) ?? captureId) !== captureId) return null;
  if (refund.amount?.currency_code !== order.currency) return null;
  return toCents(refund.amount.value);
}

function mismatchOfMoney(order: Order, money: { currency_code: string; value: string }): Mismatch | null {
  if (money.currency_code !== order.currency) return 'currency';
  return toCents(money.value) === order.amountCents ? null : 'amount';
}
