import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as acme from 'acme-client';
import { startAcmeStandIn } from './server.ts';

describe('the demo’s certificate authority', () => {
  let folder: string;
  let standIn: Awaited<ReturnType<typeof startAcmeStandIn>>;
  let site: Server;
  /** token → what the site answers */
  const answers = new Map<string, string>();

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-acme-'));
    site = createServer((request, response) => {
      const answer = answers.get(request.url?.split('/').at(-1) ?? '');
      response.statusCode = answer === undefined ? 404 : 200;
      response.end(answer);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    standIn = await start();
  });
  afterAll(async () => {
    await standIn.stop();
    await new Promise((resolve) => site.close(resolve));
    rmSync(folder, { recursive: true });
  });

  const start = () =>
    startAcmeStandIn({ port: 0, folder, edgeHttpPort: (site.address() as AddressInfo).port });

  async function newClient(): Promise<acme.Client> {
    const accountKey = await acme.crypto.createPrivateEcdsaKey();
    const client = new acme.Client({
      directoryUrl: standIn.directory,
      accountKey,
      backoffMin: 20,
      backoffMax: 100,
    });
    await client.createAccount({ termsOfServiceAgreed: true });
    return client;
  }

  async function obtain(client: acme.Client, altNames: string[], shows = true): Promise<string> {
    const [, csr] = await acme.crypto.createCsr({ altNames });
    return await client.auto({
      csr,
      skipChallengeVerification: true,
      challengeCreateFn: async (_authorization, challenge, proof) => {
        if (shows) answers.set(challenge.token, proof);
      },
      challengeRemoveFn: async (_authorization, challenge) => void answers.delete(challenge.token),
    });
  }

  it('signs names that answer, and its root stays the same', async () => {
    const client = await newClient();
    const [leaf, root] = acme.crypto.splitPemChain(
      await obtain(client, ['shop.localhost', 'www.shop.localhost']),
    );
    const certificate = new X509Certificate(leaf!);
    expect(certificate.checkHost('www.shop.localhost')).toBeDefined();
    expect(certificate.verify(new X509Certificate(root!).publicKey)).toBe(true);
    const again = await start();
    expect(again.rootPem).toBe(standIn.rootPem);
    await again.stop();
    expect(statSync(path.join(folder, 'authority.json')).mode & 0o777).toBe(0o600);
  });

  it('signs nothing that does not answer, and no names of the real world', async () => {
    const client = await newClient();
    await expect(obtain(client, ['shop.localhost'], false)).rejects.toThrow('gave another answer');
    await expect(obtain(client, ['example.com'])).rejects.toThrow('.localhost and .test only');
  });

  it('takes certificates of its own back', async () => {
    const client = await newClient();
    const [leaf] = acme.crypto.splitPemChain(await obtain(client, ['gone.test']));
    await client.revokeCertificate(leaf!);
    const list = await fetch(standIn.directory.replace('/dir', '/list.crl'));
    const serial = Buffer.from(new X509Certificate(leaf!).serialNumber, 'hex');
    expect(Buffer.from(await list.arrayBuffer()).includes(serial)).toBe(true);
    const ari = (await (await fetch(standIn.directory)).json()) as { renewalInfo: string };
    const window = await fetch(`${ari.renewalInfo}/any.${serial.toString('base64url')}`);
    const { suggestedWindow } = (await window.json()) as { suggestedWindow: { end: string } };
    expect(Date.parse(suggestedWindow.end)).toBeLessThan(Date.now());
    const forged = Buffer.from('not a certificate').toString('base64');
    await expect(
      client.revokeCertificate(`-----BEGIN CERTIFICATE-----\n${forged}\n-----END CERTIFICATE-----`),
    ).rejects.toThrow();
  });

  it('shows nobody the orders of another account', async () => {
    const [one, other] = [await newClient(), await newClient()];
    const order = await one.createOrder({ identifiers: [{ type: 'dns', value: 'mine.test' }] });
    expect((await one.getOrder(order)).status).toBe('pending');
    await expect(other.getOrder(order)).rejects.toThrow();
  });

  it('asks who it does not know to introduce themselves', async () => {
    const client = new acme.Client({
      directoryUrl: standIn.directory,
      accountKey: await acme.crypto.createPrivateEcdsaKey(),
      accountUrl: `${standIn.directory}/nobody`,
    });
    await expect(client.createOrder({ identifiers: [{ type: 'dns', value: 'mine.test' }] })).rejects.toThrow(
      'do not know this account',
    );
  });
});
