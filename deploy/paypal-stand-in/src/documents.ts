import type { StandInCapture, StandInOrder, StandInRefund } from './ledger.ts';

/** An order as PayPal's Orders v2 writes it. */
export function orderDocument(order: StandInOrder, base: string): object {
  return {
    id: order.id,
    intent: order.intent,
    status: order.status,
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: order.custom_id,
        invoice_id: order.invoice_id,
        description: order.description,
        amount: order.amount,
        ...(order.capture && { payments: { captures: [captureDocument(order.capture, order, base)] } }),
      },
    ],
    links: [
      { rel: 'self', method: 'GET', href: `${base}/v2/checkout/orders/${order.id}` },
      { rel: 'approve', method: 'GET', href: `${base}/checkout/${order.id}` },
    ],
  };
}

export function captureDocument(capture: StandInCapture, order: StandInOrder, base: string): object {
  return {
    id: capture.id,
    status: capture.status,
    amount: capture.amount,
    custom_id: capture.custom_id,
    supplementary_data: { related_ids: { order_id: order.id } },
    links: [{ rel: 'self', method: 'GET', href: `${base}/v2/payments/captures/${capture.id}` }],
  };
}

export function refundDocument({ id, paymentId, amount }: StandInRefund, base: string): object {
  return {
    id,
    status: 'COMPLETED',
    amount,
    links: [{ rel: 'up', method: 'GET', href: `${base}/v2/payments/captures/${paymentId}` }],
  };
}
