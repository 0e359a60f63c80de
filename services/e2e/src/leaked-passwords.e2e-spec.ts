import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@palisade/testing';
import { newAccount } from './access/world.ts';
import { ApiClient } from './api-client.ts';
import { verifiedDomain } from './browser/domain-of.ts';
import { visit } from './edge-client.ts';
import { LEAKED_PASSWORD } from './shared/leaked-password.ts';
import { SharedStack } from './shared/shared-stack.ts';

/** From the API to the origin, over the sockets that the world has, with a list in a file. */
describe('a customer’s site that looks up passwords', () => {
  const stack = new SharedStack('customers');
  let origin: Server;
  let api: ApiClient;
  let name: string;
  let id: string;

  beforeAll(async () => {
    origin = createServer((incoming, response) => {
      incoming
        .resume()
        .on('end', () => response.end(String(incoming.headers['leaked-password'] ?? 'nothing')));
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    await stack.start();
    const account = newAccount('leaky');
    api = await ApiClient.register(stack.api, account);
    name = await verifiedDomain({ stack }, account, (origin.address() as AddressInfo).port);
    const { body } = await api.call<{ id: string; domain_name: string }[]>('GET', '/domains/');
    id = body.find(({ domain_name }) => domain_name === name)!.id;
  }, 180_000);
  afterAll(async () => {
    await stack.dispose();
    origin?.closeAllConnections();
    origin?.close();
  });

  const save = (policyConfig: object) =>
    api.call<{ errors?: { path: string; message: string }[] }>('PUT', `/domains/${id}/waf-config`, {
      policyConfig,
    });
  const signIn = (password: string) =>
    visit(stack.urls.demo_site, name, '/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ user: 'ann', password }),
    });

  it('does so from the plan on that has bot protection', async () => {
    const { status, body } = await save({ leaked_passwords: 'block' });
    expect(status).toBe(402);
    expect(JSON.stringify(body)).toContain('Upgrade required');
  });

  it('refuses a leaked password, reports it to the origin and in the log, without the password', async () => {
    const order = { plan_id: 'business', payment_method: 'paypal', billing_period: 'monthly' };
    expect((await api.call('POST', '/orders/create', order)).status).toBe(201);
    await eventually('the plan', async () =>
      expect((await save({ leaked_passwords: 'header' })).status).toBe(200),
    );
    await eventually('the header at the origin', async () =>
      expect((await signIn(LEAKED_PASSWORD)).body).toBe('true'),
    );
    expect((await signIn('never seen before')).body).toBe('nothing');

    expect((await save({ leaked_passwords: 'block' })).status).toBe(200);
    const refused = await eventually('the refusal', async () => {
      const answer = await signIn(LEAKED_PASSWORD);
      expect(answer.status).toBe(403);
      return answer;
    });
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'leaked_password_found' });
    expect((await signIn('never seen before')).status).toBe(200);

    await eventually('the entries in the log', async () => {
      const { body } = await api.call<{ logs: { reason: string }[] }>(
        'GET',
        `/dashboard/logs/recent?domain=${id}`,
      );
      const found = body.logs.filter(({ reason }) => reason === 'leaked_password:found');
      expect(found.length).toBeGreaterThanOrEqual(2);
      expect(JSON.stringify(body)).not.toContain(LEAKED_PASSWORD);
    });
  }, 90_000);
});
