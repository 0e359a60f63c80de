import { randomUUID } from 'node:crypto';
import { type Account, type Harness, startHarness } from '../../test/harness.ts';

const OTHERS = 2_598;
const PAGE = 200;

describe('the pages of a long list of users', () => {
  let harness: Harness;
  let admin: Account;
  beforeAll(async () => {
    harness = await startHarness();
    // Many at the same moment: the sort key is not unique.
    await harness.database.query(
      `INSERT INTO users (id, email, email_key, username, username_key, full_name, password_hash, created_at)
       SELECT gen_random_uuid(), e, e, 'n' || i, 'n' || i, '', 'x', date_trunc('hour', now()) - make_interval(hours => i / 100)
         FROM generate_series(1, $1::int) AS i, LATERAL (SELECT md5(i::text) || '@example.com' AS e) AS names`,
      [OTHERS],
    );
    await harness.register();
    admin = await harness.makeAdmin(await harness.register());
  });
  afterAll(() => harness.stop());

  interface Listed {
    id: string;
    email: string;
    username: string;
    created_at: string;
  }
  const page = async (query: string) => {
    const { body, headers } = await harness.call('GET', `/admin/users?${query}`, admin);
    return { users: body as unknown as Listed[], total: Number(headers.get('x-total-count')) };
  };
  /** Walks all pages to the end, as administrators do. */
  async function* pages(query: string): AsyncGenerator<Listed[]> {
    for (let after = ''; ; ) {
      const { users } = await page(`${query}${after}&page_size=${PAGE}`);
      yield users;
      if (users.length < PAGE) return;
      after = `&after=${users.at(-1)?.id}`;
    }
  }

  it.each([
    ['created_at', 'desc'],
    ['created_at', 'asc'],
    ['email', 'asc'],
    ['email', 'desc'],
    ['username', 'desc'],
  ] as const)('by %s, %s: each user once, in order', async (sort, order) => {
    const all: Listed[] = [];
    for await (const users of pages(`sort=${sort}&order=${order}`)) all.push(...users);
    expect(all).toHaveLength(OTHERS + 2);
    expect(new Set(all.map(({ id }) => id)).size).toBe(OTHERS + 2);
    const keys = all.map((user) => user[sort]);
    const isBefore = order === 'asc' ? (a: string, b: string) => a <= b : (a: string, b: string) => a >= b;
    const ordered = await harness.database.query<{ ok: boolean; key: string }>(
      `SELECT key FROM unnest($1::text[]) AS key ORDER BY key COLLATE "default" ${order}`,
      [keys],
    );
    if (sort === 'created_at') expect(keys.every((key, at) => isBefore(keys[at - 1] ?? key, key))).toBe(true);
    else expect(keys).toEqual(ordered.rows.map(({ key }) => key));
  });

  it('say how many there are, whichever page is asked for', async () => {
    const { users, total } = await page('page_size=64');
    expect(total).toBe(OTHERS + 2);
    expect((await page(`page_size=64&after=${users.at(-1)?.id}`)).total).toBe(OTHERS + 2);
    expect(await page('search=nobody-at-all')).toEqual({ users: [], total: 0 });
  });

  it('show nobody twice and leave nobody out while others register and close their accounts', async () => {
    const before = new Set<string>();
    for await (const users of pages('sort=created_at&order=desc')) for (const { id } of users) before.add(id);
    const seen: string[] = [];
    const closed: string[] = [];
    for await (const users of pages('sort=created_at&order=desc')) {
      seen.push(...users.map(({ id }) => id));
      const last = users.at(-1)?.id;
      if (last === undefined) continue;
      await harness.database.query(
        `INSERT INTO users (id, email, email_key, username, username_key, full_name, password_hash)
         SELECT gen_random_uuid(), e, e, e, e, '', 'x' FROM (SELECT md5(random()::text) || '@new.example' AS e) AS names`,
      );
      // Including the account that the page ended with.
      await harness.database.query('UPDATE users SET deleted_at = now() WHERE id = $1', [last]);
      closed.push(last);
    }
    try {
      expect(seen).toHaveLength(before.size);
      expect(new Set(seen)).toEqual(before);
    } finally {
      await harness.database.query('UPDATE users SET deleted_at = NULL WHERE id = ANY($1)', [closed]);
    }
  });

  it('go on behind nobody who never was', async () => {
    const { status, body } = await harness.call('GET', `/admin/users?after=${randomUUID()}`, admin);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'page_start_unknown' });
  });

  it.each([
    ['created_at DESC, id DESC', '(created_at, id) < (%s)', ['created_at', 'id']],
    ['email_key', '(email_key) > (%s)', ['email_key']],
  ])('are found in an index, the last as the first: by %s', async (order, beyond, columns) => {
    await harness.database.query('VACUUM ANALYZE users');
    const { rows } = await harness.database.query<{ id: string }>(
      `SELECT id FROM users WHERE deleted_at IS NULL ORDER BY ${order} OFFSET ${OTHERS - 100} LIMIT 1`,
    );
    const place = columns.map((column) => `(SELECT ${column} FROM users WHERE id = '${rows[0]?.id}')`);
    const plan = await harness.database.query(
      `EXPLAIN (ANALYZE, FORMAT JSON) SELECT id FROM users
        WHERE deleted_at IS NULL AND ${beyond.replace('%s', place.join(', '))} ORDER BY ${order} LIMIT 50`,
    );
    const text = JSON.stringify(plan.rows);
    expect(text).toMatch(/"Index Cond":"\(+(?:ROW\()?(?:created_at|email_key)/);
    expect(text).not.toContain('Seq Scan');
  });
});
