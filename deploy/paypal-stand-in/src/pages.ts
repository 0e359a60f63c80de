import { escapeMarkup } from '@palisade/basics';
import type { AgreementLedger } from './agreement-ledger.ts';
import { FAILURES, type Ledger, type StandInOrder } from './ledger.ts';

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; padding: 1.25rem; color: #1a2230; background: #ffffff; }
  .notice { background: #fff3cd; border: 2px solid #8a6100; padding: .75rem; border-radius: 6px; font-weight: 600; }
  button { display: block; width: 100%; margin: .5rem 0; padding: .7rem; font: inherit; border-radius: 4px; border: 1px solid #37506e; background: #ffffff; cursor: pointer; }
  button.main { background: #0070ba; color: #ffffff; border-color: #0070ba; font-weight: 600; }
  td, th { padding: .25rem .75rem .25rem 0; text-align: left; }
</style></head><body>${body}</body></html>`;

const NOTICE = '<p class="notice">This is the PayPal stand-in. It is not PayPal, and no money moves.</p>';

/** The window in which a buyer approves. */
export function checkoutPage(
  order: Pick<StandInOrder, 'id' | 'amount' | 'description' | 'invoice_id'>,
): string {
  return page(
    'PayPal stand-in',
    `${NOTICE}
    <h1>${escapeMarkup(order.amount.value)} ${escapeMarkup(order.amount.currency_code)}</h1>
    <p>${escapeMarkup(order.description)}<br>${escapeMarkup(order.invoice_id)}</p>
    <button class="main" data-action="approve">Approve the payment</button>
    <button data-action="decline">Approve, and let the bank decline</button>
    <button data-action="pending">Approve, and let PayPal review it</button>
    <button data-action="cancel">Cancel</button>
    <button data-action="error">Fail with an error</button>
    <script>
      const order = ${JSON.stringify(order.id)};
      for (const button of document.querySelectorAll('button')) {
        button.addEventListener('click', async () => {
          const action = button.dataset.action;
          if (['approve', 'decline', 'pending'].includes(action)) {
            await fetch('/stand-in/orders/' + order + '/approve?as=' + action, { method: 'POST' });
          }
          parent.postMessage({ order, action: ['decline', 'pending'].includes(action) ? 'approve' : action }, '*');
        });
      }
    </script>`,
  );
}

/** Orders, and switches for every way to fail. */
export function panelPage(ledger: Ledger, agreements: AgreementLedger): string {
  const renewing = agreements
    .all()
    .slice(-100)
    .reverse()
    .map(
      (agreement) =>
        `<tr><td>${escapeMarkup(agreement.id)}</td><td>${escapeMarkup(agreement.description)}</td><td>${escapeMarkup(agreement.amount.value)} ${escapeMarkup(
          agreement.amount.currency_code,
        )}</td><td>${agreement.status}</td><td>${agreement.transactions.length}</td><td><form method="post" action="/stand-in/orders/${agreement.id}/charge"><button>Take the next payment</button></form></td></tr>`,
    );
  const orders = ledger
    .all()
    .slice(-100)
    .reverse()
    .map(
      (order) =>
        `<tr><td>${escapeMarkup(order.invoice_id)}</td><td>${escapeMarkup(order.id)}</td><td>${escapeMarkup(order.amount.value)} ${escapeMarkup(
          order.amount.currency_code,
        )}</td><td>${order.status}</td><td>${order.capture?.status ?? ''}</td></tr>`,
    );
  const switches = FAILURES.map(
    (failure) =>
      `<label><input type="checkbox" name="failure" value="${failure}"${
        ledger.failures.has(failure) ? ' checked' : ''
      }> ${failure}</label><br>`,
  );
  return page(
    'PayPal stand-in',
    `${NOTICE}<h1>Failures</h1>
    <form method="post" action="/stand-in/failures">${switches.join('')}<button class="main">Apply</button></form>
    <h1>Orders</h1><table><tr><th>Invoice</th><th>Order</th><th>Amount</th><th>Status</th><th>Capture</th></tr>
    ${orders.join('')}</table>
    <h1>Agreements</h1><table><tr><th>Agreement</th><th>For</th><th>Amount</th><th>Status</th><th>Payments</th><th></th></tr>
    ${renewing.join('')}</table>`,
  );
}
