import { randomBytes } from 'node:crypto';
import { type Ledger, type Money, Refusal } from './ledger.ts';

export interface StandInPlan {
  id: string;
  name: string;
  amount: Money;
}

export interface StandInTransaction {
  id: string;
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
  amount: Money;
  time: string;
}

/** What PayPal calls a subscription: a payment that renews itself. */
export interface StandInAgreement {
  id: string;
  plan_id: string;
  custom_id: string;
  status: 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED';
  amount: Money;
  description: string;
  create_time: string;
  transactions: StandInTransaction[];
}

const MAX_ENTRIES = 10_000;

/** Plans and agreements, in memory only. Time does not pass here: the next payment is taken when somebody says so. */
export class AgreementLedger {
  private readonly plans = new Map<string, StandInPlan>();
  private readonly agreements = new Map<string, StandInAgreement>();
  private readonly byRequest = new Map<string, string>();

  /** @param ledger takes note of the money that moves, and knows the ways to fail */
  constructor(private readonly ledger: Ledger) {}

  createPlan(requestId: string, plan: Omit<StandInPlan, 'id'>): StandInPlan {
    const known = this.plans.get(this.byRequest.get(requestId) ?? '');
    if (known !== undefined) return known;
    if (this.plans.size >= MAX_ENTRIES) throw new Refusal(429, 'RATE_LIMIT_REACHED');
    const made = { ...plan, id: `P-${newId()}` };
    this.plans.set(made.id, made);
    if (requestId !== '') this.byRequest.set(requestId, made.id);
    return made;
  }

  create(requestId: string, planId: string, customId: string): StandInAgreement {
    const known = this.agreements.get(this.byRequest.get(requestId) ?? '');
    if (known !== undefined) return known;
    if (this.ledger.failures.has('create_refused')) throw new Refusal(422, 'PAYEE_ACCOUNT_RESTRICTED');
    if (this.agreements.size >= MAX_ENTRIES) throw new Refusal(429, 'RATE_LIMIT_REACHED');
    const plan = this.plans.get(planId);
    if (plan === undefined) throw new Refusal(404, 'INVALID_RESOURCE_ID');
    const agreement: StandInAgreement = {
      id: `I-${newId()}`,
      plan_id: planId,
      custom_id: customId,
      status: 'APPROVAL_PENDING',
      amount: { ...plan.amount },
      description: `${plan.name}, until it is cancelled`,
      create_time: new Date().toISOString(),
      transactions: [],
    };
    this.agreements.set(agreement.id, agreement);
    if (requestId !== '') this.byRequest.set(requestId, agreement.id);
    return agreement;
  }

  get(id: string): StandInAgreement {
    const agreement = this.agreements.get(id);
    if (agreement === undefined) throw new Refusal(404, 'INVALID_RESOURCE_ID');
    return agreement;
  }

  all(): StandInAgreement[] {
    return [...this.agreements.values()];
  }

  /** What the buyer does in PayPal's window; the first payment is taken by `charge`. */
  approve(id: string): StandInAgreement {
    const agreement = this.get(id);
    if (agreement.status === 'APPROVAL_PENDING') agreement.status = 'ACTIVE';
    return agreement;
  }

  /** Takes the payment of a period. A declined one suspends the agreement. */
  charge(id: string): StandInTransaction {
    const agreement = this.get(id);
    if (agreement.status !== 'ACTIVE') throw new Refusal(422, 'SUBSCRIPTION_STATUS_INVALID');
    const isDeclined = this.ledger.failures.has('capture_declined');
    const transaction: StandInTransaction = {
      id: newId(),
      status: isDeclined ? 'DECLINED' : 'COMPLETED',
      amount: { ...agreement.amount },
      time: new Date().toISOString(),
    };
    agreement.transactions.push(transaction);
    if (isDeclined) agreement.status = 'SUSPENDED';
    else this.ledger.movements.push({ kind: 'capture', id: transaction.id, amount: transaction.amount });
    return transaction;
  }

  cancel(id: string): StandInAgreement {
    const agreement = this.get(id);
    if (agreement.status !== 'ACTIVE' && agreement.status !== 'SUSPENDED') {
      throw new Refusal(422, 'SUBSCRIPTION_STATUS_INVALID');
    }
    agreement.status = 'CANCELLED';
    return agreement;
  }

  /** `null` if no agreement has this payment. `moved` is false for a repeat. */
  refund(transactionId: string, part?: string) {
    const transaction = this.all()
      .flatMap(({ transactions }) => transactions)
      .find(({ id }) => id === transactionId);
    if (transaction === undefined) return null;
    if (transaction.status === 'DECLINED') throw new Refusal(422, 'REFUND_NOT_ALLOWED');
    return this.ledger.giveBack(transaction, part);
  }
}

const newId = (): string => randomBytes(7).toString('hex').toUpperCase().slice(0, 13);
