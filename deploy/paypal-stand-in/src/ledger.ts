import { randomBytes } from 'node:crypto';

/** The ways in which PayPal can fail, each on demand. */
export const FAILURES = [
  /** Orders are refused (422). */
  'create_refused',
  /** Nothing answers but 503. */
  'unavailable',
  /** The buyer's bank declines (422 INSTRUMENT_DECLINED). */
  'capture_declined',
  /** The capture stays under review. */
  'capture_pending',
  /** The money is taken, but the answer never arrives (500). */
  'capture_answer_lost',
  /** Refunds are refused (422). */
  'refund_refused',
  /** Refunds are answered with 201 and the status FAILED, and repeats of them as well. */
  'refund_failed',
  /** No webhook is sent. */
  'webhooks_lost',
  /** Webhooks carry a signature that is not genuine. */
  'webhooks_forged',
] as const;
export type Failure = (typeof FAILURES)[number];

export interface Money {
  currency_code: string;
  value: string;
}

export interface StandInCapture {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
  amount: Money;
  custom_id: string;
}

/** Of a capture or of an agreement's payment. */
export interface StandInRefund {
  id: string;
  paymentId: string;
  amount: Money;
}

export interface StandInOrder {
  id: string;
  intent: 'CAPTURE';
  status: 'CREATED' | 'APPROVED' | 'COMPLETED';
  amount: Money;
  custom_id: string;
  invoice_id: string;
  description: string;
  capture: StandInCapture | null;
}

/** A refusal as PayPal words it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly issue: string,
  ) {
    super(issue);
  }
}

const MAX_ORDERS = 10_000;

/** What the stand-in remembers: orders and their captures, in memory only. */
export class Ledger {
  readonly failures = new Set<Failure>();
  private readonly orders = new Map<string, StandInOrder>();
  private readonly byRequest = new Map<string, StandInOrder>();
  readonly refunds = new Map<string, StandInRefund>();
  /** How often money was really taken or given back; tests compare it with the books. */
  readonly movements: { kind: 'capture' | 'refund'; id: string; amount: Money }[] = [];

  create(
    requestId: string,
    unit: { amount: Money; custom_id: string; invoice_id: string; description: string },
  ) {
    const known = this.byRequest.get(requestId);
    if (known !== undefined) return known;
    if (this.failures.has('create_refused')) throw new Refusal(422, 'PAYEE_ACCOUNT_RESTRICTED');
    if (this.orders.size >= MAX_ORDERS) throw new Refusal(429, 'RATE_LIMIT_REACHED');
    const order: StandInOrder = { id: newId(), intent: 'CAPTURE', status: 'CREATED', ...unit, capture: null };
    this.orders.set(order.id, order);
    if (requestId !== '') this.byRequest.set(requestId, order);
    return order;
  }

  get(id: string): StandInOrder {
    const order = this.orders.get(id);
    if (order === undefined) throw new Refusal(404, 'INVALID_RESOURCE_ID');
    return order;
  }

  all(): StandInOrder[] {
    return [...this.orders.values()];
  }

  /** What the buyer does in PayPal's window. */
  approve(id: string): StandInOrder {
    const order = this.get(id);
    if (order.status === 'CREATED') order.status = 'APPROVED';
    return order;
  }

  /** True if money moved now; a repeat moves none. */
  capture(id: string): { order: StandInOrder; moved: boolean } {
    const order = this.get(id);
    if (order.capture !== null) return { order, moved: false };
    if (order.status !== 'APPROVED') throw new Refusal(422, 'ORDER_NOT_APPROVED');
    if (this.failures.has('capture_declined')) throw new Refusal(422, 'INSTRUMENT_DECLINED');
    const status = this.failures.has('capture_pending') ? 'PENDING' : 'COMPLETED';
    order.capture = { id: newId(), status, amount: order.amount, custom_id: order.custom_id };
    order.status = 'COMPLETED';
    if (status === 'COMPLETED')
      this.movements.push({ kind: 'capture', id: order.capture.id, amount: order.amount });
    return { order, moved: true };
  }

  /** A capture under review is decided. */
  decide(id: string, status: 'COMPLETED' | 'DECLINED'): StandInOrder {
    const order = this.get(id);
    if (order.capture?.status !== 'PENDING') throw new Refusal(422, 'CAPTURE_NOT_PENDING');
    order.capture.status = status;
    if (status === 'COMPLETED')
      this.movements.push({ kind: 'capture', id: order.capture.id, amount: order.amount });
    return order;
  }

  byCapture(captureId: string): StandInOrder {
    const order = this.all().find((candidate) => candidate.capture?.id === captureId);
    if (order === undefined) throw new Refusal(404, 'INVALID_RESOURCE_ID');
    return order;
  }

  refund(captureId: string, part?: string): { refund: StandInRefund; moved: boolean } {
    return this.giveBack(this.byCapture(captureId).capture!, part);
  }

  /**
   * @param part decimal; absent: all that is left. `moved` is false for a repeat
   * @throws Refusal where the part is more than what is left
   */
  giveBack(
    payment: { id: string; status: StandInCapture['status']; amount: Money },
    part?: string,
  ): { refund: StandInRefund; moved: boolean } {
    if (this.failures.has('refund_refused')) throw new Refusal(422, 'REFUND_NOT_ALLOWED');
    const made = [...this.refunds.values()].filter(({ paymentId }) => paymentId === payment.id);
    if (payment.status === 'REFUNDED') return { refund: made.at(-1)!, moved: false };
    const left = made.reduce((sum, { amount }) => sum - Number(amount.value), Number(payment.amount.value));
    const value = part === undefined ? left : Number(part);
    if (value > left) throw new Refusal(422, 'REFUND_AMOUNT_EXCEEDED');
    const refund = {
      id: newId(),
      paymentId: payment.id,
      amount: { ...payment.amount, value: value.toFixed(2) },
    };
    this.refunds.set(refund.id, refund);
    payment.status = value === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    this.movements.push({ kind: 'refund', id: payment.id, amount: refund.amount });
    return { refund, moved: true };
  }
}

/** Seventeen characters, as PayPal's ids have. */
function newId(): string {
  return randomBytes(12).toString('hex').toUpperCase().slice(0, 17);
}
