import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { type Harness, newAdmin, startHarness } from './harness.ts';

const COUNT = 10_000;
const PAGE = 200;

type Row = Record<string, unknown>;
interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Number of rows that a plan has touched. */
const touched = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, child) => sum + touched(child), 0);

describe('lists of ten thousand', () => {
  const admin = newAdmin();
  let h: Harness;

  beforeAll(async () => {
    h = await startHarness();
    // As after an import: many rows of one moment. Every second subscriber has left; few mails have failed for good.
    for (const statement of [
      `INSERT INTO subscribers (email, first_name, last_name, source, is_subscribed)
       SELECT 's' || i || '@many.example', 'Ada', 'Lovelace', 'import', i % 2 = 0 FROM generate_series(1, 2 * $1::int) AS i`,
      `INSERT INTO suppressions (email, cause, created_at)
       SELECT 'p' || i || '@many.example', 'bounced', now() - make_interval(hours => i / 500) FROM generate_series(1, $1::int) AS i`,
      `INSERT INTO bounces (email, kind, diagnostic)
       SELECT 'b' || i || '@many.example', 'hard', '5.1.1 No such user' FROM generate_series(1, $1::int) AS i`,
      `INSERT INTO mails (id, category, template, to_address, to_name, variables, sealed_variables, status, created_at)
       SELECT 'many-' || i, 'account', 'welcome', 'm' || i || '@many.example', '', '{}', '',
              CASE WHEN i % 20 = 0 THEN 'failed' ELSE 'sent' END, now() - make_interval(hours => i / 500)
         FROM generate_series(1, $1::int) AS i`,
      `INSERT INTO campaigns (name, subject, body_html, body_text, target_audience, target_plans, custom_emails,
         emails_per_second, created_by)
       SELECT 'Campaign ' || i, 'News', repeat('<p>Hello</p>', 1000), '', 'newsletter', '{}', '', 5, gen_random_uuid()
         FROM generate_series(1, $1::int) AS i`,
    ])
      await h.database.query(statement, [COUNT]);
    await h.database.query('ANALYZE subscribers, suppressions, bounces, mails, campaigns');
  });
  afterAll(() => h?.stop());

  const arrayPage = (body: unknown, key: string) => {
    const list = body as Row[];
    const last = list.at(-1);
    return { list, next: list.length < PAGE ? null : String(last?.position ?? last?.[key]) };
  };
  const mailPage = (body: unknown) => {
    const { mails, next } = body as { mails: Row[]; next: string | null };
    return { list: mails, next };
  };

  it.each([
    {
      path: '/admin/subscribers',
      key: 'id',
      order: 'SELECT id FROM subscribers WHERE is_subscribed ORDER BY id DESC',
    },
    {
      path: '/admin/subscribers/suppressions',
      key: 'email',
      order: 'SELECT email FROM suppressions ORDER BY created_at DESC, email DESC',
    },
    { path: '/admin/subscribers/bounces', key: 'id', order: 'SELECT id FROM bounces ORDER BY id DESC' },
    { path: '/admin/campaigns', key: 'id', order: 'SELECT id FROM campaigns ORDER BY id DESC' },
    { path: '/admin/smtp/mails', key: 'id', order: 'SELECT id FROM mails ORDER BY created_at DESC, id DESC' },
    {
      path: '/admin/smtp/mails?status=failed',
      key: 'id',
      order: `SELECT id FROM mails WHERE status = 'failed' ORDER BY created_at DESC, id DESC`,
    },
  ])(
    '$path: page by page nothing is left out or comes twice, and no page reads the rest',
    async ({ path, key, order }) => {
      const query = jest.spyOn(h.app.get(DataSource), 'query');
      const wanted = (await h.database.query<Row>(order)).rows.map((row) => String(row[key]));
      const found: string[] = [];
      let before: string | null = '';
      let pages = 0;
      let last: unknown[] = [];
      while (before !== null && pages++ <= wanted.length / PAGE + 1) {
        const parameters = new URLSearchParams({ limit: String(PAGE), ...(before && { before }) });
        query.mockClear();
        const { body } = await h.call('GET', `${path}${path.includes('?') ? '&' : '?'}${parameters}`, admin);
        const { list, next } = path.includes('mails') ? mailPage(body) : arrayPage(body, key);
        found.push(...list.map((row) => String(row[key])));
        if (next !== null) last = query.mock.calls.at(-1) ?? [];
        before = next;
      }
      query.mockRestore();
      expect(found).toEqual(wanted);
      // The last full page, after all others.
      const [statement, values] = last as [string, unknown[]];
      const explained = await h.database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
        values,
      );
      expect(touched(explained.rows[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(10 * PAGE);
    },
  );

  it.each([
    {
      path: '/admin/subscribers/suppressions',
      table: 'suppressions',
      key: 'email',
      page: (body: unknown) => arrayPage(body, 'email'),
    },
    { path: '/admin/smtp/mails', table: 'mails', key: 'id', page: mailPage },
  ])(
    '$path: a page goes on behind a row that is gone meanwhile, and other positions are refused',
    async ({ path, table, key, page }) => {
      const read = async (before: string | null) => {
        const parameters = new URLSearchParams({ limit: String(PAGE), ...(before !== null && { before }) });
        return page((await h.call('GET', `${path}?${parameters}`, admin)).body);
      };
      const first = await read(null);
      const second = await read(first.next);
      await h.database.query(`DELETE FROM ${table} WHERE ${key} = $1`, [first.list.at(-1)?.[key]]);
      expect(await read(first.next)).toEqual(second);
      expect(second.list).toHaveLength(PAGE);
      // Requests of dashboards that were loaded before an update.
      for (const before of [new Date().toISOString(), 'ada@many.example', '1_', `${'9'.repeat(18)}_a`])
        expect(await h.call('GET', `${path}?${new URLSearchParams({ before })}`, admin)).toMatchObject({
          status: 422,
          body: { code: 'validation_failed', errors: [{ path: 'before' }] },
        });
    },
  );

  it('hands all subscribers out as a file, in parts', async () => {
    const { text } = await h.call('GET', '/admin/subscribers/export', admin);
    const lines = text.trim().split('\n');
    expect(lines[0]).toBe('email,first_name,last_name,created_at');
    expect(lines.filter((line) => line.startsWith('email,'))).toHaveLength(1);
    expect(new Set(lines)).toHaveProperty('size', COUNT + 1);
  });

  it('answers with fewer where nothing is said, and never with all', async () => {
    for (const path of ['/admin/subscribers', '/admin/subscribers/suppressions', '/admin/campaigns']) {
      expect((await h.call('GET', path, admin)).body).toHaveLength(50);
      expect((await h.call('GET', `${path}?limit=201`, admin)).status).toBe(422);
      expect((await h.call('GET', `${path}?before=nothing`, admin)).status).toBe(422);
    }
  });

  it('leaves the texts of campaigns to the one that is opened', async () => {
    const { body } = await h.call('GET', '/admin/campaigns?limit=1', admin);
    const [listed] = body as unknown as Row[];
    expect(Object.keys(listed!)).not.toContain('body_html');
    const opened = await h.call('GET', `/admin/campaigns/${listed!.id}`, admin);
    expect(opened.body).toMatchObject({ ...listed, body_text: '', custom_emails: '' });
    expect(String(opened.body.body_html)).toHaveLength('<p>Hello</p>'.length * 1000);
    expect((await h.call('GET', '/admin/campaigns/2147483647', admin)).status).toBe(404);
  });
});
