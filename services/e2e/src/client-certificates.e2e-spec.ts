import { createServer, type Server } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { eventually } from '@palisade/testing';
import { generate } from 'selfsigned';
import { newAccount } from './access/world.ts';
import { ApiClient } from './api-client.ts';
import { verifiedDomain } from './browser/domain-of.ts';
import { SharedStack } from './shared/shared-stack.ts';

interface Identity {
  readonly cert: string;
  readonly key: string;
}

async function identity(name: string, by: Identity | null): Promise<Identity> {
  const pems = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: by === null, critical: true },
      ...(by === null ? [] : [{ name: 'extKeyUsage' as const, clientAuth: true }]),
    ],
    ...(by !== null && { ca: by }),
  });
  return { cert: pems.cert, key: pems.private };
}

/** Certificates of visitors, from the API to the origin, over the sockets that the world has. */
describe('a customer’s site that asks for client certificates', () => {
  // Without trusted proxies, as a proxy's certificate would not be the visitor's.
  const stack = new SharedStack('records');
  let origin: Server;
  let api: ApiClient;
  let name: string;
  let id: string;
  let authority: Identity;
  let device: Identity;
  let stranger: Identity;

  beforeAll(async () => {
    origin = createServer((incoming, response) => {
      const fields = Object.entries(incoming.headers).filter(([field]) => field.startsWith('client-cert'));
      incoming.resume().on('end', () => response.end(JSON.stringify(Object.fromEntries(fields))));
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    authority = await identity('Tills', null);
    [device, stranger] = await Promise.all([
      identity('till-1', authority),
      identity('Strangers', null).then((by) => identity('till-1', by)),
    ]);
    await stack.start();
    const account = newAccount('certified');
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

  const save = (originConfig: object) =>
    api.call<{ errors?: { path: string; message: string }[] }>('PUT', `/domains/${id}/waf-config`, {
      originConfig,
    });

  /** Over TLS, on a connection of its own. */
  function visit(target: string, as: Identity | null): Promise<{ status: number; body: string }> {
    // nosemgrep: no-insecure-channel -- the demo site's certificate is its own; what the edge makes of the visitor's is asked here
    const options: RequestOptions = {
      host: '127.0.0.1',
      port: new URL(stack.urls.demo_site_tls).port,
      servername: name,
      path: target,
      headers: { host: name, accept: 'application/json' },
      rejectUnauthorized: false,
      agent: false,
      ...(as !== null && { cert: as.cert, key: as.key }),
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(options, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      });
      outgoing.on('error', reject).end();
    });
  }
  const until = (what: string, target: string, as: Identity | null, status: number) =>
    eventually(what, async () => expect((await visit(target, as)).status).toBe(status), 30_000);

  it('refuses at its place what is no authority', async () => {
    const { status, body } = await save({
      client_certificates: 'required',
      client_certificate_authorities: [authority.cert, device.cert],
    });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain('originConfig.client_certificate_authorities.1');
    expect((await save({ client_certificates: 'required' })).status).toBe(422);
    expect((await visit('/', null)).status).toBe(200);
  });

  it('admits clients whose certificate the owner’s authority signed, and passes their identity to the origin', async () => {
    const { status } = await save({
      client_certificates: 'required',
      client_certificate_authorities: [authority.cert],
      client_certificate_paths: ['/tills'],
    });
    expect(status).toBe(200);
    await until('the requirement at the edge', '/tills/1', null, 403);
    expect(JSON.parse((await visit('/', null)).body)).toEqual({ 'client-cert-verified': 'none' });
    expect(JSON.parse((await visit('/tills/1', stranger)).body)).toMatchObject({
      code: 'client_certificate_untrusted',
    });
    const known = await visit('/tills/1', device);
    expect(known.status).toBe(200);
    expect(JSON.parse(known.body)).toMatchObject({
      'client-cert-verified': 'yes',
      'client-cert-subject': 'CN=till-1',
    });
  }, 60_000);

  it('says in the log whose certificate was refused, and why', async () => {
    await eventually('the entry in the log', async () => {
      const { body } = await api.call<{ logs: { reason: string; modsec_message: string | null }[] }>(
        'GET',
        `/dashboard/logs/recent?domain=${id}&action=reject`,
      );
      expect(body.logs).toContainEqual(
        expect.objectContaining({
          reason: 'client_certificate:untrusted',
          modsec_message: expect.stringContaining('CN=till-1, SHA-256 '),
        }),
      );
    });
  }, 60_000);

  it('is open again once the owner asks for none', async () => {
    expect((await save({ client_certificates: 'off' })).status).toBe(200);
    await until('the edge asking for none', '/tills/1', null, 200);
    expect((await visit('/tills/1', device)).body).toBe('{}');
  }, 60_000);
});
