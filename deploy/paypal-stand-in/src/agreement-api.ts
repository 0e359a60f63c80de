import type { AgreementLedger, StandInAgreement, StandInTransaction } from './agreement-ledger.ts';
import { type Money, Refusal, type StandInRefund } from './ledger.ts';

export interface ApiAnswer {
  status: number;
  document: object | null;
  /** What is to be announced about which agreement. */
  news?: { type: string; resource: object };
}

/** The part of PayPal's Subscriptions v1 that billing uses; `null` for any other route. */
export function agreementApi(
  ledger: AgreementLedger,
  route: string,
  query: URLSearchParams,
  requestId: string,
  body: string,
): ApiAnswer | null {
  if (route === 'POST /v1/catalogs/products') return { status: 201, document: { id: `PROD-${requestId}` } };
  if (route === 'POST /v1/billing/plans') {
    const plan = ledger.createPlan(requestId, planOf(body));
    return { status: 201, document: { id: plan.id, status: 'ACTIVE' } };
  }
  if (route === 'POST /v1/billing/subscriptions') {
    const { plan_id, custom_id } = JSON.parse(body) as { plan_id?: string; custom_id?: string };
    const made = ledger.create(requestId, plan_id ?? '', custom_id ?? '');
    return { status: 201, document: agreementDocument(made) };
  }
  const [, method, id = '', action = ''] =
    /^(\w+) \/v1\/billing\/subscriptions\/([\w-]+)(?:\/(\w+))?$/.exec(route) ?? [];
  switch (`${method} ${action}`) {
    case 'GET ':
      return { status: 200, document: agreementDocument(ledger.get(id)) };
    case 'GET transactions':
      return {
        status: 200,
        document: {
          transactions: ledger
            .get(id)
            .transactions.filter(({ time }) => time >= (query.get('start_time') ?? ''))
            .map(transactionDocument),
        },
      };
    case 'POST cancel': {
      const resource = agreementDocument(ledger.cancel(id));
      return { status: 204, document: null, news: { type: 'BILLING.SUBSCRIPTION.CANCELLED', resource } };
    }
    default:
      return null;
  }
}

export const agreementDocument = (agreement: StandInAgreement): object => ({
  id: agreement.id,
  plan_id: agreement.plan_id,
  custom_id: agreement.custom_id,
  status: agreement.status,
  create_time: agreement.create_time,
});

const transactionDocument = ({ id, status, amount, time }: StandInTransaction): object => ({
  id,
  status,
  amount_with_breakdown: { gross_amount: amount },
  time,
});

/** A payment as the events PAYMENT.SALE.… have it. */
export const saleDocument = (
  agreement: StandInAgreement,
  { id, status, amount }: StandInTransaction,
): object => ({
  id,
  state: status.toLowerCase(),
  billing_agreement_id: agreement.id,
  amount: { total: amount.value, currency: amount.currency_code },
  custom: agreement.custom_id,
});

/** A refund as the event of an agreement's payment names it. */
export const refundedSaleDocument = ({ id, paymentId, amount }: StandInRefund): object => ({
  id,
  sale_id: paymentId,
  state: 'completed',
  amount: { total: amount.value, currency: amount.currency_code },
});

function planOf(body: string): { name: string; amount: Money } {
  const { name = '', billing_cycles: cycles = [] } = JSON.parse(body) as {
    name?: string;
    billing_cycles?: { pricing_scheme?: { fixed_price?: Money } }[];
  };
  const amount = cycles[0]?.pricing_scheme?.fixed_price;
  if (amount === undefined) throw new Refusal(400, 'MISSING_REQUIRED_PARAMETER');
  return { name, amount };
}
