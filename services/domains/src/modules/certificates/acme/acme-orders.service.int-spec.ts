import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startAcmeStandIn } from '@palisade/acme-stand-in';
import * as acme from 'acme-client';
import type { AcmeAccountsService } from './acme-accounts.service.ts';
import { AcmeOrdersService, type Prover } from './acme-orders.service.ts';
import { prepareTransport } from './acme-transport.ts';
import { CertificateStatusService } from './certificate-status.service.ts';

describe('an order that replaces a certificate', () => {
  let folder: string;
  let authority: Awaited<ReturnType<typeof startAcmeStandIn>>;
  let site: Server;
  let accounts: AcmeAccountsService;
  const answers = new Map<string, string>();
  const asked: unknown[] = [];
  const prover: Prover = {
    kindFor: () => 'http-01',
    show: async (_kind, _name, token, proof) => void answers.set(token, proof),
    remove: async (_kind, _name, token) => void answers.delete(token),
  };

  beforeAll(async () => {
    prepareTransport(undefined);
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-order-'));
    site = createServer((request, response) => {
      response.end(answers.get(request.url?.split('/').at(-1) ?? '') ?? 'nothing');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    authority = await startAcmeStandIn({
      port: 0,
      folder,
      edgeHttpPort: (site.address() as AddressInfo).port,
    });
    const client = new acme.Client({
      directoryUrl: authority.directory,
      accountKey: await acme.crypto.createPrivateEcdsaKey(),
    });
    await client.createAccount({ termsOfServiceAgreed: true });
    const create = client.createOrder.bind(client);
    client.createOrder = (order) => {
      asked.push(order);
      return create(order);
    };
    accounts = { directoryUrl: authority.directory, client: async () => client } as AcmeAccountsService;
  });
  afterAll(async () => {
    await authority.stop();
    await new Promise((resolve) => site.close(resolve));
    rmSync(folder, { recursive: true });
  });

  it('says so, and is made without that where the authority will not have it', async () => {
    const orders = new AcmeOrdersService(accounts);
    const first = await orders.obtain(['shop.test'], prover);
    const replaces = await new CertificateStatusService(accounts).idOf(first.chainPem);
    expect(replaces).toMatch(/^[\w-]+\.[\w-]+$/);

    const second = await orders.obtain(['shop.test'], prover, replaces);
    expect(asked.at(-1)).toMatchObject({ replaces });
    const third = await orders.obtain(['shop.test'], prover, replaces);
    expect(asked.at(-1)).not.toHaveProperty('replaces');
    const serials = [first, second, third].map(({ chainPem, keyPem }) => {
      const leaf = new X509Certificate(chainPem);
      expect(leaf.checkPrivateKey(createPrivateKey(keyPem))).toBe(true);
      return leaf.serialNumber;
    });
    expect(new Set(serials).size).toBe(3);
  });
});
