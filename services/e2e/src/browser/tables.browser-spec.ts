import pg from 'pg';
import { expect, test } from './fixtures.ts';
import { LONG_NAME, mixedDirections, RIGHT_TO_LEFT, tooWide } from './table-facts.ts';

const COUNT = 10_000;

/** Row i of a filled table: the first is the only one of its kind, 25 are of another, two of them with unusual names. */
const MARK = `CASE WHEN i = 1 THEN 'single' WHEN i <= 26 THEN 'quarter' ELSE 'crowd' END || i`;
const NAME = `CASE i WHEN 2 THEN $2 WHEN 3 THEN $3 ELSE 'Name ' || i END`;
const ROWS = 'generate_series(1, $1::int) AS i';
/** PostgreSQL wants to know of parameters that a statement does not use. */
const UNUSED = '($2::text IS NULL OR $3::text IS NULL)';

interface Filled {
  tab: string;
  /** The table's region. */
  table: string;
  /** Of the list that it is in. */
  heading?: string;
  search?: string;
  /** Said where nothing is found. */
  none?: string;
  insert: string;
  remove: string;
  /** As many rows as a page has. */
  page: number;
  next: 'Older' | 'Next';
  /** What shows the table. */
  choose?: string;
}

const TABLES: readonly Filled[] = [
  {
    tab: 'users',
    table: 'Users',
    search: 'Search users',
    none: 'No user matches.',
    insert: `INSERT INTO auth.users (id, email, email_key, username, username_key, full_name, password_hash)
      SELECT gen_random_uuid(), m || '@tables.example', m || '@tables.example', m, m, name, '' FROM
        (SELECT ${MARK} AS m, ${NAME} AS name FROM ${ROWS}) AS made`,
    remove: `DELETE FROM auth.users WHERE email_key LIKE '%@tables.example'`,
    page: 50,
    next: 'Next',
  },
  {
    tab: 'orders',
    table: 'Orders',
    heading: 'Orders',
    search: 'Search orders',
    none: 'No order fits.',
    insert: `INSERT INTO billing.orders (id, order_number, guest_email, plan_id, plan_slug, billing_period, amount_cents,
        currency, payment_method, status)
      SELECT gen_random_uuid(), 'PAL-0-' || i, ${MARK} || '@tables.example', p.id, p.slug, 'monthly', 2900, 'USD', 'paypal',
        'cancelled' FROM ${ROWS}, (SELECT id, slug FROM billing.plans LIMIT 1) AS p WHERE ${UNUSED} OR true`,
    remove: `DELETE FROM billing.orders WHERE guest_email LIKE '%@tables.example'`,
    page: 50,
    next: 'Next',
  },
  {
    tab: 'newsletters',
    table: 'Subscribers',
    heading: 'Newsletter Subscribers',
    search: 'Search subscribers',
    none: 'Nobody found',
    insert: `INSERT INTO mailer.subscribers (email, first_name, last_name, source)
      SELECT ${MARK} || '@tables.example', ${NAME}, i::text, 'import' FROM ${ROWS}`,
    remove: `DELETE FROM mailer.subscribers WHERE email LIKE '%@tables.example'`,
    page: 50,
    next: 'Older',
  },
  {
    tab: 'newsletters',
    table: 'Suppressed addresses',
    heading: 'Suppression List',
    search: 'Search suppressed addresses',
    none: 'Nobody found',
    insert: `INSERT INTO mailer.suppressions (email, cause)
      SELECT ${MARK} || CASE i WHEN 2 THEN lower($2) ELSE '' END || '@tables.example', 'bounced' FROM ${ROWS} WHERE ${UNUSED} OR true`,
    remove: `DELETE FROM mailer.suppressions WHERE email LIKE '%@tables.example'`,
    page: 50,
    next: 'Older',
  },
  {
    tab: 'newsletters',
    table: 'Bounces',
    heading: 'Bounces and Complaints',
    search: 'Search bounces by address',
    none: 'Nothing found',
    insert: `INSERT INTO mailer.bounces (email, kind, diagnostic)
      SELECT ${MARK} || '@tables.example', 'soft', ${NAME} FROM ${ROWS}`,
    remove: `DELETE FROM mailer.bounces WHERE email LIKE '%@tables.example'`,
    page: 50,
    next: 'Older',
  },
  {
    tab: 'tools',
    table: 'Mails',
    heading: 'Mails',
    choose: 'Sent',
    search: 'Search mails by address',
    none: 'No mails found',
    insert: `INSERT INTO mailer.mails (id, category, template, to_address, to_name, variables, sealed_variables, status, reason)
      SELECT 'tables-' || i, 'account', 'welcome', ${MARK} || '@tables.example', '', '{}', '', 'sent', ${NAME} FROM ${ROWS}`,
    remove: `DELETE FROM mailer.mails WHERE id LIKE 'tables-%'`,
    page: 50,
    next: 'Older',
  },
  {
    tab: 'campaigns',
    table: 'Campaigns',
    heading: 'Email Campaigns',
    insert: `INSERT INTO mailer.campaigns (name, subject, body_html, body_text, target_audience, target_plans, custom_emails,
        emails_per_second, created_by)
      SELECT CASE $1::int - i WHEN 2 THEN $2 WHEN 3 THEN $3 ELSE 'Campaign ' || i END, 'tables', '<p>Hello</p>', '',
        'newsletter', '{}', '', 5, gen_random_uuid() FROM ${ROWS}`,
    remove: `DELETE FROM mailer.campaigns WHERE subject = 'tables'`,
    page: 25,
    next: 'Older',
  },
];

