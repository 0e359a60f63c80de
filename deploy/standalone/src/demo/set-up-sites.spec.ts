import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DemoAccount } from '../config/secrets.ts';
import { historyLines } from './sample-history.ts';
import { setUpSites } from './set-up-sites.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-demo-'));
let domains: { id: string; domain_name: string }[] = [];
let plan = 'free';
const cached: string[] = [];
let password = 'as it was made';
let asksForCode = false;

/** As much of the API as the demo calls. */
const server = createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, string>;
    const said = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value));
    const call = `${request.method} ${request.url?.split('?')[0]}`;
    if (call === 'POST /auth/login') {
      if (body.email !== 'admin' && body.password !== password) return said(401, { code: 'login_failed' });
      return said(200, { access_token: asksForCode ? null : 'token', requires_mfa: asksForCode });
    }
    if (call === 'GET /domains/') return said(200, domains);
    if (call === 'POST /domains/') {
      const domain = { id: `id-${body.domain_name}`, domain_name: body.domain_name! };
      domains.push(domain);
      return said(200, domain);
    }
    if (call === 'PUT /domains/id-blog.localhost/waf-config') {
      cached.push('blog.localhost');
      return said(200, {});
    }
    if (call === 'GET /admin/users') return said(200, [{ id: 'customer' }]);
    if (call === 'PUT /admin/users/customer') {
      plan = body.plan!;
      return said(200, {});
    }
    return said(404, {});
  })();
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  rmSync(folder, { recursive: true });
});

const setUp = () => {
  const { port } = server.address() as AddressInfo;
  const account = (email: string): DemoAccount => ({
    email,
    username: email,
    fullName: '',
    password: 'as it was made',
  });
  return setUpSites(
    {
      api: `http://127.0.0.1:${port}`,
      dnsPanelPort: null,
      originPort: 1,
      dataDirectory: folder,
      edgePort: 1,
      visitorsFrom: '127.0.0.1',
    },
    { customer: account('customer'), admin: account('admin') },
  );
};

describe('the sites of the demo', () => {
  it('are made once, with a plan that shows everything', async () => {
    domains = [{ id: 'id-shop.localhost', domain_name: 'shop.localhost' }];
    expect(Object.keys((await setUp())!)).toEqual(['shop', 'blog', 'api']);
    expect(plan).toBe('enterprise');
    expect(cached).toEqual(['blog.localhost']);
  });

  it('do not come back, nor does the plan, once their owner has removed and changed them', async () => {
    plan = 'starter';
    domains = domains.filter(({ domain_name }) => domain_name !== 'blog.localhost');
    const ids = (await setUp())!;
    expect(Object.keys(ids)).toEqual(['shop', 'api']);
    expect(plan).toBe('starter');
    const [line] = historyLines(ids, {}, Date.now());
    expect(line).toMatchObject({ domain_id: expect.stringMatching(/^id-(shop|api)/) as string });
    domains = [];
    expect(await setUp()).toEqual({});
  });

  it('are left alone once the customer signs in otherwise', async () => {
    password = 'chosen by its owner';
    expect(await setUp()).toBeNull();
    password = 'as it was made';
    asksForCode = true;
    expect(await setUp()).toBeNull();
  });
});
