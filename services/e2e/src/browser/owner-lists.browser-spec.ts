import pg from 'pg';
import { ApiClient } from '../api-client.ts';
import { expect, test } from './fixtures.ts';
import { LONG_NAME, mixedDirections, RIGHT_TO_LEFT, tooWide } from './table-facts.ts';
import type { World } from './world.ts';

const SITES = 500;
const ENTRIES = 10_000;

/** As many sites as an agency has, each a copy of the first. */
async function withManySites(world: World) {
  const account = await world.confirm(await world.customer('enterprise'));
  const api = await ApiClient.signIn(world.stack.api, account);
  const name = `${account.username}.example`;
  const { body } = await api.call<{ id: string }>('POST', '/domains/', {
    domain_name: name,
    origin_host: 'origin.example.net',
  });
  const database = new pg.Client(world.stack.databaseUrl);
  await database.connect();
  try {
    await database.query(
      `WITH made AS (
         INSERT INTO domains.domains (id, owner_id, domain_name, hosts, verification_token, config_version, next_dns_check_at)
         SELECT gen_random_uuid(), d.owner_id, n || d.domain_name, ARRAY[n || d.domain_name], substr(md5(n), 1, 20), 1, 'infinity'
           FROM domains.domains d, (SELECT 'site-' || lpad(i::text, 3, '0') || '.' AS n FROM generate_series(1, $2::int - 1) i) AS names
          WHERE d.id = $1 RETURNING id)
       INSERT INTO domains.waf_config_versions (domain_id, version, origin_config, policy_config, author_id, change_kind)
       SELECT made.id, 1, v.origin_config, v.policy_config, v.author_id, 'created'
         FROM made, domains.waf_config_versions v WHERE v.domain_id = $1 AND v.version = 1`,
      [body.id, SITES],
    );
  } finally {
    await database.end();
  }
  return { account, api, name };
}

test('five hundred sites are a page of cards, and each is found by its name', async ({ world }) => {
  const { account, name } = await withManySites(world);
  const owner = await world.signedIn(account);
  const { page } = owner;
  const cards = page.getByRole('article');

  await test.step('in the list', async () => {
    await owner.open('/dashboard/domains');
    await expect(cards).toHaveCount(50);
    await owner.sees('1–50 of 500');
    expect(await tooWide(page)).toEqual([]);
    await owner.press('Next');
    await owner.sees('51–100 of 500');
    await expect(cards).toHaveCount(50);
    await page.getByLabel('Find a domain').fill('site-123');
    await expect(cards).toHaveCount(1);
    await expect(page.getByText(/of 500/).filter({ hasText: '–' })).toHaveCount(0);
  });

  await test.step('in the palette', async () => {
    await page.keyboard.press('Control+k');
    const palette = owner.dialog('Command palette');
    const sites = palette.getByRole('option').filter({ hasText: name });
    await expect(sites).toHaveCount(20);
    await owner.sees('And 480 more: type a part of the name.', palette);
    await palette.getByRole('combobox').fill('site-321');
    await expect(sites).toHaveCount(1);
    await page.keyboard.press('Enter');
    await owner.arrivesAt(`/dashboard/logs?domain=${encodeURIComponent(`site-321.${name}`)}`);
  });

  await test.step('on pages that choose among them', async () => {
    for (const path of ['/dashboard', '/dashboard/logs', '/dashboard/analytics']) {
      await owner.open(path);
      await expect(page.getByRole('combobox', { name: 'Domain' }).locator('option')).toHaveCount(SITES + 1);
      expect(await tooWide(page)).toEqual([]);
    }
  });
});

test('ten thousand entries of a list are shown a hundred at a time', async ({ world }) => {
  const account = await world.confirm(await world.customer('business'));
  const api = await ApiClient.signIn(world.stack.api, account);
  const entry = (n: number) => `10.0.${n >> 8}.${n & 255}`;
  const text = Array.from({ length: ENTRIES }, (_, n) => entry(n)).join('\n');
  const { status } = await api.call('POST', '/lists', {
    source: 'hand',
    name: 'crowd',
    note: RIGHT_TO_LEFT,
    text,
  });
  expect(status).toBe(201);
  const owner = await world.signedIn(account);
  const { page } = owner;
  await owner.open('/dashboard/lists');
  await owner.press('More for crowd');
  await page.getByRole('menuitem', { name: 'Show entries' }).click();
  const dialog = owner.dialog('crowd');
  const entries = dialog.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await expect(entries).toHaveCount(100);
  await expect(entries.first()).toHaveText(entry(0));
  await owner.press('Next', dialog);
  await expect(entries.first()).toHaveText(entry(100));
  await owner.sees('101–200 of 10,000', dialog);
  expect(await tooWide(page)).toEqual([]);
  expect(await mixedDirections(page)).toEqual([]);
});

test('names of two hundred characters, and of the other direction of writing, stay in their places', async ({
  world,
}) => {
  const account = await world.confirm(await world.customer('business'));
  const api = await ApiClient.signIn(world.stack.api, account);
  const made = async (path: string, body: object) => {
    const answer = await api.call('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  for (const name of [LONG_NAME, RIGHT_TO_LEFT]) {
    await made('/api-keys', { name: name.slice(0, 80).trim(), scopes: ['logs:read'] });
    await made('/alert-channels', { name: name.slice(0, 60).trim(), kind: 'mail' });
    await made('/lists', {
      source: 'hand',
      name: name === LONG_NAME ? 'a'.repeat(50) : 'b'.repeat(50),
      note: name,
      text: '',
    });
  }
  const owner = await world.signedIn(account);
  for (const path of [
    '/dashboard/settings?tab=security',
    '/dashboard/alerts?tab=channels',
    '/dashboard/lists',
  ]) {
    await owner.open(path);
    await owner.sees(/متجر/);
    expect([path, await tooWide(owner.page)]).toEqual([path, []]);
    expect([path, await mixedDirections(owner.page)]).toEqual([path, []]);
  }
});
