import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Signed as PayPal does it, over "transmission id|time|webhook id|CRC-32 of the body", but with a shared secret
 * instead of a certificate: only this process signs and verifies.
 */
export class WebhookSigner {
  constructor(
    private readonly secret: string,
    private readonly webhookId: string,
    private readonly url: string,
  ) {}

  headers(body: string, isForged: boolean): Record<string, string> {
    const id = randomUUID();
    const time = new Date().toISOString();
    return {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': isForged ? 'AAAA' : this.signature(id, time, this.webhookId, body),
      'paypal-cert-url': `${this.url}/cert`,
      'paypal-auth-algo': 'SHA256withRSA',
    };
  }

  /** @param request the body of POST /v1/notifications/verify-webhook-signature, with `webhook_event` last */
  isGenuine(request: string): boolean {
    const marker = '"webhook_event":';
    const at = request.indexOf(marker);
    if (at < 0) return false;
    const event = request.slice(at + marker.length, request.lastIndexOf('}'));
    const facts = JSON.parse(request) as Record<string, unknown>;
    const expected = this.signature(
      String(facts.transmission_id),
      String(facts.transmission_time),
      String(facts.webhook_id),
      event,
    );
    const [a, b] = [Buffer.from(expected), Buffer.from(String(facts.transmission_sig))];
    return facts.webhook_id === this.webhookId && a.length === b.length && timingSafeEqual(a, b);
  }

  private signature(id: string, time: string, webhookId: string, body: string): string {
    return createHmac('sha256', this.secret)
      .update(`${id}|${time}|${webhookId}|${crc32(body)}`)
      .digest('base64');
  }
}

const RESOURCES = [
  ['PAYMENT.CAPTURE', 'capture'],
  ['PAYMENT.SALE', 'sale'],
  ['BILLING.SUBSCRIPTION', 'subscription'],
] as const;

export function webhookEvent(type: string, resource: object): string {
  return JSON.stringify({
    id: `WH-${randomUUID()}`,
    event_type: type,
    create_time: new Date().toISOString(),
    resource_type: RESOURCES.find(([prefix]) => type.startsWith(prefix))?.[1] ?? 'checkout-order',
    resource,
  });
}
