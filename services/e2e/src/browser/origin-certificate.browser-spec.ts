import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { violations } from './axe.ts';
import { expect } from './fixtures.ts';
import { test } from './owned-site.ts';
import { tooWide } from './table-facts.ts';

const pairOf = (name: string, forClients: boolean) =>
  generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'extKeyUsage', clientAuth: forClients, serverAuth: !forClients },
    ],
  });

/** A server that takes nobody without a certificate of the authority, and says whom it has taken. */
async function lockedServer(authority: string): Promise<Server> {
  const { cert, private: key } = await pairOf('origin', false);
  const server = createServer(
    { cert, key, ca: authority, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      response.end(`welcome ${subject.O}`);
    },
  );
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('an owner locks the origin to the edge’s certificate', async ({ site }) => {
  const { visitor, edge } = site;
  const dialog = await site.configure();
  const section = dialog.getByRole('region', { name: 'Certificate for the origin' });
  let server: Server | null = null;

  await test.step('gets the authority of the site with the first save', async () => {
    await section.getByRole('radio', { name: 'Automatic' }).check();
    await visitor.sees(/^Set the protocol to HTTPS/, section);
    await visitor.sees(/^Save to create the authority/, section);
    await visitor.press('Save Origin Settings', dialog);
    await site.saved();
    const [file] = await Promise.all([
      visitor.page.waitForEvent('download'),
      visitor.follow('Download the authority’s certificate', section),
    ]);
    expect(file.suggestedFilename()).toBe('palisade-origin-ca.pem');
    const authority = await readFile(await file.path(), 'utf8');
    expect(authority).toMatch(/^-----BEGIN CERTIFICATE-----/);
    server = await lockedServer(authority);
  });

  await test.step('is served by a server that takes nobody else', async () => {
    const { port } = server!.address() as AddressInfo;
    await dialog.getByLabel('Protocol', { exact: true }).selectOption('https');
    await visitor.fill({ 'Origin Host': '127.0.0.1', 'Origin Port': String(port) }, dialog);
    await dialog.getByRole('switch', { name: "Verify the origin's certificate" }).click();
    await section.getByText('Set up your server').click();
    expect(await violations(visitor.page)).toEqual([]);
    expect(await tooWide(visitor.page)).toEqual([]);
    await visitor.press('Save Origin Settings', dialog);
    await site.saved();
    expect((await edge.answersWith(200, '/locked')).body).toBe('welcome Palisade');
  });

  await test.step('sees what is wrong with a certificate at its field', async () => {
    await section.getByRole('radio', { name: 'Your own' }).check();
    visitor.expectsRefusalBy(`/api/domains/${await site.id()}/waf-config`);
    await visitor.press('Save Origin Settings', dialog);
    await visitor.sees('Please upload the certificate for your server first', section);
    await visitor.press('Upload a certificate', section);
    const unfit = await pairOf('edge', false);
    visitor.expectsRefusalBy(`/api/domains/${await site.id()}/origin-certificates/uploaded`);
    await visitor.fill(
      { 'Certificate chain (PEM)': unfit.cert, 'Private key (PEM)': unfit.private },
      section,
    );
    await visitor.press('Upload certificate', section);
    await visitor.sees('This certificate is not meant for clients (client authentication).', section);
    const fit = await pairOf('edge-1', true);
    await visitor.fill({ 'Certificate chain (PEM)': fit.cert, 'Private key (PEM)': fit.private }, section);
    await visitor.press('Upload certificate', section);
    await visitor.isTold('Certificate uploaded');
    await visitor.sees('edge-1', section);
  });

  await test.step('sees in the log that the server refused another one', async () => {
    await section.getByRole('radio', { name: 'None' }).check();
    await visitor.press('Save Origin Settings', dialog);
    await site.saved();
    await edge.answersWith(502, '/refused');
    server!.close();
  });
});
