import { eventually } from '@palisade/testing';
import { visit } from '../edge-client.ts';
import { expect } from './fixtures.ts';
import { test } from './owned-site.ts';

test('pages are compressed while the owner wants it', async ({ site, world }) => {
  const { visitor, domain } = site;
  const coding = async () => {
    const headers = { 'accept-encoding': 'gzip', accept: 'text/html' };
    return (await visit(world.stack.urls.demo_site, domain, '/', { headers })).headers['content-encoding'];
  };
  await site.configure();
  await site.toggle('Enable Compression').click();
  await visitor.press('Save Origin Settings', site.dialog);
  await site.saved();
  await eventually('a plain page', async () => expect(await coding()).toBeUndefined());
  await site.toggle('Enable Compression').click();
  await visitor.press('Save Origin Settings', site.dialog);
  await site.saved();
  await eventually('a compressed page', async () => expect(await coding()).toBe('gzip'));
});
