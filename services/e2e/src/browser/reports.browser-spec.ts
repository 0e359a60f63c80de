import { eventually } from '@palisade/testing';
import { attackInQuery } from '../corpus.ts';
import { visit } from '../edge-client.ts';
import { expect } from './fixtures.ts';
import { FROM_GERMANY, test } from './owned-site.ts';

const HONEST = `/guestbook/sign?${new URL(attackInQuery('sqli').uri, 'http://any').search.slice(1)}`;
const HEADERS = { 'x-forwarded-for': FROM_GERMANY, accept: 'text/html' };

test('a refused visitor reports it to the owner, who creates an exclusion', async ({ site, world }) => {
  const { visitor, domain } = site;
  const edge = (target: string, more: Parameters<typeof visit>[3] = {}) =>
    visit(world.stack.urls.demo_site, domain, target, { ...more, headers: { ...HEADERS, ...more.headers } });

  await test.step('the owner wants to hear of it', async () => {
    await site.policy();
    await site.toggle('Visitor reports').click();
    await site.save();
  });

  const page = await eventually('the page having a form', async () => {
    const { status, body } = await edge(HONEST);
    const ticket = /name="ticket" value="([^"]+)"/.exec(body)?.[1];
    if (status !== 403 || ticket === undefined) throw new Error(`it answered ${status}`);
    return { ticket, requestId: /id="request-id">([^<]+)/.exec(body)?.[1] ?? '' };
  });
  const sent = await edge('/.palisade/report', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      ticket: page.ticket,
      text: 'I <b>only</b> signed it',
      email: 'v@example.org',
    }).toString(),
  });
  expect(sent.status).toBe(200);

  await test.step('who finds it beside what the edge saw', async () => {
    await eventually('the report', async () => {
      // The page shows what there was when it was opened.
      await visitor.open('/dashboard/reports');
      await visitor.page.getByText('I <b>only</b> signed it').waitFor({ timeout: 5_000 });
    });
    await visitor.page.getByRole('link', { name: 'See the request' }).click();
    await visitor.arrivesAt(`/dashboard/logs/${page.requestId}`);
    await visitor.page.getByRole('region', { name: 'Attack Details' }).waitFor();
    await visitor.page.goBack();
  });

  await test.step('and lets such requests through', async () => {
    await visitor.press('Create an exclusion');
    await visitor.press('Create exclusion', visitor.dialog('Create an exclusion'));
    await eventually('it being let through', async () => {
      const { status } = await edge(HONEST);
      if (status !== 200) throw new Error(`it answered ${status}`);
    });
    await visitor.sees('No visitor waits for you');
    await visitor.page.getByRole('radio', { name: 'Exclusions' }).click();
    await visitor.sees('I <b>only</b> signed it');
  });
});
