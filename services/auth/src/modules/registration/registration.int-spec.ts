import { jest } from '@jest/globals';
import { authV1 } from '@palisade/contracts';
import { requestScope } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { type Account, type Harness, ORIGIN, startHarness } from '../../test/harness.ts';
import { PasswordHasherService } from '../passwords/password-hasher.service.ts';

describe('accounts and sessions', () => {
  let harness: Harness;
  let owner: Account;

  beforeAll(async () => {
    harness = await startHarness();
    await harness.recordEvents();
    owner = await harness.register();
  });
  afterAll(() => harness.stop());

  describe('POST /auth/register', () => {
    it('makes an account that is signed in and asked to confirm its address', async () => {
      const answer = await harness.call(
        'POST',
        '/auth/register',
        {},
        { email: 'Ada@Example.com', username: 'ada', password: 'mk3-ttq9', full_name: 'Ada L.' },
      );
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        token_type: 'bearer',
        user: {
          email: 'Ada@Example.com',
          username: 'ada',
          full_name: 'Ada L.',
          is_admin: false,
          is_active: true,
          email_confirmed: false,
          plan: 'free',
          plan_name: 'Free',
          trial_ends_at: null,
          entitlements: { max_domains: 1, geo_blocking: false },
        },
      });
      const { id } = answer.body.user as { id: string };
      const me = await harness.call('GET', '/auth/me', { token: String(answer.body.access_token) });
      expect(me).toMatchObject({ status: 200, body: { id } });
      expect(await harness.events('auth.user_registered.v1', id)).toMatchObject([
        { userId: id, email: 'Ada@Example.com', username: 'ada', fullName: 'Ada L.', isAdmin: false },
      ]);
      expect((await harness.mailSecrets('confirm_email', id)).link).toMatch(
        /^https:\/\/palisade\.test\/confirm-email\?token=[\w-]{43}$/,
      );
    });

    it.each([
      ['the same address', { email: 'taken@example.com', username: 'other1' }],
      ['the same address in capitals', { email: 'TAKEN@example.com', username: 'other2' }],
      ['the same name', { email: 'other@example.com', username: 'Taken' }, 'username'],
      // The wizard takes a known address for the newcomer's own account, and a known name alone for somebody else's.
      ['both', {}],
    ])('refuses %s', async (_what, names, field = 'email') => {
      const taken = { email: 'taken@example.com', username: 'taken', password: 'mk3-ttq9' };
      await harness.call('POST', '/auth/register', {}, taken);
      const answer = await harness.call('POST', '/auth/register', {}, { ...taken, ...names });
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toBe('Email or username already registered');
      expect(answer.body.errors).toMatchObject([{ path: field }]);
    });

    it.each([
      ['email', { email: 'nobody' }, 'valid email'],
      ['email', { email: 'a@example.com\r\nBcc: b@example.com' }, 'valid email'],
      ['password', { password: '12345' }, 'Password must be at least 6 characters'],
      ['password', { password: '123456' }, 'first that attackers try'],
      ['password', { password: 'newuser' }, 'first that attackers try'],
      ['username', { username: 'a b' }, 'Username may contain'],
      ['username', { username: '' }, 'Username'],
      ['full_name', { full_name: 'A\r\nBcc: x' }, 'control characters'],
    ])('answers 422 for a bad %s', async (path, change, text) => {
      const good = { email: 'new@example.com', username: 'newuser', password: 'mk3-ttq9' };
      const answer = await harness.call('POST', '/auth/register', {}, { ...good, ...change });
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toContain(text);
      expect((answer.body.errors as { path: string }[])[0]).toMatchObject({ path });
    });

    it('makes one account out of many simultaneous attempts', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          harness.call(
            'POST',
            '/auth/register',
            {},
            { email: 'race@example.com', username: 'race', password: 'mk3-ttq9' },
          ),
        ),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(400)]);
    });
  });

  describe('POST /auth/login', () => {
    it('opens a session, for longer if asked to remember', async () => {
      const browser = { origin: ORIGIN };
      const short = await harness.login(owner, browser);
      const long = await harness.login(owner, browser, { remember_me: true, mfa_token: null });
      expect(short).toMatchObject({ status: 200, body: { requires_mfa: false, user: { id: owner.id } } });
      const hours = (answer: typeof short) =>
        (Date.parse(String(answer.body.expires_at)) - Date.now()) / 3_600_000;
      expect(Math.round(hours(short))).toBe(24);
      expect(Math.round(hours(long))).toBe(720);
    });

    it('answers alike for a wrong password and for an address without an account', async () => {
      const wrong = await harness.login({ ...owner, password: 'wrong-password' });
      const nobody = await harness.login({ email: 'nobody@example.com', password: 'wrong-password' });
      expect(wrong).toMatchObject({ status: 401, body: { detail: 'Invalid email or password' } });
      const { request_id: _a, ...first } = wrong.body;
      const { request_id: _b, ...second } = nobody.body;
      expect(second).toEqual(first);
    });

    it('does the same work whether or not there is an account', async () => {
      const database = harness.app.get(DataSource);
      // Scheduled work, such as sealing the audit log, belongs to no request.
      const queries: string[] = [];
      const logger = jest.spyOn(database.logger, 'logQuery').mockImplementation((query) => {
        if (requestScope.getStore() !== undefined) queries.push(query);
      });
      const hashing = jest.spyOn(PasswordHasherService.prototype, 'matches');
      const workFor = async (email: string) => {
        queries.length = 0;
        hashing.mockClear();
        await harness.login({ email, password: 'wrong-password' }, { address: '192.0.2.99' });
        return { queries: [...queries], hashed: hashing.mock.calls.length };
      };
      const known = await workFor((await harness.register()).email);
      expect(known.hashed).toBe(1);
      expect(known.queries.length).toBeGreaterThan(2);
      expect(await workFor('nobody-here@example.com')).toEqual(known);
      logger.mockRestore();
      hashing.mockRestore();
    });

    it.each([{}, { email: 'a@example.com' }, { email: '', password: 'x' }, { email: 'a', password: 7 }])(
      'answers 422 to %j',
      async (body) => {
        expect((await harness.call('POST', '/auth/login', {}, body)).status).toBe(422);
      },
    );

    it('tells the owner, and only the owner, that the account is deactivated', async () => {
      const account = await harness.register();
      await harness.database.query('UPDATE users SET is_active = false WHERE id = $1', [account.id]);
      expect(await harness.login(account)).toMatchObject({
        status: 403,
        body: { code: 'account_deactivated' },
      });
      expect((await harness.login({ ...account, password: 'wrong-password' })).status).toBe(401);
    });
  });

  describe('GET /auth/me', () => {
    it('shows the plan that billing says', async () => {
      const account = await harness.register();
      harness.neighbours.state.plans.set(account.id, 'enterprise');
      const me = await harness.call('GET', '/auth/me', account);
      expect(me.headers.get('cache-control')).toBe('no-store');
      expect(me.body).toMatchObject({
        plan: 'enterprise',
        plan_name: 'Enterprise',
        plan_status: 'active',
        entitlements: { max_domains: null, edge_caching: true },
      });
    });

    it('needs a session', async () => {
      expect(await harness.call('GET', '/auth/me')).toMatchObject({
        status: 401,
        body: { detail: 'Not authenticated' },
      });
      expect(await harness.call('GET', '/auth/me', { token: 'rubbish' })).toMatchObject({
        status: 401,
        body: { detail: 'Invalid token' },
      });
    });
  });

  describe('sessions', () => {
    it('end by logging out, for good', async () => {
      const account = await harness.register();
      expect(await harness.call('POST', '/auth/logout', account)).toMatchObject({
        status: 200,
        body: { message: 'Logged out successfully' },
      });
      const after = await harness.call('GET', '/auth/me', account);
      expect(after.status).toBe(401);
      expect(after.body.detail).toContain('login again');
      expect((await harness.call('POST', '/auth/logout')).status).toBe(401);
    });

    it('expire, and say so', async () => {
      const account = await harness.register();
      await harness.database.query(
        `UPDATE sessions SET expires_at = now() - interval '1 s' WHERE user_id = $1`,
        [account.id],
      );
      expect((await harness.auth.authenticate({ token: account.token })).problem).toBe(
        authV1.TokenProblem.SESSION_ENDED,
      );
    });

    it('are listed for their owner and ended one by one', async () => {
      const account = await harness.register();
      const other = String((await harness.login(account, { userAgent: 'Other/1' })).body.access_token);
      const list = (await harness.call('GET', '/auth/sessions', account)).body as unknown as {
        id: string;
        current: boolean;
        user_agent: string;
        ip_address: string;
      }[];
      expect(list).toHaveLength(2);
      const there = list.find((session) => !session.current);
      expect(there).toMatchObject({ user_agent: 'Other/1', ip_address: '192.0.2.1' });
      expect(await harness.call('DELETE', `/auth/sessions/${there?.id}`, account)).toMatchObject({
        status: 200,
      });
      expect((await harness.call('GET', '/auth/me', { token: other })).status).toBe(401);
      expect((await harness.call('GET', '/auth/me', account)).status).toBe(200);
    });

    it('are nobody else’s to end', async () => {
      const account = await harness.register();
      const [session] = (await harness.call('GET', '/auth/sessions', account)).body as unknown as {
        id: string;
      }[];
      expect((await harness.call('DELETE', `/auth/sessions/${session?.id}`, owner)).status).toBe(404);
      expect((await harness.call('DELETE', '/auth/sessions/7', owner)).status).toBe(422);
      expect((await harness.call('GET', '/auth/me', account)).status).toBe(200);
    });

    it('end everywhere else at once', async () => {
      const account = await harness.register();
      const others = await Promise.all([1, 2].map(() => harness.login(account)));
      expect((await harness.call('DELETE', '/auth/sessions', account)).status).toBe(200);
      for (const other of others) {
        const token = String(other.body.access_token);
        expect((await harness.call('GET', '/auth/me', { token })).status).toBe(401);
      }
      expect((await harness.call('GET', '/auth/me', account)).status).toBe(200);
    });
  });

  describe('guessing', () => {
    it('is slowed down, and locks out neither the owner’s device nor its network', async () => {
      const account = await harness.register();
      const wrong = { email: account.email, password: 'wrong-password' };
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, i) => harness.login(wrong, { address: `198.51.100.${i}` })),
      );
      const refused = answers.filter((answer) => answer.status === 401);
      // One more each time a pause ends while other attempts are still in flight.
      expect(refused.length).toBeLessThanOrEqual(10);
      expect(answers.filter((answer) => answer.status === 429)).toHaveLength(200 - refused.length);
      await harness.database.query(
        `UPDATE guess_counters SET blocked_until = now() + interval '1 minute' WHERE key LIKE 'acc:%'`,
      );
      const stranger = await harness.login(account, { address: '203.0.113.9' });
      expect(stranger.status).toBe(429);
      expect(Number(stranger.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await harness.login(account, { address: '203.0.113.9', cookie: account.cookie })).status).toBe(
        200,
      );
      expect((await harness.login(account, { address: '192.0.2.1' })).status).toBe(200);
    });

    it('is slowed down by where it comes from, too', async () => {
      const from = { address: '203.0.113.77' };
      const statuses: number[] = [];
      for (let i = 0; i < 32; i++) {
        statuses.push((await harness.login({ email: `g${i}@example.com`, password: 'x' }, from)).status);
      }
      expect(statuses.slice(0, 29).every((status) => status === 401)).toBe(true);
      // The first pause lasts a second, which a busy machine may take anyway.
      expect(statuses.slice(29)).toContain(429);
    });
  });

  describe('AuthService', () => {
    it('tells services about users, and how many there are', async () => {
      const { users } = await harness.authForBilling.getUsers({
        ids: [owner.id, '00000000-0000-4000-8000-000000000000', 'x'],
      });
      expect(users).toMatchObject([
        {
          id: owner.id,
          email: owner.email,
          notifications: { emailAlerts: true, attackNotifications: true, marketingEmails: false },
        },
      ]);
      const { total, active } = await harness.authForBilling.countUsers({});
      expect(total).toBeGreaterThan(active);
    });

    it('tells whose address is confirmed, whatever its case, and of no other', async () => {
      const ask = async () => {
        const emails = [owner.email.toUpperCase(), 'nobody@example.com'];
        return (await harness.authForBilling.findConfirmedUsers({ emails })).users.map(({ id }) => id);
      };
      const set = (column: string, value: string) =>
        harness.database.query(`UPDATE users SET ${column} = ${value} WHERE id = $1`, [owner.id]);
      await set('email_confirmed_at', 'NULL');
      expect(await ask()).toEqual([]);
      await set('email_confirmed_at', 'now()');
      expect(await ask()).toEqual([owner.id]);
      await set('is_active', 'false');
      expect(await ask()).toEqual([]);
      await set('is_active', 'true');
    });

    it('never has an answer kept for more than five seconds', async () => {
      expect((await harness.auth.authenticate({ token: owner.token })).cacheMs).toBeLessThanOrEqual(5_000);
      expect((await harness.auth.authenticate({ token: '' })).cacheMs).toBeLessThanOrEqual(5_000);
    });
  });
});
