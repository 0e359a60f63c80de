import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BillingConfig } from '../../config/config.ts';
import { PayPalClient, PayPalUnavailable } from './paypal.client.ts';

const ORDER = {
  id: 'O-1',
  status: 'APPROVED',
  purchase_units: [{ custom_id: 'c', invoice_id: 'i', amount: { currency_code: 'USD', value: '29.00' } }],
};

describe('a connection that PayPal closes before its answer', () => {
  let server: Server;
  let client: PayPalClient;
  /** Calls besides those for tokens, and how many of them find their connection closed. */
  let calls: string[];
  let closed: number;

  beforeEach(async () => {
    calls = [];
    server = createServer((request, response) => {
      request.resume();
      const isToken = request.url === '/v1/oauth2/token';
      if (!isToken) calls.push(`${request.method} ${request.url}`);
      if (!isToken && calls.length <= closed) {
        request.socket.destroy();
        return;
      }
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(isToken ? { access_token: 't', expires_in: 3_600 } : ORDER));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = new PayPalClient({
      PALISADE_PAYPAL_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      PALISADE_PAYPAL_CLIENT_ID: 'client',
      PALISADE_PAYPAL_CLIENT_SECRET: 'secret',
      PALISADE_PAYPAL_TIMEOUT_MS: 5_000,
    } as BillingConfig);
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it('costs a question nothing: it is asked once more', async () => {
    closed = 1;
    expect(await client.getOrder('O-1')).toMatchObject({ id: 'O-1', status: 'APPROVED' });
    expect(calls).toEqual(['GET /v2/checkout/orders/O-1', 'GET /v2/checkout/orders/O-1']);
  });

  it('is told when it happens again', async () => {
    closed = 2;
    await expect(client.getOrder('O-1')).rejects.toThrow(PayPalUnavailable);
    expect(calls).toHaveLength(2);
  });

  it('leaves open what became of money that was asked for', async () => {
    closed = 1;
    await expect(client.captureOrder('O-1', 'r')).rejects.toThrow(PayPalUnavailable);
    expect(calls).toHaveLength(1);
  });
});
