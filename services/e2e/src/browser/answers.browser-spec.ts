import { eventually } from '@palisade/testing';
import { attackInQuery } from '../corpus.ts';
import { visit } from '../edge-client.ts';
import { expect } from './fixtures.ts';
import { FROM_CHINA, FROM_GERMANY, type OwnedSite, test } from './owned-site.ts';

const HTML = { accept: 'text/html' };
const GPTBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';
const attack = attackInQuery('sqli');

/** Opens what the edge answers with by itself, once what is stored of it is there. */
async function openAnswers({ visitor, domain }: OwnedSite) {
  await visitor.open(`/dashboard/domains/${domain}/redirects`);
  await visitor.page.getByRole('region', { name: 'Redirects', exact: true }).waitFor();
  await visitor.button('Show the call').click({ trial: true });
  return visitor.page;
}

async function save({ visitor }: OwnedSite) {
  await visitor.press('Save Redirects and Pages');
  await visitor.isTold('WAF configuration saved successfully!');
}

test('a redirect leads visitors on, with their query or without, until it is removed', async ({ site }) => {
  const { visitor, edge } = site;
  const page = await openAnswers(site);
  await visitor.fill({ 'From path': 'old' });
  await visitor.press('Add redirect');
  await visitor.sees('A path must begin with a slash');
  await visitor.fill({ 'From path': '/old/*', To: '/new/*' });
  await page.getByLabel('To', { exact: true }).press('Enter');
  await page.getByText('Many at once, as CSV').click();
  await page.getByLabel(/Lines of/).fill('/sale,https://elsewhere.example/,302,no');
  await visitor.press('Add these');
  await save(site);
  await visitor.reload();
  await visitor.sees('/old/* → /new/*');

  const moved = await edge.answersWith(301, '/old/shoes?size=42');
  expect(moved.headers.location).toBe('/new/shoes?size=42');
  const sale = await edge.knock('/sale?from=mail');
  expect([sale.status, sale.headers.location]).toEqual([302, 'https://elsewhere.example/']);

  await visitor.press('Remove the redirect of /sale');
  await save(site);
  await edge.answersWith(200, '/sale');
});

test('a header rule changes responses to visitors and requests to the server', async ({ site }) => {
  const { visitor, edge } = site;
  const page = await openAnswers(site);
  await visitor.press('Add COOP');
  await visitor.press('Add header');
  const rules = page.getByRole('region', { name: 'Header rules' });
  const [name, value] = [rules.getByLabel('Header').last(), rules.getByLabel('Value').last()];
  await name.fill('Content-Length');
  await value.fill('blue');
  await visitor.sees('Content-Length cannot be changed: it belongs to the connection', rules);
  await name.fill('X-Team');
  await save(site);
  const answer = await eventually('the headers being there', async () => {
    const { headers } = await edge.knock('/');
    if (headers['x-team'] !== 'blue') throw new Error(`x-team is ${headers['x-team']}`);
    return headers;
  });
  expect(answer['cross-origin-opener-policy']).toBe('same-origin');
});

test('a page of one’s own is what a refused visitor sees, programs get JSON, and its scripts are gone', async ({
  site,
  world,
}) => {
  const { visitor, domain, edge } = site;
  await edge.answersWith(403, attack.uri);
  const page = await openAnswers(site);
  await visitor.press('Add block page');
  await page
    .getByLabel('HTML')
    .fill('<h1>Nothing here</h1><p>Tell us {{request_id}}</p><script>alert(1)</script>');
  await save(site);
  const seen = await eventually('the page being shown', async () => {
    const answer = await visit(world.stack.urls.demo_site, domain, attack.uri, { headers: HTML });
    if (!answer.body.includes('Nothing here')) throw new Error('another page');
    return answer;
  });
  expect(seen.status).toBe(403);
  expect(seen.body).toContain(`Tell us ${String(seen.headers['x-request-id'])}`);
  expect(seen.body).not.toContain('<script');
  const program = await visit(world.stack.urls.demo_site, domain, attack.uri, {
    headers: { accept: 'application/json' },
  });
  expect(program.headers['content-type']).toContain('application/problem+json');
});

test('maintenance answers everybody but who may pass, and says when to come again', async ({ site }) => {
  const { visitor, edge } = site;
  const page = await openAnswers(site);
  await visitor.fill({ 'Addresses that pass': 'nonsense' });
  await visitor.press('Add to Addresses that pass');
  await visitor.sees(/^Please enter a valid IP address or subnet/);
  await visitor.fill({ 'Addresses that pass': FROM_CHINA, 'Retry-After (seconds)': '120' });
  await page.getByLabel('Addresses that pass', { exact: true }).press('Enter');
  await page.getByRole('switch', { name: 'Maintenance mode' }).press('Space');
  await save(site);
  const closed = await edge.answersWith(503, '/', FROM_GERMANY);
  expect(closed.headers['retry-after']).toBe('120');
  expect((await edge.knock('/', FROM_CHINA)).status).toBe(200);
  await page.getByRole('switch', { name: 'Maintenance mode' }).click();
  await save(site);
  await edge.answersWith(200, '/', FROM_GERMANY);
});

test('AI crawlers are refused by one switch and read so in robots.txt; people are not touched', async ({
  site,
  world,
}) => {
  const { visitor, domain, edge } = site;
  const crawl = (target: string) =>
    visit(world.stack.urls.demo_site, domain, target, { headers: { 'user-agent': GPTBOT } });
  await visitor.open(`/dashboard/domains/${domain}/policy`);
  const { page } = visitor;
  await page.getByRole('switch', { name: 'Block AI crawlers' }).click();
  await page.getByRole('switch', { name: 'Tell crawlers in robots.txt' }).click();
  await visitor.press('Save WAF Policy');
  await visitor.isTold('WAF configuration saved successfully!');
  await eventually('the crawler being refused', async () => {
    const { status } = await crawl('/');
    if (status !== 403) throw new Error(`it answered ${status}`);
  });
  const robots = await crawl('/robots.txt');
  expect([robots.status, robots.body]).toEqual([
    200,
    expect.stringMatching(/^User-agent: GPTBot$[\s\S]*^Disallow: \/$/m),
  ]);
  expect((await edge.knock('/')).status).toBe(200);

  await visitor.open(`/dashboard/logs?domain=${domain}&action=bot`);
  await visitor.press('Details');
  await visitor.sees(/GPTBot/);
});
