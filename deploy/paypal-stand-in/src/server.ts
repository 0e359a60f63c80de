import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agreementApi, agreementDocument, refundedSaleDocument, saleDocument } from './agreement-api.ts';
import { AgreementLedger, type StandInTransaction } from './agreement-ledger.ts';
import { browserScript } from './browser-script.ts';
import { captureDocument, orderDocument, refundDocument } from './documents.ts';
import { EventList } from './event-list.ts';
import { FAILURES, type Failure, Ledger, type Money, Refusal, type StandInOrder } from './ledger.ts';
import { checkoutPage, panelPage } from './pages.ts';
import { WebhookSigner, webhookEvent } from './webhooks.ts';

export interface StandInOptions {
  /** 0: any free port. */
  port: number;
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Where webhooks go; absent: nowhere. */
  webhookUrl?: string;
}

export interface PayPalStandIn {
  /** Base of the REST API; the browser script is at `/sdk/js` below it. */
  url: string;
  ledger: Ledger;
  agreements: AgreementLedger;
  events: EventList;
  /** Takes the payment of an agreement's next period. */
  charge(agreementId: string): StandInTransaction;
  /** Gives a part of a payment back, as the seller may at PayPal's own site. `value` is decimal. */
  refundPart(paymentId: string, value: string): void;
  /** Any event, signed. @returns the status that it was answered with */
  sendEvent(type: string, resource: object): Promise<number>;
  /** Sends the event of an order again, as PayPal does when it is unsure. */
  sendWebhook(type: string, order: StandInOrder): Promise<number>;
  stop(): Promise<void>;
}

const MAX_BODY_BYTES = 256 * 1024;

