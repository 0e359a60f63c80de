import { generate } from 'selfsigned';
import { violations } from './axe.ts';
import { expect } from './fixtures.ts';
import { test } from './owned-site.ts';
import { tooWide } from './table-facts.ts';

async function certificate(name: string, isAuthority: boolean): Promise<string> {
  const { cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: isAuthority, critical: true }],
  });
  return cert;
}

test('an owner requires client certificates, with errors at their fields', async ({ site }) => {
  const { visitor, edge } = site;
  const { page } = visitor;
  const dialog = await site.configure();
  const section = dialog.getByRole('region', { name: 'Client certificates' });
  const authorities = section.getByRole('list', { name: 'Certificate authorities: entries' });
  const pem = section.getByLabel('Certificate authorities', { exact: true });
  await section.getByRole('radio', { name: 'Required' }).check();

  await test.step('refuses what is no certificate, at once', async () => {
    await pem.fill('not a certificate');
    await visitor.press('Add certificate', section);
    await visitor.sees('No certificate found: it begins with -----BEGIN CERTIFICATE-----', section);
  });

  await test.step('refuses a certificate that is no authority’s, as the server sees it', async () => {
    await pem.fill(await certificate('till-1', false));
    await visitor.press('Add certificate', section);
    await expect(authorities.getByRole('listitem')).toHaveText(/^till-1, until \d{4}-\d{2}-\d{2}$/);
    visitor.expectsRefusalBy(`/api/domains/${await site.id()}/waf-config`);
    await visitor.press('Save Origin Settings', dialog);
    await visitor.sees(/^This is not the certificate of an authority/, section);
    await section.getByRole('button', { name: /^Remove till-1/ }).click();
  });

  await test.step('takes authorities from a file, and the edge asks from then on', async () => {
    await section.getByLabel('Certificate authorities: file').setInputFiles({
      name: 'ca.pem',
      mimeType: 'application/x-pem-file',
      buffer: Buffer.from((await certificate('Tills', true)) + (await certificate('Phones', true))),
    });
    await expect(authorities.getByRole('listitem')).toHaveText([/^Tills, until /, /^Phones, until /]);
    const paths = section.getByRole('textbox', { name: 'Only on paths' });
    await paths.fill('/tills');
    await paths.press('Enter');
    expect(await violations(page)).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
    await visitor.press('Save Origin Settings', dialog);
    await site.saved();
    await edge.answersWith(403, '/tills/1');
    expect((await edge.knock('/')).status).toBe(200);
  });

  await test.step('is told in the history by what the certificates say', async () => {
    await site.configure();
    await dialog.getByRole('tab', { name: 'History' }).click();
    await visitor.sees(/Tills, until /, dialog);
  });
});
