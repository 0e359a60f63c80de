// Benchmark of the auth service with 100,000 accounts: `npm run bench:accounts`. Prints milliseconds per response at
// the service itself (identity verified, response complete), and how sign-ins fare when more arrive than can be hashed.
import { startHarness } from '../test/harness.ts';

const USERS = 100_000;
const ROUNDS = 100;

const harness = await startHarness({ PALISADE_AUTH_HASH_QUEUE: '64' });
try {
  await harness.database.query(
    `INSERT INTO users (id, email, email_key, username, username_key, full_name, password_hash, created_at)
     SELECT gen_random_uuid(), e, e, n, n, 'Person ' || md5(i::text), $2, now() - make_interval(secs => i)
       FROM generate_series(1, $1::int) AS i,
            LATERAL (SELECT 'person' || i || '@' || left(md5(i::text), 6) || '.example' AS e, 'person' || i AS n) AS names`,
    [USERS, `$argon2id$v=19$m=19456,t=2,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`],
  );
  await harness.database.query('VACUUM ANALYZE users');
  const admin = await harness.makeAdmin(await harness.register());
  console.log(`${USERS} accounts, ${ROUNDS} calls each, one after the other; milliseconds`);
  /** The last account before a page, by how many accounts stand before that page. */
  const after = async (order: string, before: number) => {
    const { rows } = await harness.database.query<{ id: string }>(
      `SELECT id FROM users WHERE deleted_at IS NULL ORDER BY ${order} OFFSET $1 LIMIT 1`,
      [before - 1],
    );
    return rows[0]?.id ?? '';
  };
  const newest = 'created_at DESC, id DESC';
  const [middle, last] = [USERS / 2, USERS - 50];
  for (const [what, path] of Object.entries({
    'first page': '/admin/users',
    'middle page': `/admin/users?after=${await after(newest, middle)}`,
    'last page': `/admin/users?after=${await after(newest, last)}`,
    'first page, by address': '/admin/users?sort=email',
    'middle page, by address': `/admin/users?sort=email&after=${await after('email_key DESC', middle)}`,
    'last page, by address': `/admin/users?sort=email&after=${await after('email_key DESC', last)}`,
    'search, few matches': '/admin/users?search=person4242',
    'search, no match': '/admin/users?search=zzzzzz',
    'search, all match': '/admin/users?search=person',
    'by plan': '/admin/users?plan=free',
    'by plan, last page': `/admin/users?plan=free&after=${await after(newest, last)}`,
    'who am I': '/auth/me',
  })) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now();
      const { status } = await harness.call('GET', path, admin);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      times.push(performance.now() - startedAt);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1).padStart(7);
    console.log(`${what.padEnd(24)} p50 ${at(0.5)}   p99 ${at(0.99)}   best ${at(0)}`);
  }
  // The response time must not tell whether an address has an account: both kinds are measured alternately, on one
  // machine.
  for (const what of ['login', 'forgotten-password']) {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? `person${round + 1}` : `nobody${round}`;
        const address = `10.${kind === 'known' ? 1 : 2}.${round}.1`;
        const body = {
          email: kind === 'known' ? await addressOf(email) : `${email}@x.example`,
          password: 'wrong',
        };
        const startedAt = performance.now();
        await harness.call('POST', `/auth/${what}`, { address }, body);
        times[kind].push(performance.now() - startedAt);
      }
    }
    const median = (list: number[]) => (list.sort((a, b) => a - b)[list.length >> 1] ?? 0).toFixed(2);
    console.log(
      `${what.padEnd(24)} with an account ${median(times.known)}   without ${median(times.unknown)}`,
    );
  }
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, i) =>
      harness.login(
        { email: `person${i}@x.example`, password: 'wrong' },
        { address: `10.0.${i >> 8}.${i & 255}` },
      ),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  console.log(
    `300 sign-ins at once: ${count(401)} hashed, ${count(429)} sent away with 429, ${seconds.toFixed(1)} s in all`,
  );
} finally {
  await harness.stop();
}

async function addressOf(username: string): Promise<string> {
  const { rows } = await harness.database.query<{ email: string }>(
    'SELECT email FROM users WHERE username_key = $1',
    [username],
  );
  return rows[0]?.email ?? '';
}