/** Speaks the part of PayPal's REST API that billing uses. Not PayPal; no money moves. Loopback only. */
export async function startPayPalStandIn(options: StandInOptions): Promise<PayPalStandIn> {
  const ledger = new Ledger();
  const agreements = new AgreementLedger(ledger);
  const events = new EventList();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => fail(response, error));
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signer = new WebhookSigner(options.clientSecret, options.webhookId, url);
  const token = `stand-in-${options.clientId}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const body = await readBody(request);
    const route = `${request.method} ${pathname}`;
    if (route === 'GET /sdk/js') return send(response, 200, browserScript(), 'text/javascript');
    if (route === 'GET /')
      return send(response, 200, panelPage(ledger, agreements), 'text/html; charset=utf-8');
    const checkout = /^GET \/checkout\/([\w-]+)$/.exec(route);
    if (checkout)
      return send(response, 200, checkoutPage(toApprove(checkout[1]!)), 'text/html; charset=utf-8');
    if (pathname.startsWith('/stand-in/')) return control(route, searchParams, body, response);
    if (ledger.failures.has('unavailable')) return send(response, 503, '');
    if (route === 'POST /v1/oauth2/token') return issueToken(request, response);
    if (request.headers.authorization !== `Bearer ${token}`) throw new Refusal(401, 'AUTHENTICATION_FAILURE');
    return api(route, searchParams, request, body, response);
  }

  function issueToken(request: IncomingMessage, response: ServerResponse): void {
    const expected = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64');
    if (request.headers.authorization !== `Basic ${expected}`) throw new Refusal(401, 'INVALID_CLIENT');
    json(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 32_400 });
  }

  async function api(
    route: string,
    query: URLSearchParams,
    request: IncomingMessage,
    body: string,
    response: ServerResponse,
  ): Promise<void> {
    const requestId = String(request.headers['paypal-request-id'] ?? '');
    if (route === 'POST /v2/checkout/orders') {
      return json(response, 201, orderDocument(ledger.create(requestId, unitOf(body)), url));
    }
    if (route === 'GET /v1/notifications/webhooks-events')
      return json(response, 200, events.page(query, url));
    if (route === 'POST /v1/notifications/verify-webhook-signature') {
      return json(response, 200, { verification_status: signer.isGenuine(body) ? 'SUCCESS' : 'FAILURE' });
    }
    const answered = agreementApi(agreements, route, query, requestId, body);
    if (answered !== null) {
      if (answered.news) announce(answered.news.type, answered.news.resource);
      if (answered.document === null) response.writeHead(answered.status).end();
      else json(response, answered.status, answered.document);
      return;
    }
    const [, method, kind, id, action] =
      /^(\w+) \/v2\/(checkout\/orders|payments\/captures|payments\/refunds)\/(\w+)(?:\/(\w+))?$/.exec(
        route,
      ) ?? [];
    switch (`${method} ${kind} ${action ?? ''}`) {
      case 'GET checkout/orders ':
        return json(response, 200, orderDocument(ledger.get(id!), url));
      case 'POST checkout/orders capture':
        return capture(id!, response);
      case 'GET payments/captures ': {
        const order = ledger.byCapture(id!);
        return json(response, 200, captureDocument(order.capture!, order, url));
      }
      case 'GET payments/refunds ': {
        const made = ledger.refunds.get(id!);
        if (made === undefined) throw new Refusal(404, 'INVALID_RESOURCE_ID');
        return json(response, 200, refundDocument(made, url));
      }
      case 'POST payments/captures refund':
        return refund(id!, requestId, response);
      default:
        throw new Refusal(404, 'RESOURCE_NOT_FOUND');
    }
  }

  function capture(id: string, response: ServerResponse): void {
    const { order, moved } = ledger.capture(id);
    if (moved) announceOrder(`PAYMENT.CAPTURE.${order.capture!.status}`, order);
    if (ledger.failures.has('capture_answer_lost')) send(response, 500, '');
    else json(response, moved ? 201 : 200, orderDocument(order, url));
  }

  /** By request id, refunds that have failed: PayPal answers a repeat with them. */
  const failedRefunds = new Map<string, object>();

  function refund(captureId: string, requestId: string, response: ServerResponse): void {
    if (ledger.failures.has('refund_failed') && failedRefunds.size < MAX_FAILED_REFUNDS)
      failedRefunds.set(requestId, { id: `R${requestId}`, status: 'FAILED' });
    const failed = failedRefunds.get(requestId);
    if (failed !== undefined) {
      json(response, 201, failed);
      return;
    }
    const { document, moved } = giveBack(captureId);
    json(response, moved ? 201 : 200, document);
  }

  function giveBack(paymentId: string, part?: string): { document: object; moved: boolean } {
    const ofAgreement = agreements.refund(paymentId, part);
    if (ofAgreement !== null) {
      const { refund, moved } = ofAgreement;
      if (moved) announce('PAYMENT.SALE.REFUNDED', refundedSaleDocument(refund));
      return { document: refundDocument(refund, url), moved };
    }
    const { refund, moved } = ledger.refund(paymentId, part);
    const document = refundDocument(refund, url);
    if (moved) announce('PAYMENT.CAPTURE.REFUNDED', document);
    return { document, moved };
  }

  /** For the panel, the buyer's window and tests; PayPal has nothing of the kind. */
  function control(route: string, query: URLSearchParams, body: string, response: ServerResponse): void {
    if (route === 'POST /stand-in/failures') {
      const chosen = new URLSearchParams(body).getAll('failure');
      ledger.failures.clear();
      for (const failure of FAILURES) if (chosen.includes(failure)) ledger.failures.add(failure);
      response.writeHead(303, { location: '/' }).end();
      return;
    }
    const asked = /^GET \/stand-in\/orders\/(\w+)$/.exec(route);
    if (asked) {
      json(response, 200, orderDocument(ledger.get(asked[1]!), url));
      return;
    }
    const [, id = '', act] = /^POST \/stand-in\/orders\/([\w-]+)\/(approve|charge)$/.exec(route) ?? [];
    if (act === undefined) throw new Refusal(404, 'RESOURCE_NOT_FOUND');
    if (act === 'charge') {
      charge(id);
      response.writeHead(303, { location: '/' }).end();
      return;
    }
    const once: Record<string, Failure> = { decline: 'capture_declined', pending: 'capture_pending' };
    ledger.failures.delete('capture_declined');
    ledger.failures.delete('capture_pending');
    const failure = once[query.get('as') ?? ''];
    if (failure !== undefined) ledger.failures.add(failure);
    if (!id.startsWith('I-')) {
      json(response, 200, orderDocument(ledger.approve(id), url));
      return;
    }
    const agreement = agreements.approve(id);
    announce('BILLING.SUBSCRIPTION.ACTIVATED', agreementDocument(agreement));
    if (failure !== 'capture_pending') charge(id);
    json(response, 200, agreementDocument(agreement));
  }

  /** The payment of a period; the first follows the approval, further ones are taken when the panel or a test says so. */
  function charge(id: string): StandInTransaction {
    const transaction = agreements.charge(id);
    const agreement = agreements.get(id);
    if (transaction.status === 'COMPLETED') {
      announce('PAYMENT.SALE.COMPLETED', saleDocument(agreement, transaction));
    } else {
      announce('BILLING.SUBSCRIPTION.PAYMENT.FAILED', agreementDocument(agreement));
    }
    return transaction;
  }

  /** What the buyer's window shows. */
  function toApprove(id: string) {
    return id.startsWith('I-') ? { ...agreements.get(id), invoice_id: '' } : ledger.get(id);
  }

  function announce(type: string, resource: object): void {
    const body = events.keep(webhookEvent(type, resource));
    if (ledger.failures.has('webhooks_lost')) return;
    deliver(body).catch((error: unknown) => {
      process.stderr.write(`paypal-stand-in: webhook ${type} was not delivered: ${String(error)}\n`);
    });
  }

  const announceOrder = (type: string, order: StandInOrder): void => announce(type, resourceOf(type, order));
  const sendWebhook = (type: string, order: StandInOrder) => sendEvent(type, resourceOf(type, order));

  function resourceOf(type: string, order: StandInOrder): object {
    const refund = [...ledger.refunds.values()].findLast(({ paymentId }) => paymentId === order.capture!.id);
    const isRefund = type === 'PAYMENT.CAPTURE.REFUNDED' && refund !== undefined;
    return isRefund ? refundDocument(refund, url) : captureDocument(order.capture!, order, url);
  }

  const sendEvent = (type: string, resource: object): Promise<number> =>
    deliver(events.keep(webhookEvent(type, resource)));

  async function deliver(body: string): Promise<number> {
    if (options.webhookUrl === undefined) return 0;
    const headers = signer.headers(body, ledger.failures.has('webhooks_forged'));
    const { status } = await fetch(options.webhookUrl, { method: 'POST', headers, body });
    return status;
  }

  return {
    url,
    ledger,
    agreements,
    events,
    charge,
    refundPart: (paymentId, value) => {
      giveBack(paymentId, value);
    },
    sendWebhook,
    sendEvent,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const MAX_FAILED_REFUNDS = 10_000;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Refusal(413, 'REQUEST_TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unitOf(body: string) {
  const { purchase_units: units } = JSON.parse(body) as {
    purchase_units?: { amount: Money; custom_id?: string; invoice_id?: string; description?: string }[];
  };
  const unit = units?.[0];
  if (unit === undefined) throw new Refusal(400, 'MISSING_REQUIRED_PARAMETER');
  return {
    amount: unit.amount,
    custom_id: unit.custom_id ?? '',
    invoice_id: unit.invoice_id ?? '',
    description: unit.description ?? '',
  };
}

function json(response: ServerResponse, status: number, document: object): void {
  send(response, status, JSON.stringify(document), 'application/json');
}

function send(response: ServerResponse, status: number, body: string, type = 'text/plain'): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

function fail(response: ServerResponse, error: unknown): void {
  const refusal = error instanceof Refusal ? error : new Refusal(400, 'INVALID_REQUEST');
  json(response, refusal.status, {
    name: 'UNPROCESSABLE_ENTITY',
    debug_id: 'stand-in',
    details: [{ issue: refusal.issue }],
  });
}
