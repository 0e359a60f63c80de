import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError, fetchInSpan } from '@palisade/nest-kit';
import { z } from 'zod';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import {
  type PayPalCapture,
  type PayPalOrder,
  type PayPalRefund,
  payPalCaptureSchema,
  payPalEventsSchema,
  payPalOrderSchema,
  payPalProblemSchema,
  payPalRefundSchema,
  payPalTokenSchema,
  type WebhookEvent,
} from './paypal.schema.ts';

/** PayPal refused a request. `issue` is PayPal's own code, such as INSTRUMENT_DECLINED. */
export class PayPalError extends Error {
  override readonly name = 'PayPalError';
  readonly code = 'paypal_refused';

  constructor(
    readonly status: number,
    readonly issue: string,
    readonly debugId: string,
  ) {
    super(`PayPal answered ${status} ${issue} (debug id ${debugId})`);
  }
}

/** PayPal did not answer, or its answer cannot be parsed. The request may have taken effect. */
export class PayPalUnavailable extends Error {
  override readonly name = 'PayPalUnavailable';
  readonly code = 'paypal_unavailable';
}

export interface NewPayPalOrder {
  /** Our id, which PayPal returns with everything about the payment. */
  customId: string;
  invoiceId: string;
  description: string;
  currency: string;
  /** Decimal, such as "29.00". */
  value: string;
}

export interface WebhookHeaders {
  transmissionId: string;
  transmissionTime: string;
  transmissionSignature: string;
  certUrl: string;
  authAlgorithm: string;
}

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  /** Makes retries idempotent (PayPal-Request-Id). */
  requestId?: string;
}

/** Maximum length of an answer, bytes. */
const MAX_ANSWER = 512 * 1024;
const EVENTS_PATH = '/v1/notifications/webhooks-events';
/** Events have some kilobytes each. */
const EVENTS_PER_PAGE = 50;
/** Maximum pages per listing; a longer one is treated as an error of the server. */
const MAX_EVENT_PAGES = 2_000;

/**
 * PayPal's REST API. Not the official SDK, which only knows PayPal's own hosts, while tests and the stand-in need
 * others.
 */
@Injectable()
export class PayPalClient {
  private token: { value: string; goodUntil: number } | null = null;

  constructor(@Inject(CONFIG) private readonly config: BillingConfig) {}

  get isConfigured(): boolean {
    return this.config.PALISADE_PAYPAL_API_URL !== undefined;
  }