test.describe('a table of administrators', () => {
  let database: pg.Client;
  test.beforeAll(async ({ world }) => {
    database = new pg.Client(world.stack.databaseUrl);
    await database.connect();
  });
  test.afterAll(() => database?.end());

  for (const { tab, table, heading, search, none, insert, remove, page: size, next, choose } of TABLES)
    test(`${table}: none, one, 25 and ten thousand rows fit, and no more than a page is in it`, async ({
      world,
    }) => {
      await database.query(insert, [COUNT, LONG_NAME, RIGHT_TO_LEFT]);
      try {
        const admin = await world.signedIn(world.stack.accounts.admin);
        const { page } = admin;
        const shows = async () => {
          await admin.open(`/admin?tab=${tab}`);
          if (choose) await page.getByRole('radio', { name: choose, exact: true }).check();
        };
        const rows = page.getByRole('region', { name: table, exact: true }).locator('tbody tr');
        await shows();
        await expect(rows).toHaveCount(size);
        if (heading) await admin.seesHeading(heading);
        expect(await tooWide(page)).toEqual([]);
        expect(await mixedDirections(page)).toEqual([]);
        // The next page is another one, and leads back.
        const first = await rows.first().textContent();
        const card = page
          .locator('section, div')
          .filter({ has: page.getByRole('region', { name: table, exact: true }) })
          .last();
        await admin.press(next, card);
        await expect(rows.first()).not.toHaveText(first ?? '');
        await expect(rows).toHaveCount(size);
        await admin.press(next === 'Next' ? 'Previous' : 'Newer', card);
        await expect(rows.first()).toHaveText(first ?? '');
        if (search === undefined || none === undefined) return;
        for (const [text, count] of [
          ['quarter', 25],
          ['single1@', 1],
        ] as const) {
          await page.getByLabel(search, { exact: true }).fill(text);
          await expect(rows).toHaveCount(count);
          expect(await tooWide(page)).toEqual([]);
          expect(await mixedDirections(page)).toEqual([]);
        }
        await page.getByLabel(search, { exact: true }).fill('nobody-has-this');
        await admin.sees(none);
        expect(await tooWide(page)).toEqual([]);
      } finally {
        await database.query(remove);
      }
    });

  test('the audit log shows a page of ten thousand acts, and finds one', async ({ world }) => {
    // They stay: the log only grows. What watches over it looks for its tables by their names alone.
    await database.query('SET search_path TO auth');
    await database.query(
      `INSERT INTO auth.audit_log (id, at, actor_id, action, target_type, target_id, details, client_address, request_id)
       SELECT gen_random_uuid(), now() - make_interval(days => 400, secs => i), 'tables', 'plan.updated', 'plan', 'tables-' || i,
         jsonb_build_object('name', CASE i WHEN 2 THEN $2::text WHEN 3 THEN $3::text ELSE 'x' END), '192.0.2.1', '' FROM ${ROWS}`,
      [COUNT, LONG_NAME, RIGHT_TO_LEFT],
    );
    const admin = await world.signedIn(world.stack.accounts.admin);
    const { page } = admin;
    const rows = page.getByRole('region', { name: 'Audit log' }).locator('tbody tr');
    await admin.open('/admin?tab=tools');
    await page.getByLabel('Search the audit log').fill('tables-');
    await expect(rows).toHaveCount(50);
    await admin.sees(/Wintergarten/);
    expect(await tooWide(page)).toEqual([]);
    await page.getByLabel('Search the audit log').fill('tables-10000');
    await expect(rows).toHaveCount(1);
    await page.getByLabel('Search the audit log').fill('nobody-has-this');
    await admin.sees('No entry fits.');
  });
});
