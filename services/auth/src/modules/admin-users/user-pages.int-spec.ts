import { type Account, type Harness, startHarness } from '../../test/harness.ts';

const OTHERS = 2_598;
const PAGE = 200;

/** Pages near the beginning, in the middle and near the end are found in different ways and must be of one list. */
describe('the pages of a long list of users', () => {
  let harness: Harness;
  let admin: Account;
  beforeAll(async () => {
    harness = await startHarness();
    // Many at the same moment: what they are ordered by is not unique.
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

  const page = async (query: string) => {
    const { body, headers } = await harness.call('GET', `/admin/users?${query}`, admin);
    return {
      users: body as unknown as { id: string; email: string; username: string; created_at: string }[],
      total: Number(headers.get('x-total-count')),
    };
  };

  it.each([
    ['created_at', 'desc'],
    ['created_at', 'asc'],
    ['email', 'asc'],
    ['email', 'desc'],
    ['username', 'desc'],
  ] as const)('by %s, %s: each user once, in order', async (sort, order) => {
    const all: string[] = [];
    const keys: string[] = [];
    for (let number = 1; number <= Math.ceil((OTHERS + 2) / PAGE); number++) {
      const { users, total } = await page(`sort=${sort}&order=${order}&page=${number}&page_size=${PAGE}`);
      expect(total).toBe(OTHERS + 2);
      all.push(...users.map(({ id }) => id));
      keys.push(...users.map((user) => user[sort]));
    }
    expect(all).toHaveLength(OTHERS + 2);
    expect(new Set(all).size).toBe(OTHERS + 2);
    const isBefore = order === 'asc' ? (a: string, b: string) => a <= b : (a: string, b: string) => a >= b;
    const ordered = await harness.database.query<{ ok: boolean; key: string }>(
      `SELECT key FROM unnest($1::text[]) AS key ORDER BY key COLLATE "default" ${order}`,
      [keys],
    );
    if (sort === 'created_at') expect(keys.every((key, at) => isBefore(keys[at - 1] ?? key, key))).toBe(true);
    else expect(keys).toEqual(ordered.rows.map(({ key }) => key));
  });

  it('end with a page that is not full, and beyond it with none', async () => {
    const last = Math.ceil((OTHERS + 2) / 64);
    expect((await page(`page=${last}&page_size=64`)).users).toHaveLength((OTHERS + 2) % 64);
    expect(await page(`page=${last + 1}&page_size=64`)).toEqual({ users: [], total: OTHERS + 2 });
    expect(await page('page=1000000&page_size=200&search=nobody-at-all')).toEqual({ users: [], total: 0 });
  });
});