  createOrder(order: NewPayPalOrder): Promise<PayPalOrder> {
    const body = JSON.stringify({
      intent: 'CAPTURE',
      purchase_units: [
        {
          reference_id: 'default',
          custom_id: order.customId,
          invoice_id: order.invoiceId,
          description: order.description,
          amount: { currency_code: order.currency, value: order.value },
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            shipping_preference: 'NO_SHIPPING',
            user_action: 'PAY_NOW',
            brand_name: 'Palisade',
          },
        },
      },
    });
    const call: Call = { method: 'POST', path: '/v2/checkout/orders', body, requestId: order.customId };
    return this.call(call, payPalOrderSchema);
  }

  getOrder(id: string): Promise<PayPalOrder> {
    return this.call(
      { method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(id)}` },
      payPalOrderSchema,
    );
  }

  /** @param requestId the same for every attempt at this order, so that the buyer pays once */
  captureOrder(id: string, requestId: string): Promise<PayPalOrder> {
    const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`;
    return this.call({ method: 'POST', path, body: '{}', requestId }, payPalOrderSchema);
  }

  getCapture(id: string): Promise<PayPalCapture> {
    return this.call(
      { method: 'GET', path: `/v2/payments/captures/${encodeURIComponent(id)}` },
      payPalCaptureSchema,
    );
  }

  /** @throws PayPalError, PayPalUnavailable */
  getRefund(id: string): Promise<PayPalRefund> {
    return this.call(
      { method: 'GET', path: `/v2/payments/refunds/${encodeURIComponent(id)}` },
      payPalRefundSchema,
    );
  }

  /**
   * Refunds the rest of a capture. Idempotent.
   * @throws PayPalError (also where PayPal reports the refund as failed), PayPalUnavailable
   */
  async refundCapture(id: string, requestId: string): Promise<void> {
    try {
      let refund = await this.refund(id, requestId);
      // PayPal repeats its answer to a request id, so a failed refund needs a new one.
      if (!isOnItsWay(refund)) refund = await this.refund(id, randomUUID());
      if (!isOnItsWay(refund)) throw new PayPalError(422, `REFUND_${refund.status}`, refund.id);
    } catch (error) {
      if (!(error instanceof PayPalError && error.issue === 'CAPTURE_FULLY_REFUNDED')) throw error;
    }
  }

  private refund(id: string, requestId: string): Promise<PayPalRefund> {
    const path = `/v2/payments/captures/${encodeURIComponent(id)}/refund`;
    return this.call({ method: 'POST', path, body: '{}', requestId }, payPalRefundSchema);
  }

  /** @param rawBody the bytes as received, which PayPal signed */
  async isWebhookGenuine(headers: WebhookHeaders, rawBody: Buffer): Promise<boolean> {
    const verification = JSON.stringify({
      auth_algo: headers.authAlgorithm,
      cert_url: headers.certUrl,
      transmission_id: headers.transmissionId,
      transmission_sig: headers.transmissionSignature,
      transmission_time: headers.transmissionTime,
      webhook_id: this.config.PALISADE_PAYPAL_WEBHOOK_ID,
    });
    const body = `${verification.slice(0, -1)},"webhook_event":${rawBody.toString('utf8')}}`;
    const call: Call = { method: 'POST', path: '/v1/notifications/verify-webhook-signature', body };
    const answer = await this.call(call, z.object({ verification_status: z.string() }));
    return answer.verification_status === 'SUCCESS';
  }

  /**
   * Webhook events of the last 30 days, whether or not they were delivered; in no guaranteed order.
   * @throws PayPalError, PayPalUnavailable
   */
  async *events(from: Date, to: Date): AsyncGenerator<WebhookEvent> {
    const first = new URLSearchParams({
      page_size: String(EVENTS_PER_PAGE),
      start_time: from.toISOString(),
      end_time: to.toISOString(),
    });
    let path: string | null = `${EVENTS_PATH}?${first}`;
    for (let page = 0; path !== null; page++) {
      if (page === MAX_EVENT_PAGES) throw new PayPalUnavailable('PayPal’s list of events does not end');
      const { events, next } = await this.pageOfEvents(path);
      yield* events;
      path = next;
    }
  }

  private async pageOfEvents(path: string): Promise<{ events: WebhookEvent[]; next: string | null }> {
    const { events, links } = await this.call({ method: 'GET', path }, payPalEventsSchema);
    const next = links.find(({ rel }) => rel === 'next')?.href;
    // Take only the fields we need: none that identify the payer.
    return { events, next: next === undefined ? null : `${EVENTS_PATH}${new URL(next).search}` };
  }

  /**
   * Makes any documented call, and parses the parts of the answer that are needed. @throws PayPalError,
   * PayPalUnavailable
   */
  async call<T>(call: Call, schema: z.ZodType<T>): Promise<T> {
    const response = await this.send(call, await this.accessToken());
    if (response.status === 401) {
      // The token was revoked early; request a new one, once.
      this.token = null;
      return this.read(await this.send(call, await this.accessToken()), schema);
    }
    return this.read(response, schema);
  }

  private send({ method, path, body, requestId }: Call, token: string): Promise<Response> {
    return this.fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(requestId !== undefined && { 'paypal-request-id': requestId }),
        prefer: 'return=representation',
      },
      body,
    });
  }

  private async accessToken(): Promise<string> {
    if (this.token !== null && Date.now() < this.token.goodUntil) return this.token.value;
    const { PALISADE_PAYPAL_CLIENT_ID: id, PALISADE_PAYPAL_CLIENT_SECRET: secret } = this.config;
    const response = await this.fetch('/v1/oauth2/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    const token = await this.read(response, payPalTokenSchema);
    this.token = { value: token.access_token, goodUntil: Date.now() + token.expires_in * 900 };
    return token.access_token;
  }

  private async fetch(path: string, init: RequestInit): Promise<Response> {
    const base = this.config.PALISADE_PAYPAL_API_URL;
    if (base === undefined) throw notConfigured();
    const ask = () =>
      fetchInSpan(new URL(path, base), {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(this.config.PALISADE_PAYPAL_TIMEOUT_MS),
      });
    try {
      return await ask().catch((error: unknown) => {
        // PayPal may close a kept-alive connection just as it is reused; requests that only read are repeated once.
        if (init.method !== 'GET' || !wasClosed(error)) throw error;
        return ask();
      });
    } catch (error) {
      throw new PayPalUnavailable(`no answer to ${init.method} ${path}`, { cause: error });
    }
  }

  private async read<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
    const body = await readJson(response);
    if (!response.ok) {
      if (response.status >= 500) throw new PayPalUnavailable(`PayPal answered ${response.status}`);
      const problem = payPalProblemSchema.safeParse(body).data;
      throw new PayPalError(
        response.status,
        problem?.details[0]?.issue ?? problem?.name ?? 'UNKNOWN',
        problem?.debug_id ?? '',
      );
    }
    const result = schema.safeParse(body);
    if (!result.success)
      throw new PayPalUnavailable('PayPal’s answer is not what it documents', { cause: result.error });
    return result.data;
  }
}

/** The money is returned, or will be. */
export const isOnItsWay = ({ status }: PayPalRefund): boolean =>
  status === 'COMPLETED' || status === 'PENDING';

/** The connection ended before an answer. */
const CLOSED: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const wasClosed = (error: unknown): boolean =>
  error instanceof Error && CLOSED.has((error.cause as { code?: unknown } | undefined)?.code);

async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    // Some calls succeed with an empty answer.
    return text.length > MAX_ANSWER || text === '' ? null : JSON.parse(text);
  } catch (error) {
    if (!response.ok) return null;
    throw new PayPalUnavailable('PayPal’s answer cannot be read', { cause: error });
  }
}

export const notConfigured = () =>
  new DomainError('unavailable', 'payments_not_offered', 'Payments are not available on this installation.');
